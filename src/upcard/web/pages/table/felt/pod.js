// Another seat at the table, in small: who sits there, the cards, the money on the felt, the result; or a free seat.

import { stack } from "../../shared/chips.js";
import { h, keyed, rebuild } from "../../shared/dom.js";
import { drawHand, fewWords, makeHand, spoken } from "./hand.js";
import { money, signed } from "../../shared/money.js";

/** Makes the frame of a seat. @param {any} seat */
export function makePod(seat) {
  return h("section", { class: "pod", "data-seat": seat.seat }, h("div", { class: "pod-name" }), h("div", { class: "pod-hands" }), h("div", { class: "pod-foot" }));
}

function nameplate(seat, room) {
  const number = h("span", { class: "seat-number", "aria-hidden": "true" }, seat.seat);
  if (seat.player) {
    return [
      number,
      h("span", { class: "pod-who" }, seat.player.name),
      seat.player.bot && room.mine.length
        ? h("button", { class: "pod-x", "data-id": "x", "aria-label": `Send ${seat.player.name} away`, title: "Send the bot away", onclick: () => room.sendBotAway(seat.seat) }, "×")
        : null,
    ];
  }
  const sitting = room.mine.length > 0;
  return [
    number,
    room.state.open && room.virtual && room.mine.length < 3
      ? h("button", { class: "pod-sit", "data-id": "sit", "aria-label": `Sit down at seat ${seat.seat}`, onclick: () => room.sit(seat.seat) }, "Sit here")
      : h("span", { class: "soft" }, room.virtual ? "Free" : "On real felt"),
    sitting ? h("button", { class: "pod-sit", "data-id": "bot", "aria-label": `A bot for seat ${seat.seat}`, onclick: () => room.addBot(seat.seat) }, "+ Bot") : null,
  ];
}

/** Brings a seat up to date. @param {HTMLElement} node @param {any} seat @param {any} room */
export function drawPod(node, seat, room) {
  const felt = room.feltOf(seat.seat);
  const result = room.resultOf(seat.seat);
  node.classList.toggle("free", !seat.player && !felt);
  node.classList.toggle("turn", seat.turn);
  const who = seat.player?.name ?? felt?.name ?? "free";
  const cards = felt ? felt.hands.map(spoken).join("; ") : "";
  node.setAttribute("aria-label", `Seat ${seat.seat}: ${who}${seat.turn ? ", deciding" : ""}${cards ? `. ${cards}` : ""}`);
  rebuild(node.querySelector(".pod-name"), [seat.player, room.mine.length > 0, room.mine.length < 3, room.state.open], () => nameplate(seat, room));
  const hands = felt?.hands ?? [];
  keyed(node.querySelector(".pod-hands"), hands, (hand) => hand.hand, makeHand, (box, hand) => drawHand(box, hand, room.isTurn(seat.seat, hand.hand), fewWords));
  const staked = felt && !room.state.view.over ? felt.stakes.reduce((sum, stake) => sum + stake.amount, 0) : 0;
  const waiting = room.betting && seat.player ? Object.values(seat.bets).reduce((sum, cents) => sum + cents, 0) : 0;
  const money_ = staked || waiting;
  rebuild(node.querySelector(".pod-foot"), [money_, result?.net, result?.lines.length, seat.ready, room.betting], () => [
    money_ ? h("span", { class: "pod-stake" }, stack(money_, room.info.chips), h("span", { class: "money" }, money(money_))) : null,
    result ? h("span", { class: `pod-net money ${result.net > 0 ? "win" : result.net < 0 ? "lose" : "soft"}` }, result.net ? signed(result.net) : "even") : null,
    room.betting && seat.ready && seat.player && !seat.player.bot ? h("span", { class: "soft small" }, "ready") : null,
  ]);
}
