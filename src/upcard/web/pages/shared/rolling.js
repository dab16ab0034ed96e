// Digits that roll up to an amount, as the meters over a table do; at once where motion is not wanted.

import { meter } from "./money.js";

const running = new WeakMap();
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Rolls the text of a node to an amount in cents. @param {HTMLElement} node @param {number} cents */
export function rollTo(node, cents) {
  const from = running.get(node)?.shown ?? cents;
  cancelAnimationFrame(running.get(node)?.frame ?? 0);
  // A meter that falls has been won: it jumps, it does not run backwards.
  if (still.matches || cents <= from) {
    running.set(node, { shown: cents, frame: 0 });
    node.textContent = meter(cents);
    return;
  }
  const began = performance.now();
  const step = (now) => {
    const part = Math.min(1, (now - began) / 900);
    const shown = Math.round(from + (cents - from) * (1 - (1 - part) ** 3));
    node.textContent = meter(shown);
    running.set(node, { shown, frame: part < 1 ? requestAnimationFrame(step) : 0 });
  };
  running.set(node, { shown: from, frame: requestAnimationFrame(step) });
}
