// What the table page knows: the house's description and state, the chips you have put down but not sent, your advice.
// Parts of the page read it and call its verbs; it tells them to draw anew.

import { Problem, get, post, put, refreshSession, remove, session, setSession } from "../shared/api.js";
import { Draft } from "./dock/bets.js";
import { notify, signedIn } from "../shared/chrome.js";
import { money } from "../shared/money.js";
import { prefs } from "../shared/prefs.js";
import { play } from "../shared/sound.js";

const SYNC_AFTER = 450;

export class Room {
  /** @param {any} info as GET /tables/{id} says @param {() => void} draw */
  constructor(info, draw) {
    this.info = info;
    this.state = info.state;
    this.path = `/tables/${encodeURIComponent(info.id)}`;
    this.draw = draw;
    this.clockAt = performance.now();
    /** The round whose cards were swept away by the next bet. @type {number | null} */
    this.swept = null;
    /** Something while cards are in the air. @type {object | null} */
    this.moving = null;
    /** @type {Map<number, Draft>} */
    this.drafts = new Map();
    /** Problems of a seat, and of the dock. @type {Map<number, string>} */
    this.problems = new Map();
    this.problem = "";
    this.tried = false;
    /** The command that is under way; null when none is. @type {object | null} */
    this.doing = null;
    this.advice = null;
    this.judged = null;
    /** Why there is no verdict yet. */
    this.verdictWaits = "";
    this.laying = null;
    /** Meters as their own stream last told them. @type {Map<string, number>} */
    this.ticking = new Map();
    this.chip = this.firstChip();
    this.last = this.remembered();
    this.sync = 0;
    /** The question to the house about the chips that lie there, while it is open. @type {Promise<void> | null} */
    this.judging = null;
    this.take(info.state);
  }

  // What it looks like now

  get busy() {
    return this.doing !== null;
  }

  get mine() {
    return this.state.you.seats;
  }

  get betting() {
    return (this.state.phase === "betting" || this.state.phase === "settled") && !this.checking;
  }

  /** Whether the round is held open for a jackpot: bets are taken again when it is paid. */
  get checking() {
    return this.state.phase === "settled" && this.state.hits.length > 0;
  }

  /** Whether the cards of the last round are off the felt. Whoever played it keeps it in sight until the next bet. */
  get clear() {
    const { phase, round, view } = this.state;
    return phase === "betting" && (this.swept === round || !view?.seats.some((seat) => this.mine.includes(seat.seat)));
  }

  /** Whether it is dealt here; at a live table the cards lie on real felt, and one can only watch. */
  get virtual() {
    return this.info.kind === "virtual";
  }

  get firstFree() {
    return !this.virtual ? null : this.state.seats.find((seat) => !seat.player)?.seat ?? null;
  }

  /** How many other people, no bots, sit here. */
  get others() {
    return this.state.seats.filter((seat) => seat.player && !seat.player.bot && !seat.player.you).length;
  }

  title(name) {
    return this.info.wagers.find((wager) => wager.name === name)?.title ?? name.charAt(0).toUpperCase() + name.slice(1);
  }

  feltOf(seat) {
    return this.clear ? null : this.state.view?.seats.find((one) => one.seat === seat) ?? null;
  }

  resultOf(seat) {
    return this.clear || this.state.phase === "acting" ? null : this.state.results.find((one) => one.seat === seat) ?? null;
  }

  isTurn(seat, hand) {
    return Boolean(this.state.view?.turns.some((turn) => turn.seat === seat && turn.hand === hand));
  }

  turnOf(seat) {
    return this.state.view?.turns.find((turn) => turn.seat === seat && turn.moves) ?? null;
  }

  get myTurn() {
    return this.state.phase === "acting" ? this.state.view?.turns.find((turn) => turn.moves && this.mine.includes(turn.seat)) ?? null : null;
  }

  /** Whether every card lies: nobody decides by cards that are still in the air. */
  get cardsLie() {
    return this.moving === null;
  }

  /** Which turn it is: another hand, card, stake or move of one's own, or another open card of the house, makes another. */
  get turnKey() {
    const turn = this.myTurn;
    if (!turn) return "";
    const { hands, stakes } = this.feltOf(turn.seat) ?? { hands: [], stakes: [] };
    const { dealer, board } = this.state.view;
    return JSON.stringify([this.state.round, turn.seat, turn.hand, turn.moves, hands.map((hand) => hand.cards), stakes, dealer.cards, board?.cards]);
  }

  /** What one knows at one's turn, as the house has it: while it is the same, so is the coach's answer. */
  get known() {
    return this.myTurn ? `${this.state.round}/${this.myTurn.seat}/${this.myTurn.hand}/${this.myTurn.key}` : "";
  }

  get bets() {
    const drafts = this.mine.map((seat) => this.drafts.get(seat));
    const total = drafts.reduce((sum, draft) => sum + draft.total, 0);
    const last = this.mine.map((seat) => this.last[seat] ?? this.last.any ?? {});
    return {
      total,
      drafted: total > 0,
      canDeal: total > 0 && drafts.every((draft) => !draft.objections.length),
      canUndo: drafts.some((draft) => draft.past.length),
      lastTotal: last.reduce((sum, stakes) => sum + Object.values(stakes).reduce((all, cents) => all + cents, 0), 0),
    };
  }

  /** What the bets on the felt cost in the long run, in cents (negative); null until the lab knows every edge. */
  get expectedLoss() {
    const { edges } = this.info;
    if (edges.state !== "ready") return null;
    let sum = 0;
    for (const seat of this.mine) {
      for (const [name, cents] of Object.entries(this.drafts.get(seat).stakes)) {
        const edge = edges.wagers[name];
        if (edge) sum += edge.float * cents;
        else if (!this.info.wagers.find((wager) => wager.name === name)?.equals) return null;
      }
    }
    return sum;
  }

  /** Whether the coach has spoken on the open turn, and may. */
  get advised() {
    return prefs.coach === "before" && this.advice?.key === this.known && Boolean(this.advice.actions);
  }

  /** The coach's word on a move. @param {any} move @param {string[][] | null} laid */
  adviceFor(move, laid) {
    if (!this.advised) return null;
    const key = (hands) => hands.map((part) => [...part].sort().join(" ")).join("|");
    const spoken = this.advice.actions.filter((action) => action.move === move.move);
    // Of several amounts each has a word of its own; the coach may have spoken of one only.
    const own = move.named ? spoken.filter((action) => action.value === move.high) : spoken;
    const found = laid ? own.find((action) => Array.isArray(action.value) && key(action.value) === key(laid)) : own[0];
    return found ? { cents: found.cents, best: found.cost_cents === 0 } : null;
  }

  // What the house says

  /** @param {any} state */
  take(state) {
    const before = this.state;
    const turn = this.turnKey;
    this.state = state;
    // What a command changed is there: the next may be given, even if its own answer is still on the way.
    if (this.turnKey !== turn || before.phase !== state.phase) this.doing = null;
    this.clockAt = performance.now();
    for (const seat of state.you.seats) {
      if (!this.drafts.has(seat)) {
        const draft = new Draft(this.info.wagers);
        const down = state.seats.find((one) => one.seat === seat)?.bets ?? {};
        if (this.betting && Object.keys(down).length) draft.set(down);
        this.drafts.set(seat, draft);
      }
    }
    for (const seat of [...this.drafts.keys()]) if (!state.you.seats.includes(seat)) this.drafts.delete(seat);
    // A round may be over before anybody had a turn: what tells a new one is its number.
    if (state.view && before.round !== state.round) this.dealt(state);
    if (before.phase === "acting" && state.phase !== "acting") this.problem = "";
  }

  /** The bankroll in the bar becomes what the house says. */
  count() {
    const purse = this.state.you.bankroll;
    if (session && purse !== null && session.bankroll !== purse) setSession({ ...session, bankroll: purse });
  }

  /** A round began: what lay on the spots is what "the same again" means. */
  dealt(state) {
    for (const seat of state.you.seats) {
      const felt = state.view?.seats.find((one) => one.seat === seat);
      if (felt) {
        this.last[seat] = { ...felt.bets };
        this.last.any = { ...felt.bets };
      }
      this.drafts.set(seat, new Draft(this.info.wagers));
    }
    this.judged = null;
    this.verdictWaits = "";
    this.tried = false;
    this.problem = "";
    this.problems.clear();
    this.remember();
  }

  remembered() {
    try {
      return { any: JSON.parse(localStorage.getItem(`upcard-bet-${this.info.id}`) ?? "null") ?? undefined };
    } catch {
      return {};
    }
  }

  remember() {
    try {
      if (this.last.any) localStorage.setItem(`upcard-bet-${this.info.id}`, JSON.stringify(this.last.any));
    } catch {
      // Nothing is kept in a private window; it is only a convenience.
    }
  }

  firstChip() {
    const main = this.info.wagers.find((wager) => wager.placed === "before");
    return this.info.chips.filter((value) => value <= (main?.min ?? value)).pop() ?? this.info.chips[0];
  }

  // Chips

  chooseChip(value) {
    this.chip = value;
    this.draw();
  }

  tapSpot(seat, name) {
    this.touched(seat, this.drafts.get(seat).add(name, this.chip));
  }

  dropSpot(seat, name) {
    this.drafts.get(seat).drop(name);
    this.touched(seat, "");
  }

  undo() {
    for (const seat of this.mine) this.drafts.get(seat).undo();
    this.touched(null, "");
  }

  clearBets() {
    for (const seat of this.mine) this.drafts.get(seat).clear();
    this.touched(null, "");
  }

  doubleBets() {
    for (const seat of this.mine) this.drafts.get(seat).double();
    this.touched(null, "");
  }

  rebet() {
    for (const seat of this.mine) this.drafts.get(seat).set(this.last[seat] ?? this.last.any ?? {});
    this.touched(null, "");
  }

  touched(seat, note) {
    play("chip");
    if (this.betting && this.bets.drafted) this.swept = this.state.round;
    this.problem = "";
    if (seat === null) this.problems.clear();
    else if (note) this.problems.set(seat, note);
    else this.problems.delete(seat);
    this.draw();
    this.judge();
    // The others see chips as they fall; alone, nothing is sent before Deal, so that no clock starts.
    clearTimeout(this.sync);
    if (this.others) this.sync = setTimeout(() => this.sendBets(false, true), SYNC_AFTER);
  }

  /** What lies on the spots of one's seats, as it is sent. */
  get laid() {
    return Object.fromEntries(this.mine.map((seat) => [seat, this.drafts.get(seat)?.stakes ?? {}]));
  }

  /** Asks the house what follows from the chips that lie there, and what is wrong with them. One question at a time, of the newest chips. */
  judge() {
    document.body.toggleAttribute("data-judging", true);
    this.judging ??= this.askHouse().finally(() => {
      this.judging = null;
      document.body.toggleAttribute("data-judging", false);
    });
    return this.judging;
  }

  async askHouse() {
    for (;;) {
      const bets = this.laid;
      const asked = JSON.stringify(bets);
      let said;
      try {
        said = await post(`${this.path}/bets/draft`, { bets });
      } catch {
        return; // The bet itself is judged when it is sent.
      }
      if (JSON.stringify(this.laid) !== asked) continue;
      for (const seat of this.mine) this.drafts.get(seat).judged(said.bets[seat], said.objections.filter((one) => one.seat === seat || one.seat === 0));
      return this.draw();
    }
  }

  async sendBets(ready, quiet = false) {
    await this.judging;
    for (const seat of this.mine) {
      const draft = this.drafts.get(seat);
      if (quiet && draft.objections.length) continue;
      try {
        await put(`${this.path}/seats/${seat}/bets`, { wagers: draft.stakes, ready });
      } catch (problem) {
        this.problems.set(seat, said(problem));
        if (!quiet) throw problem;
      }
    }
  }

  async deal() {
    this.tried = true;
    await this.judging;
    if (!this.bets.canDeal) return this.draw();
    const { total } = this.bets;
    const down = this.mine.reduce((sum, seat) => sum + Object.values(this.state.seats.find((one) => one.seat === seat).bets).reduce((all, cents) => all + cents, 0), 0);
    if (this.state.you.bankroll !== null && total > this.state.you.bankroll + down) {
      this.problem = `You have ${money(this.state.you.bankroll + down)}, and these bets take ${money(total)}. The menu has more play money.`;
      return this.draw();
    }
    clearTimeout(this.sync);
    await this.command(() => this.sendBets(true), true);
  }

  async sameAgain() {
    this.rebet();
    await this.deal();
  }

  sitOut() {
    return this.command(async () => {
      for (const seat of this.mine) await put(`${this.path}/seats/${seat}/bets`, { wagers: {}, ready: true });
    });
  }

  unready() {
    return this.command(() => this.sendBets(false));
  }

  // Seats, bots and moves

  async sit(seat) {
    const before = session?.player;
    if (!(await signedIn())) return;
    await this.command(() => post(`${this.path}/seats/${seat}`));
    if (session?.player !== before) this.reconnect?.();
    refreshSession().catch(() => {});
  }

  async leave(seat) {
    const playing = this.state.phase === "acting" && this.feltOf(seat);
    if (await this.command(() => remove(`${this.path}/seats/${seat}`))) if (playing) notify("You leave when this round is over.");
    refreshSession().catch(() => {});
  }

  addBot(seat) {
    return this.command(() => post(`${this.path}/bots`, { seat }));
  }

  async sendBotAway(seat) {
    const playing = this.state.phase === "acting" && this.feltOf(seat);
    if (await this.command(() => remove(`${this.path}/bots/${seat}`))) if (playing) notify("The bot leaves when this round is over.");
  }

  /** @param {any} move @param {any} value */
  act(move, value) {
    const turn = this.myTurn;
    if (!turn) return;
    return this.command(() => post(`${this.path}/acts`, { seat: turn.seat, hand: turn.hand, move: move.move, round: this.state.round, ...(value === undefined ? {} : { value }) }));
  }

  /** Gives a command; what the house refuses is shown where it was given. @param {() => Promise<any>} work */
  async command(work, atSeat = false) {
    if (this.busy) return false;
    const doing = {};
    this.doing = doing;
    this.problem = "";
    this.draw();
    try {
      await work();
      return true;
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (!atSeat || !this.problems.size) this.problem = said(problem);
      return false;
    } finally {
      if (this.doing === doing) this.doing = null;
      this.draw();
    }
  }

  /** The edges, when the lab had not worked them out yet. */
  async refreshEdges() {
    const info = await get(this.path);
    this.info.edges = info.edges;
    this.draw();
    return info.edges.state !== "working";
  }
}

/** A problem in words, with its rule. @param {Problem} problem */
export function said(problem) {
  const text = problem.message.charAt(0).toUpperCase() + problem.message.slice(1);
  return problem.rule ? `${text} (rule ${problem.rule})` : text;
}
