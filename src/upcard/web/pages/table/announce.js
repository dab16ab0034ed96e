// What happens at the table in words, for a live region: the house's own sentences, as a person at the table would hear them.

/** A win of so many times the stake is heard by the whole table. */
const LOUD = 100;

/** Whether an event is worth a word to this listener. @param {any} event @param {any} room */
function matters(event, room) {
  const mine = room.mine.includes(event.line?.seat ?? event.seat);
  switch (event.event) {
    case "cards-dealt":
      return mine || event.seat <= 0; // the dealer's and the board's cards are everybody's
    case "acted":
      return !mine; // whoever decided knows it
    case "stake-placed":
    case "hands-laid":
      return mine;
    case "wager-settled":
    case "pay-limited":
      return mine || event.line.claims.length > 0 || event.line.net >= LOUD * Math.max(event.line.stake, 100);
    default:
      return true;
  }
}

/** Says a batch of events. @param {HTMLElement} region @param {any[]} events @param {any} room */
export function announce(region, events, room) {
  const words = events.filter((event) => event.text && matters(event, room)).map((event) => event.text);
  if (events.some((event) => event.event === "round-ended")) {
    for (const result of room.state.results) if (room.mine.includes(result.seat)) words.push(`${result.text}.`);
  }
  const turn = room.myTurn;
  if (turn && events.length) {
    const hand = room.feltOf(turn.seat)?.hands.find((one) => one.hand === turn.hand);
    words.push(`Your turn${hand?.label ? ` with ${hand.label}` : ""}: ${turn.moves.map((move) => move.label).join(", ")}.`);
  }
  if (words.length) region.textContent = words.join(" ");
}
