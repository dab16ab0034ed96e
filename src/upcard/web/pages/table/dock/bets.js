// The chips on one seat's spots before the deal: what a tap does. What follows from a stake, and what is wrong with one, the house says.

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
    /** What keeps this bet from being dealt, as the house said of it. @type {{wager: string | null, text: string}[]} */
    this.objections = [];
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
    const low = wager.min ?? 0;
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
    this.objections = [];
  }

  /** Puts a whole bet down, as far as the spots are there. @param {Record<string, number>} stakes */
  set(stakes) {
    this.change(Object.fromEntries(Object.entries(stakes).filter(([name]) => this.byName.has(name))));
  }

  /** @param {Record<string, number>} stakes */
  change(stakes) {
    this.past.push(this.stakes);
    this.stakes = Object.fromEntries(Object.entries(stakes).filter(([, cents]) => cents > 0));
    this.objections = [];
  }

  /** What the house says to these chips: the stakes with those that follow them, and what is wrong. @param {Record<string, number>} stakes @param {any[]} objections */
  judged(stakes, objections) {
    this.stakes = stakes;
    this.objections = objections;
  }
}
