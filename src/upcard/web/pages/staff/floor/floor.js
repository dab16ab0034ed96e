// The floor console: what is going on now, and behind tabs the meters, changes, history, events and people.

import { h } from "../../shared/dom.js";
import { clearRefusal, several } from "../desk.js";
import { acts as nowActs, now } from "./now.js";
import { acts as meterActs, meters } from "./meters.js";
import { acts as changeActs, changes } from "./changes.js";
import { acts as recordActs, eventsTab, history } from "./records.js";
import { acts as peopleActs, people } from "./people.js";
import { acts as trayActs, tables } from "./tables.js";
import { follow } from "../live.js";
import { draw } from "../morph.js";

const TABS = { now: ["Now", now], tables: ["Tables", tables], meters: ["Meters", meters], changes: ["Changes", changes], history: ["Hits", history], events: ["Events", eventsTab], people: ["Staff and cards", people] };
const acts = { ...nowActs, ...meterActs, ...changeActs, ...recordActs, ...peopleActs, ...trayActs };
const root = h("div", { class: "floor panel" });
const context = { floor: null, refresh: null, redraw: () => show(context.floor) };

const tab = () => (location.hash.slice(1) in TABS ? location.hash.slice(1) : "now");

function tabs(floor) {
  const waiting = floor.links.reduce((sum, link) => sum + link.hits.length, 0) + floor.alerts.length;
  const counts = { now: waiting, changes: floor.proposals.length };
  return h(
    "nav",
    { class: "tabs", "aria-label": "Floor console" },
    Object.entries(TABS).map(([name, [text]]) => h("a", { class: "button", href: `#${name}`, "aria-current": tab() === name ? "true" : null, "data-key": name }, text, counts[name] ? h("span", { class: "count" }, String(counts[name]), h("span", { class: "sr-only" }, " waiting")) : "")),
  );
}

function show(floor) {
  context.floor = floor;
  const name = tab();
  const hits = floor.links.reduce((sum, link) => sum + link.hits.length, 0);
  const waiting = hits + floor.alerts.length;
  document.title = `${waiting ? `(${waiting}) ` : ""}Floor: ${TABS[name][0]}`;
  draw(root, h("p", { class: "sr-only", role: "status", "data-key": "news" }, `${several(hits, "jackpot")} and ${several(floor.alerts.length, "alert")} waiting`), h("h1", { class: "sr-only" }, "Floor console"), tabs(floor), h("div", { class: "panel", "data-key": `tab-${name}` }, TABS[name][1](context)));
}

/** @param {HTMLElement} main */
export function start(main) {
  main.replaceChildren(root);
  root.addEventListener("click", (event) => {
    const button = event.target.closest("[data-act]");
    if (button && !button.disabled && button.getAttribute("aria-busy") !== "true") acts[button.dataset.act]?.(context, button, button.dataset);
  });
  root.addEventListener("change", (event) => {
    const control = event.target.closest("[data-change]");
    if (control) acts[control.dataset.change]?.(context, control, control.dataset);
  });
  root.addEventListener("submit", (event) => {
    const form = event.target.closest("[data-submit]");
    event.preventDefault();
    if (form) acts[form.dataset.submit]?.(context, form, form.dataset);
  });
  addEventListener("hashchange", () => {
    clearRefusal();
    show(context.floor);
  });
  context.refresh = follow("/floor", "/floor/stream", show);
  return context.refresh();
}
