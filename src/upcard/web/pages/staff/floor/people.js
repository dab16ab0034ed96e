// Staff and cards: who works here, who is locked out, which card is blocked.

import { post, session } from "../../shared/api.js";
import { h } from "../../shared/dom.js";
import { ask, command, done, field, press, stacked } from "../desk.js";

const MANAGERS = new Set(["manager", "executive"]);

function row(staff) {
  const manages = MANAGERS.has(session.role);
  return h(
    "tr",
    { "data-key": staff.id },
    h("th", { scope: "row" }, staff.name, h("span", { class: "soft small" }, ` ${staff.id}`)),
    h("td", {}, staff.role),
    h("td", {}, staff.department),
    h("td", {}, staff.locked ? h("span", { class: "bad-mark" }, "locked out") : staff.active ? "active" : h("span", { class: "bad-mark" }, "not active")),
    h("td", {}, staff.cards.map((card) => h("p", { "data-key": card.id }, `${card.id}${card.blocked ? " (blocked)" : ""} `, !card.blocked && session.role !== "auditor" ? h("button", { class: "danger", "data-act": "card-block", "data-card": card.id }, "Block", h("span", { class: "sr-only" }, ` card ${card.id}`)) : ""))),
    h(
      "td",
      {},
      h(
        "div",
        { class: "row" },
        staff.locked && manages ? h("button", { "data-act": "staff-unlock", "data-staff": staff.id, "data-press": `un${staff.id}` }, "Let in again") : "",
        manages ? h("button", { "data-act": "card-issue", "data-staff": staff.id }, "New card", h("span", { class: "sr-only" }, ` for ${staff.name}`)) : "",
        session.role === "executive" && staff.id !== session.staff ? h("button", { "data-act": "staff-change", "data-staff": staff.id }, "Change", h("span", { class: "sr-only" }, ` ${staff.name}`)) : "",
      ),
    ),
  );
}

/** @param {any} context */
export function people({ floor }) {
  const manages = MANAGERS.has(session.role);
  return [
    h("div", { class: "row" }, h("h2", {}, "Staff and cards"), manages ? h("button", { class: "primary", "data-act": "staff-add" }, "Take somebody on") : "", manages ? h("button", { "data-act": "device" }, "Credential for a table's hardware") : "", h("button", { "data-act": "password-set" }, "My password")),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Staff" }, stacked(["Name", "Role", "Department", "State", "Cards", "Do"], floor.staff.map(row))),
  ];
}

const ROLES = ["dealer", "supervisor", "manager", "executive", "auditor"].map((role) => [role, role]);

function form(context, title, fields, label, verb, read, danger = false) {
  ask({
    title,
    fields,
    label,
    danger,
    send: async (given) => {
      await command(verb, read(given));
      done("Done");
      await context.refresh();
    },
  });
}

export const acts = {
  "staff-add": (context) =>
    form(context, "Take somebody on", [field("Staff id", "staff", { autocapitalize: "none" }), field("Name", "name"), field("Role", "role", { options: ROLES }, "select"), field("Department", "department"), field("First password", "password", { type: "password", autocomplete: "new-password" })], "Take on", "staff-add", (given) => ({ staff: given.staff.value.trim(), name: given.elements.name.value, role: given.role.value, department: given.department.value, password: given.password.value })),
  "staff-change": (context, button, { staff }) => {
    const now = context.floor.staff.find((one) => one.id === staff);
    form(context, `Change ${now.name}`, [field("Role", "role", { options: [[now.role, now.role], ...ROLES.filter(([role]) => role !== now.role)] }, "select"), field("Department", "department", { value: now.department }), field("Works here", "active", { options: now.active ? [["true", "Yes"], ["false", "No longer"]] : [["false", "No longer"], ["true", "Yes"]] }, "select")], "Change", "staff-change", (given) => ({ staff, role: given.role.value, department: given.department.value, active: given.active.value === "true" }));
  },
  "staff-unlock": (context, button, { staff }) => press(button, () => command("staff-unlock", { staff }).then(context.refresh)),
  "password-set": (context) => form(context, "Set my password", [field("New password", "password", { type: "password", autocomplete: "new-password" })], "Set", "password-set", (given) => ({ staff: session.staff, password: given.password.value })),
  "card-issue": (context, button, { staff }) =>
    form(context, `A card for ${staff}`, [field("Number of the card", "card"), field("Its public key", "public", { pattern: "[0-9a-f]{64}", note: "64 hexadecimal digits; upcard devices new-card makes a card and prints it." }), field("PIN, chosen by the holder", "pin", { type: "password", inputMode: "numeric", autocomplete: "off" })], "Issue", "card-issue", (given) => ({ staff, card: given.card.value.trim(), public: given.public.value.trim(), pin: given.pin.value })),
  "card-block": (context, button, { card }) => form(context, `Block card ${card}`, [field("Reason", "reason", { maxLength: 500 })], "Block for good", "card-block", (given) => ({ card, reason: given.reason.value }), true),
  device: (context) =>
    ask({
      title: "Credential for a table's hardware",
      about: h("p", { class: "soft" }, "It is shown once. An older one of the same table is worth nothing any more."),
      fields: [field("Table", "table", { options: context.floor.tables.map((table) => [table.id, table.id]) }, "select")],
      label: "Make",
      send: async (given) => {
        const made = await post("/devices", { table: given.table.value });
        ask({ title: made.device, about: h("p", { class: "mono" }, made.token), fields: [], label: "I have written it down", send: async () => {} });
      },
    }),
};
