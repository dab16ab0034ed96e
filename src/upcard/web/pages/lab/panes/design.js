// Solve backwards: fix an edge, say which lines may give, and pick a table of whole numbers from the front.

import { h } from "../../shared/dom.js";
import { number, percent } from "../parts/figures.js";
import { colours, plot } from "../parts/plot.js";
import { num } from "../parts/number.js";
import { Work } from "../parts/run.js";
import { taken } from "../parts/take.js";

const works = new WeakMap();

function workOf(lab) {
  if (!works.has(lab)) works.set(lab, new Work((place, run) => run.result && show(place, run.result, lab, run.command)));
  return works.get(lab);
}

/** @param {HTMLElement} node @param {any} lab */
export function draw(node, lab) {
  const work = workOf(lab);
  const able = lab.analysed.filter((wager) => typeof lab.analysis.wagers[wager.name].ev !== "object" && lab.analysis.wagers[wager.name].per_other_bettor === undefined);
  const made = JSON.stringify([lab.analysis.house, lab.analysis.pays, lab.described.digest]);
  if (node.dataset.made === made && node.childElementCount) return;
  node.dataset.made = made;
  const said = (form) => Object.fromEntries(new FormData(form));
  const lines = h("fieldset", { class: "stays" });
  const wager = h("select", { name: "wager", onchange: () => fill() }, able.map((one) => h("option", { value: one.name, selected: one.side && !able.some((x) => x.side && able.indexOf(x) < able.indexOf(one)) }, one.title)));
  const low = h("input", { type: "number", name: "low", step: "any", required: true });
  const high = h("input", { type: "number", name: "high", step: "any", required: true });
  const fill = () => {
    const table = lab.tableOf(wager.value);
    const giving = table.rows.filter((row) => row.wins && !row.percent).map((row) => h("label", { class: "tick" }, h("input", { type: "checkbox", "data-outcome": row.outcome, value: row.pays, checked: true }), `${row.label}: ${row.pays}`));
    const tick = (label, all) => h("button", { type: "button", class: "quiet small", onclick: () => lines.querySelectorAll("input").forEach((one) => (one.checked = all)) }, label);
    lines.replaceChildren(h("legend", {}, "Lines that may give"), ...giving, giving.length > 2 ? h("div", { class: "row" }, tick("All", true), tick("None", false)) : "");
    const own = lab.analysis.wagers[wager.value];
    const main = !lab.described.wagers.find((one) => one.name === wager.value).side;
    const ev = main && lab.analysis.total ? lab.analysis.total.ev : own.ev;
    const at = -(typeof ev === "string" ? Number(ev.split("/")[0]) / Number(ev.split("/")[1] ?? 1) : ev) * 100;
    low.value = Math.max(0.1, Math.round((at - 1) * 2) / 2).toString();
    high.value = Math.max(0.6, Math.round((at + 0.5) * 2) / 2).toString();
  };
  const form = h(
    "form",
    {
      class: "design-form",
      onsubmit: async (event) => {
        event.preventDefault();
        const asked = said(form);
        const fixed = Object.fromEntries([...lines.querySelectorAll("input:not(:checked)")].map((one) => [one.dataset.outcome, one.value]));
        work.node.scrollIntoView({ block: "nearest" });
        const range = (a, b) => (a && b ? `${a}%..${b}%` : null);
        work.begin("/lab/designs", { variant: await lab.body(), wager: asked.wager, edge: range(asked.low, asked.high), hit: range(asked.hitlow, asked.hithigh), fixed, most: asked.most ? Number(asked.most) : null });
      },
    },
    h("label", {}, "Wager", wager),
    h("fieldset", { class: "range" }, h("legend", {}, "Edge of the house, in %"), h("label", {}, "from", low), h("label", {}, "to", high)),
    h("fieldset", { class: "range" }, h("legend", {}, "Hit rate, in %, if it matters"), h("label", {}, "from", h("input", { type: "number", name: "hitlow", step: "any", min: 0 })), h("label", {}, "to", h("input", { type: "number", name: "hithigh", step: "any", min: 0 }))),
    h("label", {}, "Largest pay, to 1", h("input", { type: "number", name: "most", min: 1, max: 100000 })),
    lines,
    h("button", { class: "primary", type: "submit" }, "Find tables"),
  );
  fill();
  node.replaceChildren(h("p", { class: "soft intro" }, "Fix the edge and let the pays give: every table of whole numbers that is found is analysed anew, exactly."), h("div", { class: "design" }, form, work.node));
}

function show(place, found, lab, command) {
  const tables = [...found.tables];
  if (!tables.length) {
    place.replaceChildren(h("p", {}, `No table meets these targets. What stands in the way is ${found.binding}.`), ...(found.nearest ? [h("p", {}, "The nearest:"), list([found.nearest], found, lab, command)] : []));
    return;
  }
  const frontier = new Set(found.front.map((one) => JSON.stringify(one.pays)));
  const told = new Set(tables.map((one) => JSON.stringify(one.pays)));
  tables.push(...found.front.filter((one) => !told.has(JSON.stringify(one.pays))));
  const rows = tables.map((one, at) => ({ at: at + 1, edge: one.edge, sd: one.sd, hit: one.hit_frequency, front: frontier.has(JSON.stringify(one.pays)) ? "on the front" : "behind it" }));
  const picture = h("div", {});
  const listed = list(tables, found, lab, command);
  place.replaceChildren(h("p", {}, `${tables.length} ${tables.length === 1 ? "table" : "tables"}, best first, then what else lies on the front: of those none has both a lower edge and a smaller deviation.`), picture, listed);
  plot(
    picture,
    () => ({ height: 260, data: { values: rows }, mark: { type: "point", filled: true, size: 130, cursor: "pointer" }, encoding: { x: { field: "edge", type: "quantitative", title: "edge of the house", scale: { zero: false }, axis: { format: ".3~%" } }, y: { field: "sd", type: "quantitative", title: "standard deviation", scale: { zero: false } }, color: { field: "front", type: "nominal", title: null, scale: { domain: ["on the front", "behind it"], range: [colours().line, colours().soft] } }, shape: { field: "front", type: "nominal", title: null, scale: { domain: ["on the front", "behind it"], range: ["circle", "square"] } }, tooltip: [{ field: "at", title: "table" }, { field: "edge", format: ".4%" }, { field: "sd", format: ".4f" }, { field: "hit", format: ".3%" }] } }),
    rows,
    [["at", "Table"], ["edge", "Edge", percent], ["sd", "SD", number], ["hit", "Hit rate", (n) => percent(n, 3)], ["front", "Front"]],
    { title: "Edge against deviation", picked: (datum) => datum.at && pick(listed, datum.at) },
  );
}

/** A point of the front was tapped: its table stands out, and its button is at hand. */
function pick(listed, at) {
  for (const row of listed.querySelectorAll("tr.picked")) row.classList.remove("picked");
  const row = listed.querySelector(`[data-at="${at}"]`);
  row?.classList.add("picked");
  row?.scrollIntoView({ block: "center" });
  row?.querySelector("button.take")?.focus({ preventScroll: true });
}

function list(tables, found, lab, command = "") {
  const table = lab.tableOf(found.wager);
  const outcomes = table.rows.filter((row) => tables.some((one) => one.pays[row.outcome] !== "lose"));
  const front = new Set(found.front.map((one) => JSON.stringify(one.pays)));
  const use = (one) => {
    lab.setPays(table, one.pays);
    location.hash = "wagers";
  };
  const opened = (at, figure, shown, exact, means) => h("td", { class: "money" }, num(shown, () => ({ title: `Table ${at + 1}: ${figure}`, exact, means, rules: [], command: async () => ({ command, files: (await lab.command()).files }) }), { label: `${figure} of table ${at + 1}`, class: "plain" }));
  const rows = () => tables.map((one, at) => [at + 1, one.edge, one.sd, one.hit_frequency, ...outcomes.map((row) => one.pays[row.outcome])]);
  return h(
    "div",
    { class: "scroll", tabIndex: 0, role: "region", "aria-label": "Tables that were found" },
    h(
      "table",
      { class: "proof-table designed" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Table"), h("th", {}, h("span", { class: "sr-only" }, "Take it")), h("th", { scope: "col" }, "Edge"), h("th", { scope: "col" }, "SD"), h("th", { scope: "col" }, "Hit rate"), outcomes.map((row) => h("th", { scope: "col" }, row.label)))),
      h("tbody", {}, tables.map((one, at) => h("tr", { "data-at": at + 1 }, h("th", { scope: "row", class: front.has(JSON.stringify(one.pays)) ? "on-front" : "" }, `${at + 1}`), h("td", {}, h("button", { type: "button", class: "quiet small take", "aria-label": `Take table ${at + 1}`, onclick: () => use(one) }, "Take it")), opened(at, "Edge", percent(one.edge), one.ev, "The player's expectation with these pays; the edge of the house is the same with the other sign."), opened(at, "SD", number(one.sd), one.sd, "The standard deviation of the result with these pays."), opened(at, "Hit rate", percent(one.hit_frequency, 3), one.hit_frequency, "How often it pays more than the stake back."), outcomes.map((row) => h("td", { class: `money ${one.pays[row.outcome] === row.pays ? "" : "own"}` }, one.pays[row.outcome].replace(/ to 1$/, "")))))),
    ),
    h("p", { class: "soft small" }, `${lab.titleOf(found.wager)}; a number alone is to 1, one in colour is not what stands there now; ● is on the front.`),
    taken(`${lab.title} ${lab.titleOf(found.wager)} designed`, ["Table", "Edge", "SD", "Hit rate", ...outcomes.map((row) => row.label)], rows),
  );
}
