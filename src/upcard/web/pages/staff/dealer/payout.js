// The payout helper: tap the wagers, tap the cards as the round asks for them, read what goes back. It knows no game: the house asks.

import { get, post } from "../../shared/api.js";
import { cardName, cardSvg } from "../../shared/cards.js";
import { h } from "../../shared/dom.js";
import { money } from "../../shared/money.js";
import { deck } from "./deck.js";
import { hand, house } from "../felt.js";
import { draw } from "../morph.js";

const CHIPS = [100, 500, 1000, 2500, 10_000];

/** @param {any} table */
export async function openPayout(table) {
  const path = `/staff/tables/${encodeURIComponent(table.id)}/payout`;
  const { wagers } = await get(path);
  const stakes = new Map();
  /** The stakes with those that follow them, as the house says. */
  let placed = {};
  let answers = [];
  let cards = [];
  let said = null;
  let problem = "";
  const body = h("div", { class: "payout" });
  const dialog = h("dialog", { class: "ask wide-ask", "aria-label": "Payout helper", onclose: () => dialog.remove() }, body);

  async function next() {
    problem = "";
    try {
      if (!answers.length) {
        const judged = await post(`/tables/${encodeURIComponent(table.id)}/bets/draft`, { bets: { 1: Object.fromEntries(stakes) } });
        problem = judged.objections.map((one) => one.text).join(". ");
        if (problem) return show();
        placed = judged.bets[1];
      }
      said = await post(path, { wagers: placed, answers });
    } catch (refused) {
      problem = refused.message;
      answers = answers.slice(0, -1);
    }
    cards = [];
    show();
  }

  const answer = (given) => {
    answers = [...answers, given];
    return next();
  };

  function stakeRow(wager) {
    const cents = stakes.get(wager.wager) ?? 0;
    return h(
      "div",
      { class: "stake", role: "group", "aria-label": wager.title },
      h("b", {}, wager.title),
      h("span", { class: "money" }, cents ? money(cents) : "–"),
      wager.fixed
        ? h("button", { "data-stake": wager.wager, "data-cents": wager.fixed, "aria-pressed": String(cents > 0) }, money(wager.fixed))
        : CHIPS.map((chip) => h("button", { "data-stake": wager.wager, "data-cents": chip }, `+${money(chip)}`)),
      wager.fixed ? "" : h("button", { class: "quiet", "data-clear": wager.wager }, "Clear"),
    );
  }

  function keypad(need) {
    const own = need.seat > 0 ? said.view.seats[0].hands.find((one) => one.hand === need.hand) : need.seat < 0 ? said.view.board : said.view.dealer;
    const first = (own?.cards.length ?? 0) + cards.length + 1;
    const who = need.seat > 0 ? `the player${said.view.seats[0].hands.length > 1 ? `, hand ${need.hand}` : ""}` : need.seat < 0 ? "the board" : "the dealer";
    return h(
      "div",
      {},
      h("p", { class: "need", role: "status" }, need.turned_over ? `Tap what ${who} turns over` : `Tap card ${first}${need.count - cards.length > 1 ? ` of ${first + need.count - cards.length - 1}` : ""} for ${who}`),
      deck(),
      cards.length ? h("div", { class: "small-cards", role: "img", "aria-label": `Tapped: ${cards.map(cardName).join(", ")}` }, cards.map(cardSvg)) : "",
      need.may_be_unseen ? h("button", { class: "big", "data-card": "??" }, "Face down, not seen") : "",
    );
  }

  function moves(need) {
    return h(
      "div",
      {},
      h("p", { class: "need", role: "status" }, `What did hand ${need.hand} do?`),
      h(
        "div",
        { class: "chips" },
        need.moves.flatMap((move) => {
          if (move.shape === "amount") return [move.low, move.high].filter((cents, at, all) => all.indexOf(cents) === at).map((cents) => h("button", { class: "big", "data-move": move.move, "data-hand": need.hand, "data-value": cents }, `${move.label} ${money(cents)}`));
          if (move.shape === "partition") return move.ways.map((way) => h("button", { "data-move": move.move, "data-hand": need.hand, "data-value": JSON.stringify(way) }, way.map((part) => part.join(" ")).join(" | ")));
          return h("button", { class: "big", "data-move": move.move, "data-hand": need.hand, "data-value": "null" }, move.label);
        }),
      ),
    );
  }

  function result() {
    return h(
      "div",
      { class: "paid-out" },
      h("table", {}, h("thead", {}, h("tr", {}, ["Wager", "Stake", "Result", "Goes back"].map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, said.lines.map((line) => h("tr", {}, h("th", { scope: "row" }, line.title), h("td", { class: "money" }, money(line.stake)), h("td", {}, `${line.label}, ${line.pays}`), h("td", { class: "money" }, line.percent ? `${line.percent} % of the meter: press its hand's button` : money(line.returned)))))),
      h("p", { class: "grand" }, `Goes back in all: `, h("b", { class: "money" }, money(said.returned)), ` on ${money(said.staked)} staked`),
    );
  }

  function show() {
    const need = said?.need;
    draw(
      body,
      h("h2", {}, `Payout helper, ${table.game_title}`),
      said
        ? [h("div", { class: "row" }, house(said.view), said.view.seats[0].hands.map((one, at) => hand(said.view.seats[0].hands.length > 1 ? `Hand ${at + 1}` : "Player", one))), need ? (need.need === "cards" ? keypad(need) : need.need === "move" ? moves(need) : h("div", {}, h("p", { class: "need", role: "status" }, need.question), h("div", { class: "chips" }, h("button", { class: "big", "data-peek": "true" }, "Yes"), h("button", { class: "big", "data-peek": "false" }, "No")))) : result()]
        : [h("p", { class: "soft" }, "Which wagers lie there?"), wagers.filter((wager) => !wager.equals).map(stakeRow)],
      h("p", { class: "lose", role: "alert" }, problem),
      h(
        "div",
        { class: "row" },
        said ? "" : h("button", { class: "primary big", "data-go": "1", disabled: !stakes.size }, "Cards"),
        said && answers.length ? h("button", { class: "big", "data-undo": "1" }, "Undo") : "",
        said ? h("button", { class: "big", "data-new": "1" }, "New hand") : "",
        h("button", { class: "big", "data-close": "1" }, "Close"),
      ),
    );
  }

  body.addEventListener("click", (event) => {
    const data = event.target.closest("button")?.dataset;
    if (!data) return null;
    if (data.stake) {
      const fixed = wagers.find((wager) => wager.wager === data.stake).fixed;
      if (fixed && stakes.has(data.stake)) stakes.delete(data.stake);
      else stakes.set(data.stake, fixed ?? (stakes.get(data.stake) ?? 0) + Number(data.cents));
      return show();
    }
    if (data.clear) return stakes.delete(data.clear), show();
    if (data.go) return next();
    if (data.card) {
      cards.push(data.card);
      return cards.length >= said.need.count ? answer(["cards", cards.join(" ")]) : show();
    }
    if (data.move) return answer(["act", Number(data.hand), data.move, JSON.parse(data.value)]);
    if (data.peek) return answer(["peek", data.peek === "true"]);
    if (data.undo) {
      answers = answers.slice(0, -1);
      return next();
    }
    if (data.new) {
      answers = [];
      said = null;
      return show();
    }
    if (data.close) dialog.close();
    return null;
  });

  show();
  document.body.append(dialog);
  dialog.showModal();
}
