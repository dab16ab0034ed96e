// The keys of the table, and the list of them that `?` opens.

import { h } from "../../shared/dom.js";

/** Between rounds: the key, what it presses, and what that is called. */
export const BET_KEYS = [
  ["u", "undo", "Undo the last chip"],
  ["c", "clear", "Clear all bets"],
  ["x", "double", "Double all bets"],
  ["r", "rebet", "Bet the same again"],
];

const FIXED = [
  ["↵", "Deal, or the same again"],
  ["Space", "Put the chosen chip on the spot that has the focus"],
  ["Del", "Take the chips off that spot"],
  ["← →", "Choose another chip, or another tab of the panel"],
  ["1 2", "Lay the card that has the focus into that hand"],
  ["?", "This list"],
];

/** @param {any} room */
export function showKeys(room) {
  const moves = room.myTurn?.moves.filter((move) => move.key).map((move) => [move.key, move.label]) ?? [];
  const row = ([key, what]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, what));
  const dialog = h(
    "dialog",
    { class: "ask keys", "aria-labelledby": "keys-title", onclose: () => dialog.remove() },
    h("h2", { id: "keys-title" }, "Keys"),
    moves.length ? [h("h3", {}, "Your turn"), h("dl", {}, moves.map(row))] : null,
    h("h3", {}, "Betting"),
    h("dl", {}, BET_KEYS.map(([key, , what]) => row([key, what])), FIXED.map(row)),
    h("p", { class: "soft small" }, "The menu switches shortcuts off."),
    h("form", { method: "dialog" }, h("button", { class: "primary" }, "Close")),
  );
  document.body.append(dialog);
  dialog.showModal();
}
