// A hit as every console shows it: where, which hand, how much, how far it has come, and who signed.

import { h } from "../shared/dom.js";
import { meter } from "../shared/money.js";
import { clock, person, stamp } from "./desk.js";

const STEPS = ["PENDING", "VERIFIED", "CONFIRMED", "PAID"];

/** How far a hit has come, in words and marks. @param {any} hit @param {Record<string, string>} people */
export function steps(hit, people) {
  if (hit.state === "VOIDED") return h("p", { class: "voided" }, `VOIDED by ${person(people, hit.voided_by)}: ${hit.reason}`);
  const reached = STEPS.indexOf(hit.state);
  const who = [hit.pressed_by, hit.verified_by, hit.card_holder, hit.paid_by];
  return h(
    "ol",
    { class: "steps", "aria-label": `State: ${hit.state}` },
    STEPS.map((name, at) =>
      h("li", { class: at <= reached ? "reached" : "", "aria-current": at === reached ? "step" : null }, h("b", {}, `${at <= reached ? "✓ " : ""}${name}`), h("span", { class: "soft small" }, at <= reached && who[at] ? person(people, who[at]) : "")),
    ),
  );
}

/** The amount, with the mark of one that can still change. @param {any} hit */
export function amount(hit) {
  if (hit.state === "VOIDED") return null; // it is no win
  return h(
    "p",
    { class: "amount" },
    h("b", { class: "money" }, meter(hit.amount)),
    hit.provisional ? h("span", { class: "mark" }, "PROVISIONAL") : "",
    hit.shared ? h("span", { class: "mark" }, "SHARED") : "",
  );
}

/** What it is. @param {any} hit */
export function what(hit) {
  const late = hit.late ? h("p", { class: "late" }, h("span", { class: "mark" }, "LATE"), ` ${hit.late}`) : "";
  return [h("h3", {}, `${hit.table} · seat ${hit.seat}`), h("p", {}, `${hit.label}, ${hit.percent} % of ${hit.bet}`), hit.patron ? h("p", {}, `Winner: ${hit.patron}`) : "", late];
}

/** When and under which number. @param {any} hit */
export function when(hit) {
  return h("p", { class: "soft small", title: stamp(hit.at) }, `${hit.id} · entry ${hit.seq} · ${clock(hit.at)} · round ${hit.round}`);
}

