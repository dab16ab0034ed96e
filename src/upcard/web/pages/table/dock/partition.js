// Laying cards into hands: tap a card to move it on, drag it, press a number, or choose one of the ways that are allowed.

import { cardName, cardSvg, suitMark } from "../../shared/cards.js";
import { h, rebuild } from "../../shared/dom.js";

/** The move of a turn that lays cards into hands, if it has one. @param {any} turn */
export function partitionOf(turn) {
  return turn.moves?.find((move) => move.shape === "partition") ?? null;
}

const key = (part) => [...part].sort().join(" ");

/** The way that a laying stands for, if the rules allow it. @param {string[][]} laid @param {string[][][]} ways */
export function wayOf(laid, ways) {
  return ways.find((way) => way.length === laid.length && way.every((part, at) => key(part) === key(laid[at]))) ?? null;
}

/** The cards that a move lays, in the order in which they were dealt. */
function cardsOf(turn, move, room) {
  const hand = room.feltOf(turn.seat)?.hands.find((one) => one.hand === turn.hand);
  const wanted = new Set(move.ways[0].flat());
  return (hand?.cards ?? move.ways[0].flat()).filter((card) => wanted.has(card));
}

/** How the cards lie now; the first way to begin with. @param {any} turn @param {any} move @param {any} room @returns {string[][]} */
export function layingOf(turn, move, room) {
  const name = `${room.state.round}/${turn.seat}/${turn.hand}`;
  if (room.laying?.name !== name) room.laying = { name, hands: move.ways[0].map((part) => [...part]) };
  return room.laying.hands;
}

function put(card, to, turn, move, room) {
  const hands = layingOf(turn, move, room).map((part) => part.filter((one) => one !== card));
  hands[to].push(card);
  const order = cardsOf(turn, move, room);
  room.laying.hands = hands.map((part) => part.sort((a, b) => order.indexOf(a) - order.indexOf(b)));
  room.draw();
}

function dragging(event, card, turn, move, room, root) {
  const node = event.currentTarget;
  const start = { x: event.clientX, y: event.clientY };
  let moved = false;
  node.setPointerCapture(event.pointerId);
  const over = (at) => document.elementsFromPoint(at.clientX, at.clientY).find((one) => one.classList?.contains("tray") && root.contains(one));
  const onMove = (at) => {
    const dx = at.clientX - start.x;
    const dy = at.clientY - start.y;
    moved ||= Math.hypot(dx, dy) > 8;
    if (!moved) return;
    node.classList.add("dragged");
    node.style.transform = `translate(${dx}px, ${dy}px)`;
    for (const tray of root.querySelectorAll(".tray")) tray.classList.toggle("over", tray === over(at));
  };
  const onUp = (at) => {
    node.removeEventListener("pointermove", onMove);
    node.classList.remove("dragged");
    node.style.transform = "";
    const tray = moved && at.type === "pointerup" ? over(at) : null;
    if (moved) node.addEventListener("click", (click) => click.stopImmediatePropagation(), { capture: true, once: true });
    for (const one of root.querySelectorAll(".tray")) one.classList.remove("over");
    if (tray) put(card, Number(tray.dataset.at), turn, move, room);
  };
  node.addEventListener("pointermove", onMove);
  node.addEventListener("pointerup", onUp, { once: true });
  node.addEventListener("pointercancel", onUp, { once: true });
}

function cardButton(card, at, hands, turn, move, room, root) {
  const node = h(
    "button",
    {
      class: "lay-card",
      "data-id": `lay-${card}`,
      "aria-label": `${cardName(card)}, in hand ${at + 1}. Move it to hand ${((at + 1) % hands.length) + 1}`,
      onclick: () => put(card, (at + 1) % hands.length, turn, move, room),
      onpointerdown: (event) => dragging(event, card, turn, move, room, root),
      onkeydown: (event) => {
        const to = Number(event.key) - 1;
        if (to >= 0 && to < hands.length) put(card, to, turn, move, room);
      },
    },
    cardSvg(card),
  );
  node.querySelector("svg").setAttribute("aria-hidden", "true");
  return node;
}

/** Draws the trays with the cards in them. @param {HTMLElement} box @param {any} turn @param {any} move @param {any} room */
export function drawPartition(box, turn, move, room) {
  const hands = layingOf(turn, move, room);
  const way = wayOf(hands, move.ways);
  rebuild(box, [room.laying, move.ways], () => [
    h(
      "div",
      { class: "trays" },
      hands.map((part, at) =>
        h(
          "div",
          { class: "tray", "data-at": at, role: "group", "aria-label": `Hand ${at + 1}` },
          h("p", { class: "tray-name" }, `Hand ${at + 1}`),
          h("div", { class: "cards" }, part.map((card) => cardButton(card, at, hands, turn, move, room, box))),
        ),
      ),
    ),
    h("p", { class: `lay-note small ${way ? "soft" : "lose"}`, role: "status" }, way ? "Tap a card to move it to the next hand, or drag it." : "These hands are not allowed; move a card, or choose below."),
  ]);
}

/** The allowed ways as small buttons. @param {any} turn @param {any} move @param {any} room */
export function wayButtons(turn, move, room) {
  const now = wayOf(layingOf(turn, move, room), move.ways);
  const best = (way) => Boolean(room.adviceFor(move, way)?.best);
  return h(
    "div",
    { class: "ways", role: "group", "aria-label": "Ways to lay the cards" },
    move.ways.map((way, at) => {
      const words = way.map((part) => part.map(short).join(" ")).join(" | ");
      const spoken = way.map((part, hand) => `hand ${hand + 1}: ${part.map(cardName).join(", ")}`).join("; ");
      return h("button", { class: `way${best(way) ? " best" : ""}`, "data-id": `way-${at}`, "data-way": words, "aria-pressed": String(way === now), "aria-label": best(way) ? `${spoken}; best` : spoken, onclick: () => ((room.laying.hands = way.map((part) => [...part])), room.draw()) }, best(way) ? h("span", { class: "way-star", "aria-hidden": "true" }, "★") : null, way.map((part) => h("span", { class: "way-hand", "aria-hidden": "true" }, part.map(tiny))));
    }),
  );
}

/** A card so small that only rank and suit fit on it. @param {string} card */
export function tiny(card) {
  if (card === "??") return h("span", { class: "tiny back" });
  return h("span", { class: `tiny suit-${card[1]}` }, h("b", {}, card[0] === "T" ? "10" : card[0]), suitMark(card[1]));
}

const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** "A♠", "10♦". @param {string} card */
export function short(card) {
  return (card[0] === "T" ? "10" : card[0]) + (SUITS[card[1]] ?? "");
}
