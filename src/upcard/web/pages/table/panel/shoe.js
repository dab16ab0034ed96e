// The shoe in the panel: the seal of the one that is dealt, and a button that checks the last finished one.

import { get } from "../../shared/api.js";
import { h } from "../../shared/dom.js";
import { short } from "../dock/partition.js";
import { canCheck, check } from "./seal.js";

/** Seals as this page saw them before their shoe was opened. @type {Map<string, string>} */
const seen = new Map();

/** @param {any} room */
export function noteSeal({ state }) {
  if (state.shoe && !seen.has(state.shoe.commitment)) seen.set(state.shoe.commitment, new Date().toLocaleTimeString("en-US", { hour: "2-digit", minute: "2-digit", second: "2-digit" }));
}

async function lookAt(room, box, button) {
  button.disabled = true;
  try {
    const { shoes } = await get(`${room.path}/shoes`);
    if (!shoes.length) box.replaceChildren(h("p", { class: "soft small" }, "No shoe of this table has been finished yet; a shoe is opened when it is done with."));
    else if (!canCheck()) box.replaceChildren(h("p", { class: "soft small" }, "This browser computes hashes only over https or on the house's own machine. “upcard audit” checks every shoe of a copy of the ledger."));
    else box.replaceChildren(...proof(shoes[0], await check(shoes[0])));
  } catch (problem) {
    box.replaceChildren(h("p", { class: "lose small" }, problem.message));
  } finally {
    button.disabled = false;
  }
}

function proof(shoe, { root, holds, way }) {
  const at = seen.get(shoe.commitment);
  const row = (name, value) => h("div", {}, h("dt", {}, name), h("dd", { class: "seal small" }, value));
  return [
    h("p", { class: `seal-verdict ${holds ? "win" : "lose"}` }, holds ? `✓ The seal holds: ${shoe.order.length} cards lay in this order before the first was dealt.` : "✗ The seal does not hold: this is not the order that was committed."),
    h("p", { class: "soft small" }, at ? `This page had the seal at ${at}, before the shoe was opened.` : "The seal comes from the house's ledger; this page was not here when the shoe was committed."),
    h("dl", { class: "facts one" }, row("The seal, before play", shoe.commitment), row("Computed here from the cards", root), row("The seed that opens every card", shoe.seed)),
    h("details", {}, h("summary", {}, "The cards, in the order in which they were dealt"), h("p", { class: "small shoe-cards" }, shoe.cards.map(short).join(" "))),
    h("details", {}, h("summary", {}, "The first card's way up to the root"), h("ol", { class: "small" }, way.map((step) => h("li", {}, step.what, h("span", { class: "seal" }, ` ${step.hash}`))))),
  ];
}

/** The part of the panel. @param {any} room */
export function shoePart(room) {
  const { state } = room;
  const box = h("div", { class: "seal-proof", role: "status" });
  const button = h("button", { "data-id": "check-seal", onclick: () => lookAt(room, box, button) }, "Check the last finished shoe");
  return [
    h("h2", {}, "The shoe"),
    h("p", { class: "small soft" }, "Its order was fixed before play; this is the seal on it. When the shoe is finished it is opened, and anybody can compute the seal from its cards."),
    h("p", { class: "seal small" }, state.shoe.commitment),
    button,
    box,
  ];
}
