// What happens at the table in words, for a live region: cards, decisions and results, as a person at the table would hear them.

import { cardName } from "./cards.js";
import { money } from "./money.js";

const cards = (text) => {
  const all = text.split(" ").filter(Boolean);
  const open = all.filter((card) => card !== "??").map(cardName);
  const down = all.length - open.length;
  if (down) open.push(down === 1 ? "one card face down" : `${down} cards face down`);
  return open.join(", ");
};

/**
 * One sentence for an event, or nothing for one that says nothing to a listener.
 * @param {any} event @param {any} room
 */
function sentence(event, room) {
  const mine = room.mine.includes(event.seat);
  const who = event.seat === 0 ? "Dealer" : mine ? "You" : room.state.seats.find((seat) => seat.seat === event.seat)?.player?.name ?? `Seat ${event.seat}`;
  switch (event.event) {
    case "round-opened":
      return "Cards are dealt.";
    case "cards-dealt":
      return event.seat === 0 || mine ? `${who}: ${cards(event.cards)}.` : "";
    case "cards-shown":
      return `${who}: ${cards(event.cards)}.`;
    case "acted":
      return mine ? "" : `${who}: ${event.move.replaceAll("-", " ")}.`;
    case "stake-placed":
      return mine ? `${room.title(event.wager)} ${money(event.amount)}.` : "";
    case "peeked":
      return `The dealer looks: ${event.answer ? "yes" : "no"}.`;
    case "wager-settled":
      return room.mine.includes(event.line.seat) ? `${event.line.text}.` : event.line.claims.length || event.line.net >= 100 * Math.max(event.line.stake, 100) ? `${event.line.title} of seat ${event.line.seat}: ${event.line.text}.` : "";
    case "round-voided":
      return `The round is void: ${event.reason}. The stakes go back.`;
    default:
      return "";
  }
}

/** Says a batch of events. @param {HTMLElement} region @param {any[]} events @param {any} room */
export function announce(region, events, room) {
  const words = events.map((event) => sentence(event, room)).filter(Boolean);
  if (events.some((event) => event.event === "round-ended")) {
    for (const result of room.state.results) if (room.mine.includes(result.seat)) words.push(`${result.text.replace(/^Seat \d+/, "You").replace(" wins ", " win ").replace(" loses ", " lose ").replace(" breaks ", " break ")}.`);
  }
  const turn = room.myTurn;
  if (turn && events.length) {
    const hand = room.feltOf(turn.seat)?.hands.find((one) => one.hand === turn.hand);
    words.push(`Your turn${hand?.label ? ` with ${hand.label}` : ""}: ${turn.moves.map((move) => move.label).join(", ")}.`);
  }
  if (words.length) region.textContent = words.join(" ");
}
