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
    /** Counts the changes that can be undone one by one. */
    this.step = 0;
    /** The field in which somebody is typing: until it is left, all of that is one change. @type {string | null} */
    this.field = null;
  }

  /** @param {(variant: Variant) => void} edit @param {string | null} [field] */
  change(edit, field = null) {
    const next = copy(this.now);
    edit(next);
    this.to(next, field);
  }

  /** @param {Variant} variant @param {string | null} [field] */
  to(variant, field = null) {
    if (same(variant, this.now)) return;
    if (field === null || field !== this.field) {
      this.past.push(this.now);
      this.step += 1;
    }
    this.field = field;
    this.future = [];
    this.now = copy(variant);
    this.note();
  }

  /** The field is left: what is typed next is another change. */
  typed() {
    this.field = null;
    if (this.past.length && same(this.past.at(-1), this.now)) this.past.pop();
  }

  undo() {
    this.typed();
    this.goTo(this.past, this.future);
  }

  redo() {
    this.typed();
    this.goTo(this.future, this.past);
  }

  /** @param {Variant[]} there @param {Variant[]} back */
  goTo(there, back) {
    if (!there.length) return;
    back.push(this.now);
    this.now = there.pop();
    this.step += 1;
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
