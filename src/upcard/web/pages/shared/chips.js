// Chips drawn as SVG: one chip by its value, and a stack of chips that makes an amount.

import { svg } from "./dom.js";
import { money } from "./money.js";

// The colours of American chips; a denomination that is not here takes the next lower one's.
const COLOURS = [
  [100, "white"],
  [500, "red"],
  [2500, "green"],
  [10_000, "black"],
  [50_000, "purple"],
  [100_000, "gold"],
];

/** The colour class of a chip. @param {number} cents */
function colourOf(cents) {
  let found = COLOURS[0][1];
  for (const [value, colour] of COLOURS) if (cents >= value) found = colour;
  return found;
}

/** What stands on a chip: "5", "1K". @param {number} cents */
export function face(cents) {
  const dollars = cents / 100;
  return dollars >= 1000 ? `${dollars / 1000}K` : String(dollars);
}

/** One chip seen from above, in a box of 100 by 100. @param {number} cents @param {boolean} [lettered] */
function chipGroup(cents, lettered = true) {
  const group = svg("g", { class: `chip-${colourOf(cents)}` });
  group.append(
    svg("circle", { cx: 50, cy: 50, r: 47, class: "chip-edge" }),
    svg("circle", { cx: 50, cy: 50, r: 41, class: "chip-notch", pathLength: 96, "stroke-dasharray": "7 9" }),
    svg("circle", { cx: 50, cy: 50, r: 33, class: "chip-ring" }),
  );
  if (lettered) {
    const label = svg("text", { x: 50, y: 51, class: "chip-value", "text-anchor": "middle", "dominant-baseline": "central" });
    label.textContent = face(cents);
    group.append(label);
  }
  return group;
}

/** A chip alone, for the tray. @param {number} cents */
export function chip(cents) {
  const drawn = svg("svg", { viewBox: "0 0 100 100", class: "chip", "aria-hidden": "true" });
  drawn.append(chipGroup(cents));
  return drawn;
}

/** The chips that make an amount, largest first; what is less than the smallest chip is left over.
 * @param {number} cents @param {number[]} values */
export function broken(cents, values) {
  const found = [];
  let rest = cents;
  for (const value of [...values].sort((a, b) => b - a)) {
    while (rest >= value) {
      found.push(value);
      rest -= value;
    }
  }
  return found;
}

const MOST_DRAWN = 6;

/** A stack that makes an amount, with its value in words for screen readers. @param {number} cents @param {number[]} values */
export function stack(cents, values) {
  const all = broken(cents, values);
  const shown = (all.length ? all : [Math.min(...values)]).slice(0, MOST_DRAWN);
  const height = 100 + (shown.length - 1) * 13;
  const drawn = svg("svg", { viewBox: `0 0 100 ${height}`, class: "stack", role: "img", "aria-label": `chips for ${money(cents)}` });
  shown.forEach((value, at) => {
    const group = chipGroup(value, at === shown.length - 1);
    // Each lies a little turned, so that the edges below do not line up; the top one stands straight.
    const turn = (shown.length - 1 - at) * 17;
    group.setAttribute("transform", `translate(0 ${height - 100 - at * 13}) rotate(${turn} 50 50)`);
    drawn.append(group);
  });
  return drawn;
}
