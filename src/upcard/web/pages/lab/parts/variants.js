// Named variants side by side: every wager's edge under each, and a way back to any of them.

import { h, rebuild } from "../../shared/dom.js";
import { edge, fine, number, value } from "./figures.js";
import { num } from "./number.js";

/** A cell that opens to the figure and the line of the terminal for its own variant. */
function cell(lab, title, column, said, shown) {
  const { ev } = said;
  const exact = ev !== null && typeof ev === "object" ? ev.constant : ev;
  return num(shown, () => ({ title: `${column.name}: ${title}`, exact, means: "The player's expectation; the edge of the house is the same with the other sign.", wager: said.outcomes ? said : null, rules: [], command: () => lab.commandOf(column.variant) }), { label: `${column.name}, ${title}`, class: "plain" });
}

const shown = (said) => (said === undefined ? "–" : said.ev !== null && typeof said.ev === "object" ? fine(value(said.ev.constant)) : said.per_other_bettor !== undefined ? fine(value(said.ev)) : edge(said.ev));

/** @param {HTMLElement} node @param {any} lab */
export function drawVariants(node, lab) {
  const { kept } = lab.history;
  node.hidden = !kept.length;
  if (!kept.length) return;
  const columns = [{ name: "On the table", variant: lab.history.now, analysis: lab.analysis }, ...kept.map((one) => ({ ...one, analysis: lab.analysisOf(one.variant) }))];
  const names = [...new Set(columns.flatMap((one) => Object.keys(one.analysis?.wagers ?? {})))];
  const title = (name) => lab.described.wagers.find((wager) => wager.name === name)?.title ?? name;
  rebuild(node, columns, () => [
    h("h2", {}, "Side by side"),
    h(
      "div",
      { class: "scroll", tabIndex: 0, role: "region", "aria-label": "Variants side by side" },
      h(
        "table",
        { class: "side-by-side" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Edge"), columns.map((one) => h("th", { scope: "col" }, one.name)))),
        h(
          "tbody",
          {},
          h("tr", { class: "what-differs" }, h("th", { scope: "row" }, "Not as usual"), columns.map((one) => h("td", {}, lab.told(one.variant).map((what) => h("div", {}, what)), lab.told(one.variant).length ? null : "nothing"))),
          h("tr", { class: "whole-row" }, h("th", { scope: "row" }, "The game"), columns.map((one) => h("td", { class: "money" }, one.analysis?.total ? cell(lab, "The game", one, one.analysis.total, edge(one.analysis.total.ev)) : "…"))),
          h("tr", {}, h("th", { scope: "row" }, "SD of the game"), columns.map((one) => h("td", { class: "money" }, one.analysis?.total ? number(one.analysis.total.sd) : "…"))),
          names.map((name) => h("tr", {}, h("th", { scope: "row" }, title(name)), columns.map((one) => h("td", { class: "money" }, one.analysis?.wagers[name] ? cell(lab, title(name), one, one.analysis.wagers[name], shown(one.analysis.wagers[name])) : "…")))),
          h("tr", {}, h("th", { scope: "row" }, h("span", { class: "sr-only" }, "What to do")), h("td", {}), kept.map((one) => h("td", {}, h("button", { class: "quiet small", type: "button", "aria-label": `Go to ${one.name}`, onclick: () => lab.history.to(one.variant) }, "Go to"), h("button", { class: "quiet small", type: "button", "aria-label": `Drop ${one.name}`, onclick: () => lab.history.drop(one.name) }, "Drop")))),
        ),
      ),
    ),
  ]);
}
