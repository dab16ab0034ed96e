// Named variants side by side: every wager's edge under each, and a way back to any of them.

import { h, rebuild } from "../../shared/dom.js";
import { edge, fine, number, points, value } from "./figures.js";
import { num } from "./number.js";
import { taken } from "./take.js";

/** A cell that opens to the figure and the line of the terminal for its own variant. */
function cell(lab, title, column, said, shown) {
  const { ev } = said;
  const exact = ev !== null && typeof ev === "object" ? ev.constant : ev;
  return num(shown, () => ({ title: `${column.name}: ${title}`, exact, means: "The player's expectation; the edge of the house is the same with the other sign.", wager: said.outcomes ? said : null, rules: [], command: () => lab.commandOf(column.variant) }), { label: `${column.name}, ${title}`, class: "plain" });
}

const shown = (said) => (said.ev !== null && typeof said.ev === "object" ? fine(value(said.ev.constant)) : said.per_other_bettor !== undefined ? fine(value(said.ev)) : edge(said.ev));

/** A wager's expectation as a spreadsheet takes it: of one with meters, with these at zero. */
const evOf = (said) => (said ? value(typeof said.ev === "object" && said.ev ? said.ev.constant : said.ev) : "");

/** How far a kept variant's edge is from the one on the table, in points of a per cent. */
function apart(said, now) {
  const [a, b] = [said, now].map((one) => (one && typeof one.ev !== "object" && one.per_other_bettor === undefined ? value(one.ev) : NaN));
  return a - b ? h("div", { class: "soft small" }, points(b - a)) : null;
}

/** @param {HTMLElement} node @param {any} lab */
export function drawVariants(node, lab) {
  const { kept } = lab.history;
  node.hidden = !kept.length;
  if (!kept.length) return;
  const columns = [{ name: "On the table", variant: lab.history.now, analysis: lab.analysis }, ...kept.map((one) => ({ ...one, analysis: lab.analysisOf(one.variant) }))];
  const names = [...new Set(columns.flatMap((one) => Object.keys(one.analysis?.wagers ?? {})))];
  const title = (name) => lab.described.wagers.find((wager) => wager.name === name)?.title ?? name;
  const each = (of, show) => columns.map((one) => h("td", { class: "money" }, of(one.analysis) ? show(one, of(one.analysis)) : one.analysis ? "–" : "…"));
  const edges = (title, of, written) => each(of, (one, said) => [cell(lab, title, one, said, written(said)), one === columns[0] ? null : apart(said, of(columns[0].analysis))]);
  const wide = (of) => columns.map((one) => (one.analysis ? (of(one.analysis) ?? "") : ""));
  const rows = () => [["The game: EV", ...wide((one) => value(one.total?.ev ?? null))], ["The game: SD", ...wide((one) => one.total?.sd)], ...names.flatMap((name) => [[`${title(name)}: EV`, ...wide((one) => evOf(one.wagers?.[name]))], [`${title(name)}: hit rate`, ...wide((one) => one.wagers?.[name]?.hit_frequency)], [`${title(name)}: SD`, ...wide((one) => one.wagers?.[name]?.sd)]])];
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
          columns.some((one) => one.analysis?.problem) ? h("tr", { class: "what-differs lose" }, h("th", { scope: "row" }, "No figures"), columns.map((one) => h("td", {}, one.analysis?.problem ?? ""))) : null,
          h("tr", { class: "whole-row" }, h("th", { scope: "row" }, "The game"), edges("The game", (one) => one?.total, (said) => edge(said.ev))),
          h("tr", {}, h("th", { scope: "row" }, "SD of the game"), each((one) => one?.total, (one, said) => num(number(said.sd), () => ({ title: `${one.name}: standard deviation of the game`, exact: said.sd, means: "The standard deviation of a round's result.", rules: [], command: () => lab.commandOf(one.variant) }), { label: `${one.name}, SD of the game`, class: "plain" }))),
          names.map((name) => h("tr", {}, h("th", { scope: "row" }, title(name)), edges(title(name), (one) => one?.wagers?.[name], shown))),
          h("tr", {}, h("th", { scope: "row" }, h("span", { class: "sr-only" }, "What to do")), h("td", {}), kept.map((one) => h("td", {}, h("button", { class: "quiet small", type: "button", "aria-label": `Go to ${one.name}`, onclick: () => lab.history.to(one.variant) }, "Go to"), h("button", { class: "quiet small", type: "button", "aria-label": `Drop ${one.name}`, onclick: () => lab.history.drop(one.name) }, "Drop")))),
        ),
      ),
    ),
    taken(`${lab.title} side by side`, ["", ...columns.map((one) => one.name)], rows),
  ]);
}
