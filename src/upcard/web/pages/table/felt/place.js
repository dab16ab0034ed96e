// Your own place at the table, in front and large: hands, bet spots, and what became of every wager.

import { stack } from "../../shared/chips.js";
import { h, keyed, rebuild, say } from "../../shared/dom.js";
import { drawHand, fewWords, makeHand, spoken } from "./hand.js";
import { money, signed } from "../../shared/money.js";
import { drawPartition, partitionOf } from "../dock/partition.js";
import { bestPay, columns, drawSpots, limits, printed } from "./spots.js";

/** Makes the frame of a place. @param {number} seat @param {any} room */
export function makePlace(seat, room) {
  return h(
    "section",
    { class: "place", "data-seat": seat },
    h(
      "div",
      { class: "place-name" },
      h("span", { class: "seat-number", "aria-hidden": "true" }, seat),
      h("b", { class: "place-who" }),
      h("span", { class: "place-note soft small" }),
      h("button", { class: "quiet small get-up", title: "Leave this seat", onclick: () => room.leave(seat) }, "Get up"),
    ),
    h("div", { class: "place-felt" }, h("div", { class: "place-hands" }), h("div", { class: "place-results" })),
    h("div", { class: "spots", role: "group", "aria-label": `Bet spots of seat ${seat}` }),
    h("p", { class: "place-problem lose small", role: "alert" }),
  );
}

/** What became of one spot: the lines of its wager together. */
function settled(lines, name) {
  const own = lines.filter((line) => line.wager === name);
  if (!own.length) return { net: null, outcome: "" };
  return { net: own.reduce((sum, line) => sum + line.net, 0), outcome: own.map((line) => line.label).join(", ") };
}

function drawHands(node, seat, felt, room) {
  const turn = room.turnOf(seat);
  const box = node.querySelector(".place-hands");
  // Cards are dealt to the hand; when they lie, they can be laid.
  const laying = turn && room.cardsLie && partitionOf(turn);
  node.classList.toggle("laying", Boolean(laying));
  if (laying) {
    if (box.dataset.kind !== "laying") box.replaceChildren();
    box.dataset.kind = "laying";
    drawPartition(box, turn, laying, room);
    return;
  }
  if (box.dataset.kind !== "hands") {
    box.replaceChildren();
    delete box.dataset.made;
  }
  box.dataset.kind = "hands";
  const hands = felt?.hands ?? [];
  box.dataset.hands = String(hands.length);
  keyed(
    box,
    hands,
    (hand) => hand.hand,
    () => {
      const made = makeHand();
      made.append(h("div", { class: "hand-stakes" }));
      return made;
    },
    (made, hand) => {
      // Three and more have room for few words.
      drawHand(made, hand, room.isTurn(seat, hand.hand), hands.length > 2 ? fewWords : undefined);
      made.setAttribute("role", "group");
      made.setAttribute("aria-label", `${hands.length > 1 ? `Hand ${hand.hand}` : "Your hand"}: ${spoken(hand)}`);
      const stakes = hands.length > 1 ? felt.stakes.filter((stake) => stake.hand === hand.hand) : [];
      rebuild(made.querySelector(".hand-stakes"), stakes, () =>
        stakes.map((stake) => h("span", { class: "hand-stake" }, stack(stake.amount, room.info.chips), h("span", { class: "money small" }, `${room.title(stake.wager)} ${money(stake.amount)}`))),
      );
    },
  );
}

/** The wagers that stand on more than one hand, so that a line has to name its hand. @param {any[]} lines */
function onSeveral(lines) {
  const first = new Map(lines.map((line) => [line.wager, line.hand]));
  return new Set(lines.filter((line) => first.get(line.wager) !== line.hand).map((line) => line.wager));
}

/** Every wager in words and money. @param {any[]} lines */
export function resultLines(lines) {
  const several = onSeveral(lines);
  return h(
    "ul",
    { class: "lines" },
    lines.map((line) =>
      h(
        "li",
        {},
        h("span", {}, h("b", {}, line.title), several.has(line.wager) ? h("span", { class: "soft" }, ` hand ${line.hand}`) : null, ` ${line.label}`, line.net > 0 && line.pays ? h("span", { class: "soft" }, `, ${line.pays}`) : null),
        h("span", { class: `money ${line.net > 0 ? "win" : line.net < 0 ? "lose" : "soft"}` }, line.awarded === null ? "…" : line.net ? signed(line.net) : "even"),
      ),
    ),
  );
}

function drawResults(node, result, room) {
  rebuild(node.querySelector(".place-results"), [result, room.judged], () => {
    if (!result) return [];
    const pending = result.lines.some((line) => line.awarded === null);
    return [
      h("p", { class: `verdict ${result.net > 0 ? "win" : result.net < 0 ? "lose" : ""}` }, pending ? "A jackpot! The amount follows" : result.text),
      resultLines(result.lines),
      room.judged ? h("p", { class: `coach-word small ${room.judged.right ? "win" : "lose"}` }, room.judged.text) : null,
    ];
  });
}

/** Brings a place up to date. @param {HTMLElement} node @param {number} seat @param {any} room */
export function drawPlace(node, seat, room) {
  const info = room.state.seats.find((one) => one.seat === seat);
  const felt = room.feltOf(seat);
  const draft = room.drafts.get(seat);
  const fresh = room.betting && !draft.empty;
  const lines = room.state.view && felt && !fresh ? room.state.view.lines.filter((line) => line.seat === seat) : [];
  const wrong = room.betting ? draft.objections : [];
  node.setAttribute("aria-label", `Your place, seat ${seat}`);
  node.classList.toggle("turn", Boolean(room.turnOf(seat)));
  say(node.querySelector(".place-who"), room.mine.length > 1 ? `You, seat ${seat}` : "You");
  const note = room.betting && info.ready ? "waiting for the deal" : !room.betting && !felt ? "sitting this round out" : "";
  say(node.querySelector(".place-note"), note);
  drawHands(node, seat, felt, room);
  drawResults(node, room.resultOf(seat), room);
  drawSpots(node.querySelector(".spots"), {
    columns: columns(room.info.wagers),
    spot: (wager) => {
      const played = felt && !fresh ? felt.stakes.filter((stake) => stake.wager === wager.name).reduce((sum, stake) => sum + stake.amount, 0) : 0;
      const stake = room.betting ? (wager.placed === "before" ? draft.stakes[wager.name] ?? 0 : 0) : played;
      const { net, outcome } = settled(lines, wager.name);
      return {
        wager,
        stake,
        net: stake && room.betting ? null : net,
        outcome,
        open: room.betting && wager.placed === "before",
        problem: wrong.find((one) => one.wager === wager.name)?.text ?? "",
        chips: room.info.chips,
        limits: limits(wager, room.info.wagers),
        printed: printed(wager, room.info.wagers),
        pays: bestPay(wager, room.state.meters),
        chip: room.chip,
      };
    },
    tap: (name) => room.tapSpot(seat, name),
    drop: (name) => room.dropSpot(seat, name),
  });
  say(node.querySelector(".place-problem"), room.problems.get(seat) ?? (room.tried ? wrong[0]?.text ?? "" : ""));
}
