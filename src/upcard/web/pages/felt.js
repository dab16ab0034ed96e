// The felt: the dealer, the other seats around the curve, your own place in front. Drawn from what the house says, for any game.

import { h, keyed, rebuild, say, svg } from "./dom.js";
import { drawHand, handWords, makeHand, spoken } from "./hand.js";
import { money } from "./money.js";
import { drawPlace, makePlace } from "./place.js";
import { drawPod, makePod } from "./pod.js";
import { rollTo } from "./rolling.js";
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
    this.printed = h("div", { class: "printed" });
    this.meters = h("div", { class: "felt-meters" });
    this.left = h("div", { class: "pods left" });
    this.right = h("div", { class: "pods right" });
    this.places = h("div", { class: "places" });
    this.layout = h("section", { class: "layout", "aria-label": "Bets at this table" }, h("div", { class: "spots" }));
    this.replaceChildren(h("div", { class: "cloth" }, this.meters, this.dealer, this.printed, h("div", { class: "around" }, this.left, this.right), this.places, this.layout));
  }

  /** @param {any} room */
  show(room) {
    const { state, info } = room;
    this.classList.toggle("has-results", room.mine.some((seat) => room.resultOf(seat)));
    this.classList.toggle("taking-bets", room.betting && room.mine.length > 0);
    rebuild(this.printed, [info.title], () => [print(info.game_title, this.under(info))]);
    // Players' cards come before the dealer's; at the end the dealer's are turned first.
    const over = Boolean(state.view?.over);
    if (!over) this.seats(room);
    const dealer = state.view && !room.clear ? state.view.dealer : { hand: 1, cards: [], label: "", status: "" };
    drawHand(this.dealer.querySelector(".hand"), dealer);
    this.dealer.setAttribute("aria-label", `Dealer${dealer.cards.length ? `: ${spoken(dealer)}` : ""}`);
    this.dealer.classList.toggle("has-label", Boolean(handWords(dealer)));
    say(this.dealer.querySelector(".shoe"), state.shoe && info.keeps_shoe ? `Shoe: ${state.shoe.size - state.shoe.dealt} of ${state.shoe.size} cards left` : "");
    // Where all meters belong to one bet, its name need not stand on each of them.
    const bets = new Set(state.meters.map((meter) => meter.title.split(": ")[0]));
    const brief = state.meters.length > 1 && bets.size === 1;
    keyed(
      this.meters,
      state.meters,
      (meter) => meter.name,
      (meter) => h("a", { class: "felt-meter", href: `/sign/${meter.link}` }, h("span", { class: "meter-title small" }), h("span", { class: "digits money" }), h("span", { class: "pending", hidden: true }, "Pending")),
      (node, meter) => {
        say(node.querySelector(".meter-title"), brief ? meter.title.split(": ").pop() : meter.title);
        rollTo(node.querySelector(".digits"), Math.max(meter.amount, room.ticking.get(meter.name) ?? 0));
        node.querySelector(".pending").hidden = !meter.pending;
      },
    );
    if (over) this.seats(room);
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
    this.bets(room);
    this.follow(room);
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

  /** Where the others stand in a strip, it goes along with whoever is to act, and back when one has sat down. */
  follow(room) {
    const strip = this.left.parentElement;
    const acting = strip.querySelector(".pod.turn");
    const at = acting?.dataset.seat ?? (room.mine.length ? "" : undefined);
    if (at === undefined || at === this.followed) return;
    this.followed = at;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    strip.scrollTo({ left: acting ? acting.offsetLeft - strip.offsetLeft - 4 : 0, behavior: calm ? "auto" : "smooth" });
  }
}
customElements.define("up-felt", Felt);
