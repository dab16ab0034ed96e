// The rounds that were played at this table, newest first: one's own cards and result, and when a round is opened every wager, every
// decision with the coach's verdict, everybody's hands, and the round again step by step.

import { get } from "../../shared/api.js";
import { h, rebuild } from "../../shared/dom.js";
import { money, signed } from "../../shared/money.js";
import { prefs } from "../../shared/prefs.js";
import { tiny } from "../dock/partition.js";
import { handWords, orderOf, spoken } from "../felt/hand.js";
import { resultLines } from "../felt/place.js";
import { wording } from "./coach.js";
import { showReplay } from "./replay.js";

const PAGE = 15;
const kept = { id: "", rounds: [], more: false, upTo: 0, asking: false };

async function load(room, before) {
  if (kept.asking) return;
  kept.asking = true;
  try {
    const said = await get(`${room.path}/rounds?limit=${PAGE}${before ? `&before=${before}` : ""}`);
    kept.rounds = before ? [...kept.rounds, ...said.rounds] : said.rounds;
    kept.more = said.more;
    kept.problem = "";
  } catch (problem) {
    kept.problem = problem.message;
  } finally {
    kept.asking = false;
    room.draw();
  }
}

/** A hand in tiny cards. @param {any} hand */
const cardsOf = (hand) => h("span", { class: "past-cards", role: "img", "aria-label": spoken(hand) || "no cards" }, orderOf(hand).map((place) => tiny(hand.cards[place])));

/** The cards of a seat's hands, as whoever asks may see them. @param {any[]} hands */
const handsOf = (hands) => hands.filter((hand) => hand.cards.length).map((hand) => h("p", { class: "past-hand" }, cardsOf(hand), handWords(hand) ? h("span", { class: "soft small" }, ` ${handWords(hand)}`) : null));

/** What was decided, and what the coach says of it. @param {any} record @param {number[]} mine @param {any[]} judged */
function movesOf(record, mine, judged) {
  const left = [...judged];
  return record.events
    .filter((event) => event.event === "acted" && mine.includes(event.seat))
    .map((event) => {
      const at = left.findIndex((one) => one.seat === event.seat && one.hand === event.hand && one.made.move === event.move);
      const [found] = at < 0 ? [] : left.splice(at, 1);
      const better = () => `${wording(found.best)} was better; cost ${money(Math.max(1, Math.round(found.cost_cents)))}`;
      const word = !found ? null : found.by_clock ? "the clock's" : found.right ? "right" : better();
      return h("li", {}, found ? wording(found.made) : event.text, word ? h("span", { class: found.by_clock ? "soft" : found.right ? "win" : "lose" }, ` ${word}`) : null);
    });
}

/** Fetches the record of a round that is opened, once, and lays its hands and decisions beside the results. */
async function showMore(details, one, room) {
  const places = [...details.querySelectorAll("[data-seat]")];
  const moves = details.querySelector(".past-moves");
  if (!details.open || places.some((place) => place.childElementCount)) return;
  const mine = one.hands.map((seat) => seat.seat);
  try {
    const [record, review] = await Promise.all([
      get(`${room.path}/rounds/${one.round}`),
      mine.length && prefs.coach !== "off" ? get(`${room.path}/rounds/${one.round}/coach`).catch(() => null) : null,
    ]);
    for (const place of places) place.replaceChildren(...handsOf(record.view.seats.find((seat) => String(seat.seat) === place.dataset.seat)?.hands ?? []));
    const said = movesOf(record, mine, review?.decisions ?? []);
    moves.replaceChildren(...(said.length ? [h("b", {}, "What you decided"), h("ol", {}, said)] : []), h("button", { class: "small", onclick: () => showReplay(record, one) }, "Replay"));
  } catch (problem) {
    moves.replaceChildren(h("p", { class: "soft" }, problem.message));
  }
}

function round(one, room) {
  const mine = one.hands.map((seat) => seat.seat);
  const own = one.results.filter((result) => mine.includes(result.seat));
  const net = own.reduce((sum, result) => sum + result.net, 0);
  const seen = own.length ? own : one.results;
  const at = new Date(one.at);
  // A game may have a dealer's hand, a board in common, or both.
  const house = [["Dealer", one.dealer], ["Board", one.board]].filter(([name, hand]) => hand && (hand.cards.length || (name === "Dealer" && !one.board))).map(([name, hand]) => [name, { ...hand, status: "" }]);
  const hands = one.hands.flatMap((seat) => seat.hands).filter((hand) => hand.cards.length);
  return h(
    "details",
    { class: "past", ontoggle: (event) => showMore(event.currentTarget, one, room) },
    h(
      "summary",
      {},
      h("span", { class: "past-number" }, `#${one.round}`),
      h("span", { class: "past-dealer" }, one.voided ? "void" : hands.length ? hands.map(cardsOf) : h("span", { class: "soft small" }, house.map(([name, hand]) => [`${name} `, cardsOf(hand)]))),
      own.length ? h("span", { class: `money ${net > 0 ? "win" : net < 0 ? "lose" : "soft"}` }, net ? signed(net) : "even") : h("span", { class: "soft small" }, `${one.results.length} ${one.results.length === 1 ? "player" : "players"}`),
    ),
    h("p", { class: "soft small" }, `${at.toLocaleTimeString("en-US", { hour: "2-digit", minute: "2-digit", second: "2-digit" })}. `, house.map(([name, hand]) => [`${name}: ${hand.label || (hand.cards.length ? "" : "no hand")} `, cardsOf(hand)])),
    seen.map((result) => [
      h("p", { class: "small" }, h("b", {}, own.length ? result.text : result.name), `, seat ${result.seat}: ${money(result.staked)} staked, ${money(result.returned)} back`),
      h("div", { class: "past-hands", "data-seat": result.seat }),
      resultLines(result.lines),
    ]),
    h("div", { class: "past-moves small" }),
  );
}

/** Draws the history. @param {HTMLElement} node @param {any} room */
export function drawHistory(node, room) {
  const over = room.state.view?.over ? room.state.round : (room.state.round ?? 1) - 1;
  if (kept.id !== room.info.id || kept.upTo !== over) {
    kept.id = room.info.id;
    kept.upTo = over;
    load(room, 0);
  }
  rebuild(node, [kept.rounds.map((one) => [one.round, one.results.map((result) => result.net)]), kept.more, kept.problem], () => [
    h("h2", {}, "Rounds at this table"),
    kept.problem ? h("p", { class: "lose" }, kept.problem) : null,
    kept.rounds.length ? kept.rounds.map((one) => round(one, room)) : h("p", { class: "soft" }, "No round has been played yet."),
    kept.more ? h("button", { "data-id": "more", onclick: () => load(room, kept.rounds.at(-1).round) }, "Earlier rounds") : null,
  ]);
}
