// Any hand: cards chosen by tapping, moves with their exact worth, and the settlement line by line with its rules.

import { post } from "../../shared/api.js";
import { cardName, cardSvg, suitMark } from "../../shared/cards.js";
import { fill, h } from "../../shared/dom.js";
import { money as cents, signed } from "../../shared/money.js";
import { ask } from "../parts/ask.js";
import { exactly, number, percent, value, words } from "../parts/figures.js";
import { copied, num } from "../parts/number.js";
import { taken } from "../parts/take.js";

const RANKS = [..."AKQJT98765432"];
const SUITS = [..."shdc"];
const UNIT = 1000;
const SHOWN = 14;
/** How often a round may ask for more cards before its first decision. */
const TRIES = 8;
/** What is chosen in each lab. @type {WeakMap<any, Chosen>} */
const tables = new WeakMap();

function chosenOf(lab) {
  if (!tables.has(lab)) tables.set(lab, new Chosen(lab));
  return tables.get(lab);
}

/** Shows a hand that another part of the lab found. @param {any} lab @param {{player: string, dealer: string, board: string, path: any[]}} hand */
export function layOut(lab, hand) {
  const chosen = chosenOf(lab);
  for (const who of Object.keys(chosen.cards)) chosen.cards[who] = hand[who] ? hand[who].split(" ") : [];
  chosen.acts = [...hand.path];
  chosen.made = null;
  if (!here()) location.hash = `hand?${chosen.address}`;
  else {
    chosen.note();
    lab.showPane();
  }
}

/** Whether this pane is the one that the address names. */
const here = () => location.hash.slice(1).split("?")[0] === "hand";

/** What is chosen: it stays while pays and rules are changed. */
class Chosen {
  constructor(lab) {
    this.lab = lab;
    this.cards = { player: [], dealer: [], board: [] };
    this.acts = [];
    this.off = new Set(lab.described.wagers.filter((wager) => wager.placed === "before" && wager.side).map((wager) => wager.name));
    this.to = "player";
    this.said = null;
    this.worth = null;
    this.problem = "";
  }

  get wagers() {
    const found = {};
    for (const wager of this.lab.described.wagers) if (wager.placed === "before" && (wager.required || !this.off.has(wager.name))) found[wager.name] = wager.fixed ?? (wager.equals ? (found[wager.equals] ?? UNIT) : UNIT);
    return found;
  }

  get copies() {
    return Math.max(1, Math.round(this.lab.described.deck / 52));
  }

  taken(card) {
    return Object.values(this.cards).flat().filter((one) => one === card).length;
  }

  add(card) {
    if (this.taken(card) >= this.copies) return;
    this.cards[this.to].push(card);
    this.settle();
  }

  /** @param {string} text */
  write(text) {
    this.cards[this.to] = readCards(text);
    this.acts = [];
    this.settle();
  }

  take(who, at) {
    this.cards[who].splice(at, 1);
    this.acts = [];
    this.to = who;
    this.settle();
  }

  move(hand, move, what) {
    this.acts.push({ hand, move, value: what });
    this.settle();
  }

  clear() {
    this.cards = { player: [], dealer: [], board: [] };
    this.acts = [];
    this.to = "player";
    this.settle();
  }

  /** Any cards will do to see what the page shows: as many as are needed until somebody has to decide. */
  async random() {
    const all = RANKS.flatMap((rank) => SUITS.map((suit) => rank + suit)).sort(() => Math.random() - 0.5);
    this.cards = { player: all.splice(0, this.lab.described.hand_size), dealer: [], board: [] };
    this.acts = [];
    await this.settle();
    for (let tries = 0; tries < TRIES && this.said?.state === "cards"; tries += 1) {
      const { who, count } = this.said.needs;
      this.cards[who].push(...all.splice(0, count));
      await this.settle();
    }
  }

  /** The hand as the address has it, so that it can be sent: cards, side bets, moves one by one. */
  get address() {
    const said = new URLSearchParams();
    for (const [who, cards] of Object.entries(this.cards)) if (cards.length) said.set(who, cards.join(" "));
    for (const wager of this.lab.described.wagers) if (wager.placed === "before" && wager.side && !this.off.has(wager.name)) said.append("bet", wager.name);
    for (const { hand, move, value: what } of this.acts) said.append("move", [hand, move, ...(what === null ? [] : [Array.isArray(what) ? what.map((part) => part.join(" ")).join("|") : what])].join(" "));
    return `${said}`;
  }

  note() {
    history.replaceState(null, "", `${location.pathname}${location.search}#hand${this.address ? `?${this.address}` : ""}`);
  }

  /** @param {string} address */
  read(address) {
    const said = new URLSearchParams(address);
    for (const who of Object.keys(this.cards)) this.cards[who] = (said.get(who) ?? "").split(" ").filter(Boolean);
    for (const wager of this.lab.described.wagers) if (wager.placed === "before" && wager.side) this.off[said.getAll("bet").includes(wager.name) ? "delete" : "add"](wager.name);
    this.acts = said.getAll("move").map((text) => {
      const [hand, move = "", ...rest] = text.split(" ");
      const what = rest.join(" ");
      return { hand: Number(hand) || 1, move, value: what === "" ? null : /^\d+$/.test(what) ? Number(what) : what.split("|").map((part) => part.split(" ")) };
    });
    this.made = null;
  }

  async body() {
    const text = (who) => this.cards[who].join(" ");
    return { variant: await this.lab.body(), wagers: this.wagers, player: text("player"), dealer: text("dealer"), board: text("board"), acts: this.acts };
  }

  async settle() {
    const mark = (this.mark = {});
    if (here()) this.note();
    this.problem = "";
    this.worth = null;
    try {
      const body = await this.body();
      const said = await post("/lab/hands", body);
      if (mark !== this.mark) return;
      this.said = said;
      if (said.state === "cards") this.to = said.needs.who;
      this.draw?.();
      if (said.state === "turn") {
        this.worth = await ask("/lab/advice", body).catch((problem) => ({ actions: [], why: problem.message }));
        if (mark === this.mark) this.draw?.();
      }
    } catch (problem) {
      if (mark !== this.mark) return;
      this.problem = problem.message;
      this.draw?.();
    }
  }
}

/** @param {HTMLElement} node @param {any} lab */
export function draw(node, lab) {
  const chosen = chosenOf(lab);
  chosen.lab = lab;
  const asked = location.hash.split("?")[1] ?? "";
  if (!asked) chosen.note();
  else if (asked !== chosen.address) chosen.read(asked);
  const made = lab.described.digest;
  if (!node.querySelector(".hand-lab")) node.replaceChildren(h("div", { class: "hand-lab" }, h("div", { class: "hand-picker" }), h("div", { class: "hand-table", "aria-live": "polite" })));
  chosen.draw = () => {
    const held = node.contains(document.activeElement) ? document.activeElement.dataset.id : null;
    picker(node.querySelector(".hand-picker"), chosen);
    table(node.querySelector(".hand-table"), chosen);
    const again = held && node.querySelector(`[data-id="${CSS.escape(held)}"]`);
    if (again) (again.disabled ? nextCard(again) : again)?.focus();
  };
  if (chosen.made !== made) {
    chosen.made = made;
    chosen.settle();
  }
  chosen.draw();
}

/** A card that is taken can't hold the focus: the next one does. @param {Element} card */
function nextCard(card) {
  const all = [...card.closest(".hand-lab").querySelectorAll(".deck-card")];
  const at = all.indexOf(card);
  return [...all.slice(at), ...all.slice(0, at)].find((one) => !one.disabled);
}

/** Cards as people write them: "as 10d", "AsTd", "A♠ 10♦". @param {string} text */
const readCards = (text) => text.replace(/[♠♥♦♣]/g, (suit) => "shdc"["♠♥♦♣".indexOf(suit)]).replace(/10/g, "T").replace(/([^\s,])([shdc])(?=[^\s,])/gi, "$1$2 ").split(/[\s,]+/).filter(Boolean).map((card) => card.charAt(0).toUpperCase() + card.slice(1).toLowerCase());

function picker(node, chosen) {
  const { lab } = chosen;
  const targets = [["player", "Player"], ["dealer", "Dealer"], ...(chosen.said?.needs?.who === "board" || chosen.cards.board.length ? [["board", "Board"]] : [])];
  fill(
    node,
    h("div", { class: "segments", role: "radiogroup", "aria-label": "Whose card is tapped next" }, targets.map(([name, title]) => h("label", { class: "segment" }, h("input", { type: "radio", name: "card-to", value: name, checked: chosen.to === name, "data-id": `to-${name}`, onchange: () => ((chosen.to = name), chosen.draw()) }), h("span", {}, `${title} (${chosen.cards[name].length})`)))),
    h("div", { class: "deck", role: "group", "aria-label": "Cards" }, SUITS.map((suit) => h("div", { class: "deck-row" }, RANKS.map((rank) => {
      const card = rank + suit;
      const gone = chosen.taken(card) >= chosen.copies;
      return h("button", { type: "button", class: `deck-card suit-${suit}`, disabled: gone, "data-id": `card-${card}`, "aria-label": cardName(card), onclick: () => chosen.add(card) }, h("span", {}, rank === "T" ? "10" : rank), suitMark(suit));
    })))),
    h("label", { class: "written" }, h("span", {}, "or write them"), h("input", { type: "text", "data-id": "written", "aria-label": `Cards of the ${targets.find(([name]) => name === chosen.to)?.[1].toLowerCase()}, written`, value: chosen.cards[chosen.to].join(" "), placeholder: "As 10d 7c", autocomplete: "off", spellcheck: false, maxLength: 120, onchange: (event) => chosen.write(event.target.value) })),
    h("div", { class: "row" }, h("button", { type: "button", "data-id": "random", onclick: () => chosen.random() }, "Any cards"), h("button", { type: "button", class: "quiet", "data-id": "clear", onclick: () => chosen.clear() }, "Clear"), chosen.acts.length ? h("button", { type: "button", class: "quiet", "data-id": "back", onclick: () => (chosen.acts.pop(), chosen.settle()) }, "Take the last move back") : null),
    h("fieldset", { class: "stays" }, h("legend", {}, `Bets of ${cents(UNIT)}`), lab.described.wagers.filter((wager) => wager.placed === "before").map((wager) => h("label", { class: "tick" }, h("input", { type: "checkbox", checked: wager.required || !chosen.off.has(wager.name), disabled: wager.required, "data-id": `bet-${wager.name}`, onchange: (event) => ((event.target.checked ? chosen.off.delete(wager.name) : chosen.off.add(wager.name)), chosen.settle()) }), wager.title, wager.fixed ? ` (${cents(wager.fixed)})` : ""))),
  );
}

/** The dealer's cards as they lie, those that were chosen and lie face down among them, and those that wait to be dealt. */
function dealers(said, chosen) {
  const rest = [...chosen.cards.dealer];
  for (const card of said.dealer.cards) if (rest.includes(card)) rest.splice(rest.indexOf(card), 1);
  return [...said.dealer.cards.map((card) => (card === "??" ? (rest.shift() ?? card) : card)), ...rest];
}

function cards(who, title, list, chosen, label = "", status = "") {
  return h("div", { class: "laid" }, h("p", { class: "laid-name" }, title, label ? h("b", {}, ` ${label}`) : "", status && status !== label ? h("span", { class: "soft" }, ` ${status}`) : ""), h("div", { class: "laid-cards" }, list.map((card) => {
    const at = chosen.cards[who].indexOf(card);
    return at < 0 ? h("span", { class: "laid-card" }, cardSvg(card)) : h("button", { type: "button", class: "laid-card", "aria-label": `${cardName(card)}, take it away`, "data-id": `laid-${who}-${card}`, onclick: () => chosen.take(who, at) }, cardSvg(card));
  })));
}

/** Whether cards of the dealer's were chosen that nobody sees yet. */
const hidden = (said, chosen) => said.state !== "over" && said.dealer.cards.includes("??") && dealers(said, chosen).some((card, at) => card !== "??" && said.dealer.cards[at] === "??");

const NEED = { player: "Choose the player's cards", dealer: "Choose the dealer's cards", board: "Choose the cards of the board" };

function table(node, chosen) {
  const { said } = chosen;
  if (chosen.problem) return node.replaceChildren(h("p", { class: "lose" }, chosen.problem), h("button", { type: "button", onclick: () => chosen.clear() }, "Clear"));
  if (!said) return node.replaceChildren(h("p", { class: "soft" }, "…"));
  const several = said.hands.length > 1;
  const pending = chosen.cards.player.slice(said.hands.flatMap((hand) => hand.cards).length);
  const hands = said.hands.length && said.hands.some((hand) => hand.cards.length) ? said.hands : [{ hand: 1, cards: chosen.cards.player, label: "", status: "" }];
  fill(
    node,
    cards("dealer", "Dealer", dealers(said, chosen), chosen, said.dealer.label, said.dealer.status),
    said.board ? cards("board", "Board", said.board.cards, chosen, said.board.label) : "",
    ...hands.map((hand) => cards("player", several ? `Hand ${hand.hand}` : "Player", hand.cards, chosen, hand.label, hand.status)),
    hidden(said, chosen) ? h("p", { class: "soft small" }, "The dealer's cards lie face down: nothing here counts on them before they are turned over.") : "",
    pending.length && said.state !== "cards" ? cards("player", said.state === "over" ? "Not needed" : "Dealt next", pending, chosen) : "",
    said.state === "cards" ? h("p", { class: "needs" }, `${NEED[said.needs.who]}: ${said.needs.count} more.`) : "",
    said.state === "turn" ? moves(said.turns[0], chosen) : "",
    said.lines.length ? lines(said, chosen.lab) : "",
  );
  return undefined;
}

/** The open turn: every move with what it is worth, best first. */
function moves(turn, chosen) {
  const worth = chosen.worth;
  const byMove = new Map(turn.moves.map((move) => [move.move, move]));
  const proof = (action, move) => ({ title: `${move?.label ?? words(action.move)}: expectation`, exact: action.ev, means: `What the player can expect, in units of one ${worth.unit}, from this move and the best play after it, over every way in which the cards that nobody has seen can lie.`, rules: move?.rule ? chosen.lab.rules([move.rule]) : [], command: async () => ({ command: worth.command, files: (await chosen.lab.command()).files }) });
  const rows = (worth?.actions ?? []).slice(0, SHOWN).map((action) => {
    const move = byMove.get(action.move);
    const what = Array.isArray(action.value) ? action.value.map((part) => part.join(" ")).join(" | ") : "";
    const best = value(action.cost) === 0;
    const amount = action.value ?? (move?.shape === "amount" ? move.high : null);
    return h("tr", { class: best ? "best" : "" }, h("th", { scope: "row" }, h("button", { type: "button", class: best ? "primary" : "", "data-id": `move-${action.move}-${what}`, onclick: () => chosen.move(turn.hand, action.move, amount) }, `${move?.label ?? words(action.move)}${what ? ` ${what}` : ""}`)), h("td", { class: "money" }, num(number(value(action.ev)), () => proof(action, move), { label: `Expectation of ${move?.label ?? words(action.move)}${what ? ` ${what}` : ""}`, class: "plain" }), action.se ? ` ± ${number(action.se)}` : ""), h("td", { class: "money" }, best ? "best" : `costs ${percent(value(action.cost), 3)}`), h("td", { class: "soft money exact", title: action.ev }, exactly(action.ev)));
  });
  const told = new Set((worth?.actions ?? []).map((action) => action.move));
  const others = worth ? turn.moves.filter((move) => !told.has(move.move)) : turn.moves;
  return h(
    "section",
    { class: "moves-worth" },
    h("h3", {}, "What every move is worth"),
    worth?.unit ? h("p", { class: "soft small" }, `In units of one ${worth.unit}. ${worth.note}`) : null,
    worth?.why ? h("p", { class: "soft" }, worth.why) : null,
    worth ? null : h("p", { class: "soft", role: "status" }, "The lab works it out …"),
    h("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": "Moves" }, h("table", { class: "proof-table" }, rows.length ? h("thead", {}, h("tr", {}, ["Move", "Expectation", "Against the best", "Exactly"].map((title, at) => h("th", { scope: "col", class: at === 3 ? "exact" : "" }, title)))) : null, h("tbody", {}, rows))),
    others.length ? h("div", { class: "row" }, others.map((move) => h("button", { type: "button", "data-id": `move-${move.move}`, onclick: () => chosen.move(turn.hand, move.move, move.shape === "amount" ? move.high : move.shape === "partition" ? move.ways[0] : null) }, move.label))) : null,
    worth && worth.actions.length > SHOWN ? h("p", { class: "soft small" }, `and ${worth.actions.length - SHOWN} more ways, each worse than these`) : null,
    rows.length ? taken(`${chosen.lab.title} ${chosen.cards.player.join(" ")} every move`, ["Move", "Cards", "EV", "Costs", "Standard error"], () => worth.actions.map((action) => [words(action.move), Array.isArray(action.value) ? action.value.map((part) => part.join(" ")).join(" | ") : action.value, value(action.ev), value(action.cost), action.se])) : null,
  );
}

function lines(said, lab) {
  const net = said.returned - said.staked;
  const rule = (id) => lab.rules([id])[0]?.text ?? "";
  return h(
    "section",
    { class: "settled" },
    h("h3", {}, said.state === "over" ? `Settled: ${signed(net)}` : "Settled so far"),
    h("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": "Settlement line by line" }, h("table", { class: "proof-table" }, h("thead", {}, h("tr", {}, ["Wager", "Stake", "Outcome", "Pays", "Back", "Rule"].map((title) => h("th", { scope: "col" }, title)))), h("tbody", {}, said.lines.map((line) => h("tr", {}, h("th", { scope: "row" }, line.title, said.hands.length > 1 && line.hand ? ` (hand ${line.hand})` : ""), h("td", { class: "money" }, cents(line.stake)), h("td", {}, line.label), h("td", { class: "money" }, line.pays), h("td", { class: "money" }, cents(line.returned)), h("td", {}, h("details", { class: "rule-of" }, h("summary", {}, line.rule), h("p", {}, rule(line.rule))))))))),
    said.scenario ? h("details", {}, h("summary", {}, "The same in a terminal"), copied("upcard settle hand.json", "The command"), h("p", { class: "soft small" }, "with the file hand.json:"), copied(JSON.stringify(said.scenario), "The file")) : null,
  );
}
