// The rounds that were played at this table, newest first: the dealer's hand, your result, every wager of it, and the hands when it is opened.

import { get } from "./api.js";
import { h, rebuild } from "./dom.js";
import { money, signed } from "./money.js";
import { short } from "./partition.js";
import { handWords, spoken } from "./hand.js";
import { resultLines } from "./place.js";

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

/** The cards of a seat's hands, as whoever asks may see them. @param {any[]} hands */
function handsOf(hands) {
  return hands
    .filter((hand) => hand.cards.length)
    .map((hand) => h("p", { class: "past-hand", "aria-label": spoken(hand) }, hand.cards.map((card) => (card === "??" ? "▮" : short(card))).join(" "), handWords(hand) ? h("span", { class: "soft" }, ` ${handWords(hand)}`) : null));
}

/** Fetches the record of a round that is opened, once, and lays its hands beside the results. */
async function showHands(details, one, room) {
  const places = [...details.querySelectorAll("[data-seat]")];
  if (!details.open || places.some((place) => place.childElementCount)) return;
  try {
    const { view } = await get(`${room.path}/rounds/${one.round}`);
    for (const place of places) place.replaceChildren(...handsOf(view.seats.find((seat) => String(seat.seat) === place.dataset.seat)?.hands ?? []));
  } catch (problem) {
    places[0]?.replaceChildren(h("p", { class: "soft" }, problem.message));
  }
}

function round(one, room) {
  const { mine } = room;
  const own = one.results.filter((result) => mine.includes(result.seat));
  const net = own.reduce((sum, result) => sum + result.net, 0);
  const seen = own.length ? own : one.results;
  const at = new Date(one.at);
  return h(
    "details",
    { class: "past", ontoggle: (event) => showHands(event.currentTarget, one, room) },
    h(
      "summary",
      {},
      h("span", { class: "past-number" }, `#${one.round}`),
      h("span", { class: "past-dealer" }, one.voided ? "void" : `${one.dealer.cards.filter((card) => card !== "??").map(short).join(" ")}`),
      own.length ? h("span", { class: `money ${net > 0 ? "win" : net < 0 ? "lose" : "soft"}` }, net ? signed(net) : "even") : h("span", { class: "soft small" }, `${one.results.length} ${one.results.length === 1 ? "player" : "players"}`),
    ),
    h("p", { class: "soft small" }, `${at.toLocaleTimeString("en-US", { hour: "2-digit", minute: "2-digit", second: "2-digit" })}. Dealer: ${one.dealer.label || "no hand"}.`),
    seen.map((result) => [
      h("p", { class: "small" }, h("b", {}, result.name), `, seat ${result.seat}: ${money(result.staked)} staked, ${money(result.returned)} back`),
      h("div", { class: "past-hands", "data-seat": result.seat }),
      resultLines(result.lines),
    ]),
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
