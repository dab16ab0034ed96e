// The chips on one seat's spots before the deal: what a tap does, what follows what, and what is still missing.
// It knows wagers only as the house describes them: limits, `equals`, `at_least`, `fixed`, `needs`, `required`.

import { money } from "../../shared/money.js";

export class Draft {
  /** @param {any[]} wagers those that are placed before the deal */
  constructor(wagers) {
    this.wagers = wagers.filter((wager) => wager.placed === "before");
    this.byName = new Map(this.wagers.map((wager) => [wager.name, wager]));
    /** @type {Record<string, number>} */
    this.stakes = {};
    /** @type {Record<string, number>[]} */
    this.past = [];
  }

  get empty() {
    return Object.keys(this.stakes).length === 0;
  }

  get total() {
    return Object.values(this.stakes).reduce((sum, cents) => sum + cents, 0);
  }

  /** A chip on a spot; a note in words if the spot took less or more than the chip. @param {string} name @param {number} chip */
  add(name, chip) {
    const wager = this.byName.get(name);
    if (wager.equals) return this.add(wager.equals, chip);
    const now = this.stakes[name] ?? 0;
    if (wager.fixed !== null) {
      this.change({ ...this.stakes, [name]: now ? 0 : wager.fixed });
      return "";
    }
    const low = this.least(wager);
    const wanted = Math.max(now + chip, low);
    const stake = wager.max === null ? wanted : Math.min(wanted, wager.max);
    this.change({ ...this.stakes, [name]: stake });
    if (wager.max !== null && wanted > wager.max) return `${wager.title} takes up to ${money(wager.max)}.`;
    return wanted > now + chip ? `${wager.title} takes at least ${money(low)}.` : "";
  }

  /** Takes everything off a spot. @param {string} name */
  drop(name) {
    const wager = this.byName.get(name);
    this.change({ ...this.stakes, [wager.equals ?? name]: 0 });
  }

  double() {
    const twice = {};
    for (const [name, cents] of Object.entries(this.stakes)) {
      const wager = this.byName.get(name);
      const stake = wager.fixed ?? cents * 2;
      twice[name] = wager.max === null ? stake : Math.min(stake, wager.max);
    }
    this.change(twice);
  }

  clear() {
    this.change({});
  }

  undo() {
    this.stakes = this.past.pop() ?? {};
  }

  /** Puts a whole bet down, as far as the spots are there. @param {Record<string, number>} stakes */
  set(stakes) {
    this.change(Object.fromEntries(Object.entries(stakes).filter(([name]) => this.byName.has(name))));
  }

  /** @param {Record<string, number>} stakes */
  change(stakes) {
    this.past.push(this.stakes);
    const next = { ...stakes };
    for (const wager of this.wagers) {
      if (wager.equals) next[wager.name] = next[wager.equals] ?? 0;
      // A spot that may not be under another one grows along with it.
      if (wager.at_least && (next[wager.name] || wager.required) && (next[wager.at_least] ?? 0) > (next[wager.name] ?? 0)) next[wager.name] = next[wager.at_least];
    }
    this.stakes = Object.fromEntries(Object.entries(next).filter(([, cents]) => cents > 0));
  }

  least(wager) {
    const base = wager.at_least ? this.stakes[wager.at_least] ?? 0 : 0;
    return Math.max(wager.min ?? 0, base);
  }

  /** What keeps this bet from being dealt, by spot. @returns {{wager: string, text: string}[]} */
  missing() {
    if (this.empty) return [];
    const found = [];
    for (const wager of this.wagers) {
      const stake = this.stakes[wager.name] ?? 0;
      if (!stake && wager.required) found.push({ wager: wager.name, text: `${wager.title} is needed too.` });
      if (!stake) continue;
      if (wager.fixed === null && stake < this.least(wager)) found.push({ wager: wager.name, text: `${wager.title} takes at least ${money(this.least(wager))}.` });
      if (wager.needs.length && !wager.needs.some((name) => this.stakes[name])) {
        const titles = wager.needs.map((name) => this.byName.get(name)?.title ?? name).join(" or ");
        found.push({ wager: wager.name, text: `${wager.title} needs a bet on ${titles}.` });
      }
    }
    return found;
  }
}
