// A scanned table by hand: bets declared before START GAME, cards typed or tapped, the dealer's look, what players decide, what goes
// back. What is asked for comes from the house; this page knows no game.

import { cardName, cardSvg } from "../../shared/cards.js";
import { post } from "../../shared/api.js";
import { h } from "../../shared/dom.js";
import { money } from "../../shared/money.js";
import { deck, readCards } from "./deck.js";
import { ask, command, field, press } from "../desk.js";
import { house } from "../felt.js";

const CHIPS = [100, 500, 1000, 2500, 10_000];

let table = null;
let desk = { redraw: () => {}, refresh: async () => {} };
/** The seat whose bets are being put down. */
let chosen = null;
/** Bets of the next round by seat, and those of the last one. */
let bets = {};
let last = {};
/** What the house says to these bets: the stakes with those that follow them, and what is wrong. */
let judged = { bets: {}, objections: [] };
let judging = null;
let typed = "";
let step = -1;
/** Whether cards of ours are on their way: what is typed meanwhile belongs to the next question. */
let sending = false;

const kept = () => `upcard-bets-${table.id}`;

function keep() {
  sessionStorage.setItem(kept(), JSON.stringify({ bets, last }));
}

/** Takes note of what the house says, before it is drawn. @param {any} said a table's console */
export function follow(said) {
  const first = table === null;
  table = said;
  if (first) {
    ({ bets, last } = { bets: {}, last: {}, ...JSON.parse(sessionStorage.getItem(kept()) ?? "{}") });
    if (!table.round) judge();
  }
  if (table.round) {
    chosen = null;
    if (Object.keys(bets).length) {
      last = bets;
      bets = {};
      keep();
    }
  }
  // Somebody else answered: what was typed here was for a question that is gone.
  if ((table.felt?.step ?? -1) !== step && !sending) type("");
  step = table.felt?.step ?? -1;
}

// Bets

/** Asks the house what follows from the bets, and what is wrong with them; one question at a time, of the newest bets. */
function judge() {
  judged = { bets: {}, objections: [] };
  judging ??= (async () => {
    for (let asked = ""; asked !== JSON.stringify(bets) && Object.keys(bets).length; ) {
      asked = JSON.stringify(bets);
      judged = await post(`/tables/${encodeURIComponent(table.id)}/bets/draft`, { bets });
    }
  })()
    .catch(() => {}) // START GAME is told what is wrong
    .finally(() => {
      judging = null;
      desk.redraw();
    });
}

/** What lies on a seat, with the spots that follow another's stake. @param {number} seat */
const stakes = (seat) => (bets[seat] ? judged.bets[seat] ?? bets[seat] : {});

/** The bets that START GAME names. */
function declared() {
  return Object.fromEntries(Object.keys(bets).map((seat) => [seat, stakes(seat)]));
}

function put(seat, wager, cents) {
  const own = { ...bets[seat] };
  if (cents > 0) own[wager] = cents;
  else delete own[wager];
  bets = { ...bets, [seat]: own };
  if (!Object.keys(own).length) delete bets[seat];
  keep();
  judge();
  desk.redraw();
}

/** Why START GAME can't be pressed yet, in words; empty if it can. */
export function unready() {
  if (!Object.keys(bets).length) return "no bets yet: tap Bet at a seat";
  const wrong = judged.objections[0];
  return wrong ? `${wrong.seat ? `seat ${wrong.seat}: ` : ""}${wrong.text}` : "";
}

/** A seat's bets and cards, for its tile. @param {any} place @param {boolean} open */
export function tile(place, open) {
  const declares = new Set(table.declares.map((one) => one.wager));
  const lie = Object.entries(table.round ? place.playing : stakes(place.seat)).filter(([wager]) => declares.has(wager));
  const sum = lie.reduce((all, [, cents]) => all + cents, 0);
  const own = table.felt?.view.seats.find((seat) => seat.seat === place.seat);
  return [
    open
      ? h("button", { class: `big${chosen === place.seat ? " primary" : ""}`, "data-act": "bets", "data-seat": place.seat, "aria-expanded": String(chosen === place.seat) }, sum ? `Bet ${money(sum)}` : "Bet", h("span", { class: "sr-only" }, ` at seat ${place.seat}`))
      : h("p", { class: "tile-bet" }, sum ? `Bet ${money(sum)}` : "No bet"),
    own?.hands.map((one) =>
      h(
        "div",
        { class: "tile-hand" },
        h("div", { class: "tile-cards", role: "img", "aria-label": `Seat ${place.seat}: ${one.cards.map(cardName).join(", ") || "no cards"}` }, one.cards.map(cardSvg)),
        h("span", { class: "soft small" }, [...new Set([one.label, one.status])].filter(Boolean).join(" · ")),
      ),
    ) ?? "",
  ];
}

function limits(wager) {
  if (wager.fixed) return `${money(wager.fixed)}, on or off`;
  return wager.max ? `${money(wager.min)} to ${money(wager.max)}` : wager.min > 1 ? `from ${money(wager.min)}` : "";
}

function betRow(wager) {
  const cents = stakes(chosen)[wager.wager] ?? 0;
  const data = { "data-act": "chip", "data-wager": wager.wager };
  return h(
    "div",
    { class: "stake", role: "group", "aria-label": wager.title, "data-key": wager.wager },
    h("b", {}, wager.title, h("span", { class: "soft small" }, limits(wager))),
    h("span", { class: "money" }, cents ? money(cents) : "–"),
    wager.fixed
      ? h("button", { ...data, "data-cents": cents ? -cents : wager.fixed, "aria-pressed": String(cents > 0) }, money(wager.fixed))
      : [
          CHIPS.map((chip) => h("button", { ...data, "data-cents": chip }, `+${money(chip)}`)),
          h("button", { "data-act": "bet-amount", "data-wager": wager.wager }, "Other"),
          h("button", { class: "quiet", ...data, "data-cents": -cents, disabled: !cents }, "Clear"),
        ],
  );
}

function betPanel() {
  const next = chosen < table.seats ? chosen + 1 : 1;
  return h(
    "section",
    { class: "asks", "aria-label": `Bets of seat ${chosen}`, "data-key": "bets" },
    h("h2", {}, `Seat ${chosen}: bets on the felt`),
    table.declares.filter((wager) => !wager.equals).map(betRow),
    h("div", { class: "row" }, h("button", { class: "primary big", "data-act": "bets", "data-seat": chosen }, "Done"), h("button", { class: "big", "data-act": "bets", "data-seat": next }, `Seat ${next}`)),
  );
}

// What the round asks for

const seats = (need) => (need.seat > 0 ? `Seat ${need.seat}${(table.felt.view.seats.find((one) => one.seat === need.seat)?.hands.length ?? 1) > 1 ? `, hand ${need.hand}` : ""}` : need.seat < 0 ? "The board" : "The dealer");

function cardWords(need) {
  const count = need.count === 1 ? "one card" : `${need.count} cards`;
  if (need.turned_over) return `${seats(need)} turns over ${count}`;
  return `${seats(need)}: ${count}${need.may_be_unseen ? ", face down" : ""}`;
}

/** What the round waits for, in a few words. */
export function waitsFor() {
  const need = table.felt?.need;
  if (!need) return "Pay and take, then END GAME";
  if (need.need === "cards") return cardWords(need);
  if (need.need === "peek") return "The dealer looks at the hole card";
  return need.turns.length === 1 ? `${seats(need.turns[0])} decides` : "The players decide";
}

function problem(need) {
  const { cards, wrong } = readCards(typed);
  if (wrong.length > 1) return `“${wrong}” is no card: 7s, Td, A♠`;
  if (cards.length > need.count) return `that is ${cards.length} cards; ${need.count === 1 ? "one is" : `${need.count} are`} dealt here`;
  if (cards.includes("??") && !need.may_be_unseen) return "this card is dealt face up: name it";
  return "";
}

const complete = (need) => !problem(need) && !readCards(typed).wrong && readCards(typed).cards.length === need.count;

function cardPanel(need) {
  const { cards } = readCards(typed);
  const slots = Array.from({ length: Math.max(0, need.count - cards.length) }, () => h("span", { class: "slot" }));
  return [
    h(
      "form",
      { class: "scan", "data-key": "scan" },
      h("div", { class: "small-cards", role: "img", "aria-label": cards.length ? `Entered: ${cards.map(cardName).join(", ")}` : "No card entered yet" }, cards.map(cardSvg), slots),
      h("label", { class: "typed" }, h("span", {}, "Scan or type"), h("input", { name: "cards", type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: false, placeholder: need.count === 1 ? "7s" : "7s 7h" })),
      h("button", { type: "submit", class: "primary big", disabled: !complete(need), "data-press": "scan" }, "Enter"),
      h("button", { type: "button", class: "big", "data-act": "untap", disabled: !typed }, "Take back"),
      need.may_be_unseen ? h("button", { type: "button", class: "big", "data-act": "unseen", "data-press": "scan" }, "Face down, not seen") : "",
    ),
    h("p", { class: "lose small", role: "alert" }, problem(need)),
    deck({ "data-act": "tap" }),
  ];
}

function moveButtons(turn, move) {
  const data = { "data-seat": turn.seat, "data-hand": turn.hand, "data-move": move.move, "data-press": `act${turn.seat}.${turn.hand}` };
  const button = (text, value) => h("button", { class: "big", "data-act": "move", ...data, "data-value": JSON.stringify(value) }, text);
  if (move.shape === "choice") return button(move.cost ? `${move.label} ${money(move.cost)}` : move.label, null);
  if (move.shape === "amount") {
    const ends = [...new Set([move.high, move.low])].map((cents) => button(`${move.label} ${money(cents)}`, cents));
    return move.high - move.low > move.step ? [ends, h("button", { class: "big", "data-act": "move-amount", ...data }, `${move.label}, other`)] : ends;
  }
  if (!move.ways.length) return h("button", { class: "big", "data-act": "move-cards", ...data }, move.label);
  return move.ways.map((way) => button(way.map((part) => part.join(" ")).join(" | "), way.map((part) => part.join(" "))));
}

function movePanel(need) {
  return need.turns.map((turn) => {
    const own = table.felt.view.seats.find((one) => one.seat === turn.seat)?.hands.find((one) => one.hand === turn.hand);
    return h(
      "div",
      { class: "turn", role: "group", "aria-label": seats(turn), "data-key": `turn${turn.seat}.${turn.hand}` },
      h("p", {}, need.turns.length > 1 ? h("b", {}, seats(turn)) : "", own?.label ? h("span", { class: "soft" }, own.label) : ""),
      h("div", { class: "chips" }, turn.moves.flatMap((move) => moveButtons(turn, move))),
    );
  });
}

function peekPanel() {
  return h("div", { class: "chips" }, h("button", { class: "big", "data-act": "peek", "data-answer": "true", "data-press": "peek" }, "Yes"), h("button", { class: "big", "data-act": "peek", "data-answer": "false", "data-press": "peek" }, "No"));
}

function paid() {
  return h(
    "ul",
    { class: "goes-back" },
    table.felt.results.map((result) => {
      const chips = result.lines.reduce((sum, line) => sum + line.returned, 0);
      return h("li", { "data-key": `paid${result.seat}` }, h("p", {}, h("b", {}, `Seat ${result.seat}`), h("b", { class: "money" }, chips ? `goes back ${money(chips)}` : "nothing goes back")), h("p", { class: "soft small" }, result.lines.map((line) => line.text).join(" · ")));
    }),
  );
}

/** The panel of what is to be done now. @param {boolean} mine whether this is the dealer's own console */
export function panel(mine) {
  if (!table.round) return chosen && mine ? betPanel() : null;
  if (!table.felt) return null;
  const { need, view } = table.felt;
  const title = !need ? "Pay and take" : need.need === "peek" ? need.question : waitsFor();
  return h(
    "section",
    { class: "asks", "aria-label": "What the round asks for", "data-key": "asks" },
    h("div", { class: "asks-head" }, h("div", { role: "status" }, h("h2", {}, title)), view.dealer.cards.length || view.board ? house(view) : ""),
    !need ? paid() : !mine ? "" : need.need === "cards" ? cardPanel(need) : need.need === "peek" ? peekPanel() : movePanel(need),
  );
}

/** Before START GAME: the bets of the last round, again. */
export function again(mine) {
  if (!mine || table.round || !table.open || Object.keys(bets).length || !Object.keys(last).length) return null;
  return h("button", { class: "again", "data-act": "bets-again", "data-key": "again" }, "The same bets as last round");
}

// What is pressed

function type(text) {
  typed = text;
  const input = document.querySelector(".scan input");
  if (input) input.value = text;
}

async function scan(button, cards) {
  const was = typed;
  type("");
  sending = true;
  const taken = await press(button, async () => {
    await command("scan", { table: table.id, cards });
    await desk.refresh();
    return true;
  });
  sending = false;
  if (!taken && !typed) type(was); // refused: it can be mended
  desk.redraw();
}

const act = (button, data, value) => press(button, () => command("act", { table: table.id, seat: Number(data.seat), hand: Number(data.hand), move: data.move, value }).then(desk.refresh));

const moveOf = (data) => table.felt.need.turns.find((turn) => turn.seat === Number(data.seat) && turn.hand === Number(data.hand)).moves.find((move) => move.move === data.move);

const cents = (form) => Math.round(Number(form.dollars.value) * 100);
const dollars = (label) => field(label, "dollars", { inputMode: "decimal", pattern: "[0-9]+([.][0-9]{1,2})?" });

export const acts = {
  bets: (_, { seat }) => {
    chosen = chosen === Number(seat) ? null : Number(seat);
    desk.redraw();
    document.querySelector(".asks button")?.focus();
  },
  "bets-again": () => {
    bets = last;
    keep();
    judge();
    desk.redraw();
  },
  chip: (_, data) => put(chosen, data.wager, (bets[chosen]?.[data.wager] ?? 0) + Number(data.cents)),
  "bet-amount": (_, { wager }) => {
    const rules = table.declares.find((one) => one.wager === wager);
    const seat = chosen;
    ask({ title: `Seat ${seat}: ${rules.title}`, about: h("p", { class: "soft" }, limits(rules)), fields: [dollars("Dollars on the felt")], label: "Put down", send: async (form) => put(seat, wager, cents(form)) });
  },
  tap: (_, { card }) => {
    const need = table.felt?.need;
    if (need?.need === "cards" && readCards(typed).cards.length < need.count) type(`${typed} ${card}`.trim());
    desk.redraw();
  },
  untap: () => {
    const { cards, wrong } = readCards(typed);
    type((wrong ? cards : cards.slice(0, -1)).join(" "));
    desk.redraw();
  },
  unseen: (button) => scan(button, Array.from({ length: table.felt.need.count }, () => "??").join(" ")),
  peek: (button, { answer }) => press(button, () => command("peek", { table: table.id, answer: answer === "true" }).then(desk.refresh)),
  move: (button, data) => act(button, data, JSON.parse(data.value)),
  "move-amount": (_, data) => {
    const move = moveOf(data);
    ask({
      title: `Seat ${data.seat}: ${move.label}`,
      about: h("p", { class: "soft" }, `${money(move.low)} to ${money(move.high)}`),
      fields: [dollars("Dollars")],
      label: move.label,
      send: async (form) => {
        await command("act", { table: table.id, seat: Number(data.seat), hand: Number(data.hand), move: move.move, value: cents(form) });
        await desk.refresh();
      },
    });
  },
  "move-cards": (_, data) => {
    const move = moveOf(data);
    ask({
      title: `Seat ${data.seat}: ${move.label}`,
      about: h("p", { class: "soft" }, "The hands as they are laid."),
      fields: [field("Cards, with a bar between two hands", "cards", { placeholder: "As Kd 9h | 2c", autocapitalize: "none", spellcheck: false })],
      label: move.label,
      send: async (form) => {
        await command("act", { table: table.id, seat: Number(data.seat), hand: Number(data.hand), move: move.move, value: form.cards.value.split("|").map((part) => readCards(part).cards.join(" ")) });
        await desk.refresh();
      },
    });
  },
};

/** START GAME, with the bets. @param {HTMLElement} button */
export const start = (button) =>
  press(button, async () => {
    await judging;
    return command("start", { table: table.id, bets: declared() }).then(desk.refresh);
  });

/** Keeps the hand where it works: after an answer the focus goes to the next question. @param {HTMLElement} root @param {() => void} draw */
export function focused(root, draw) {
  const held = document.activeElement;
  const within = Boolean(held?.closest(".asks"));
  const typing = held?.matches("input");
  draw();
  if (!within || document.activeElement?.closest(".asks")) return;
  const next = root.querySelector(typing ? ".asks input" : ".asks button:not(:disabled)") ?? root.querySelector(".keys .primary:not(:disabled)");
  next?.focus();
}

/** @param {HTMLElement} root @param {{redraw: () => void, refresh: () => Promise<any>}} hooks */
export function listen(root, hooks) {
  desk = hooks;
  root.addEventListener("input", (event) => {
    if (!event.target.matches(".scan input")) return;
    typed = event.target.value;
    desk.redraw();
  });
  root.addEventListener("submit", (event) => {
    event.preventDefault();
    const need = table.felt?.need;
    const go = event.target.querySelector("[type=submit]");
    if (need?.need === "cards" && complete(need) && go.getAttribute("aria-busy") !== "true") scan(go, readCards(typed).cards.join(" "));
  });
}
