// Tables to be taken along: into a spreadsheet by the clipboard, or as a file, with every digit that a figure has.

import { h } from "../../shared/dom.js";
import { copy } from "./number.js";

const LATER = 60_000;

/** Saves a text under a name. @param {string} name @param {string} text @param {string} type */
export function save(name, text, type) {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), LATER);
}

/** A cell's text. A spreadsheet takes words that begin like a formula for one, so they are marked as words. @param {any} cell */
const plain = (cell) => (cell === null || cell === undefined || Number.isNaN(cell) ? "" : typeof cell === "string" ? cell.replace(/[\t\r\n]+/g, " ").replace(/^(?=[=+\-@])/, "'") : String(cell));
const quoted = (cell) => (/[",]/.test(plain(cell)) ? `"${plain(cell).replaceAll('"', '""')}"` : plain(cell));

/**
 * "Copy table" and "CSV" below a table.
 * @param {string} title what it is a table of @param {string[]} heads @param {() => any[][]} rows its cells: numbers whole, not as they are shown
 */
export function taken(title, heads, rows) {
  const lines = (cell, between) => [heads, ...rows()].map((row) => row.map(cell).join(between)).join("\n");
  const name = `${title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "")}.csv`;
  const button = (label, what, act) => h("button", { class: "quiet small", type: "button", "aria-label": `${what}: ${title}`, onclick: act }, label);
  return h(
    "div",
    { class: "take-along" },
    button("Copy table", "Copy the table", () => copy(lines(plain, "\t"), `${title}, as a table for a spreadsheet,`)),
    button("CSV", "Save as CSV", () => save(name, `${lines(quoted, ",")}\n`, "text/csv")),
  );
}
