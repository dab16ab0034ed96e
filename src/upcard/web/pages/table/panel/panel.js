// The panel beside the table: coach, pays, rules, history, and what the table is. A column on a desktop, a sheet on a phone.

import { drawCoach } from "./coach.js";
import { h, rebuild } from "../../shared/dom.js";
import { drawHistory } from "./history.js";
import { meter as exactly, money } from "../../shared/money.js";
import { noteSeal, shoePart } from "./shoe.js";
import { limits } from "../felt/spots.js";

const TABS = [
  ["coach", "Coach"],
  ["pays", "Pays"],
  ["rules", "Rules"],
  ["history", "History"],
  ["table", "Table"],
];

/** A wager's edge in a sentence; meters that have grown may turn it. @param {number} edge a part of the stake, from the player's side */
const kept = (edge) => (edge > 0 ? `On average it wins ${(edge * 100).toFixed(2)}% of the stake.` : `The house keeps ${(-edge * 100).toFixed(2)}% of it.`);

function drawPays(node, room) {
  const { edges, wagers } = room.info;
  rebuild(node, [edges, room.state.meters.map((meter) => meter.amount)], () =>
    wagers.map((wager) => {
      const edge = edges.wagers[wager.name];
      const meters = room.state.meters.filter((meter) => wager.meters.includes(meter.name));
      return h(
        "section",
        { class: "pay-table" },
        h("h2", {}, wager.title),
        h("p", { class: "soft small" }, wager.help, wager.placed === "before" && limits(wager, wagers) ? ` Stake: ${limits(wager, wagers)}.` : "", edge ? ` ${kept(edge.float)}` : ""),
        meters.map((meter) => h("p", { class: "small" }, `${meter.title}: `, h("b", { class: "money" }, exactly(meter.amount)))),
        h(
          "table",
          {},
          h("caption", { class: "sr-only" }, `What ${wager.title} pays`),
          h("thead", { class: "sr-only" }, h("tr", {}, h("th", { scope: "col" }, "Outcome"), h("th", { scope: "col" }, "Pays"))),
          h("tbody", {}, wager.pay_table.rows.filter((row) => row.back).map((row) => h("tr", {}, h("th", { scope: "row" }, row.label), h("td", { class: "money" }, row.pays)))),
        ),
      );
    }),
  );
}

function drawRules(node, room) {
  const sections = new Map();
  for (const rule of room.info.rules) {
    if (!sections.has(rule.section)) sections.set(rule.section, []);
    sections.get(rule.section).push(rule);
  }
  const how = room.info.how_to_play;
  rebuild(node, room.info.id, () => [
    how.length ? [h("h2", {}, "How to play"), h("ol", { class: "how" }, how.map((line) => h("li", {}, line))), h("h2", { class: "law" }, "The rules in full")] : null,
    [...sections].map(([title, rules]) => [h("h3", {}, title.replace(/ \([A-Z0-9]+\)$/, "")), h("dl", { class: "rules" }, rules.map((rule) => h("div", { id: `rule-${rule.id}` }, h("dt", {}, rule.id), h("dd", {}, plain(rule.text)))))]),
  ]);
}

/** The rulebook's emphasis, without its marks. @param {string} text */
const plain = (text) => text.replace(/[*`]/g, "");

function drawTable(node, room) {
  if (!node.querySelector(".table-facts")) node.replaceChildren(h("div", { class: "table-facts" }), h("div", { class: "shoe-part" }));
  drawFacts(node.firstChild, room);
  if (room.state.shoe) drawShoe(node, room);
}

function drawFacts(node, room) {
  const { info, state } = room;
  rebuild(node, [info.settings, state.round, room.mine], () => [
    h("h2", {}, info.title),
    info.settings.length ? h("dl", { class: "rules" }, house(info)) : null,
    h("p", {}, h("a", { class: "button quiet", href: info.lab }, "This table in the lab")),
    h("dl", { class: "facts" }, fact("Round", state.round ?? "–"), fact("Time to decide", `${Math.round(info.decision_seconds)} s`), fact("Seats", info.seats)),
  ]);
}

/** The seal of the shoe: its own part, so that a proof stays while rounds go by. */
function drawShoe(node, room) {
  const part = node.querySelector(".shoe-part");
  if (part && !part.childElementCount) part.append(...shoePart(room));
  const seal = part?.querySelector(":scope > .seal");
  if (seal && room.state.shoe) seal.textContent = room.state.shoe.commitment;
}

/** How the house plays this game: each setting with what it means, then the limits, a line for each wager. */
function house({ settings, wagers }) {
  const ofWager = (setting) => /\.(min|max)$/.test(setting.name);
  const limit = (setting) => setting.cents || ofWager(setting);
  const said = (name, value) => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll("-", " ")}: ${value}`;
  const amounts = settings.filter((setting) => setting.cents && !ofWager(setting)); // those stand with their wagers
  const limited = wagers.filter((wager) => settings.some((setting) => limit(setting) && setting.name.startsWith(`${wager.name}.`)));
  return [
    settings.filter((setting) => !limit(setting)).map((setting) => h("div", {}, h("dt", {}, said(setting.name, setting.value)), h("dd", {}, `${setting.meaning} (${setting.rule})`))),
    limited.length || amounts.length
      ? h(
          "div",
          {},
          h("dt", {}, "Limits"),
          limited.map((wager) => h("dd", { class: "money" }, `${wager.title}: ${limits(wager, wagers)}`)),
          amounts.map((setting) => h("dd", { class: "money" }, said(setting.name, money(setting.value)))),
        )
      : null,
  ];
}
const fact = (name, value) => h("div", {}, h("dt", {}, name), h("dd", { class: "money" }, value));
const DRAW = { coach: drawCoach, pays: drawPays, rules: drawRules, history: drawHistory, table: drawTable };

class Panel extends HTMLElement {
  connectedCallback() {
    if (this.tabs) return; // moved between the column and the sheet
    this.tab = "coach";
    this.tabs = h(
      "div",
      { class: "tabs", role: "tablist", "aria-label": "Beside the table", onkeydown: (event) => this.arrow(event) },
      TABS.map(([name, label]) => h("button", { role: "tab", id: `tab-${name}`, "data-tab": name, "aria-controls": "tab-body", onclick: () => this.open(name) }, label)),
    );
    this.body = h("div", { class: "tab-body", id: "tab-body", role: "tabpanel", tabIndex: 0 });
    this.replaceChildren(this.tabs, this.body);
    this.mark();
  }

  mark() {
    for (const button of this.tabs.children) {
      const on = button.dataset.tab === this.tab;
      button.setAttribute("aria-selected", String(on));
      button.tabIndex = on ? 0 : -1;
    }
    this.body.setAttribute("aria-labelledby", `tab-${this.tab}`);
  }

  /** @param {string} name */
  open(name) {
    this.tab = name;
    this.mark();
    this.body.replaceChildren();
    delete this.body.dataset.made;
    this.body.scrollTop = 0;
    if (this.room) this.show(this.room);
  }

  arrow(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const names = TABS.map(([name]) => name);
    const next = names[(names.indexOf(this.tab) + step + names.length) % names.length];
    this.open(next);
    this.tabs.querySelector(`[data-tab="${next}"]`).focus();
  }

  /** @param {any} room */
  show(room) {
    this.room = room;
    noteSeal(room);
    DRAW[this.tab](this.body, room);
  }
}
customElements.define("up-panel", Panel);
