// An entry of the ledger, in a line; opened, everything it says.

import { h } from "../shared/dom.js";
import { person, stamp } from "./desk.js";

/** @param {any} entry @param {Record<string, string>} people */
export function entryRow(entry, people) {
  return h(
    "details",
    { class: "entry", "data-key": `e${entry.seq}` },
    h(
      "summary",
      {},
      h("b", {}, String(entry.seq)),
      h("span", { class: "soft" }, stamp(entry.at)),
      h("b", {}, person(people, entry.by)),
      entry.error ? h("span", { class: "refused" }, `${entry.do} was refused: ${entry.error}`) : h("span", { class: "says" }, entry.text || entry.do),
    ),
    entry.facts.map(([kind, said]) => h("p", { class: "mono" }, `${kind}: ${JSON.stringify(said)}`)),
    entry.transfers.map((move) => h("p", { class: "mono" }, `${move.amount}  ${move.from} → ${move.to}  (${move.cause})`)),
    h("p", { class: "mono soft" }, `id ${entry.id} · hash ${entry.hash}`),
  );
}
