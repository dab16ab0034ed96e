// Questions to the lab. What was answered once is known; a question that nobody waits for any more is taken back.

import { call } from "../../shared/api.js";

const known = new Map();
const LATER = 400;

/**
 * Asks, and asks again while the lab says that it is still at work.
 * @param {string} path @param {any} body @param {{signal?: AbortSignal, working?: (said: any) => void}} [how]
 */
export async function ask(path, body, { signal, working } = {}) {
  const { soon, ...plain } = body;
  const key = `${path} ${JSON.stringify(plain)}`;
  if (known.has(key)) return known.get(key);
  let asked = body;
  for (;;) {
    const said = await call("POST", path, asked, signal);
    if (said.state !== "working") {
      known.set(key, said);
      return said;
    }
    working?.(said);
    if (said.ev) asked = plain;
    if (soon) continue; // it has waited already, and the rest is on its way
    await new Promise((done) => setTimeout(done, LATER));
    signal?.throwIfAborted();
  }
}

/**
 * A variant as the API takes it: tables with rows of one's own are sent whole.
 * @param {string} game @param {import("./state.js").Variant} variant @param {any} described the variant's settings with no table chosen
 */
export function asBody(game, variant, described) {
  const pays = {};
  for (const [name, { base, rows }] of Object.entries(variant.pays)) {
    const table = described.tables.find((one) => one.table === name);
    if (!table) continue;
    const from = table.offered.find((one) => one.name === (base ?? table.by_itself));
    const own = Object.entries(rows).filter(([outcome]) => outcome in (from?.pays ?? {}));
    if (own.length) pays[name] = { name: "custom", source: `${from.name} changed in the lab`, pays: { ...from.pays, ...Object.fromEntries(own) } };
    else if (from && base) pays[name] = base;
  }
  return { game, house: variant.house, pays };
}

/**
 * What a variant's tables say that is in force under none of its settings: a link that was written by hand, a rule that was changed since.
 * @param {import("./state.js").Variant} variant @param {any} described the variant's settings with no table chosen @returns {string[]} as the address has it
 */
export function idle(variant, described) {
  return Object.entries(variant.pays).flatMap(([name, { base, rows }]) => {
    const table = described.tables.find((one) => one.table === name);
    const from = table?.offered.find((one) => one.name === (base ?? table.by_itself));
    const own = Object.entries(rows).filter(([outcome]) => !(outcome in (from?.pays ?? {})));
    return [...(base && !from ? [`pays.${name}=${base}`] : []), ...own.map(([outcome, pay]) => `pays.${name}.${outcome}=${pay}`)];
  });
}
