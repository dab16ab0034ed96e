// A finished round again, step by step: its own record, with the cards that one may see, and the house's sentence for every step.

import { h, keyed, say } from "../../shared/dom.js";
import { drawHand, makeHand } from "../felt/hand.js";

const split = (cards) => cards.split(" ").filter(Boolean);

/** The hands after each step that says something. @param {any[]} events @returns {{text: string, hands: Map<string, string[]>}[]} */
function stepsOf(events) {
  const steps = [];
  let hands = new Map();
  for (const event of events) {
    hands = new Map(hands);
    const key = `${event.seat}/${event.hand}`;
    if (event.event === "cards-dealt") hands.set(key, [...(hands.get(key) ?? []), ...split(event.cards)]);
    if (event.event === "cards-shown") hands.set(key, split(event.cards));
    if (event.event === "cards-turned") {
      const turned = [...(hands.get(key) ?? [])];
      event.places.forEach((place, at) => (turned[place] = split(event.cards)[at]));
      hands.set(key, turned);
    }
    if (event.event === "hands-laid") {
      for (const old of hands.keys()) if (old.startsWith(`${event.seat}/`)) hands.delete(old);
      event.hands.forEach((laid, at) => hands.set(`${event.seat}/${at + 1}`, split(laid)));
    }
    if (event.text) steps.push({ text: event.text, hands });
  }
  return steps;
}

/** Opens the replay. @param {any} record as GET …/rounds/{n} says @param {any} one the round in the list */
export function showReplay(record, one) {
  const steps = stepsOf(record.events);
  const names = new Map(one.results.map((result) => [String(result.seat), result.name]));
  const mine = new Set(one.hands.map((seat) => String(seat.seat)));
  let at = 0;
  const stage = h("div", { class: "replay-stage" });
  const words = h("p", { class: "replay-words", role: "status" });
  const count = h("span", { class: "soft small" });
  const back = h("button", { onclick: () => go(at - 1) }, "Back");
  const on = h("button", { class: "primary", onclick: () => go(at + 1) }, "Next");
  const go = (to) => {
    at = Math.max(0, Math.min(steps.length - 1, to));
    const step = steps[at];
    keyed(
      stage,
      [...step.hands.entries()].sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true })),
      ([key]) => key,
      ([key]) => {
        const [seat, hand] = key.split("/");
        const who = seat === "0" ? "Dealer" : seat === "-1" ? "Board" : mine.has(seat) ? "You" : names.get(seat) ?? `Seat ${seat}`;
        return h("div", { class: `replay-hand${Number(seat) <= 0 ? " replay-dealer" : ""}` }, h("p", { class: "small" }, hand === "1" ? who : `${who}, hand ${hand}`), makeHand());
      },
      (node, [, cards]) => drawHand(node.querySelector(".hand"), { cards, label: "", status: "" }),
    );
    say(words, step.text);
    say(count, `${at + 1} of ${steps.length}`);
    back.disabled = at === 0;
    on.disabled = at === steps.length - 1;
  };
  const dialog = h(
    "dialog",
    {
      class: "ask replay",
      "aria-label": `Round ${one.round} again`,
      onclose: () => dialog.remove(),
      onkeydown: (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (step) go(at + step);
      },
    },
    h("h2", {}, `Round ${one.round}`),
    stage,
    words,
    h("div", { class: "row" }, back, on, count, h("button", { class: "quiet", onclick: () => dialog.close() }, "Close")),
  );
  document.body.append(dialog);
  go(0);
  dialog.showModal();
  on.focus();
}
