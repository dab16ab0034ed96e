// Records: the history of hits with their slips, and significant events.

import { get } from "../../shared/api.js";
import { h } from "../../shared/dom.js";
import { meter } from "../../shared/money.js";
import { person, press, stacked, stamp } from "../desk.js";
import { entryRow } from "../entries.js";

let kept = null;
let events = null;
/** What is being read for the first time. */
const reading = new Set();
let group = "";

async function load(context) {
  kept = (await get("/staff/hits")).hits;
  context.redraw();
}

function readOnce(what, work) {
  if (reading.has(what)) return;
  reading.add(what);
  press(null, work).then(() => reading.delete(what));
}

const wait = () => h("p", { class: "soft", role: "status" }, "Reading …");

/** @param {any} context */
export function history(context) {
  if (!kept) readOnce("hits", () => load(context));
  const { people } = context.floor;
  return h(
    "section",
    { class: "panel", "aria-label": "Hit history" },
    h("div", { class: "row" }, h("h2", {}, "Hit history"), h("button", { "data-act": "history", "data-press": "history" }, "Read again"), h("a", { class: "button", href: "/api/v1/staff/reports/hits.csv", download: "hits.csv" }, "All, as CSV")),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Hits" },
      stacked(
        ["Entry", "Time", "Table, seat", "Hand", "Amount", "New base", "State", "Pressed", "Verified", "Card of", "Paid", "Slip"],
        (kept ?? []).map((hit) =>
          h(
            "tr",
            { "data-key": hit.id },
            h("td", {}, String(hit.seq)),
            h("td", {}, stamp(hit.at)),
            h("td", {}, `${hit.table}, ${hit.seat}`),
            h("td", {}, `${hit.label}, ${hit.percent} %`, hit.late ? h("span", { class: "soft small" }, ` late: ${hit.late}`) : ""),
            // A hit that was none was no win and left no base behind.
            [hit.amount, hit.new_base].map((cents) => h("td", { class: "money" }, hit.state === "VOIDED" ? "–" : meter(cents))),
            h("td", {}, hit.state, hit.reason ? h("span", { class: "soft small" }, ` ${hit.reason}`) : ""),
            h("td", {}, person(people, hit.pressed_by)),
            h("td", {}, person(people, hit.verified_by)),
            h("td", {}, person(people, hit.card_holder)),
            h("td", {}, person(people, hit.paid_by)),
            h("td", {}, h("a", { href: `/staff/slip/${hit.id}`, target: "_blank", rel: "noopener" }, `Slip ${hit.id}`)),
          ),
        ),
      ),
    ),
    !kept ? wait() : kept.length ? "" : h("p", { class: "soft" }, "No hit yet."),
  );
}

const GROUPS = [["", "All"], ["win", "Wins"], ["security", "Security"], ["parameters", "Parameters"], ["error", "Errors and alerts"], ["refused", "Refused"], ["start", "Starts"]];

async function page(context, more) {
  const asked = group;
  const query = new URLSearchParams({ limit: "50" });
  if (group) query.set("group", group);
  if (more && events?.older) query.set("before", String(events.older));
  const said = await get(`/staff/events?${query}`);
  if (asked !== group) return; // something else was asked for meanwhile
  events = more && events ? { entries: [...events.entries, ...said.entries], older: said.older } : said;
  context.redraw();
}

/** @param {any} context */
export function eventsTab(context) {
  if (!events) readOnce("events", () => page(context, false));
  return h(
    "section",
    { class: "panel", "aria-label": "Significant events" },
    h("div", { class: "row" }, h("h2", {}, "Significant events"), h("a", { class: "button", href: "/api/v1/staff/reports/events.csv", download: "events.csv" }, "All, as CSV")),
    h("div", { class: "chips", role: "group", "aria-label": "Which" }, GROUPS.map(([name, text]) => h("button", { "data-act": "events", "data-group": name, "data-press": `ev${name}`, "aria-pressed": String(name === group), class: name === group ? "primary" : "" }, text))),
    events ? h("div", {}, events.entries.map((entry) => entryRow(entry, context.floor.people))) : wait(),
    events && !events.entries.length ? h("p", { class: "soft" }, "None in the entries that were read.") : "",
    events?.older ? h("button", { "data-act": "older-events", "data-press": "older" }, "Older") : "",
  );
}

export const acts = {
  history: (context, button) => press(button, () => load(context)),
  events: (context, button, data) => {
    group = data.group;
    return press(button, () => page(context, false));
  },
  "older-events": (context, button) => press(button, () => page(context, true)),
};
