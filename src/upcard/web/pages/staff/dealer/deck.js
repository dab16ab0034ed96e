// Cards as a person gives them: tapped on a deck, or typed as "7s 7h", "10d", "A♠", "??" for one that lies face down.

import { cardName } from "../../shared/cards.js";
import { h } from "../../shared/dom.js";

const RANKS = "AKQJT98765432";
const SUITS = "shdc";
const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const LETTERS = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };

/** A deck to tap on: a row a suit, each button with its card in `data-card`. @param {Record<string, string>} [props] of every button */
export function deck(props = {}) {
  return h(
    "div",
    { class: "deck", role: "group", "aria-label": "Cards to tap" },
    [...SUITS].map((suit) =>
      h(
        "div",
        { class: "deck-row" },
        [...RANKS].map((rank) => h("button", { type: "button", class: `tap suit-${suit}`, "data-card": rank + suit, "aria-label": cardName(rank + suit), ...props }, `${rank === "T" ? "10" : rank}${SIGNS[suit]}`)),
      ),
    ),
  );
}

const CARD = /\?\?|(10|[2-9tjqka])([cdhs♣♦♥♠])/iy;

/** Reads typed cards, with or without spaces; `wrong` is the first thing that is no card. @param {string} text */
export function readCards(text) {
  const cards = [];
  let at = 0;
  while (at < text.length) {
    if (/[\s,]/.test(text[at])) {
      at += 1;
      continue;
    }
    CARD.lastIndex = at;
    const found = CARD.exec(text);
    if (!found) return { cards, wrong: text.slice(at).split(/[\s,]/)[0] };
    const [whole, rank, suit] = found;
    cards.push(whole === "??" ? whole : (rank === "10" ? "T" : rank.toUpperCase()) + (LETTERS[suit] ?? suit.toLowerCase()));
    at = CARD.lastIndex;
  }
  return { cards, wrong: "" };
}
