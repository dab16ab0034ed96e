// What everybody at the table should see: jackpots on their way, and bonuses that one player's hand brings to others.

import { h, keyed, rebuild } from "../../shared/dom.js";
import { money } from "../../shared/money.js";
import { play } from "../../shared/sound.js";

const STATES = { PENDING: "being checked", VERIFIED: "verified", CONFIRMED: "confirmed", PAID: "paid", VOIDED: "void" };

/** Wagers that are paid for somebody else's cards, or without a stake of their own. */
function shared(room) {
  return new Set(room.info.wagers.filter((wager) => wager.placed === "never" && wager.side).map((wager) => wager.name));
}

class Moments extends HTMLElement {
  connectedCallback() {
    this.setAttribute("role", "status");
    this.list = this.appendChild(h("div", { class: "moments" }));
    this.known = new Set();
  }

  /** @param {any} room */
  show(room) {
    const name = (seat) => room.state.seats.find((one) => one.seat === seat)?.player?.name ?? `seat ${seat}`;
    const who = (seat) => (room.mine.includes(seat) ? "You" : name(seat));
    const items = room.state.hits.map((hit) => ({
      key: hit.id,
      big: true,
      title: `Jackpot: ${hit.label}`,
      text: `${hit.player ?? `seat ${hit.seat}`} takes ${hit.percent < 100 ? `${hit.percent}% of the meter` : "the meter"}: ${money(hit.amount)}`,
      note: `${STATES[hit.state] ?? hit.state.toLowerCase()}${hit.provisional ? ", amount provisional" : ""}`,
    }));
    const bonus = shared(room);
    const lines = room.clear || !room.state.view ? [] : room.state.view.lines.filter((line) => bonus.has(line.wager) && line.net > 0);
    const grouped = new Map();
    for (const line of lines) {
      const key = `${line.title}: ${line.label}`;
      if (!grouped.has(key)) grouped.set(key, []);
      grouped.get(key).push(`${who(line.seat)} ${money(line.net)}`);
    }
    for (const [title, people] of grouped) items.push({ key: `${room.state.round}-${title}`, big: false, title, text: people.join(", "), note: "" });
    keyed(
      this.list,
      items,
      (item) => item.key,
      (item) => {
        if (!this.known.has(item.key)) play(item.big ? "jackpot" : "win");
        this.known.add(item.key);
        return h("div", { class: `moment${item.big ? " big" : ""}` });
      },
      (node, item) => rebuild(node, item, () => [h("b", {}, item.title), h("span", {}, item.text), item.note ? h("span", { class: "moment-note" }, item.note) : null]),
    );
    this.hidden = !items.length;
  }
}
customElements.define("up-moments", Moments);
