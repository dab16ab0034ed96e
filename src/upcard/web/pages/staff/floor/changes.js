// Configuration: proposed by one, approved by another of another department.

import { session } from "../../shared/api.js";
import { h } from "../../shared/dom.js";
import { ask, command, done, fact, field, person, press, stamp } from "../desk.js";
import { FORMS, cents, dollars, load, loaded, picked, ppm } from "./forms.js";

let kind = "meter";

const metersOf = (floor) => floor.links.flatMap((link) => link.meters.map((dial) => ({ link: link.id, ...dial })));
const meterSelect = (floor, label = "Meter", name = "meter") => field(label, name, { "data-change": name === "meter" ? "which-meter" : null, options: metersOf(floor).map((dial) => [`${dial.link}/${dial.name}`, `${dial.link} / ${dial.name}`]) }, "select");
const both = (text) => ({ link: text.slice(0, text.indexOf("/")), meter: text.slice(text.indexOf("/") + 1) });

/** The kinds of change: a form, and what it says to the house. */
const KINDS = {
  meter: {
    title: "A meter's parameters",
    fields: (floor) => {
      const first = metersOf(floor)[0]?.parameters;
      return [
        meterSelect(floor),
        field("Reset, $", "reset", { value: dollars(first?.reset ?? null), inputMode: "decimal" }),
        field("Increment rate, %", "increment", { value: String((first?.increment ?? 0) / 10_000), inputMode: "decimal" }),
        field("Hidden rate, %", "hidden", { value: String((first?.hidden ?? 0) / 10_000), inputMode: "decimal" }),
        field("Limit, $ (empty: none)", "limit", { value: dollars(first?.limit ?? null), required: false, inputMode: "decimal" }),
        field("Implausible contribution, $ (empty: none)", "implausible", { value: dollars(first?.implausible ?? null), required: false, inputMode: "decimal" }),
      ];
    },
    read: (form) => ({ ...both(form.meter.value), reset: cents(form.reset.value), increment: ppm(form.increment.value), hidden: ppm(form.hidden.value), limit: cents(form.limit.value), implausible: cents(form.implausible.value) }),
  },
  "table-state": {
    title: "Open or close a table",
    fields: (floor) => [field("Table", "table", { options: floor.tables.map((table) => [table.id, table.id]) }, "select"), field("State", "open", { options: [["true", "Open"], ["false", "Closed"]] }, "select")],
    read: (form) => ({ table: form.table.value, open: form.open.value === "true" }),
  },
  "link-order": {
    title: "How several whole winners share",
    fields: (floor) => [field("Link", "link", { options: floor.links.map((link) => [link.id, link.title]) }, "select"), field("Order", "order", { options: [["split-first", "Share equally"], ["sequential", "One after the other"]] }, "select")],
    read: (form) => ({ link: form.link.value, order: form.order.value }),
  },
  correction: {
    title: "A correction of a meter",
    fields: (floor) => [meterSelect(floor), field("Amount, $ (minus takes away)", "amount", { inputMode: "decimal" }), field("Reason", "reason", { maxLength: 500 })],
    read: (form) => ({ ...both(form.meter.value), amount: cents(form.amount.value), reason: form.reason.value }),
  },
  transfer: {
    title: "A documented transfer",
    fields: (floor) => {
      const pocket = (name) => field(`${name === "from" ? "From" : "To"} which part`, `${name}-pocket`, { options: [["meter", "Meter"], ["reserve", "Reserve"], ["overflow", "Overflow"]] }, "select");
      return [meterSelect(floor, "From meter", "from"), pocket("from"), meterSelect(floor, "To meter", "to"), pocket("to"), field("Amount, $", "amount", { inputMode: "decimal" }), field("Reason", "reason", { maxLength: 500 })];
    },
    read: (form) => ({ from: { pocket: form["from-pocket"].value, ...both(form.from.value) }, to: { pocket: form["to-pocket"].value, ...both(form.to.value) }, amount: cents(form.amount.value), reason: form.reason.value }),
  },
  ...FORMS,
};

function proposalCard(proposal, people) {
  return h(
    "li",
    { class: "box panel", "data-key": proposal.id },
    h("h3", {}, `${proposal.id}: ${KINDS[proposal.what]?.title ?? proposal.what}`),
    h("p", { class: "soft small" }, `Proposed by ${person(people, proposal.by)} at ${stamp(proposal.at)}`),
    h("p", { class: "says" }, proposal.text),
    proposal.scheduled ? h("p", { class: "waits", role: "status" }, h("span", { class: "mark" }, "SCHEDULED"), ` approved by ${person(people, proposal.approved_by)}; it takes effect by itself${proposal.waits ? `: ${proposal.waits}` : ""}`) : "",
    h(
      "div",
      { class: "row" },
      proposal.scheduled ? "" : h("button", { class: "primary big", "data-act": "approve", "data-proposal": proposal.id, "data-press": `ap${proposal.id}`, disabled: !proposal.can.approve.possible }, "Approve"),
      h("button", { class: "danger big", "data-act": "reject", "data-proposal": proposal.id, disabled: !proposal.can.reject.possible }, proposal.scheduled ? "Withdraw" : "Reject"),
    ),
    proposal.scheduled || proposal.can.approve.possible ? "" : h("p", { class: "why" }, `Approve: ${proposal.can.approve.why}${proposal.can.approve.rule ? ` (${proposal.can.approve.rule})` : ""}`),
  );
}

/** @param {any} context */
export function changes({ floor, redraw }) {
  if (!loaded()) press(null, () => load().then(redraw));
  const fields = !loaded() && kind in FORMS ? null : KINDS[kind].fields(floor);
  const mayPropose = session.role !== "auditor";
  const cards = (scheduled) => floor.proposals.filter((proposal) => proposal.scheduled === scheduled).map((proposal) => proposalCard(proposal, floor.people));
  const waiting = cards(false);
  const scheduled = cards(true);
  return h(
    "div",
    { class: "two" },
    h("section", { class: "panel", "aria-label": "Proposals" }, h("h2", {}, "Waiting for a second person"), waiting.length ? "" : h("p", { class: "soft" }, "Nothing is proposed."), h("ul", { class: "queue", "data-key": "waiting" }, waiting), scheduled.length ? [h("h2", {}, "Scheduled for the next quiet moment"), h("ul", { class: "queue", "data-key": "scheduled" }, scheduled)] : ""),
    mayPropose
      ? h(
          "section",
          { class: "box panel", "aria-label": "Propose", "data-key": "propose" },
          h("h2", {}, "Propose a change"),
          h("p", { class: "soft small" }, "It is checked now and again when it is approved. While a round on its link is open an approved change waits, and takes effect with the last END GAME."),
          h("div", { class: "field" }, h("label", { htmlFor: "kind" }, "What"), h("select", { id: "kind", "data-change": "kind" }, Object.entries(KINDS).map(([name, { title }]) => h("option", { value: name, selected: name === kind }, title)))),
          !fields ? h("p", { class: "soft", role: "status" }, "Reading …") : h("form", { class: "form", "data-submit": "propose", "data-keep": "1", "data-key": `form-${kind}-${picked.game}-${picked.table}` }, fields, h("button", { class: "primary big", type: "submit", "data-press": "propose" }, "Propose")),
        )
      : "",
  );
}

export const acts = {
  kind: (context, control) => {
    kind = control.value;
    context.redraw();
  },
  // What else stands in the form depends on the game or the table.
  pick: (context, control) => {
    picked[control.name] = control.value;
    context.redraw();
    document.querySelector(`form [name="${control.name}"]`)?.focus();
  },
  // What stands in the form is always the chosen meter's own: nobody gives one meter another's parameters by mistake.
  "which-meter": ({ floor }, control) => {
    if (kind !== "meter") return;
    const { link, meter } = both(control.value);
    const now = metersOf(floor).find((dial) => dial.link === link && dial.name === meter).parameters;
    const form = control.form;
    form.reset.value = dollars(now.reset);
    form.increment.value = String(now.increment / 10_000);
    form.hidden.value = String(now.hidden / 10_000);
    form.limit.value = dollars(now.limit);
    form.implausible.value = dollars(now.implausible);
  },
  propose: (context, form) =>
    press(form.querySelector("button[type=submit]"), async () => {
      await command("propose", { what: kind, change: KINDS[kind].read(form, context.floor) });
      done("Proposed; somebody of another department approves it");
      await context.refresh();
    }),
  approve: (context, button, { proposal }) =>
    press(button, async () => {
      const said = await command("approve", { proposal });
      const waits = fact(said, "change-scheduled");
      done(waits ? `${proposal} is scheduled: it waits for END GAME at ${waits.waits_for.join(", ")}` : `${proposal} is in force`);
      await context.refresh();
    }),
  reject: (context, button, { proposal }) => {
    const word = context.floor.proposals.find((one) => one.id === proposal).scheduled ? "Withdraw" : "Reject";
    ask({
      title: `${word} ${proposal}`,
      fields: [field("Reason", "reason", { maxLength: 500 })],
      label: word,
      danger: true,
      send: async (form) => {
        await command("reject", { proposal, reason: form.reason.value });
        await context.refresh();
      },
    });
  },
};
