// Rounds by the million: the estimate closing in on the exact line, what sessions come to, stopped and kept.

import { h } from "../../shared/dom.js";
import { count, number, percent, signs, value } from "../parts/figures.js";
import { colours, plot } from "../parts/plot.js";
import { num } from "../parts/number.js";
import { Work } from "../parts/run.js";
import { taken } from "../parts/take.js";

const works = new WeakMap();
const PAUSE = 600;
const WIDE = 1.96;

/** What is kept of a run while it goes on. */
class Growing {
  constructor() {
    this.id = null;
    this.line = [];
    this.drawn = 0;
    this.picture = h("div", {});
    this.rest = h("div", { class: "run-rest" });
  }

  show(place, run, lab) {
    if (this.id !== run.id) Object.assign(this, { id: run.id, line: [], drawn: 0 });
    if (!this.picture.isConnected || !place.contains(this.picture)) place.replaceChildren(this.picture, this.rest);
    if (run.result) {
      this.line = run.result.line;
      this.paint(run.result.exact);
      finish(this.rest, run, lab);
    } else if (run.so_far.rounds && this.line.at(-1)?.rounds !== run.so_far.rounds) {
      this.line.push({ rounds: run.so_far.rounds, mean: run.so_far.mean, se: run.so_far.se });
      this.rest.replaceChildren(h("p", { class: "money" }, `${percent(run.so_far.mean)} ± ${percent(WIDE * run.so_far.se)} after ${count(run.so_far.rounds)} rounds; exactly ${percent(run.so_far.exact)}`));
      if (performance.now() - this.drawn > PAUSE) this.paint(run.so_far.exact);
    }
  }

  paint(exact) {
    this.drawn = performance.now();
    const rows = this.line.map((one) => ({ ...one, low: one.mean - WIDE * one.se, high: one.mean + WIDE * one.se, exact }));
    if (!rows.length) return;
    const x = { field: "rounds", type: "quantitative", title: "rounds", axis: { format: "~s", tickCount: 10 }, scale: { domainMin: 0 } };
    const y = (field) => ({ field, type: "quantitative", title: "result a round, in units", axis: { format: ".2~%" }, scale: { zero: false } });
    plot(
      this.picture,
      () => ({
        height: 280,
        data: { values: rows },
        layer: [
          { mark: { type: "area", opacity: 0.22, color: colours().line }, encoding: { x, y: y("low"), y2: { field: "high" } } },
          { mark: { type: "line", color: colours().line, strokeWidth: 2, point: rows.length < 3 }, encoding: { x, y: y("mean") } },
          { mark: { type: "rule", color: colours().other, strokeWidth: 2, strokeDash: [6, 4] }, encoding: { y: y("exact") } },
        ],
      }),
      rows,
      [["rounds", "Rounds", count], ["mean", "Mean", percent], ["low", "95 % from", percent], ["high", "to", percent], ["exact", "Exact", percent]],
      { title: "The estimate closes in on the exact line" },
    );
  }
}

/** @param {HTMLElement} node @param {any} lab */
export async function draw(node, lab) {
  if (!works.has(lab)) {
    const growing = new Growing();
    works.set(lab, new Work((place, run) => growing.show(place, run, lab)));
  }
  const work = works.get(lab);
  const variant = await lab.body();
  const old = work.made !== null && JSON.stringify(JSON.parse(work.made).variant) !== JSON.stringify(variant);
  if (!node.querySelector("form")) {
    const rounds = h("select", { name: "rounds" }, [100_000, 1_000_000, 5_000_000, 20_000_000, 50_000_000].map((n) => h("option", { value: n, selected: n === 5_000_000 }, `${count(n)} rounds`)));
    const seed = h("input", { type: "text", name: "seed", value: "1", maxLength: 40, required: true });
    const form = h(
      "form",
      {
        class: "row-form",
        onsubmit: async (event) => {
          event.preventDefault();
          work.begin("/lab/simulations", { variant: await lab.body(), rounds: Number(rounds.value), seed: seed.value });
        },
      },
      h("label", {}, "How many", rounds),
      h("label", {}, "Seed", seed),
      h("button", { class: "primary", type: "submit" }, "Play them"),
    );
    node.replaceChildren(h("p", { class: "soft intro" }, "Rounds dealt and settled by the rules themselves, every wager for one unit, by the best play. The same seed deals the same rounds everywhere."), form, h("p", { class: "soft older" }), work.node);
  }
  node.querySelector(".older").textContent = old ? "What stands here was played under the variant before." : "";
}

function finish(place, run, lab) {
  const { result } = run;
  const fan = h("div", {});
  const wagers = [["", result.total], ...Object.entries(result.wagers).filter(([, one]) => one.mean !== null)];
  const opened = (name, figure, said, shown, means) => h("td", { class: "money" }, said === null ? "–" : num(shown(said), () => ({ title: `${titled(name)}: ${figure}`, exact: said, means, rules: [], command: async () => ({ command: run.command, files: (await lab.command()).files }) }), { label: `${titled(name)}, ${figure}`, class: "plain" }));
  const titled = (name) => (name ? lab.titleOf(name) : "The game");
  place.replaceChildren(
    h("p", { class: result.agrees ? "win" : "lose" }, result.agrees ? `Chance explains every difference in ${count(result.rounds)} rounds (limit ${result.limit} standard errors).` : "Something differs by more than chance explains."),
    h("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": "Wager by wager" }, h("table", { class: "proof-table" }, h("thead", {}, h("tr", {}, ["", "Mean", "± standard error", "Exact", "z"].map((title) => h("th", { scope: "col" }, title || h("span", { class: "sr-only" }, "Wager"))))), h("tbody", {}, wagers.map(([name, one]) => h("tr", {}, h("th", { scope: "row" }, titled(name)), opened(name, "mean", one.mean, number, "What a round won on average, in units."), opened(name, "standard error", one.se, number, "How far the mean of so many rounds is from the exact value by chance, as a rule."), opened(name, "exact", one.exact, (exact) => number(value(exact)), "What it comes to in the long run, worked out."), opened(name, "z", one.z, signs, "The difference in standard errors.")))))),
    taken(`${lab.title} simulated`, ["Wager", "Mean", "Standard error", "Exact", "z"], () => wagers.map(([name, one]) => [titled(name), one.mean, one.se, value(one.exact), one.z])),
    h("p", { class: "soft small" }, `${count(result.rounds)} of ${count(result.asked)} rounds in ${result.seconds} s, engine ${result.engine}, seed ${result.seed}.`),
    fan,
  );
  if (!result.fan) return;
  const { lines, sessions, rounds } = result.fan;
  const x = { field: "round", type: "quantitative", title: "rounds" };
  const y = (field) => ({ field, type: "quantitative", title: "won or lost, in units" });
  plot(
    fan,
    () => ({
      height: 260,
      data: { values: lines },
      layer: [
        { mark: { type: "area", opacity: 0.16, color: colours().line }, encoding: { x, y: y("p5"), y2: { field: "p95" } } },
        { mark: { type: "area", opacity: 0.3, color: colours().line }, encoding: { x, y: y("p25"), y2: { field: "p75" } } },
        { mark: { type: "line", color: colours().line, strokeWidth: 2.5 }, encoding: { x, y: y("p50") } },
        { mark: { type: "rule", color: colours().soft, strokeDash: [4, 4] }, encoding: { y: { datum: 0 } } },
      ],
    }),
    lines,
    [["round", "Round"], ["p5", "5 %"], ["p25", "25 %"], ["p50", "Half"], ["p75", "75 %"], ["p95", "95 %"]],
    { title: `Where ${count(sessions)} sessions of ${rounds} rounds stand: half of them in the dark band, nine in ten in the light one` },
  );
}
