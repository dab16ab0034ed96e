// An entry of the ledger, in a line; opened, everything it says.

import { h } from "../shared/dom.js";
import { person } from "./desk.js";

/** @param {any} entry @param {Record<string, string>} people */
export function entryRow(entry, people) {
  return h(
    "details",
    { class: "entry", "data-key": `e${entry.seq}` },
    h(
      "summary",
      {},
      h("b", {}, String(entry.seq)),
      h("span", { class: "soft" }, `${entry.at.slice(0, 19).replace("T", " ")} UTC`),
      h("span", {}, person(people, entry.by)),
      h("b", {}, entry.do),
      entry.error ? h("span", { class: "refused" }, `refused: ${entry.error}`) : h("span", { class: "soft" }, entry.facts.map(([kind]) => kind).join(", ")),
    ),
    entry.facts.map(([kind, said]) => h("p", { class: "mono" }, `${kind}: ${JSON.stringify(said)}`)),
    entry.transfers.map((move) => h("p", { class: "mono" }, `${move.amount}  ${move.from} → ${move.to}  (${move.cause})`)),
    h("p", { class: "mono soft" }, `id ${entry.id} · hash ${entry.hash}`),
  );
}
