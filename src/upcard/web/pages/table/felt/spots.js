// The bet spots of one seat, printed on the felt: chips, limits, what they pay at best, and what became of them.

import { stack } from "../../shared/chips.js";
import { h, keyed, rebuild } from "../../shared/dom.js";
import { money, signed } from "../../shared/money.js";

/**
 * The columns of the layout: a spot that a move fills stands under the spot whose stake it takes.
 * @param {any[]} wagers @returns {{name: string, side: boolean, wagers: any[]}[]}
 */
export function columns(wagers) {
  const drawn = wagers.filter((wager) => wager.placed !== "never");
  const found = [];
  for (const wager of drawn) {
    const base = wager.placed === "during" ? found.find((column) => column.name === (wager.equals ?? wager.multiple_of)) : null;
    if (base) base.wagers.push(wager);
    else found.push({ name: wager.name, side: wager.side, wagers: [wager] });
  }
  return found;
}

/** "$5 to $500", "$1 each round", "the same as Ante". @param {any} wager @param {any[]} wagers */
export function limits(wager, wagers) {
  const title = (name) => wagers.find((other) => other.name === name)?.title ?? name;
  if (wager.fixed !== null) return `${money(wager.fixed)}, on or off`;
  if (wager.equals) return `same as ${title(wager.equals)}`;
  if (wager.multiple_of) return `${wager.times.join(" to ")} times ${title(wager.multiple_of)}`;
  const low = wager.at_least ? `${title(wager.at_least)} or more` : wager.min !== null ? money(wager.min) : "";
  if (wager.max === null) return low && !wager.at_least ? `from ${low}` : low;
  if (wager.at_least) return `${low}, up to ${money(wager.max)}`;
  return low ? `${low}–${money(wager.max)}` : `up to ${money(wager.max)}`;
}

/** The limits as they are printed under a spot, where there is little room. @param {any} wager @param {any[]} wagers */
export function printed(wager, wagers) {
  const title = (name) => wagers.find((other) => other.name === name)?.title ?? name;
  if (wager.fixed !== null) return money(wager.fixed);
  if (wager.equals) return `= ${title(wager.equals)}`;
  if (wager.multiple_of) return `${wager.times.join("–")}× ${title(wager.multiple_of)}`;
  if (wager.at_least) return `${title(wager.at_least)} or more`;
  return limits(wager, wagers);
}

/** The best that a spot pays, from its own pay table. @param {any} wager @param {any[]} meters */
export function bestPay(wager, meters) {
  const row = wager.pay_table.rows[0];
  if (!row?.wins) return "";
  const meter = meters.find((one) => one.name === row.meter);
  return meter ? money(Math.floor(meter.amount / 100) * 100) : row.pays;
}

/**
 * One spot as it stands.
 * @typedef {{wager: any, stake: number, net: number | null, outcome: string, open: boolean, shown?: boolean, problem: string, chips: number[], limits: string, printed: string, pays: string, chip: number}} Spot
 */

/** On a spot there is no room for the cents of a jackpot; they stand in the list of results. @param {number} cents */
const brief = (cents) => (Math.abs(cents) < 100_000 ? cents : Math.trunc(cents / 100) * 100);

/** @param {Spot} spot @param {number} was what lay there until now: seen until the round's last card lies */
function inside(spot, was) {
  const { wager } = spot;
  const settled = spot.net !== null;
  return [
    h("span", { class: "spot-title" }, wager.title),
    settled && was && !spot.stake ? h("span", { class: "spot-chips gone" }, stack(was, spot.chips)) : null,
    spot.stake ? h("span", { class: "spot-chips" }, stack(spot.stake, spot.chips)) : null,
    spot.stake ? h("span", { class: "spot-amount money" }, money(spot.stake)) : null,
    settled ? h("span", { class: `spot-net money ${spot.net > 0 ? "win" : spot.net < 0 ? "lose" : ""}` }, spot.net ? signed(brief(spot.net)) : "even") : null,
    !spot.stake && !settled && (spot.open || spot.shown) ? [spot.pays ? h("span", { class: "spot-small" }, spot.pays) : null, h("span", { class: "spot-limits" }, spot.printed)] : null,
  ];
}

function describe(spot) {
  const { wager } = spot;
  const parts = [wager.title];
  if (spot.stake) parts.push(`${money(spot.stake)} on it`);
  if (spot.net !== null) parts.push(`${spot.outcome}, ${spot.net ? signed(spot.net) : "even"}`);
  if (spot.open || spot.shown) {
    parts.push(wager.help, `Limits: ${spot.limits}`);
    if (spot.pays) parts.push(`Pays up to ${spot.pays}`);
  }
  if (spot.open) {
    if (wager.fixed !== null) parts.push(spot.stake ? "Tap to take it off" : `Tap to bet ${money(wager.fixed)}`);
    else parts.push(`Tap to add ${money(spot.chip)}`);
  }
  return parts.map((part) => part.replace(/\.$/, "")).join(". ");
}

/**
 * Draws the spots of a seat.
 * @param {HTMLElement} node @param {{columns: any[], spot: (wager: any) => Spot, tap: (name: string) => void, drop: (name: string) => void}} what
 */
export function drawSpots(node, what) {
  keyed(
    node,
    what.columns,
    (column) => column.name,
    (column) => h("div", { class: `column${column.side ? " side" : ""}` }),
    (box, column) =>
      keyed(
        box,
        column.wagers,
        (wager) => wager.name,
        (wager) =>
          h("button", {
            type: "button",
            class: `spot placed-${wager.placed}`,
            "data-wager": wager.name,
            onclick: () => what.tap(wager.name),
            onkeydown: (event) => {
              if (event.key !== "Delete" && event.key !== "Backspace") return;
              event.preventDefault();
              what.drop(wager.name);
            },
          }),
        (button, wager) => {
          const spot = what.spot(wager);
          rebuild(button, [spot.stake, spot.net, spot.pays, spot.open], () => inside(spot, Number(button.dataset.stake ?? 0)));
          button.dataset.stake = String(spot.stake);
          const label = describe(spot);
          if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
          button.title = spot.open ? `${wager.help} ${spot.limits}${spot.pays ? `. Pays up to ${spot.pays}` : ""}` : "";
          button.disabled = !spot.open;
          button.classList.toggle("down", spot.stake > 0);
          button.classList.toggle("wrong", Boolean(spot.problem));
          button.classList.toggle("won", spot.net !== null && spot.net > 0);
          button.classList.toggle("lost", spot.net !== null && spot.net < 0);
        },
      ),
  );
}
