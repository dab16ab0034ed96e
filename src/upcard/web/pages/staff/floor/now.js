// Now: jackpots in the order of payment, alerts that wait for somebody, tables at a glance.

import { get, session } from "../../shared/api.js";
import { h } from "../../shared/dom.js";
import { meter } from "../../shared/money.js";
import { REOPENS, ask, cardFields, clock, command, done, field, person, press, reasonField, several, stamp } from "../desk.js";
import * as hits from "../hits.js";
import { lateHit } from "./late.js";

const NEXT = { PENDING: "verify", VERIFIED: "confirm", CONFIRMED: "pay" };
const LABELS = { verify: "Verify", confirm: "Confirm with card", pay: "Paid out" };

function hitCard(hit, at, people) {
  const step = NEXT[hit.state];
  const chance = hit.can[step];
  return h(
    "li",
    { class: "hit", "data-key": hit.id },
    h("span", { class: "place" }, h("span", { class: "sr-only" }, "Place "), String(at + 1)),
    h("div", { class: "head" }, h("div", {}, hits.what(hit)), hits.amount(hit)),
    hits.steps(hit, people),
    hits.when(hit),
    h(
      "div",
      {},
      h(
        "div",
        { class: "row" },
        h("button", { class: "primary big", "data-act": step, "data-hit": hit.id, "data-press": `${step}${hit.id}`, disabled: !chance.possible }, LABELS[step]),
        h("button", { class: "danger big", "data-act": "void", "data-hit": hit.id, disabled: !hit.can.void.possible }, "Void"),
        h("a", { class: "button big", href: `/staff/slip/${hit.id}`, target: "_blank", rel: "noopener" }, "Slip"),
      ),
      chance.possible ? "" : h("p", { class: "why" }, `${LABELS[step]}: ${chance.why}${chance.rule ? ` (${chance.rule})` : ""}`),
    ),
  );
}

function alertCard(alert, mayNote) {
  return h(
    "li",
    { class: "alert", "data-key": alert.id },
    h("div", { class: "row" }, h("b", {}, `${alert.where}: ${alert.kind}`), h("span", { class: "soft small" }, clock(alert.at))),
    h("p", {}, alert.what),
    mayNote ? h("div", { class: "row" }, h("button", { "data-act": "acknowledge", "data-alert": alert.id, "data-press": `ack${alert.id}` }, "Acknowledge", h("span", { class: "sr-only" }, ` ${alert.what}`))) : "",
  );
}

function tile(table) {
  const lights = table.kind === "virtual" ? "" : ` · ${table.lit} lit`;
  return h(
    "a",
    { class: `tile ${table.state.replaceAll(" ", "-")}`, href: `/staff/dealer/${encodeURIComponent(table.id)}`, "data-key": table.id },
    h("b", {}, table.id),
    h("span", { class: "is" }, table.contact ? table.state : "no contact"),
    h("span", { class: "soft small" }, `${table.round ? `round ${table.round}` : several(table.rounds, "round")}${lights}`),
    h("span", { class: "soft small" }, `${table.title} · ${table.kind}${table.driver.simulated ? " · simulated" : ""}`),
    table.alerts || table.hits ? h("span", {}, table.hits ? h("span", { class: "mark" }, `${table.hits} HIT${table.hits > 1 ? "S" : ""}`) : "", table.alerts ? h("span", { class: "mark" }, `${table.alerts} ALERT${table.alerts > 1 ? "S" : ""}`) : "") : "",
  );
}

let noted = null;

/** @param {any} context */
export function now(context) {
  const { floor } = context;
  const mayNote = session.role !== "auditor";
  const queues = floor.links.filter((link) => link.hits.length);
  // Meters of one hand on several links are told apart by their links.
  const titles = floor.links.flatMap((link) => link.meters.map((dial) => dial.title));
  const twins = (dial) => titles.filter((title) => title === dial.title).length > 1;
  return h(
    "div",
    { class: "now" },
    h(
      "section",
      { class: "panel", "aria-label": "Jackpots" },
      h("h2", {}, "Jackpots, in the order of payment"),
      queues.length ? "" : h("p", { class: "soft" }, "None is open."),
      floor.links.flatMap((link) => link.reopened.map((round) => h("p", { class: "alert", "data-key": `again${round}` }, h("b", {}, `Round ${round} was opened again: `), "a wrong press was voided, and the dealer's right one, or HITS DONE, comes before what is behind it."))),
      queues.map((link) => [
        queues.length > 1 || floor.links.length > 1 ? h("h3", { class: "soft" }, link.title) : "",
        h("ol", { class: "queue", "data-key": link.id }, link.hits.map((hit, at) => hitCard(hit, at, floor.people))),
      ]),
      mayNote ? h("div", { class: "row" }, h("button", { "data-act": "late-hit" }, "Winner found after END GAME")) : "",
    ),
    h(
      "section",
      { class: "panel", "aria-label": "Alerts and tables" },
      h("h2", {}, "Alerts"),
      floor.alerts.length ? "" : h("p", { class: "soft" }, "Nothing waits for anybody."),
      h("ul", { class: "queue" }, [...floor.alerts].reverse().map((alert) => alertCard(alert, mayNote))),
      h("button", { "data-act": "noted" }, noted ? "Hide acknowledged alerts" : "Acknowledged alerts"),
      noted ? h("ul", { class: "queue" }, noted.map((alert) => h("li", { class: "alert", "data-key": `n${alert.id}` }, h("b", {}, `${alert.where}: ${alert.what}`), h("p", { class: "soft small" }, `${stamp(alert.at)} · acknowledged by ${person(floor.people, alert.acknowledged_by)} at ${stamp(alert.acknowledged_at)}: ${alert.note}`)))) : "",
    ),
    h("section", { class: "panel", "aria-label": "Tables" }, h("h2", {}, "Tables"), h("div", { class: "tables" }, floor.tables.map(tile))),
    h(
      "section",
      { class: "panel", "aria-label": "Meters at a glance" },
      h("h2", {}, "Meters"),
      h("div", { class: "tables" }, floor.links.flatMap((link) => link.meters.map((dial) => h("a", { class: "tile", href: "#meters", "data-key": `${link.id}/${dial.name}` }, h("span", { class: "soft small" }, twins(dial) ? `${link.title}: ${dial.title}` : dial.title), h("b", { class: "money" }, meter(dial.amount)), dial.pending ? h("span", { class: "mark" }, "PENDING") : "")))),
    ),
  );
}

const find = (context, id) => context.floor.links.flatMap((link) => link.hits).find((hit) => hit.id === id);

const patronField = (hit) => field("The winner's name for the slip, if they give it", "patron", { required: false, maxLength: 100, value: hit.patron ?? "" });
const patron = (form) => (form.patron.value.trim() ? { patron: form.patron.value.trim() } : {});

const about = (hit) => h("div", {}, h("p", {}, `Table ${hit.table}, seat ${hit.seat}: ${hit.label}`), hits.amount(hit));

export const acts = {
  verify: (context, button, { hit }) =>
    ask({
      title: `Verify ${hit}`,
      about: about(find(context, hit)),
      fields: [h("p", {}, "You have seen the cards and the lit sensor."), patronField(find(context, hit))],
      label: "I have verified it",
      send: async (form) => {
        await command("verify", { hit, ...patron(form) });
        done(`${hit} is verified`);
        await context.refresh();
      },
    }),
  confirm: async (context, button, { hit }) => {
    const fields = await cardFields();
    ask({
      title: `Confirm ${hit}`,
      about: about(find(context, hit)),
      fields,
      label: "Confirm",
      send: async (form) => {
        await command("confirm", { hit, swipe: form.swipe.value.trim(), pin: form.pin.value });
        done(`${hit} is confirmed`);
        await context.refresh();
      },
    });
  },
  pay: async (context, button, { hit }) => {
    const me = context.floor.staff.find((one) => one.id === session.staff);
    const card = me?.cards.some((one) => !one.blocked);
    const signs = card ? await cardFields("your own card") : [field("Your password again", "password", { type: "password", autocomplete: "off", note: "You have no card here." })];
    ask({
      title: `${hit} was paid out`,
      about: about(find(context, hit)),
      fields: [patronField(find(context, hit)), signs],
      label: "It was paid",
      send: async (form) => {
        await command("pay", { hit, ...patron(form), ...(card ? { swipe: form.swipe.value.trim(), pin: form.pin.value } : { password: form.password.value }) });
        done(`${hit} is paid`);
        await context.refresh();
      },
    });
  },
  "late-hit": (context) => lateHit(context),
  void: (context, button, { hit }) =>
    ask({
      title: `Void ${hit}`,
      about: about(find(context, hit)),
      fields: reasonField(undefined, REOPENS),
      label: "Void the hit",
      danger: true,
      send: async (form) => {
        await command("void", { hit, reason: form.reason.value });
        done(`${hit} is voided; later hits were worked out again`);
        await context.refresh();
      },
    }),
  acknowledge: (context, button, { alert }) => press(button, () => command("acknowledge", { alert, note: "seen" }).then(context.refresh)),
  noted: async (context) => {
    noted = noted ? null : (await get("/staff/alerts/acknowledged")).alerts;
    context.redraw();
  },
};
