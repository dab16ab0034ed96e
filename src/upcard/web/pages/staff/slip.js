// A hand-pay slip, to print and sign.

import { get } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { meter } from "../shared/money.js";
import { person, refuse, stamp } from "./desk.js";

/** @param {HTMLElement} main @param {string} id */
export async function start(main, id) {
  let said;
  try {
    said = await get(`/staff/hits/${encodeURIComponent(id)}`);
  } catch (problem) {
    refuse(problem);
    return;
  }
  const { hit, people } = said;
  document.title = `Hand pay ${hit.id}`;
  const row = (name, value) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, value));
  main.replaceChildren(
    h("div", { class: "row no-print" }, h("button", { class: "primary big", onclick: () => print() }, "Print"), h("a", { class: "button big", href: "/staff/floor" }, "Floor")),
    said.void
      ? h("article", { class: "slip" }, h("h1", {}, `VOID: ${hit.id}`), h("p", {}, `Voided: ${hit.reason}`), h("p", { class: "soft small" }, `${said.casino} · printed ${said.printed_local}`))
      : h(
          "article",
          { class: "slip" },
          h("h1", {}, said.casino),
          h("h2", {}, `Hand-pay slip ${hit.id}`),
          h("p", { class: "grand money" }, meter(hit.amount)),
          hit.state === "PAID" ? "" : h("p", {}, h("b", {}, `${hit.state}${hit.provisional ? ", PROVISIONAL: NOT TO BE PAID YET" : hit.state === "CONFIRMED" ? ", to be paid" : ", NOT TO BE PAID YET"}`)),
          h(
            "table",
            {},
            h("tbody", {}, row("Table", `${hit.table} (${said.table_title})`), row("Seat", String(hit.seat)), row("Player", said.patron ?? hit.player ?? "patron at the table"), row("Round", hit.round), row("Won", stamp(hit.at)), said.late ? row("Entered late", said.late) : "", row("Wager", `${said.wager_title}${said.stake ? `, ${meter(said.stake)}` : ""}`), row("Hand", hit.label), row("Award", `${hit.percent} % of ${hit.bet}${hit.shared ? ", shared" : ""} (meter ${hit.meter} of link ${hit.link})`), row("Meter after it", meter(hit.new_base)), row("Card", hit.card ?? "–")),
          ),
          h("h2", {}, "Signed for in the system"),
          h("table", {}, h("thead", {}, h("tr", {}, ["Step", "Time", "Person", "Entry"].map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, said.steps.map((step) => h("tr", {}, h("th", { scope: "row" }, step.state), h("td", {}, stamp(step.at)), h("td", {}, person(people, step.by)), h("td", {}, String(step.seq)))))),
          said.tax_note ? h("p", {}, said.tax_note) : "",
          h("div", { class: "sign" }, said.signs.map((text) => h("span", {}, text))),
          h("p", { class: "soft small" }, `Play money. Printed ${said.printed_local} · house ${said.house}`),
        ),
  );
}
