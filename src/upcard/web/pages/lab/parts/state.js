// A variant of a game and its history: what is set otherwise than usual, undone and redone, named, and written into the address.

/**
 * `house`: settings that were chosen. `pays`: by table, a known one (`base`, null for the usual) with rows of one's own.
 * @typedef {{house: Record<string, string | number>, pays: Record<string, {base: string | null, rows: Record<string, string>}>}} Variant
 */

/** @returns {Variant} */
export const usual = () => ({ house: {}, pays: {} });

const copy = (variant) => JSON.parse(JSON.stringify(variant));
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** @param {Variant} variant @returns {URLSearchParams} */
export function written(variant) {
  const said = new URLSearchParams();
  for (const [name, value] of Object.entries(variant.house)) said.set(`house.${name}`, String(value));
  for (const [table, { base, rows }] of Object.entries(variant.pays)) {
    if (base) said.set(`pays.${table}`, base);
    for (const [outcome, pay] of Object.entries(rows)) said.set(`pays.${table}.${outcome}`, pay);
  }
  return said;
}

/** @param {URLSearchParams} said @returns {Variant} */
export function read(said) {
  const found = usual();
  for (const [key, text] of said) {
    const [kind, name, outcome] = key.split(".");
    if (kind === "house" && name) found.house[name] = text;
    if (kind !== "pays" || !name) continue;
    found.pays[name] ??= { base: null, rows: {} };
    if (outcome) found.pays[name].rows[outcome] = text;
    else found.pays[name].base = text;
  }
  return found;
}

export class History {
  /** @param {string} search the address's own @param {() => void} changed */
  constructor(search, changed) {
    const said = new URLSearchParams(search);
    this.changed = changed;
    this.now = read(said);
    /** @type {{name: string, variant: Variant}[]} named variants, side by side */
    this.kept = said.getAll("keep").map((text) => {
      const [name, rest = ""] = text.split("|");
      return { name, variant: read(new URLSearchParams(rest)) };
    });
    /** @type {Variant[]} */
    this.past = [];
    /** @type {Variant[]} */
    this.future = [];
  }

  /** @param {(variant: Variant) => void} edit */
  change(edit) {
    const next = copy(this.now);
    edit(next);
    this.to(next);
  }

  /** @param {Variant} variant */
  to(variant) {
    if (same(variant, this.now)) return;
    this.past.push(this.now);
    this.future = [];
    this.now = copy(variant);
    this.note();
  }

  undo() {
    if (!this.past.length) return;
    this.future.push(this.now);
    this.now = this.past.pop();
    this.note();
  }

  redo() {
    if (!this.future.length) return;
    this.past.push(this.now);
    this.now = this.future.pop();
    this.note();
  }

  reset() {
    this.to(usual());
  }

  get isUsual() {
    return same(this.now, usual());
  }

  /** @param {string} name */
  keep(name) {
    this.kept = [...this.kept.filter((one) => one.name !== name), { name, variant: copy(this.now) }];
    this.note();
  }

  /** @param {string} name */
  drop(name) {
    this.kept = this.kept.filter((one) => one.name !== name);
    this.note();
  }

  /** The address says everything: whoever is sent it sees the same. */
  note() {
    const said = written(this.now);
    for (const { name, variant } of this.kept) said.append("keep", `${name}|${written(variant)}`);
    history.replaceState(null, "", `${location.pathname}${said.size ? `?${said}` : ""}${location.hash}`);
    this.changed();
  }
}
