// Exact arithmetic with fractions as text, "p/q", so that a figure that the page adds up is as exact as those it was given.

/** @typedef {[above: bigint, below: bigint]} Fraction */

/** @param {string} said @returns {Fraction} */
function read(said) {
  const [above, below = "1"] = said.split("/");
  return [BigInt(above), BigInt(below)];
}

/** @param {Fraction} fraction @returns {string} in lowest terms, its sign in front */
function written([above, below]) {
  let [a, b] = [above < 0n ? -above : above, below < 0n ? -below : below];
  while (b) [a, b] = [b, a % b];
  const [up, down] = [(below < 0n ? -above : above) / (a || 1n), (below < 0n ? -below : below) / (a || 1n)];
  return down === 1n ? `${up}` : `${up}/${down}`;
}

/** @param {string[]} all @returns {string} */
export const sum = (all) => written(all.map(read).reduce(([a, b], [c, d]) => [a * d + c * b, b * d], [0n, 1n]));

/** @param {string} one @param {number} whole @returns {string} */
export const times = (one, whole) => written([read(one)[0] * BigInt(whole), read(one)[1]]);

/** What the first has to the second, with the other sign. @param {string} one @param {string} other @returns {string} */
export function minusOver(one, other) {
  const [[a, b], [c, d]] = [read(one), read(other)];
  return written([-a * d, b * c]);
}

/** A fraction as a decimal, rounded at its last place. @param {string} said @param {number} places @returns {string} */
export function decimal(said, places) {
  const [above, below] = read(said);
  const ten = 10n ** BigInt(places);
  const rounded = ((above < 0n ? -above : above) * ten * 2n + below) / (below * 2n);
  return `${above < 0n && rounded ? "−" : ""}${rounded / ten}.${String(rounded % ten).padStart(places, "0")}`;
}
