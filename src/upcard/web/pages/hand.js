// A hand of cards on the felt: kept card by card, so that a new one is seen to be dealt and a turned one to flip.

import { cardName, cardSvg } from "./cards.js";
import { h, say } from "./dom.js";

/** How many cards have begun to move in the drawing that goes on now: each waits for the one before. */
let moving = 0;

/** Called once before a state is drawn. */
export function beginDeal() {
  moving = 0;
}

/** Milliseconds until the last card of this drawing lies. */
export function dealTime() {
  return moving ? 250 + moving * STEP : 0;
}

const STEP = 90;

function makeCard(card) {
  const node = h("span", { class: "card-slot", "data-card": card });
  node.append(cardSvg(card));
  return node;
}

function move(node, how) {
  node.classList.remove("dealt", "turned");
  node.style.setProperty("--wait", `${moving * STEP}ms`);
  moving += 1;
  void node.offsetWidth; // the animation starts anew
  node.classList.add(how);
}

/** Brings the cards of a hand up to date. @param {HTMLElement} row @param {string[]} cards */
export function layCards(row, cards) {
  const slots = [...row.children];
  row.dataset.count = String(cards.length);
  cards.forEach((card, at) => {
    const slot = slots[at];
    if (!slot) {
      const made = row.appendChild(makeCard(card));
      move(made, "dealt");
    } else if (slot.dataset.card !== card) {
      const turned = slot.dataset.card === "??" || card === "??";
      slot.dataset.card = card;
      // Its back is seen until it is this card's turn to be turned.
      const back = turned ? slot.querySelector("svg:not(.was)") : null;
      back?.classList.add("was");
      slot.replaceChildren(cardSvg(card), ...(back ? [back] : []));
      move(slot, turned ? "turned" : "dealt");
    }
  });
  for (const gone of slots.slice(cards.length)) gone.remove();
}

/** The words under a hand: its label, and its status where that says more. @param {{label: string, status: string}} hand */
export function handWords(hand) {
  const { label, status } = hand;
  if (!status || label.includes(status)) return label;
  return label ? `${label}, ${status}` : status;
}

/** A hand in a sentence, for screen readers. @param {{cards: string[], label: string, status: string}} hand */
export function spoken(hand) {
  const open = hand.cards.filter((card) => card !== "??").map(cardName);
  const down = hand.cards.length - open.length;
  const parts = [...open];
  if (down) parts.push(down === 1 ? "one card face down" : `${down} cards face down`);
  const words = handWords(hand);
  return parts.join(", ") + (words ? `: ${words}` : "");
}

/** Makes the frame of a hand. */
export function makeHand() {
  return h("div", { class: "hand" }, h("div", { class: "cards" }), h("p", { class: "hand-label" }));
}

/** Brings a hand up to date. @param {HTMLElement} node @param {any} hand @param {boolean} [active] */
export function drawHand(node, hand, active = false) {
  layCards(node.querySelector(".cards"), hand.cards);
  const label = node.querySelector(".hand-label");
  say(label, handWords(hand));
  label.hidden = !label.textContent;
  node.classList.toggle("active", active);
  node.classList.toggle("out", hand.status === "folded" || hand.status === "surrendered");
}
