// Signed reports, to read, to add up and to keep; inquiries and what was found.

import { get, post } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { ask, command, done, field, person, press } from "../staff/desk.js";
import { results } from "./results.js";

let kept = null;
let shown = null;
let reading = false;
const FORMS = [["pdf", "PDF"], ["xlsx", "Excel"], ["csv", "CSV"], ["json", "JSON"]];

async function load(context) {
  kept = await get("/staff/days/reports");
  context.redraw();
}

function once(context) {
  if (kept || reading) return;
  reading = true;
  press(null, () => load(context)).finally(() => (reading = false));
}

/** A newly signed report, a new inquiry: read again when somebody looks. */
export function forget() {
  kept = null;
}

const query = (asked) => new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== "" && value !== undefined && value !== null)).toString();
const files = (asked) => h("div", { class: "row" }, FORMS.map(([form, name]) => h("a", { class: "button", href: `/api/v1/staff/days/report.${form}?${query(asked)}`, download: `report.${form}` }, name)));

function row(one, people) {
  return h(
    "tr",
    { "data-key": `n${one.number}` },
    h("th", { scope: "row" }, `Report ${one.number}`),
    h("td", {}, h("button", { "data-act": "read", "data-number": one.number, "data-press": `read${one.number}` }, "Read", h("span", { class: "sr-only" }, ` report ${one.number}`))),
    h("td", {}, one.day, one.ends_day ? h("span", { class: "soft small" }, " ends the day") : ""),
    h("td", {}, one.shift),
    h("td", {}, person(people, one.cut_by)),
    h("td", {}, person(people, one.signed_by)),
  );
}

function one(context) {
  if (!shown) return "";
  const { report, asked, title } = shown;
  const told = report.reports;
  const single = told.length === 1 && asked.by === "table" ? { after: told[0].after, upto: told[0].upto } : null;
  return h(
    "section",
    { class: "box panel", "aria-label": title, "data-key": "shown" },
    h("div", { class: "row" }, h("h2", { tabindex: "-1", id: "shown-title" }, title), h("button", { "data-act": "away" }, "Put away")),
    told.length === 1 ? h("p", { class: "mono" }, `Digest ${told[0].digest}`) : h("p", { class: "soft" }, `${told.length} reports added up`),
    files(asked),
    results(report, context.now.people, single, told.length === 1 && asked.by === "table"),
  );
}

const NARROW = ["table", "game", "link"];

/** Every table, game or link that the house has. */
function choices({ running }, what) {
  const key = what === "table" ? "line" : what;
  return [...new Set((running?.report.lines ?? []).map((line) => line[key]).filter(Boolean))].sort();
}

/** What a form asks for, and what to call it. @param {HTMLFormElement} form */
function wanted(form) {
  const asked = { by: form.by.value };
  for (const name of ["date", "shift", ...NARROW]) asked[name] = form[name].value.trim();
  const { date, shift, table, game, link } = asked;
  return [asked, ["Reports of", date || "all days", shift && `shift ${shift}`, table && `table ${table}`, game, link && `link ${link}`].filter(Boolean).join(", ").replace("of, ", "of ")];
}

/** @param {any} context */
export function reports(context) {
  once(context);
  return [
    one(context),
    h(
      "section",
      { class: "box panel", "aria-label": "Add up", "data-key": "addup" },
      h("h2", {}, "By date, shift, table, game or link"),
      h(
        "form",
        { class: "addup", "data-submit": "addup", "data-keep": "1" },
        field("Day, month or year", "date", { required: false, placeholder: "2026-03", pattern: "[0-9\\-]*", maxLength: 10 }),
        field("Shift", "shift", { required: false, maxLength: 40, placeholder: "all" }),
        NARROW.map((what) => field(what[0].toUpperCase() + what.slice(1), what, { options: [["", "all"], ...choices(context.now, what).map((name) => [name, name])], required: false }, "select")),
        field("A line for each", "by", { options: [["table", "table"], ["game", "game"], ["link", "link"]] }, "select"),
        h("button", { type: "submit", class: "primary", "data-press": "addup" }, "Show"),
      ),
    ),
    h(
      "section",
      { class: "box panel", "aria-label": "Signed reports", "data-key": "list" },
      h("h2", {}, "Signed reports"),
      kept ? h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Reports" }, h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Report"), h("td", {}), ["Gaming day", "Shift", "Closed by", "Signed by"].map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, kept.reports.map((each) => row(each, context.now.people))))) : h("p", { class: "soft", role: "status" }, "Reading …"),
      kept && !kept.reports.length ? h("p", { class: "soft" }, "None is signed yet.") : "",
    ),
  ];
}

function inquiry(one_, people) {
  return h(
    "article",
    { class: "box panel", "data-key": one_.inquiry },
    h("h3", {}, `${one_.figure} of ${one_.about}, report ${one_.number}`),
    h("p", {}, `The report says ${one_.value}. ${one_.why}`),
    h("p", { class: "soft small" }, `${one_.inquiry} · ${person(people, one_.by)}, ${one_.at.slice(0, 10)}`),
    one_.finding === null ? h("div", { class: "row" }, h("button", { class: "primary", "data-act": "found", "data-inquiry": one_.inquiry }, "Enter the finding")) : [h("p", { class: "finding" }, h("b", {}, "Found: "), one_.finding), h("p", { class: "soft small" }, `${person(people, one_.found_by)}, ${one_.found_at.slice(0, 10)}`)],
  );
}

/** @param {any} context */
export function inquiries(context) {
  once(context);
  return [h("h2", {}, "Inquiries"), h("p", { class: "soft" }, "An inquiry is opened from a signed report, at the table or the meter whose figure is asked about."), kept ? kept.inquiries.map((each) => inquiry(each, context.now.people)) : h("p", { class: "soft", role: "status" }, "Reading …"), kept && !kept.inquiries.length ? h("p", { class: "soft", "data-key": "none" }, "None yet.") : ""];
}

async function show(context, asked, title) {
  shown = { ...(await get(`/staff/days/report?${query(asked)}`)), asked, title };
  context.redraw();
  document.getElementById("shown-title")?.focus();
}

const OF_TABLES = [["win", "win"], ["hold", "hold"], ["drop", "drop"], ["recorded_win", "recorded win"], ["theory", "theory and band"], ["rounds", "rounds"], ["voided", "voided rounds"]];
const OF_METERS = [["closing", "closing"], ["contributions", "contributions"], ["awards", "net awards"], ["house_cost", "house cost"], ["paid", "jackpots paid"]];

export const acts = {
  read: (context, button, { number }) => press(button, () => show(context, { number, by: "table" }, `Report ${number}`)),
  addup: (context, form) => press(form.querySelector("button"), () => show(context, ...wanted(form))),
  away: (context) => {
    shown = null;
    context.redraw();
  },
  ask: (context, button, { about, figure }) => {
    const { number } = shown.report.reports[0];
    const figures = about in shown.report.meters ? OF_METERS : OF_TABLES;
    ask({
      title: `Ask about ${about}, report ${number}`,
      fields: [field("Figure", "figure", { options: figures, value: figure }, "select"), field("Why it is asked", "why", { maxLength: 500 })],
      label: "Open the inquiry",
      send: async (form) => {
        await post("/staff/days/inquiries", { number, about, figure: form.figure.value, why: form.why.value });
        done("The inquiry is on record");
        await load(context);
      },
    });
  },
  found: (context, button, { inquiry: name }) =>
    ask({
      title: `What was found for ${name}?`,
      fields: [field("Finding, for the record", "finding", { maxLength: 500 })],
      label: "Close the inquiry",
      send: async (form) => {
        await command("inquiry-close", { inquiry: name, finding: form.finding.value });
        done(`${name} is closed`);
        await load(context);
      },
    }),
};
