// One game's lab: what is set, what the lab says of it, and the panes.

import { post } from "../shared/api.js";
import { notify, signedIn } from "../shared/chrome.js";
import { fill, h, say } from "../shared/dom.js";
import { ask, asBody, idle } from "./parts/ask.js";
import { edge, words } from "./parts/figures.js";
import { copy } from "./parts/number.js";
import { drawSettings } from "./parts/settings.js";
import { History } from "./parts/state.js";
import { drawTotal } from "./parts/total.js";
import { drawVariants } from "./parts/variants.js";
import * as design from "./panes/design.js";
import * as hand from "./panes/hand.js";
import * as progressive from "./panes/progressive.js";
import * as report from "./panes/report.js";
import * as simulate from "./panes/simulate.js";
import * as strategy from "./panes/strategy.js";
import * as wagers from "./panes/wagers.js";

/** The panes: what the page can show of a variant. */
const PANES = [
  ["wagers", "Wagers", wagers],
  ["hand", "Any hand", hand],
  ["strategy", "Strategy", strategy],
  ["design", "Solve backwards", design],
  ["simulate", "Simulate", simulate],
  ["progressive", "Progressive", progressive],
  ["report", "Report", report],
];

const live = document.getElementById("live");

export class GameLab {
  /** @param {HTMLElement} main @param {any[]} games @param {any} described the game under its usual settings */
  constructor(main, games, described) {
    this.main = main;
    this.games = games;
    this.game = described.name;
    this.title = described.title;
    /** The variant's settings and tables on offer. */
    this.described = described;
    /** What the lab says of the variant; of the one before it. @type {any} */
    this.analysis = null;
    this.before = null;
    /** The variant as it was asked for, and the one before it. @type {any} */
    this.asked = null;
    this.askedBefore = null;
    /** Milliseconds that the last answer took. @type {number | null} */
    this.took = null;
    /** The change that the figures are of. */
    this.step = 0;
    /** Whether the game is too large to be exact, and is estimated. */
    this.estimate = false;
    this.history = new History(location.search, () => this.settle());
    /** Analyses of named variants, by their address. @type {Map<string, any>} */
    this.others = new Map();
    this.commandOf = (variant) => this.body(variant).then((body) => ask("/lab/variants", body));
    this.command = () => this.commandOf(this.history.now);
  }

  begin() {
    this.build();
    drawSettings(this.settings, this); // the rules need no figures
    addEventListener("hashchange", () => this.showPane());
    addEventListener("keydown", (event) => this.key(event));
    return this.settle();
  }

  // What is drawn once

  build() {
    const tool = (label, id, act, title) => h("button", { class: "quiet", type: "button", "data-tool": id, title, onclick: act }, label);
    this.tabs = h("nav", { class: "lab-tabs", "aria-label": "Parts of the lab" }, PANES.map(([name, title]) => h("a", { href: `#${name}`, "data-pane": name }, title)));
    this.tools = h(
      "div",
      { class: "lab-tools", role: "toolbar", "aria-label": "This variant" },
      tool("Undo", "undo", () => this.history.undo(), "Ctrl+Z"),
      tool("Redo", "redo", () => this.history.redo(), "Ctrl+Shift+Z"),
      tool("Reset", "reset", () => this.history.reset(), "Back to the usual rules and pays"),
      tool("Keep …", "keep", () => this.keep(), "Give this variant a name and see it beside others"),
      tool("Copy link", "link", () => copy(location.href, "A link to this variant"), "The address carries all of it"),
      tool("Make this a table", "table", () => this.makeTable(), "Sit down and play it; in a house that is no demo, propose it"),
    );
    this.status = h("div", { class: "lab-status soft small", role: "status" });
    this.total = h("section", { class: "total", "aria-label": "The game as a whole", hidden: true });
    this.settings = h("div", { class: "settings" });
    this.variants = h("section", { class: "variants", "aria-label": "Named variants", hidden: true });
    this.pane = h("section", { class: "pane", id: "pane" });
    this.heading = h("h2", { class: "sr-only" });
    const games = h("select", { "aria-label": "Game", onchange: (event) => (location.href = `/lab/${encodeURIComponent(event.target.value)}`) }, this.games.map((game) => h("option", { value: game.name, selected: game.name === this.game }, game.title)));
    const rules = h("details", { class: "rules-of-house", open: matchMedia("(min-width: 60rem)").matches }, h("summary", {}, "Rules of the house"), this.settings);
    this.main.replaceChildren(
      h("header", { class: "lab-head" }, h("h1", {}, h("span", { class: "sr-only" }, "The lab: "), this.title), games, this.tools),
      h("div", { class: "lab-top" }, this.total, this.status),
      this.tabs,
      h("div", { class: "lab-body" }, h("aside", { "aria-label": "Rules" }, rules), h("div", { class: "lab-main" }, this.variants, this.heading, this.pane)),
    );
  }

  // What the variant says

  /** The variant as the API takes it. */
  async body(variant = this.history.now) {
    const described = await ask("/lab/variants", { game: this.game, house: variant.house, pays: {} });
    return asBody(this.game, variant, described);
  }

  /** Brings the page in step with the variant. The last change wins: what was asked before it is taken back. */
  async settle() {
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    const { signal } = asking;
    this.marks();
    const slow = setTimeout(() => this.busy("Working it out …"), 150);
    const began = performance.now();
    try {
      const described = await ask("/lab/variants", { game: this.game, house: this.history.now.house, pays: {} }, { signal });
      const body = asBody(this.game, this.history.now, described);
      const analysed = ask("/lab/analysis", this.estimate ? { ...body, estimate: true } : { ...body, soon: true }, { signal, working: (said) => said.ev ? this.ahead(said.ev) : this.busy(said.before ? `${said.before} ${said.before === 1 ? "question is" : "questions are"} worked out before this one …` : `${said.words || "Working it out"} …`) });
      const [analysis, now] = await Promise.all([analysed, ask("/lab/variants", body, { signal })]);
      if (signal.aborted) return;
      this.take(now, analysis, body, performance.now() - began);
      const without = idle(this.history.now, described);
      if (without.length) say(this.status, `Without effect under these rules, which have no such table or outcome: ${without.join(", ")}.`);
    } catch (problem) {
      if (signal.aborted) return;
      this.refused(problem);
    } finally {
      clearTimeout(slow);
      if (this.asking === asking) this.main.classList.remove("is-busy");
    }
  }

  /** There are no figures for this variant: why, and the ways on. What stands there is of the one before. */
  refused(problem) {
    const can = problem.kind === "refused" && !this.estimate && problem.message.includes("estimate");
    const way = (label, act) => h("button", { class: "small", type: "button", onclick: act }, label);
    this.status.classList.add("lose");
    this.main.classList.toggle("is-old", this.analysis !== null);
    fill(
      this.status,
      h("div", {}, h("p", {}, problem.message), this.analysis ? h("p", { class: "soft small" }, "The figures are those of the variant before.") : null),
      can ? way("Estimate it by playing", () => ((this.estimate = true), this.settle())) : null,
      this.history.past.length ? way("Undo", () => this.history.undo()) : this.history.isUsual ? null : way("Back to the usual rules and pays", () => this.history.reset()),
    );
  }

  /** The edge is known before every wager is. @param {string | number} ev */
  ahead(ev) {
    const shown = this.total.querySelector('[data-id="total-edge"]');
    this.busy(`${shown ? "" : `House edge of the game: ${edge(ev)}. `}Every wager follows …`);
    if (shown) say(shown, edge(ev));
    delete this.total.dataset.made;
  }

  busy(text) {
    this.main.classList.add("is-busy");
    this.status.classList.remove("lose");
    say(this.status, text);
  }

  take(described, analysis, asked, took) {
    this.status.classList.remove("lose");
    this.main.classList.remove("is-old");
    say(this.status, "");
    // Whoever types "45 to 1" over "40 to 1" wants to know what moved since 40, and not since the 4 on the way.
    if (this.analysis && this.step !== this.history.step) [this.before, this.askedBefore] = [this.analysis, this.asked];
    this.step = this.history.step;
    const first = !this.analysis;
    this.described = described;
    this.analysis = analysis;
    this.asked = asked;
    this.took = took;
    this.draw();
    if (!first && analysis.total) say(live, `House edge of the game ${edge(analysis.total.ev)}${this.before?.total ? `, before ${edge(this.before.total.ev)}` : ""}.`);
    for (const { variant } of this.history.kept) this.compare(variant);
  }

  async compare(variant) {
    const key = JSON.stringify(variant);
    if (this.others.has(key)) return;
    this.others.set(key, await this.body(variant).then((body) => ask("/lab/analysis", body)).catch((problem) => ({ problem: problem.message })));
    drawVariants(this.variants, this);
  }

  analysisOf(variant) {
    return this.others.get(JSON.stringify(variant));
  }

  // What the panes use

  /** Wagers that have figures, in the order of the game. */
  get analysed() {
    return this.described.wagers.filter((wager) => wager.name in this.analysis.wagers);
  }

  /** What a wager is called. @param {string} name */
  titleOf(name) {
    return this.described.wagers.find((wager) => wager.name === name)?.title ?? words(name);
  }

  /** What a figure is reckoned for one of: a wager by its title, or a name that stands for several. @param {string} name */
  unitOf(name) {
    return this.described.wagers.find((wager) => wager.name === name)?.title ?? name;
  }

  /** What a variant has otherwise than usual, in words. @param {import("./parts/state.js").Variant} variant @returns {string[]} */
  told({ house, pays }) {
    const tables = Object.entries(pays).flatMap(([name, { base, rows }]) => {
      const table = this.described.tables.find((one) => one.table === name);
      const title = this.titleOf(table?.wagers[0] ?? name);
      const label = (outcome) => table?.rows.find((row) => row.outcome === outcome)?.label ?? words(outcome);
      return [...(base ? [`${title}: ${base}`] : []), ...Object.entries(rows).map(([outcome, pay]) => `${title}, ${label(outcome)}: ${pay}`)];
    });
    return [...Object.entries(house).map(([name, value]) => `${words(name)}: ${value}`), ...tables];
  }

  tableOf(wager) {
    return this.described.tables.find((table) => table.wagers.includes(wager));
  }

  /** Rules by id, with their words. @param {string[]} ids */
  rules(ids) {
    return this.described.rules.filter((rule) => ids.includes(rule.id));
  }

  /** The rules of a wager: its own, and those that speak of it by name. */
  rulesOf(wager) {
    return this.described.rules.filter((rule) => rule.id === wager.rule || rule.text.includes(wager.title));
  }

  setPay(table, outcome, text) {
    this.history.change(({ pays }) => {
      const chosen = (pays[table.table] ??= { base: null, rows: {} });
      const base = table.offered.find((one) => one.name === (chosen.base ?? table.by_itself));
      if (base?.pays[outcome] === text) delete chosen.rows[outcome];
      else chosen.rows[outcome] = text;
      if (!chosen.base && !Object.keys(chosen.rows).length) delete pays[table.table];
    }, `${table.table} ${outcome}`);
  }

  /** What a pay is set to. */
  payOf(table, row) {
    return this.history.now.pays[table.table]?.rows[row.outcome] ?? row.pays;
  }

  /** A whole table of one's own. */
  setPays(table, pays) {
    this.history.change((variant) => {
      const base = variant.pays[table.table]?.base ?? null;
      const from = table.offered.find((one) => one.name === (base ?? table.by_itself)).pays;
      const rows = Object.fromEntries(Object.entries(pays).filter(([outcome, pay]) => from[outcome] !== pay));
      if (base || Object.keys(rows).length) variant.pays[table.table] = { base, rows };
      else delete variant.pays[table.table];
    });
  }

  setTable(table, name) {
    this.history.change(({ pays }) => {
      if (name === table.by_itself) delete pays[table.table];
      else pays[table.table] = { base: name, rows: {} };
    });
  }

  setHouse(setting, value) {
    this.history.change(({ house }) => {
      if (value === String(setting.usual)) delete house[setting.name];
      else house[setting.name] = value;
    });
  }

  // Drawing

  marks() {
    const set = (id, off) => (this.tools.querySelector(`[data-tool="${id}"]`).disabled = off);
    set("undo", !this.history.past.length);
    set("redo", !this.history.future.length);
    set("reset", this.history.isUsual);
  }

  draw() {
    drawTotal(this.total, this);
    drawSettings(this.settings, this);
    drawVariants(this.variants, this);
    this.showPane();
  }

  showPane() {
    if (!this.analysis) return;
    const [asked] = location.hash.slice(1).split("?");
    const [name, title, pane] = PANES.find(([one]) => one === asked) ?? PANES[0];
    for (const tab of this.tabs.children) {
      if (tab.dataset.pane === name) {
        if (!tab.hasAttribute("aria-current")) this.tabs.scrollLeft = tab.offsetLeft - (this.tabs.clientWidth - tab.offsetWidth) / 2;
        tab.setAttribute("aria-current", "page");
      } else tab.removeAttribute("aria-current");
    }
    if (this.pane.dataset.pane !== name) {
      this.pane.replaceChildren();
      delete this.pane.dataset.made;
      this.pane.dataset.pane = name;
      this.pane.setAttribute("aria-label", title);
      say(this.heading, title);
    }
    pane.draw(this.pane, this);
  }

  key(event) {
    const typing = event.target.closest?.("input[type=text], input[type=number], textarea");
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || typing) return;
    event.preventDefault();
    if (event.shiftKey) this.history.redo();
    else this.history.undo();
  }

  /** A demo house opens the variant as a table, to be sat down at; staff of another propose it. */
  async makeTable() {
    const tool = this.tools.querySelector('[data-tool="table"]');
    tool.disabled = true;
    try {
      const made = await post("/lab/tables", await this.body());
      if (made.proposal) return notify(`Proposal ${made.proposal} waits for another department on the floor's page.`);
      await signedIn();
      location.href = `/table/${made.table}`;
    } catch (problem) {
      notify(problem.message);
    } finally {
      tool.disabled = false;
    }
    return undefined;
  }

  /** Gives the variant a name. */
  keep() {
    const name = h("input", { type: "text", id: "keep-name", maxLength: 40, required: true, value: this.told(this.history.now).join("; ").slice(0, 40) || `Variant ${this.history.kept.length + 1}` });
    const done = (event) => {
      event.preventDefault();
      const said = name.value.replaceAll("|", " ").trim();
      if (!said) return;
      this.history.keep(said);
      dialog.close();
    };
    const dialog = h(
      "dialog",
      { class: "ask", "aria-labelledby": "keep-title", onclose: () => dialog.remove() },
      h("form", { method: "dialog", onsubmit: done }, h("h2", { id: "keep-title" }, "Keep this variant"), h("label", { htmlFor: "keep-name" }, "Its name"), name, h("div", { class: "row" }, h("button", { class: "primary", type: "submit" }, "Keep"), h("button", { type: "button", onclick: () => dialog.close() }, "Not now"))),
    );
    document.body.append(dialog);
    dialog.showModal();
    name.select();
  }
}
