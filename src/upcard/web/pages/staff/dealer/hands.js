// The hands of a seat: jackpots, fixed pays and envy, each with what it pays now. What there is and what is possible comes from the house.

import { h } from "../../shared/dom.js";
import { meter, money } from "../../shared/money.js";

/** "seat 3", "seats 1, 2 and 5". @param {number[]} seats */
export function seatsOf(seats) {
  const last = seats.at(-1);
  return seats.length < 2 ? `seat ${last}` : `seats ${seats.slice(0, -1).join(", ")} and ${last}`;
}

/** The buttons of a seat that can be pressed now. @param {any} place */
export const pays = (place) => [...place.buttons, ...place.pays].filter((button) => button.possible);

/** Why several hands can't be pressed, where it is the same for them: it is said once. @param {any[]} buttons */
function alike(buttons) {
  const reasons = buttons.filter((button) => !button.possible).map((button) => button.why);
  return reasons.find((why, at) => reasons.indexOf(why) !== at) ?? "";
}

/** What a button pays, or why it can't be pressed if that is its own reason. */
const under = (button, pays, common) => (button.possible ? pays : button.why === common ? "" : button.why);

function jackpot(seat, button, common) {
  return h(
    "button",
    { class: "key hand", disabled: !button.possible, "aria-describedby": common && button.why === common ? "hands-why" : null, "data-act": "hit", "data-hand": button.outcome, "data-wager": button.wager, "data-press": `hit${seat}${button.outcome}`, "data-key": `${button.wager}/${button.outcome}` },
    h("b", {}, button.label),
    h("span", {}, under(button, `${button.percent} % · ${meter(button.amount)}`, common)),
  );
}

function fixed(seat, button, common) {
  const to = button.envy ? `${money(button.amount ?? 0)} to ${seatsOf(button.seats)}` : money(button.amount ?? 0);
  return h(
    "button",
    { class: "key pay", disabled: !button.possible, "aria-describedby": common && button.why === common ? "hands-why" : null, "data-act": "pay-hand", "data-hand": button.outcome, "data-wager": button.wager, "data-press": `pay${seat}${button.wager}${button.outcome}`, "data-key": `${button.wager}/${button.outcome}` },
    h("b", {}, button.label),
    h("span", {}, under(button, to, common)),
  );
}

const group = (title, keys) => (keys.length ? h("div", { class: "hand-group", role: "group", "aria-label": title, "data-key": title }, h("h3", {}, title), h("div", { class: "hand-keys" }, keys)) : "");

/** The panel of a chosen seat, or nothing. @param {any} table @param {number | null} seat */
export function hands(table, seat) {
  const place = table.places.find((one) => one.seat === seat);
  if (!place || !table.round || table.kind === "virtual") return null;
  const of = (envy) => place.pays.filter((button) => button.envy === envy);
  const envy = of(true)[0]?.title ?? "";
  const common = alike([...place.buttons, ...place.pays]);
  return h(
    "section",
    { class: "hands", tabIndex: -1, "aria-label": `Hands of seat ${seat}`, "data-key": "hands" },
    h("div", { class: "hands-head" }, h("h2", {}, `Seat ${seat}: which hand?`), h("button", { "data-act": "choose", "data-seat": seat }, "Cancel")),
    common ? h("p", { class: "soft", id: "hands-why" }, `${common.charAt(0).toUpperCase()}${common.slice(1)}.`) : "",
    group("From the meter", place.buttons.map((button) => jackpot(seat, button, common))),
    group("Paid from the tray", of(false).map((button) => fixed(seat, button, common))),
    group(`${envy}: the others are paid for this seat's hand`, of(true).map((button) => fixed(seat, button, common))),
  );
}
