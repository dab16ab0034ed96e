// Strategies that people can keep: short lists of rules with their cost, charts where the game has one, the costliest errors.

import { fill, h } from "../../shared/dom.js";
import { ask } from "../parts/ask.js";
import { layOut } from "./hand.js";
import { openErrors } from "../parts/changes.js";
import { number, percent, value, words } from "../parts/figures.js";
import { colours, plot } from "../parts/plot.js";
import { num } from "../parts/number.js";
import { Work } from "../parts/run.js";
import { taken } from "../parts/take.js";

const works = new WeakMap();
/** Lists that are named by how many rules they have; a chart or what people do is no step on the way from one to the next. */
const COUNTED = /^\d+ rules?$/;
const PARTS = [["hard", "Hard totals"], ["soft", "Soft totals"], ["pairs", "Pairs"]];

/** @param {HTMLElement} node @param {any} lab */
export async function draw(node, lab) {
  const body = { variant: await lab.body() };
  if (!works.has(lab)) works.set(lab, new Work((place, run) => run.result && show(place, run.result, lab)));
  const work = works.get(lab);
  const other = work.made !== null && work.made !== JSON.stringify(body);
  fill(
    node,
    h("p", { class: "soft intro" }, "The fewest rules that a person has to keep in mind, and what each list costs against the best play. Every cost is exact where nothing else is said."),
    other ? h("p", {}, h("button", { class: "primary", type: "button", onclick: () => work.begin("/lab/strategies", body).then(() => draw(node, lab)) }, "Find them for this variant"), h("span", { class: "soft" }, " What stands here is of the variant before.")) : null,
    work.node,
  );
  if (work.made === null) work.begin("/lab/strategies", body);
}

const proofOf = (lab, title, exact, means) => () => ({ title, exact, means, rules: [], command: async () => ({ command: (await lab.command()).command.replace(" analyze ", " strategy "), files: (await lab.command()).files }) });

function show(place, found, lab) {
  const lists = found.strategies;
  const front = h("div", {});
  fill(
    place,
    // Where a game has one, the chart is what a player came for.
    found.chart ? chart(found, lab) : "",
    found.chart ? h("h3", {}, "Shorter lists") : "",
    h(
      "div",
      { class: "lists" },
      lists.map((one) =>
        h(
          "article",
          { class: `list ${one.name === "optimal" ? "best" : ""}` },
          h("h3", {}, words(one.name), one.naive ? h("span", { class: "tag" }, "what people do") : null),
          h("ol", {}, one.rules.map((rule) => h("li", {}, rule))),
          h("p", { class: "list-cost" }, num(percent(value(one.cost)), proofOf(lab, `${words(one.name)}: cost`, one.cost, "What a round loses with these rules against the best play."), { label: `Cost of ${one.name}` }), h("span", { class: "soft" }, one.se ? ` ± ${percent(one.se)} a round, simulated` : " a round is what it costs"), h("br"), h("span", { class: "soft small" }, "edge ", num(percent(-value(one.ev)), proofOf(lab, `${words(one.name)}: expectation`, one.ev, `The player's expectation for one ${found.unit} with these rules.`), { label: `Edge with ${one.name}`, class: "plain" }))),
          value(one.cost) ? h("p", {}, h("button", { class: "quiet small", type: "button", "aria-label": `Where ${words(one.name)} errs`, onclick: () => openErrors(lab, one) }, "Where it errs")) : null,
        ),
      ),
    ),
    front,
    found.errors?.length ? errors(found, lab) : "",
  );
  const rows = lists.filter((one) => COUNTED.test(one.name)).map((one) => ({ rules: Number.parseInt(one.name, 10), cost: value(one.cost), name: one.name }));
  if (rows.length > 1)
    plot(
      front,
      () => ({ height: 190, data: { values: rows }, encoding: { x: { field: "rules", type: "quantitative", title: "rules", axis: { tickMinStep: 1, format: "d" } }, y: { field: "cost", type: "quantitative", title: "cost a round", axis: { format: ".2~%" } } }, layer: [{ mark: { type: "line", color: colours().soft } }, { mark: { type: "point", filled: true, size: 90, color: colours().line }, encoding: { tooltip: [{ field: "name", title: "list" }, { field: "cost", format: ".4%" }] } }] }),
      rows,
      [["name", "List"], ["rules", "Rules"], ["cost", "Cost a round", percent]],
      { title: "What more rules are worth" },
    );
}

function errors(found, lab) {
  const opened = (shown, one, exact, figure, means) => h("td", { class: "money" }, num(shown, proofOf(lab, `${words(one.error)}: ${figure}`, exact, means), { label: `${words(one.error)}, ${figure}`, class: "plain" }));
  return h(
    "section",
    {},
    h("h3", {}, "The costliest errors"),
    h("p", { class: "soft small" }, found.errors_note ?? ""),
    h("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": "The costliest errors" }, h("table", { class: "proof-table errors-table" }, h("thead", {}, h("tr", {}, ["Error", "How often", "Each time", "A round"].map((title) => h("th", { scope: "col" }, title)))), h("tbody", {}, found.errors.map((one) => h("tr", {}, h("th", { scope: "row" }, words(one.error)), opened(percent(value(one.frequency), 3), one, one.frequency, "how often", "How often a round gives the occasion."), opened(number(value(one.each)), one, one.each, "each time", `What it costs each time, in units of one ${found.unit}.`), opened(percent(value(one.cost)), one, one.cost, "a round", "What a round loses where the error is made each time.")))))),
    taken(`${lab.title} costliest errors`, ["Error", "How often", "Each time", "A round"], () => found.errors.map((one) => [one.error, value(one.frequency), value(one.each), value(one.cost)])),
  );
}

/** Cards that make a row of the chart: two, or three where two can't; none where nobody decides any more. @param {string} part @param {string} row */
function cardsOf(part, row) {
  if (part === "pairs") return [row, row];
  const total = Number(row);
  if (part === "soft") return total < 13 ? ["A", "A"] : total < 21 ? ["A", String(total - 11)] : null;
  if (total < 5) return ["2", "2"];
  if (total === 20) return ["T", "8", "2"];
  for (const [first, worth] of [["T", 10], ["9", 9], ["8", 8], ["7", 7], ["6", 6], ["5", 5], ["4", 4], ["3", 3]]) {
    const rest = total - worth;
    if (rest >= 2 && rest <= 9 && rest !== worth) return [first, String(rest)];
  }
  return null;
}

function chart(found, lab) {
  const { upcards, letters } = found.chart;
  const names = Object.fromEntries(Object.entries(letters).map(([move, letter]) => [letter, move]));
  const detail = h("div", { class: "cell-detail", role: "status" });
  /** Below the row of the cell, where it hides nothing. */
  const below = h("tr", { class: "cell-worth" }, h("td", { colSpan: upcards.length + 1 }, detail));
  const open = (event, ...asked) => {
    event.target.closest("tr").after(below);
    return worth(detail, lab, ...asked).then(() => detail.scrollIntoView({ block: "nearest" }));
  };
  const cell = (part, row, up, move) => {
    const cards = cardsOf(part, row);
    const label = `${part} ${row} against ${up}: ${[...move].map((letter) => names[letter] ?? letter).join(", or else ")}`;
    return h("td", {}, move ? h("button", { class: `cell cell-${move[0]}`, type: "button", "aria-label": label, disabled: !cards, onclick: (event) => open(event, cards, up, label) }, move) : "");
  };
  return h(
    "section",
    { class: "chart-of-rules" },
    h("h3", {}, "The chart, worked out for these rules"),
    h("p", { class: "soft small" }, `${[...new Set(Object.entries(letters).filter(([, letter]) => "HSDPR".includes(letter)).map(([move, letter]) => `${letter} ${move}`))].join(", ")}; two letters: the first that is allowed. Tap a cell to see what every move is worth.`),
    h("div", { class: "charts" }, PARTS.filter(([part]) => found.chart[part]).map(([part, title]) => h("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": title }, h("table", { class: "chart" }, h("caption", {}, title), h("thead", {}, h("tr", {}, h("th", { scope: "col" }, h("span", { class: "sr-only" }, "Hand")), upcards.map((up) => h("th", { scope: "col" }, up)))), h("tbody", {}, Object.entries(found.chart[part]).map(([row, moves]) => h("tr", {}, h("th", { scope: "row" }, row), moves.map((move, at) => cell(part, row, upcards[at], move))))))))),
    taken(`${lab.title} chart`, ["", "Hand", ...upcards], () => PARTS.filter(([part]) => found.chart[part]).flatMap(([part, title]) => Object.entries(found.chart[part]).map(([row, moves]) => [title, row, ...moves]))),
    found.exceptions?.length ? h("details", {}, h("summary", {}, `${found.exceptions.length} hands of two cards for which the chart errs`), h("ul", {}, found.exceptions.map((one) => h("li", {}, `${one.hand} against ${one.upcard}: ${one.best} instead of ${one.chart}, ${percent(one.gain)} each time`)))) : null,
  );
}

const proofOfMove = (lab, said, one) => () => ({ title: `${words(one.move)}: expectation`, exact: one.ev, means: `What the player can expect, in units of one ${said.unit}, from this move and the best play after it.`, rules: [], command: async () => ({ command: said.command, files: (await lab.command()).files }) });

async function worth(detail, lab, cards, up, label) {
  detail.replaceChildren(h("p", { class: "soft" }, "…"));
  try {
    const main = lab.described.wagers.find((wager) => wager.name === lab.described.main);
    const variant = await lab.body();
    const player = cards.map((rank, at) => `${rank}${"shc"[at]}`).join(" ");
    const path = [...(up === "A" ? ["no-insurance"] : []), ...cards.slice(2).map(() => "hit")].map((move) => ({ hand: 1, move, value: null }));
    const said = await ask("/lab/advice", { variant, wagers: { [main.name]: main.fixed ?? 1000 }, player, dealer: `${up}d`, acts: path });
    const look = h("button", { class: "quiet small", type: "button", onclick: () => layOut(lab, { player, dealer: `${up}d`, board: "", path }) }, "Lay it out");
    detail.replaceChildren(h("h4", {}, words(label)), h("p", { class: "soft small" }, `With ${player} against ${up}d, in units of one ${said.unit}`), h("table", { class: "proof-table" }, h("tbody", {}, said.actions.map((one) => h("tr", {}, h("th", { scope: "row" }, words(one.move)), h("td", { class: "money" }, num(number(value(one.ev)), proofOfMove(lab, said, one), { label: `Expectation of ${words(one.move)}`, class: "plain" })), h("td", { class: "money soft" }, value(one.cost) ? `costs ${percent(value(one.cost))}` : "best"))))), look);
  } catch (problem) {
    detail.replaceChildren(h("p", { class: "lose" }, problem.message));
  }
}
