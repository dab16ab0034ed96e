// The dock at the edge of the table: chips and Deal between rounds, the legal moves as buttons with keys when it is your turn.

import { amountPanel } from "./amount.js";
import { chip } from "../../shared/chips.js";
import { Countdown } from "./countdown.js";
import { h, rebuild, say } from "../../shared/dom.js";
import { money, signed } from "../../shared/money.js";
import { layingOf, partitionOf, wayButtons, wayOf } from "./partition.js";
import { prefs } from "../../shared/prefs.js";
import { BET_KEYS, showKeys } from "./keys.js";

/** A tool's word, and the sign that stands for it where there is little room. */
const tool = (sign, word) => [h("span", { class: "tool-sign", "aria-hidden": "true" }, sign), h("span", { class: "tool-word" }, word)];

/** So many named amounts have a button each; more of them are chosen with the slider. */
const NAMED = 5;

class Dock extends HTMLElement {
  connectedCallback() {
    this.countdown = new Countdown();
    this.words = h("p", { class: "dock-words" });
    this.help = h("p", { class: "dock-help soft small", hidden: true });
    this.problem = h("p", { class: "dock-problem lose", role: "alert" });
    this.controls = h("div", { class: "dock-controls" });
    this.aside = h("div", { class: "dock-aside" });
    this.replaceChildren(h("div", { class: "dock-top" }, this.words, this.countdown.node, this.aside), this.help, this.problem, this.controls);
    this.amount = null;
    addEventListener("keydown", (event) => this.key(event));
    // A control that was used goes away with its turn; whoever works by keyboard finds the focus on the next one.
    this.held = false;
    document.addEventListener("focusin", (event) => (this.held = this.contains(event.target) && event.target.matches(":focus-visible")));
  }

  /** @param {any} room */
  show(room) {
    this.room = room;
    const turn = room.cardsLie ? room.myTurn : null;
    this.classList.toggle("your-turn", Boolean(turn));
    this.countdown.show(room.state.clock, room.clockAt);
    say(this.problem, room.problem);
    this.problem.hidden = !room.problem;
    this.help.hidden ||= !turn;
    if (!turn || this.amount?.turn !== room.turnKey) this.amount = null;
    const mayPass = !turn && room.state.open && room.betting && room.mine.length > 0 && room.others && !room.bets.drafted && !this.ready;
    rebuild(this.aside, Boolean(mayPass), () => [mayPass ? h("button", { class: "quiet small", "data-id": "out", onclick: () => room.sitOut() }, "Sit out") : null]);
    if (turn) this.showMoves(turn);
    else if (!room.state.open) this.showClosed();
    else if (!room.mine.length) this.showSit();
    else if (room.betting) this.showBetting();
    else this.showWaiting();
    this.lead(turn);
    if (this.held && document.activeElement === document.body) (this.controls.querySelector(".primary:not(:disabled)") ?? this.controls.querySelector("button:not(:disabled)"))?.focus();
  }

  /** When it is one's turn the focus goes to the moves, unless it is held by something beside the table. */
  lead(turn) {
    const key = turn ? this.room.turnKey : "";
    if (key === this.led) return;
    this.led = key;
    const now = document.activeElement;
    if (key && (now === document.body || now?.closest("up-dock, up-felt"))) this.controls.querySelector(".moves")?.focus({ preventScroll: true });
  }

  /** Whether every place of one's own has said that it is ready. */
  get ready() {
    const { room } = this;
    return room.mine.every((seat) => room.state.seats.find((one) => one.seat === seat)?.ready);
  }

  showClosed() {
    say(this.words, `This table is closed. ${this.room.state.why_closed ?? ""}`);
    rebuild(this.controls, "closed", () => [h("a", { class: "button", href: "/" }, "To the lobby")]);
  }

  showSit() {
    const { room } = this;
    const seat = room.firstFree;
    const words = seat ? "You are watching." : "You are watching; every seat is taken.";
    say(this.words, room.virtual ? words : "A live table: a dealer deals real cards on real felt in the casino, so nobody plays from here. You see its meters and jackpots.");
    rebuild(this.controls, ["sit", seat], () => [
      seat ? h("button", { class: "primary big", "data-id": "sit", onclick: () => room.sit(seat) }, "Take a seat") : null,
      h("a", { class: "button", href: "/" }, "Other tables"),
    ]);
  }

  showWaiting() {
    const { state } = this.room;
    if (this.room.myTurn) {
      say(this.words, "The cards are dealt.");
      rebuild(this.controls, ["dealing"], () => []);
      return;
    }
    const names = state.seats.filter((seat) => seat.turn).map((seat) => seat.player?.name ?? `seat ${seat.seat}`);
    const playing = this.room.mine.some((seat) => this.room.feltOf(seat));
    const waits = `${names.length ? `Waiting for ${names.join(", ")}.` : "The dealer is working."}${playing ? "" : " You play from the next deal."}`;
    say(this.words, this.room.checking ? "The house is checking a jackpot; the next deal comes when it is paid." : waits);
    // Nobody has to wait here while a jackpot is looked at.
    const { checking } = this.room;
    rebuild(this.controls, ["waiting", checking], () => [checking ? h("a", { class: "button", href: "/" }, "Other tables") : null]);
  }

  showBetting() {
    const { room } = this;
    if (this.ready && room.others) {
      const bets = room.state.seats.some((seat) => room.mine.includes(seat.seat) && Object.keys(seat.bets).length);
      say(this.words, bets ? "Your bets are down. Waiting for the others." : "You sit this round out.");
      rebuild(this.controls, ["ready"], () => [h("button", { "data-id": "wait", onclick: () => room.unready() }, "Not yet")]);
      return;
    }
    const { total, canDeal, lastTotal, drafted } = room.bets;
    say(this.words, drafted ? this.cost(total) : lastTotal ? "Place bets, or bet the same again." : "Choose a chip, then tap a spot.");
    rebuild(this.controls, ["bet", room.chip, drafted, canDeal, lastTotal, total, Boolean(room.others), room.busy], () => this.betControls(drafted, canDeal, lastTotal, total));
  }

  cost(total) {
    const edge = this.room.expectedLoss;
    if (edge === null) return `${money(total)} on the felt.`;
    const cents = Math.round(Math.abs(edge));
    return `${money(total)} on the felt. Expected ${edge > 0 ? "win" : "loss"}: ${money(cents)}.`;
  }

  betControls(drafted, canDeal, lastTotal, total) {
    const { room } = this;
    const key = (letter) => (prefs.keys ? h("kbd", { "aria-hidden": "true" }, letter) : null);
    return [
      h(
        "div",
        { class: "tray-chips", role: "radiogroup", "aria-label": "Chip" },
        room.info.chips.map((value) =>
          h(
            "button",
            { class: "chip-button", "data-id": `chip-${value}`, role: "radio", "aria-checked": String(room.chip === value), tabIndex: room.chip === value ? 0 : -1, "aria-label": `Chip of ${money(value)}`, onclick: () => room.chooseChip(value), onkeydown: (event) => this.chipKey(event) },
            chip(value),
          ),
        ),
      ),
      h(
        "div",
        { class: "bet-tools" },
        h("button", { "data-id": "undo", disabled: !room.bets.canUndo, onclick: () => room.undo() }, tool("↶", "Undo"), key("u")),
        h("button", { "data-id": "clear", disabled: !drafted, onclick: () => room.clearBets() }, tool("✕", "Clear"), key("c")),
        h("button", { "data-id": "double", disabled: !drafted, onclick: () => room.doubleBets() }, tool("×2", "Double"), key("x")),
        drafted || !lastTotal ? null : h("button", { "data-id": "rebet", onclick: () => room.rebet() }, tool("↻", "Rebet"), key("r")),
      ),
      drafted || !lastTotal
        ? h("button", { class: "primary big", "data-id": "deal", disabled: !drafted || room.busy, onclick: () => room.deal() }, room.others ? "Ready" : "Deal", drafted ? h("span", { class: "money" }, money(total)) : null, key("↵"))
        : h("button", { class: "primary big", "data-id": "deal", disabled: room.busy, onclick: () => room.sameAgain() }, "Same again", h("span", { class: "money" }, money(lastTotal)), key("↵")),
    ];
  }

  chipKey(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const values = this.room.info.chips;
    const next = values[(values.indexOf(this.room.chip) + step + values.length) % values.length];
    this.room.chooseChip(next);
    this.controls.querySelector(`[data-id="chip-${next}"]`)?.focus();
  }

  showMoves(turn) {
    const { room } = this;
    const felt = room.feltOf(turn.seat);
    const hands = felt?.hands.length ?? 1;
    const where = [room.mine.length > 1 ? `seat ${turn.seat}` : "", hands > 1 ? `hand ${turn.hand}` : ""].filter(Boolean).join(", ");
    // What silence stands for, where the rules say so.
    const silence = turn.moves.find((move) => move.move === turn.default);
    say(this.words, `${where ? `Your turn: ${where}.` : "Your turn."}${silence ? ` No answer means: ${silence.label.toLowerCase()}.` : ""}`);
    const help = turn.moves.map((move) => move.help).filter(Boolean).join(" ");
    say(this.help, help);
    this.help.hidden = !help;
    const laying = partitionOf(turn);
    const laid = laying ? layingOf(turn, laying, room) : null;
    rebuild(this.controls, [room.turnKey, turn.moves, laid, this.amount?.move, room.busy, room.advice, prefs.keys], () => [
      laying ? wayButtons(turn, laying, room) : null,
      this.amount ? amountPanel(this.amount.move, room, (value) => this.act(this.amount.move, value), () => this.close()) : h("div", { class: "moves", role: "group", "aria-label": "Your moves", tabIndex: -1, "data-id": "moves" }, turn.moves.flatMap((move) => this.moveButtons(turn, move))),
    ]);
  }

  /** A button for a move, or for each of its amounts where they are few and have names (2×). */
  moveButtons(turn, move) {
    const named = move.named ?? [];
    if (named.length < 2 || named.length > NAMED) return [this.moveButton(turn, move)];
    const last = named.length - 1; // the key is the whole amount's
    return named.map(({ cents, name }, at) => this.moveButton(turn, { ...move, low: cents, high: cents, label: `${move.label} ${name}`, key: at === last ? move.key : "" }));
  }

  moveButton(turn, move) {
    const { room } = this;
    const advice = room.adviceFor(move, move.shape === "partition" ? layingOf(turn, move, room) : null);
    const cost = move.shape === "amount" ? move.high : move.cost;
    // Gold is the coach's word for the best move; no move wears it unless the coach has spoken.
    const unlaid = move.shape === "partition" && !wayOf(layingOf(turn, move, room), move.ways);
    const main = h(
      "button",
      { class: `move big${advice?.best ? " primary best" : ""}`, "data-id": `move-${move.move}${move.named ? `-${move.high}` : ""}`, "data-move": move.move, "data-cents": move.named ? move.high : undefined, disabled: room.busy || unlaid, onclick: () => this.go(move) },
      h("span", { class: "move-label" }, move.label, cost ? h("span", { class: "money move-cost" }, money(cost)) : null, prefs.keys && move.key ? h("kbd", { "aria-hidden": "true" }, move.key) : null),
      advice ? h("span", { class: "move-ev money" }, advice.best ? "★ " : "", h("span", { class: "sr-only" }, advice.best ? "best move, worth " : "worth "), signed(advice.cents)) : null,
    );
    if (move.shape !== "amount" || move.low >= move.high) return main;
    return h("span", { class: "split-button" }, main, h("button", { class: "less", "data-id": `less-${move.move}`, "aria-label": `${move.label}: choose the amount`, title: "Choose the amount", onclick: () => this.choose(move) }, "…"));
  }

  choose(move) {
    this.amount = { move, turn: this.room.turnKey };
    this.show(this.room);
    this.controls.querySelector("input")?.focus();
  }

  close() {
    this.amount = null;
    this.show(this.room);
  }

  /** A tap on a move: the whole amount where there is one, the hands as they are laid where cards are split. */
  go(move) {
    if (move.shape === "amount") return this.act(move, move.high);
    if (move.shape === "choice") return this.act(move, undefined);
    return this.act(move, wayOf(layingOf(this.room.myTurn, move, this.room), move.ways) ?? undefined);
  }

  act(move, value) {
    this.amount = null;
    this.room.act(move, value);
  }

  key(event) {
    const typing = event.target.closest?.("input:not([type=checkbox], [type=radio]), textarea, select") || document.querySelector("dialog[open]");
    if (!prefs.keys || !this.room || typing || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const { room } = this;
    const pressed = event.key.toLowerCase();
    if (pressed === "?") return showKeys(room);
    if (room.myTurn) {
      if (!room.cardsLie) return;
      const move = room.myTurn.moves.find((one) => one.key === pressed);
      // Of several amounts the key means the whole one, as it does where there is one button.
      const button = move && [...this.controls.querySelectorAll(`[data-move="${CSS.escape(move.move)}"]`)].pop();
      if (button && !button.disabled) button.click();
      return;
    }
    if (!room.betting || !room.mine.length) return;
    // Enter is Deal's, also on a spot: Space puts a chip there.
    const deals = pressed === "enter" && !event.target.closest?.("button:not(.spot), a, summary");
    if (deals) event.preventDefault();
    const id = BET_KEYS.find(([letter]) => letter === pressed)?.[1] ?? (deals ? "deal" : null);
    if (id) this.controls.querySelector(`[data-id="${id}"]`)?.click();
  }
}
customElements.define("up-dock", Dock);
