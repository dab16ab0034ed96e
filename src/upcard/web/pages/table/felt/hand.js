// A hand of cards on the felt: kept card by card, so that a new one is seen to be dealt and a turned one to flip.

import { cardName, cardSvg } from "../../shared/cards.js";
import { h, say } from "../../shared/dom.js";

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
function layCards(row, cards) {
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

/** The same in the fewest words, for a small seat: what ended a hand there is in its cards and its money. @param {{label: string, status: string}} hand */
export function fewWords(hand) {
  return GREY.has(hand.status) ? hand.status : hand.label || hand.status;
}

const GREY = new Set(["folded", "surrendered"]);

/** A hand in a sentence, for screen readers. @param {{cards: string[], label: string, status: string, arranged?: any}} hand */
export function spoken(hand) {
  const open = hand.cards.filter((card) => card !== "??").map(cardName);
  const down = hand.cards.length - open.length;
  const parts = [...open];
  if (down) parts.push(down === 1 ? "one card face down" : `${down} cards face down`);
  const words = handWords(hand);
  const counting = hand.arranged && open.length > hand.arranged.counts.length ? ` (${hand.arranged.counts.map((place) => cardName(hand.cards[place])).join(", ")} count)` : "";
  return parts.join(", ") + (words ? `: ${words}` : "") + counting;
}

/** Makes the frame of a hand. */
export function makeHand() {
  return h("div", { class: "hand" }, h("div", { class: "cards" }), h("p", { class: "hand-label" }));
}

/**
 * The places of a hand's cards as they are shown: as dealt, or in the groups that its game lays them in.
 * @param {any} hand @returns {number[]}
 */
export const orderOf = (hand) => hand.arranged?.groups.flat() ?? hand.cards.map((_, at) => at);

/** Which cards stand apart, and which are lifted because they count. */
function arrange(row, hand) {
  const starts = new Set((hand.arranged?.groups ?? []).slice(1).map((group) => group[0]));
  const counts = new Set(hand.arranged?.counts ?? []);
  row.classList.toggle("arranged", Boolean(hand.arranged));
  orderOf(hand).forEach((place, at) => {
    row.children[at].classList.toggle("group-start", starts.has(place));
    row.children[at].classList.toggle("counts", counts.has(place));
  });
}

/** Brings a hand up to date. @param {HTMLElement} node @param {any} hand @param {boolean} [active] @param {(hand: any) => string} [words] */
export function drawHand(node, hand, active = false, words = handWords) {
  const row = node.querySelector(".cards");
  layCards(row, orderOf(hand).map((place) => hand.cards[place]));
  arrange(row, hand);
  const label = node.querySelector(".hand-label");
  say(label, words(hand));
  label.hidden = !label.textContent;
  node.classList.toggle("active", active);
  node.classList.toggle("out", GREY.has(hand.status));
}
