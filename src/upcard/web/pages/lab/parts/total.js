// The game as a whole: its edge, what moved with the last change, and how often each decision is taken.

import { h, rebuild } from "../../shared/dom.js";
import { moved } from "../panes/wagers.js";
import { openChanges } from "./changes.js";
import { edge, number, percent, points, value, words } from "./figures.js";
import { sum } from "./fractions.js";
import { num } from "./number.js";

/** Milliseconds in which nothing is worked out: it was known. */
const KNOWN = 5;

const proofOf = (lab, title, exact, means) => () => ({ title, exact, means, rules: rulesOf(lab), command: lab.command });

/** The rules of the base game: those of its wagers, and those that speak of them. */
function rulesOf(lab) {
  const ids = new Set(lab.described.wagers.filter((wager) => !wager.side).flatMap((wager) => lab.rulesOf(wager).map((rule) => rule.id)));
  return lab.described.rules.filter((rule) => ids.has(rule.id));
}

/** The wagers whose expectations come to that of the game, to the last digit; none where they do not. */
function partsOf(lab, total) {
  const known = lab.analysed.map((wager) => ({ title: wager.title, side: wager.side, name: wager.name, ev: lab.analysis.wagers[wager.name].ev }));
  const base = known.filter((one) => !one.side && typeof one.ev === "string");
  const main = base.filter((one) => one.name === lab.described.main);
  return [base, main].find((all) => all.length && sum(all.map((one) => one.ev)) === total.ev) ?? [];
}

function decisions(lab, total) {
  const was = lab.before?.total?.decisions ?? {};
  return Object.entries(total.decisions).map(([name, often]) => {
    const change = name in was && was[name] !== often ? often - was[name] : 0;
    const shown = often <= 1 ? percent(often, 3) : number(often);
    return h("div", {}, h("dt", {}, name === "none" ? "No decision" : words(name)), h("dd", {}, num(shown, proofOf(lab, `Decision: ${name}`, often, "How often it is taken, a round, with optimal play."), { label: `Decision ${name}`, id: `decision-${name}`, class: "plain" }), change ? h("span", { class: "moved small" }, ` ${points(change)}`) : null));
  });
}

/** Whether decisions moved with the edge, and the way to the hands. */
function decided(lab, total, was) {
  const stay = JSON.stringify(total.decisions) === JSON.stringify(was.decisions);
  if (stay) return h("p", { class: "decided soft small" }, "Every decision is taken as often as before.");
  return h("p", { class: "decided small" }, h("button", { class: "quiet small", type: "button", "data-id": "which-decisions", onclick: () => openChanges(lab) }, "Which decisions changed?"));
}

/** @param {HTMLElement} node @param {any} lab */
export function drawTotal(node, lab) {
  const { total } = lab.analysis;
  const was = lab.before?.total;
  node.hidden = !total;
  if (!total) return;
  rebuild(node, [total, was ?? null, lab.took, lab.asked], () => [
    h(
      "div",
      { class: "total-edge" },
      h("p", { class: "soft" }, `House edge of the game, of one ${lab.unitOf(total.per)}`),
      h("p", { class: "edge whole" }, num(edge(total.ev), () => ({ ...proofOf(lab, "The game as a whole", total.ev, `The player's expectation for one ${lab.unitOf(total.per)} with optimal play${total.exact ? "" : ", estimated"}; the edge of the house is the same with the other sign.`)(), parts: partsOf(lab, total) }), { label: "House edge of the game", id: "total-edge" }), total.se ? h("span", { class: "soft small" }, ` ± ${percent(total.se)}`) : null),
      was ? moved(total.ev, was.ev) : null,
    ),
    h(
      "dl",
      { class: "total-facts" },
      h("div", {}, h("dt", {}, "Element of risk"), h("dd", {}, num(percent(-value(total.element_of_risk)), proofOf(lab, "Element of risk", total.element_of_risk, "The expectation for one unit of everything that is staked in a round."), { label: "Element of risk", id: "total-risk", class: "plain" }))),
      h("div", {}, h("dt", {}, "Average wager"), h("dd", {}, num(`${number(total.average_wager)}`, proofOf(lab, "Average wager", total.average_wager, `What is staked in a round on average, in units of one ${lab.unitOf(total.per)}.`), { label: "Average wager", id: "total-wager", class: "plain" }))),
      h("div", {}, h("dt", {}, "SD"), h("dd", {}, num(number(total.sd), proofOf(lab, "Standard deviation", total.sd, `The standard deviation of a round's result, in units of one ${lab.unitOf(total.per)}.`), { label: "Standard deviation of the game", id: "total-sd", class: "plain" }))),
      decisions(lab, total),
    ),
    was ? decided(lab, total, was) : null,
    h("p", { class: "took soft small" }, lab.took === null ? "" : `${lab.took < KNOWN ? "Known already" : `Worked out in ${lab.took < 1000 ? `${Math.round(lab.took)} ms` : `${(lab.took / 1000).toFixed(1)} s`}`}. ${words(lab.analysis.method)}`),
  ]);
}
