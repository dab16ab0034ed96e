// Words and numbers of the days' pages.

import { money } from "../shared/money.js";

/** Cents, or a dash where there are none. @param {number | null | undefined} cents */
export const dollars = (cents) => (cents === null || cents === undefined ? "–" : money(cents).replace("-", "−"));

/** Millionths of a cent as dollars, to the cent. @param {number} amount */
export const micro = (amount) => dollars(Math.round(amount / 1_000_000));

/** An exact part of one in per cent. @param {string | null} said */
export function percent(said) {
  if (said === null || said === undefined) return "–";
  const [over, under] = said.split("/").map(Number);
  return `${((100 * over) / under).toFixed(1)} %`.replace("-", "−");
}

/** @param {number} passed milliseconds */
export function hours(passed) {
  const minutes = Math.floor(passed / 60_000);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** What somebody types as dollars, in cents; null where it is no amount. @param {string} typed */
export function cents(typed) {
  const plain = typed.replace(/[$,\s]/g, "");
  return /^\d+(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null;
}

/** Where a win lies, and how it is marked. @param {any} theory */
export function verdict({ theory, staked }) {
  if (!theory) return [staked ? "no theory" : "nothing recorded", "unknown"];
  if (theory.beyond_widest) return ["beyond the widest band", "beyond"];
  return theory.outside ? ["outside its band", "outside"] : ["within its band", "inside"];
}
