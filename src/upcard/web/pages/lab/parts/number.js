// Every number can be opened: the fraction, the combinations behind it, the rules by id, and the line of the terminal that says the same.

import { notify } from "../../shared/chrome.js";
import { h } from "../../shared/dom.js";
import { count, exactly, number, oneIn, value, words } from "./figures.js";
import { decimal } from "./fractions.js";

/**
 * A number that opens.
 * @param {string} shown @param {() => any} open what its page of proof says @param {{label: string, id?: string, class?: string}} how
 */
export function num(shown, open, { label, id, class: kind = "" }) {
  return h("button", { class: `num money ${kind}`, type: "button", "data-id": id, "aria-label": `${label}: ${shown}. Show where it comes from`, onclick: () => proof(open()) }, shown);
}

/** Copies a text, and says so. @param {string} text @param {string} what */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    notify(`${what} is in the clipboard.`);
  } catch {
    notify("This browser does not let a page copy; mark the text and copy it by hand.");
  }
}

/** What can be copied: a line of the terminal, a file, a link. @param {string} text @param {string} what */
export const copied = (text, what) => h("div", { class: "code" }, h("pre", { tabIndex: 0 }, text), h("button", { class: "quiet small", type: "button", onclick: () => copy(text, what) }, "Copy"));

const PLACES = 20;

/** The number itself, and a fraction's digits beside it. @param {string | number} exact */
const wholly = (exact) => [copied(String(exact), "The number"), typeof exact === "string" && exact.includes("/") ? h("p", { class: "soft small money", "data-id": "decimal" }, `≈ ${decimal(exact, PLACES)}`) : null];

/** The outcomes that a figure is added up from. @param {any} wager */
function sum(wager) {
  const rows = wager.outcomes;
  return h(
    "div",
    { class: "scroll", tabIndex: 0, role: "region", "aria-label": "Combinations" },
    h(
      "table",
      { class: "proof-table" },
      h("thead", {}, h("tr", {}, ["Outcome", "Combinations", "of", "1 in", "Pays", "Adds"].map((title) => h("th", { scope: "col" }, title)))),
      h(
        "tbody",
        {},
        rows.map((row) => h("tr", {}, h("th", { scope: "row" }, row.label ?? words(row.outcome)), [count(row.combinations), count(row.of), oneIn(row.one_in), row.pays, number(row.return)].map((cell) => h("td", { class: "money" }, cell)))),
      ),
    ),
  );
}

/** The wagers whose expectations make that of the game. @param {{title: string, ev: string}[]} parts */
const partsOf = (parts) =>
  h(
    "div",
    { class: "scroll", tabIndex: 0, role: "region", "aria-label": "Wagers" },
    h(
      "table",
      { class: "proof-table" },
      h("thead", {}, h("tr", {}, ["Wager", "Adds", "Exactly"].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, parts.map((one) => h("tr", {}, h("th", { scope: "row" }, one.title), h("td", { class: "money" }, number(value(one.ev))), h("td", { class: "money" }, exactly(one.ev))))),
    ),
    h("p", { class: "soft small" }, "The combinations of each stand behind its own edge."),
  );

const section = (title, ...inside) => h("section", {}, h("h3", {}, title), ...inside);

/**
 * The page behind a number.
 * @param {{title: string, exact?: string | number, means: string, wager?: any, parts?: {title: string, ev: string}[], rules: {id: string, text: string}[], command: () => Promise<{command: string, files: Record<string, string>}>}} said
 */
function proof(said) {
  const line = h("div", {}, h("p", { class: "soft" }, "…"));
  const dialog = h(
    "dialog",
    { class: "ask proof", "aria-labelledby": "proof-title", onclose: () => dialog.remove() },
    h("div", { class: "proof-head" }, h("h2", { id: "proof-title" }, said.title), h("button", { class: "quiet", type: "button", onclick: () => dialog.close() }, "Close")),
    h("p", { class: "soft" }, said.means),
    said.exact === undefined ? null : section(typeof said.exact === "string" ? "Exactly" : "As it was added up", ...wholly(said.exact)),
    said.wager ? section("Added up from", sum(said.wager)) : null,
    said.parts?.length ? section("Added up from", partsOf(said.parts)) : null,
    said.rules.length ? section("By the rules", h("dl", { class: "rules" }, said.rules.map((rule) => h("div", {}, h("dt", {}, rule.id), h("dd", {}, rule.text))))) : null,
    section("The same in a terminal", line),
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  said.command().then(
    ({ command, files }) => line.replaceChildren(command ? copied(command, "The command") : h("p", { class: "soft" }, "A terminal has no words for this question."), ...Object.entries(files).flatMap(([name, text]) => [h("p", { class: "soft small" }, `with the file ${name}:`), copied(text, "The file")])),
    (problem) => line.replaceChildren(h("p", {}, problem.message)),
  );
}
