// Tables with their trays: chips from the cage (fill) and back to it (credit).

import { h } from "../../shared/dom.js";
import { money } from "../../shared/money.js";
import { ask, command, done, field, several } from "../desk.js";

function row(table) {
  const key = (act, label) => h("button", { "data-act": act, "data-table": table.id, disabled: !table.can[act].possible, title: table.can[act].why ?? "" }, label, h("span", { class: "sr-only" }, ` ${table.id}`));
  return h(
    "tr",
    { "data-key": table.id },
    h("th", { scope: "row" }, h("a", { href: `/staff/dealer/${encodeURIComponent(table.id)}` }, table.id), h("p", { class: "soft small" }, `${table.title} · ${table.kind}${table.link ? ` · link ${table.link}` : ""}`), h("p", { class: "soft small" }, `${table.contact ? table.state : "no contact"} · ${several(table.rounds, "round")}`)),
    h("td", { class: table.tray.startsWith("-") ? "short" : "" }, table.tray),
    h("td", {}, h("div", { class: "row" }, key("fill", "Fill"), key("credit", "Credit"))),
  );
}

/** @param {any} context */
export function tables({ floor }) {
  const why = floor.tables.find((table) => !table.can.fill.possible)?.can.fill.why;
  return [
    h("h2", {}, "Tables and trays"),
    h("p", { class: "soft small" }, "A fill brings chips from the cage into a table's tray, a credit takes them back. A tray below zero has paid out more than it ever took in.", why ? ` Fill: ${why}.` : ""),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Trays" },
      h("table", { class: "trays" }, h("thead", {}, h("tr", {}, ["Table", "Tray, $", "Chips"].map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, floor.tables.map(row))),
    ),
  ];
}

function move(context, table, verb, title, label) {
  const now = context.floor.tables.find((one) => one.id === table);
  ask({
    title: `${title} ${table}`,
    about: h("p", {}, `The tray stands at ${now.tray}.`),
    fields: [field("Chips, $", "dollars", { inputMode: "decimal", pattern: "[0-9,]+([.][0-9]{2})?", note: "Dollars, such as 2,500 or 2500.00" })],
    label,
    send: async (form) => {
      const amount = Math.round(Number(form.dollars.value.replaceAll(",", "")) * 100);
      await command(verb, { table, amount });
      done(`${table}: ${money(amount)} ${verb === "fill" ? "came from the cage" : "went back to the cage"}`);
      await context.refresh();
    },
  });
}

export const acts = {
  fill: (context, button, { table }) => move(context, table, "fill", "Fill", "The chips are in the tray"),
  credit: (context, button, { table }) => move(context, table, "credit", "Credit from", "The chips are at the cage"),
};
