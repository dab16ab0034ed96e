// Exact numbers as people read them. A figure comes as "p/q" (exact) or as a number (an estimate, or one added up in floating point).

const places = (n) => new Intl.NumberFormat("en-US", { minimumFractionDigits: n, maximumFractionDigits: n });
const whole = new Intl.NumberFormat("en-US");
const sd = places(4);
const four = places(4);
const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** @param {string | number | null} said @returns {number} */
export function value(said) {
  if (typeof said !== "string") return said ?? NaN;
  const [above, below = "1"] = said.split("/");
  return Number(BigInt(above)) / Number(BigInt(below));
}

/** A real minus; what rounds to nothing has none. @param {string} text */
const minus = (text) => text.replace(/^-(?=[0.,]*( %)?$)/, "").replace("-", "−");

/** A part of one in per cent: "3.3730 %". @param {number} part */
export const percent = (part, digits = 4) => minus(`${places(digits).format(part * 100)} %`);

/** A chance in per cent: to three places, and of a rare one so many that three figures say something. @param {number} part */
export const chance = (part) => percent(part, part > 0 && part < 0.001 ? Math.min(12, Math.ceil(-Math.log10(part)) + 1) : 3);

/** The house's edge of a player's expectation. @param {string | number} ev */
export const edge = (ev) => percent(-value(ev));

/** With a sign, in points of a per cent: "+0.2500". @param {number} part */
export const points = (part) => `${part > 0 ? "+" : ""}${minus(four.format(part * 100))}`;

/** @param {number} n */
export const number = (n) => minus(sd.format(n));

/** An expectation as it stands: a fraction of counts, or to twelve places where it was added up in floating point. @param {string} said */
export function exactly(said) {
  const below = BigInt(said.split("/")[1] ?? 1);
  return below > 2n ** 32n && (below & (below - 1n)) === 0n ? minus(value(said).toFixed(12)) : minus(said);
}

/** @param {number} n */
export const count = (n) => whole.format(n);

/** "1 in 46.3". @param {number | null} n */
export function oneIn(n) {
  if (n === null || n === undefined) return "never";
  return n >= 1000 ? whole.format(Math.round(n)) : new Intl.NumberFormat("en-US", { maximumFractionDigits: n < 100 ? 2 : 1 }).format(n);
}

/** @param {number} n */
export const money = (n) => minus(dollars.format(n));

/** Small dollars to the place where something stands. @param {number} n */
export const fine = (n) => minus(`${n < 0 ? "-" : ""}$${Math.abs(n).toFixed(Math.abs(n) < 0.01 && n !== 0 ? 7 : 4)}`);

const two = places(2);

/** Standard errors. @param {number} n */
export const signs = (n) => minus(two.format(n));

const significant = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumSignificantDigits: 4 });

/** Dollars far below a cent, to four figures that say something. @param {number} n */
export const small = (n) => minus(significant.format(n));

/** A kebab-case name in words. @param {string} name */
export function words(name) {
  const text = name.replaceAll("-", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
