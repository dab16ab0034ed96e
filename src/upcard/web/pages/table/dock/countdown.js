// The clock of a turn, of the bets or of the next round: a bar that empties and the seconds left.

import { h, say } from "../../shared/dom.js";

const WORDS = { turn: "to decide", bets: "until the deal", next: "until the felt is cleared" };

export class Countdown {
  constructor() {
    this.bar = h("span", { class: "clock-bar" });
    this.text = h("span", { class: "clock-text small" });
    this.warning = h("span", { class: "sr-only", role: "status" });
    this.node = h("div", { class: "clock", hidden: true }, h("span", { class: "clock-track", "aria-hidden": "true" }, this.bar), this.text, this.warning);
    this.clock = null;
    setInterval(() => this.tick(), 250);
  }

  /** @param {{for: string, left: number, of: number} | null} clock @param {number} at when it was received, on this page's clock */
  show(clock, at) {
    this.clock = clock && clock.for !== "next" ? { ...clock, ends: at + clock.left * 1000 } : null;
    this.node.hidden = !this.clock;
    this.tick();
  }

  tick() {
    if (!this.clock) return;
    const left = Math.max(0, this.clock.ends - performance.now());
    const seconds = Math.ceil(left / 1000);
    this.bar.style.transform = `scaleX(${Math.min(1, left / (this.clock.of * 1000))})`;
    say(this.text, `${seconds} s ${WORDS[this.clock.for] ?? ""}`);
    this.node.classList.toggle("soon", seconds <= 5);
    say(this.warning, seconds <= 10 && this.clock.for === "turn" ? "10 seconds left to decide" : "");
  }
}
