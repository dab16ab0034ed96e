// A round as it lies on the felt, for staff: the dealer's hand, the board, every seat's hands and stakes. It knows no game.

import { cardName, cardSvg } from "../shared/cards.js";
import { h } from "../shared/dom.js";
import { money } from "../shared/money.js";

/** A hand with its cards and what they come to. @param {string} title @param {any} one */
export function hand(title, one) {
  return h("div", { class: "small-hand" }, h("b", {}, title), h("div", { class: "small-cards", role: "img", "aria-label": `${title}: ${one.cards.map(cardName).join(", ") || "no cards"}` }, one.cards.map(cardSvg)), h("span", { class: "soft" }, [...new Set([one.label, one.status])].filter(Boolean).join(" · ")));
}

/** The hands that lie in front of nobody, as far as there are any. @param {any} view */
export function house(view) {
  return [view.dealer.cards.length || !view.board ? hand("Dealer", view.dealer) : "", view.board ? hand("Board", view.board) : ""];
}

/** @param {any} view as the house sends it */
export function felt(view) {
  return h(
    "div",
    { class: "felt" },
    house(view),
    h(
      "div",
      { class: "players" },
      view.seats.map((seat) =>
        h(
          "div",
          {},
          seat.hands.map((one) => hand(`Seat ${seat.seat}${seat.hands.length > 1 ? `, hand ${one.hand}` : ""}`, one)),
          h("p", { class: "stakes" }, seat.stakes.map((stake) => `${stake.wager} ${money(stake.amount)}`).join(" · ")),
        ),
      ),
    ),
  );
}
