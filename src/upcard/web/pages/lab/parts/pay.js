// Pays as people type them and as they come out of a spreadsheet, read as the house writes them.

import { h, say } from "../../shared/dom.js";

const WHOLE = String.raw`(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})`;
const ODDS = new RegExp(`^${WHOLE}(?:\\.(\\d{1,6}))? (to|for) ${WHOLE}$`);
const OTHERS = new RegExp(String.raw`^(?:push|lose|half back|\d{1,3}% of meter|\$${WHOLE}(?:\.\d\d)?)$`);
export const FORMS = "40 to 1, 500 for 1, 10% of meter, $1,000, push, lose or half back";

const divisor = (/** @type {bigint} */ a, /** @type {bigint} */ b) => (b ? divisor(b, a % b) : a);

/** A pay as the house writes it, or null: "40" is 40 to 1, "3:2" is 3 to 2, and so is "1.5". @param {string} typed */
export function readPay(typed) {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/^([\d,]+(?:\.\d+)?)$/, "$1 to 1")
    .replace(/^([\d,]+) ?[:/] ?([\d,]+)$/, "$1 to $2");
  const odds = ODDS.exec(text);
  if (!odds) return OTHERS.test(text) ? text : null;
  const [, whole, part = "", how, per] = odds;
  const plain = (written) => BigInt(written.replaceAll(",", ""));
  // No pay is a decimal: what the house writes for 1.5 to 1 is 3 to 2.
  const [above, below] = [plain(`${whole}${part}`), plain(per) * 10n ** BigInt(part.length)];
  if (!above || !below) return null;
  if (!part) return text;
  const common = divisor(above, below);
  return `${above / common} ${how} ${below / common}`;
}

/**
 * What a spreadsheet's cells say: pays by their outcome where a row names one, else one after the other from where they are laid.
 * @param {string} text @param {{outcome: string, label: string}[]} rows the table's outcomes @param {string} from the outcome at which it is laid
 * @returns {{pays: Record<string, string>, wrong: string}}
 */
export function readColumn(text, rows, from) {
  const lines = text.replace(/\r/g, "").split("\n").map((line) => line.split("\t").map((cell) => cell.trim())).filter((cells) => cells.some(Boolean));
  const named = (cell) => rows.find((row) => [row.outcome, row.label].some((name) => name.toLowerCase() === cell.toLowerCase()));
  const byName = lines.some((cells) => cells.length > 1 && named(cells[0]));
  const start = rows.findIndex((row) => row.outcome === from);
  const pays = {};
  for (const [at, cells] of lines.entries()) {
    const row = byName ? named(cells[0]) : rows[start + at];
    if (!row && byName) continue; // a heading, a sum
    if (!row) return { pays: {}, wrong: `There are ${lines.length} pays and only ${rows.length - start} outcomes from here on.` };
    const said = byName ? cells[1] : cells[0];
    const pay = readPay(said);
    if (!pay) return { pays: {}, wrong: `“${said}” for ${row.label} is no pay, so nothing was taken. Write ${FORMS}.` };
    pays[row.outcome] = pay;
  }
  return { pays, wrong: "" };
}

/** What is wrong with what was typed stands right below it. @param {HTMLElement} input @param {string} text */
export function complain(input, text) {
  const row = input.closest("tr");
  if (!row) return;
  const told = row.nextElementSibling?.classList.contains("wrong-pay") ? row.nextElementSibling : null;
  if (!text) told?.remove();
  else if (told) say(told.firstElementChild, text);
  else {
    row.after(h("tr", { class: "wrong-pay" }, h("td", { colSpan: row.childElementCount, role: "alert", class: "lose" }, text)));
    row.nextElementSibling.scrollIntoView({ block: "nearest" });
  }
}
