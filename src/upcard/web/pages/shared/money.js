// Money in words: cents in, "$12.50" out; whole dollars without cents.

const whole = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** @param {number} cents */
export function money(cents) {
  return cents % 100 === 0 ? whole.format(cents / 100) : exact.format(cents / 100);
}

/** With a sign: "+$80", "−$5", "$0". @param {number} cents */
export function signed(cents) {
  if (cents === 0) return "$0";
  return (cents > 0 ? "+" : "−") + money(Math.abs(Math.round(cents)));
}

/** A meter as a sign shows it, always with cents. @param {number} cents */
export function meter(cents) {
  return exact.format(cents / 100);
}
