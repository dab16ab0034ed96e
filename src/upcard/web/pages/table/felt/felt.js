// The felt: the dealer, the board, the other seats around the curve, your own place in front. Drawn from what the house says, for any game.

import { dialName, onlyBet } from "../../shared/dials.js";
import { h, keyed, rebuild, say, svg } from "../../shared/dom.js";
import { drawHand, handWords, makeHand, spoken } from "./hand.js";
import { meter as exactly, money } from "../../shared/money.js";
import { drawPlace, makePlace } from "./place.js";
import { drawPod, makePod } from "./pod.js";
import { rollTo } from "../../shared/rolling.js";
import { bestPay, columns, drawSpots, limits, printed } from "./spots.js";

/** The game's name printed on the cloth in an arc, as on a real layout. */
function print(title, under) {
  const drawn = svg("svg", { viewBox: "0 0 600 130", class: "print", "aria-hidden": "true" });
  const arc = svg("path", { id: "arc-1", d: "M30 14 Q300 104 570 14", fill: "none" });
  const low = svg("path", { id: "arc-2", d: "M70 44 Q300 126 530 44", fill: "none" });
  const line = (href, text, name) => {
    const node = svg("text", { class: name, "text-anchor": "middle" });
    const along = svg("textPath", { href, startOffset: "50%" });
    along.textContent = text;
    node.append(along);
    return node;
  };
  drawn.append(arc, low, line("#arc-1", title.toUpperCase(), "print-title"), line("#arc-2", under, "print-under"));
  return drawn;
}

class Felt extends HTMLElement {
  connectedCallback() {
    this.dealer = h("section", { class: "dealer", "aria-label": "Dealer" }, h("p", { class: "dealer-name" }, "Dealer"), makeHand(), h("p", { class: "shoe small soft" }));
    this.board = h("section", { class: "board", "aria-label": "Board", hidden: true }, h("p", { class: "dealer-name" }, "Board"), makeHand());
    this.house = h("div", { class: "house" }, this.dealer, this.board);
    this.printed = h("div", { class: "printed" });
    this.meters = h("div", { class: "felt-meters" });
    this.left = h("div", { class: "pods left" });
    this.right = h("div", { class: "pods right" });
    this.places = h("div", { class: "places" });
    this.layout = h("section", { class: "layout", "aria-label": "Bets at this table" }, h("div", { class: "spots" }));
    this.replaceChildren(h("div", { class: "cloth" }, this.meters, this.house, this.printed, h("div", { class: "around" }, this.left, this.right), this.places, this.layout));
  }

  /** @param {any} room */
  show(room) {
    const { state, info } = room;
    this.classList.toggle("has-results", room.mine.some((seat) => room.resultOf(seat)));
    this.classList.toggle("idle", room.clear);
    this.classList.toggle("taking-bets", room.betting && room.mine.length > 0);
    // The cards of the last round are swept before the next are dealt: none of them turns into another.
    if (state.round !== this.dealtRound) for (const slot of this.querySelectorAll(".card-slot")) slot.remove();
    this.dealtRound = state.round;
    rebuild(this.printed, [info.title], () => [print(info.game_title, this.under(info))]);
    // Players' cards come before the dealer's; at the end the dealer's are turned first.
    const over = Boolean(state.view?.over);
    if (!over) this.seats(room);
    const nothing = { hand: 1, cards: [], label: "", status: "" };
    const [dealer, board] = state.view && !room.clear ? [state.view.dealer, state.view.board] : [nothing, null];
    this.houseHand(this.dealer, "Dealer", dealer);
    this.houseHand(this.board, "Board", board ?? nothing);
    // Where only a board lies there is no dealer to play against.
    this.board.hidden = !board;
    this.dealer.hidden = Boolean(board) && !dealer.cards.length;
    this.house.classList.toggle("both", Boolean(board) && dealer.cards.length > 0);
    say(this.dealer.querySelector(".shoe"), state.shoe && info.keeps_shoe ? `Shoe: ${state.shoe.size - state.shoe.dealt} of ${state.shoe.size} cards left` : "");
    // Where all meters belong to one bet, its name need not stand on each of them.
    const bet = state.meters.length > 1 ? onlyBet(state.meters) : "";
    this.meters.classList.toggle("several", bet !== "");
    this.meters.dataset.of = bet;
    keyed(
      this.meters,
      state.meters,
      (meter) => meter.name,
      (meter) => h("a", { class: "felt-meter", href: `/sign/${meter.link}` }, h("span", { class: "meter-title small" }), h("span", { class: "digits money" }), h("span", { class: "pending", hidden: true }, "Pending")),
      (node, meter) => {
        node.setAttribute("aria-label", `${meter.title}: ${exactly(meter.amount)}${meter.pending ? ", pending" : ""}. To its sign`);
        node.title = meter.title;
        say(node.querySelector(".meter-title"), dialName(meter, bet !== ""));
        rollTo(node.querySelector(".digits"), Math.max(meter.amount, room.ticking.get(meter.name) ?? 0));
        node.querySelector(".pending").hidden = !meter.pending;
      },
    );
    if (over) this.seats(room);
  }

  houseHand(node, whose, hand) {
    drawHand(node.querySelector(".hand"), hand);
    node.setAttribute("aria-label", `${whose}${hand.cards.length ? `: ${spoken(hand)}` : ""}`);
    node.classList.toggle("has-label", Boolean(handWords(hand)));
  }

  under(info) {
    const main = info.wagers.find((wager) => wager.placed === "before");
    const range = main && main.min !== null && main.max !== null ? `${money(main.min)} to ${money(main.max)}` : "";
    return [info.variant, range].filter(Boolean).join("  ·  ");
  }

  /** You sit in front; the others go round from your left to your right, as you would see them. */
  seats(room) {
    const { seats } = room.state;
    const first = room.mine.length ? seats.findIndex((seat) => seat.seat === room.mine[room.mine.length - 1]) : -1;
    const round = [...seats.slice(first + 1), ...seats.slice(0, Math.max(0, first + 1))].filter((seat) => !room.mine.includes(seat.seat));
    const half = Math.ceil(round.length / 2);
    const draw = (node, seat) => {
      node.style.setProperty("--at", String(round.indexOf(seat))); // on a phone they stand in a row, from your left
      drawPod(node, seat, room);
    };
    keyed(this.left, round.slice(0, half).reverse(), (seat) => seat.seat, makePod, draw);
    keyed(this.right, round.slice(half), (seat) => seat.seat, makePod, draw);
    keyed(this.places, room.mine, (seat) => seat, (seat) => makePlace(seat, room), (node, seat) => drawPlace(node, seat, room));
    this.places.dataset.count = String(room.mine.length);
    this.dataset.others = String(round.filter((seat) => seat.player || room.feltOf(seat.seat)).length);
    this.bets(room);
  }

  /** Whoever only watches sees what is printed before a seat: the bets, their limits and what they pay at best. */
  bets(room) {
    const watching = !room.mine.length;
    this.classList.toggle("watched", watching);
    this.layout.hidden = !watching;
    if (!watching) return this.layout.firstChild.replaceChildren();
    const { wagers } = room.info;
    drawSpots(this.layout.firstChild, {
      columns: columns(wagers),
      spot: (wager) => ({ wager, stake: 0, net: null, outcome: "", open: false, shown: true, problem: "", chips: [], limits: limits(wager, wagers), printed: printed(wager, wagers), pays: bestPay(wager, room.state.meters), chip: 0 }),
      tap: () => {},
      drop: () => {},
    });
  }
}
customElements.define("up-felt", Felt);
