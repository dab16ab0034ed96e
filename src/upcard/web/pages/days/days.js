// Gaming days: today at a glance, the close by two people, signed reports, inquiries.

import { get, session } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { clearRefusal, press, stamp } from "../staff/desk.js";
import { draw } from "../staff/morph.js";
import { acts as closeActs, close, reckon } from "./close.js";
import { acts as recordActs, forget, inquiries, reports } from "./records.js";
import { results } from "./results.js";
import { dollars } from "./words.js";

const TABS = { today: ["Today", today], close: ["Close", close], reports: ["Reports", reports], inquiries: ["Inquiries", inquiries] };
const EVERY = 5000;
const root = h("div", { class: "days panel" });
const context = { now: null, refresh, redraw: () => show() };
let listed = null;

const tab = () => (location.hash.slice(1) in TABS ? location.hash.slice(1) : "today");

function tabs() {
  const waits = context.now.waiting ? 1 : 0;
  return h(
    "nav",
    { class: "tabs", "aria-label": "Gaming days" },
    Object.entries(TABS).map(([name, [text]]) => h("a", { class: "button", href: `#${name}`, "aria-current": tab() === name ? "true" : null, "data-key": name }, text, name === "close" && waits ? h("span", { class: "count" }, "1", h("span", { class: "sr-only" }, " report waits for a signature")) : "")),
  );
}

function today() {
  const { now } = context;
  if (!now.running) return h("p", {}, "No gaming day is open. ", h("a", { class: "button primary", href: "#close" }, "Open the first"));
  const { running } = now;
  return [
    h("p", { class: "soft" }, h("b", {}, `${running.day}, ${running.shift}`), ` since ${stamp(running.opened_at)}`, now.lacking ? ` · the lab is working out the edges of ${now.lacking} more` : ""),
    results(running.report, now.people, { after: running.after, upto: null }),
  ];
}

function rounds() {
  if (!listed) return null;
  return h(
    "section",
    { class: "box panel", "aria-label": `Rounds of ${listed.table}`, "data-key": "listed" },
    h("div", { class: "row" }, h("h2", { tabindex: "-1", id: "listed-title" }, `Rounds of ${listed.table}, the largest results first`), h("button", { "data-act": "unlist" }, "Put away")),
    listed.of > listed.rounds.length ? h("p", { class: "soft" }, `${listed.rounds.length} of ${listed.of}`) : "",
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Rounds" }, h("table", { class: "rounds" }, h("thead", {}, h("tr", {}, ["Round", "Time", "Staked", "The house won"].map((text) => h("th", { scope: "col" }, text)), h("td", {}))), h("tbody", {}, listed.rounds.map((one) => h("tr", { "data-key": one.round }, h("th", { scope: "row" }, one.round), h("td", {}, stamp(one.at)), h("td", { class: "money" }, dollars(one.staked)), h("td", { class: "money" }, dollars(one.win)), h("td", {}, h("a", { class: "button", href: `/staff/audit/${encodeURIComponent(one.round)}` }, "Replay", h("span", { class: "sr-only" }, ` ${one.round}`)))))))),
    listed.rounds.length ? "" : h("p", { class: "soft" }, "No round counts in this shift yet."),
  );
}

function show() {
  if (!context.now) return;
  const name = tab();
  document.title = `${context.now.waiting ? "(1) " : ""}Days: ${TABS[name][0]}`;
  draw(root, h("h1", { class: "sr-only" }, "Gaming days"), tabs(), rounds(), h("div", { class: "panel", "data-key": `tab-${name}` }, TABS[name][1](context)));
}

let last = "";
async function refresh() {
  try {
    context.now = await get("/staff/days");
  } catch (problem) {
    if (problem.status === 401) document.dispatchEvent(new CustomEvent("upcard-locked"));
    else if (!context.now) throw problem;
    return;
  }
  const mark = JSON.stringify([context.now.waiting, context.now.running?.after]);
  if (mark !== last) forget();
  last = mark;
  show();
}

const acts = {
  ...closeActs,
  ...recordActs,
  rounds: (_, button, { table, after, upto }) =>
    press(button, async () => {
      const said = await get(`/staff/days/tables/${encodeURIComponent(table)}/rounds?after=${after}${upto ? `&upto=${upto}` : ""}`);
      listed = { table, ...said };
      show();
      document.getElementById("listed-title").focus();
      scrollTo({ top: 0 });
    }),
  unlist: () => {
    listed = null;
    show();
  },
};

/** @param {HTMLElement} main */
export async function start(main) {
  main.replaceChildren(root);
  root.addEventListener("click", (event) => {
    const button = event.target.closest("[data-act]");
    if (button && !button.disabled && button.getAttribute("aria-busy") !== "true") acts[button.dataset.act]?.(context, button, button.dataset);
  });
  root.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target.closest("[data-submit]");
    if (form) acts[form.dataset.submit]?.(context, form, form.dataset);
  });
  root.addEventListener("input", (event) => {
    const form = event.target.closest("[data-submit=count]");
    if (form) reckon(form);
  });
  addEventListener("hashchange", () => {
    clearRefusal();
    listed = null;
    show();
  });
  document.addEventListener("upcard-unlocked", refresh);
  setInterval(() => session && !document.hidden && refresh(), EVERY);
  draw(root, h("p", { class: "soft", role: "status" }, "Reading …"));
  await press(null, refresh);
}
