// Meters with every parameter (REG-3) and counter (REG-4), and their statements.

import { get } from "../../shared/api.js";
import { h } from "../../shared/dom.js";
import { meter, money } from "../../shared/money.js";
import { press } from "../desk.js";

let statement = null;

const row = (name, value) => [h("dt", {}, name), h("dd", {}, value)];
const maybe = (cents) => (cents === null ? "none" : meter(cents));

function card(link, dial) {
  const rates = dial.parameters;
  return h(
    "article",
    { class: "box meter-card", "data-key": `${link.id}/${dial.name}` },
    h("h3", {}, dial.title),
    h("p", { class: "soft small" }, `${link.title} · ${link.id} / ${dial.name}`),
    h("p", { class: "grand money" }, meter(dial.amount), " ", dial.pending ? h("span", { class: "mark" }, "PENDING") : ""),
    h("h4", {}, "Parameters"),
    h("dl", { class: "facts" }, row("Base", meter(rates.base)), row("Reset", meter(rates.reset)), row("Increment rate", dial.increment_text), row("Hidden rate, for the next reset", dial.hidden_text), rates.must_hit_by === null ? row("Limit", maybe(rates.limit)) : [row(rates.announced ? "Must hit by" : "Must hit by, not announced", meter(rates.must_hit_by)), row("Fed by", rates.fed_by)], row("Implausible contribution", maybe(rates.implausible)), row("Awards round up to", money(rates.round_up_to)), row("Topped up to the reset", rates.top_up ? "yes" : "no")),
    h("h4", {}, "Kept"),
    h("dl", { class: "facts" }, row("In", dial.in), row("Display, exactly", dial.exact), row("Hits", String(dial.hits)), row("Wins", meter(dial.wins)), row("Overflow past the limit", dial.overflow), row("Reserve pool", dial.reserve)),
    h("button", { "data-act": "statement", "data-link": link.id, "data-meter": dial.name, "data-press": `st${link.id}${dial.name}` }, "Statement", h("span", { class: "sr-only" }, ` of ${dial.name}`)),
  );
}

function statementTable() {
  if (!statement) return null;
  return h(
    "section",
    { class: "box panel", "aria-label": "Statement", "data-key": "statement" },
    h("h2", {}, `Statement of ${statement.link} / ${statement.meter}, entries ${statement.first} to ${statement.last}`),
    h("p", { class: statement.reconciles ? "ok-mark" : "bad-mark" }, statement.reconciles ? "✓ It reconciles to the last fraction of a cent" : "✗ It does not reconcile"),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Statement rows" }, h("table", {}, h("thead", {}, h("tr", {}, ["Account", "Cause", "Amount"].map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, statement.rows.map((line) => h("tr", {}, h("td", {}, line.account), h("td", {}, line.cause), h("td", { class: "money" }, line.amount)))))),
    h("button", { "data-act": "statement-close" }, "Put away"),
  );
}

/** @param {any} context */
export function meters({ floor }) {
  return [
    statementTable(),
    h("h2", {}, "Meters"),
    h("div", { class: "meter-grid" }, floor.links.flatMap((link) => link.meters.map((dial) => card(link, dial)))),
    h("h2", {}, "Links"),
    floor.links.map((link) => h("details", { class: "box", "data-key": link.id }, h("summary", {}, h("b", {}, link.title), ` · tables ${link.tables.join(", ") || "none"} · several whole winners ${link.order === "split-first" ? "share equally" : "are paid one after the other"}`), link.rules.split("\n").map((line) => h("p", { class: "small" }, line)))),
  ];
}

export const acts = {
  statement: (context, button, { link, meter: name }) =>
    press(button, async () => {
      statement = await get(`/staff/links/${encodeURIComponent(link)}/meters/${encodeURIComponent(name)}/statement`);
      context.redraw();
      scrollTo({ top: 0 });
    }),
  "statement-close": (context) => {
    statement = null;
    context.redraw();
  },
};
