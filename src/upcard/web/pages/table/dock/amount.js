// Choosing an amount for a move: a slider, chips to add, and the usual parts of the whole.

import { chip } from "../../shared/chips.js";
import { h, say } from "../../shared/dom.js";
import { money } from "../../shared/money.js";

/**
 * @param {any} move with `low`, `high` and `step` in cents @param {any} room
 * @param {(cents: number) => void} done @param {() => void} close
 */
export function amountPanel(move, room, done, close) {
  const { high } = move;
  // An amount is chips: where the house names no step, it goes by the smallest chip that the page has.
  const [least] = room.info.chips;
  const step = move.step > 1 || least > high ? move.step : least;
  const low = Math.min(high, Math.max(move.low, step));
  // The last step ends at the most there is, which need not be a whole one (half of a bet of $25).
  const fit = (cents) => (cents >= high ? high : Math.min(high, Math.max(low, low + Math.round((cents - low) / step) * step)));
  let value = high;
  const shown = h("output", { class: "money amount-shown" });
  const slider = h("input", { type: "range", min: low, max: low + Math.ceil((high - low) / step) * step, step, "aria-label": `${move.label}: amount`, "data-id": "slider" });
  const word = h("span", {});
  const set = (cents) => {
    value = fit(cents);
    slider.value = String(value === high ? slider.max : value);
    slider.setAttribute("aria-valuetext", money(value));
    say(shown, money(value));
    say(word, `${move.label} ${money(value)}`);
  };
  slider.addEventListener("input", () => set(Number(slider.value)));
  set(high);
  let fresh = true;
  const add = (cents) => {
    set((fresh ? 0 : value) + cents);
    fresh = false;
  };
  return h(
    "div",
    { class: "amount", role: "group", "aria-label": `${move.label}: how much?` },
    h("div", { class: "amount-row" }, h("span", { class: "money small" }, money(low)), slider, h("span", { class: "money small" }, money(high)), shown),
    h(
      "div",
      { class: "amount-row" },
      h(
        "span",
        { class: "amount-part" },
        room.info.chips.filter((cents) => cents <= high && cents >= step).map((cents) => h("button", { class: "chip-button", "aria-label": `Add ${money(cents)}`, onclick: () => add(cents) }, chip(cents))),
      ),
      h(
        "span",
        { class: "amount-part" },
        h("button", { class: "small", onclick: () => set(low) }, "Least"),
        h("button", { class: "small", onclick: () => set((low + high) / 2) }, "Half"),
        h("button", { class: "small", onclick: () => set(high) }, "All"),
      ),
    ),
    h("div", { class: "amount-row" }, h("button", { class: "primary big", "data-id": "amount-go", disabled: room.busy, onclick: () => done(value) }, word), h("button", { "data-id": "amount-back", onclick: close }, "Back")),
  );
}
