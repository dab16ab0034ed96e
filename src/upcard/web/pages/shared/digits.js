// Digits on wheels, as an odometer's: each rolls by itself to its new figure. For the sign.

import { h } from "./dom.js";
import { meter } from "./money.js";

const FIGURES = "0123456789";

function wheel() {
  return h("span", { class: "digit" }, h("span", { class: "digit-strip" }, [...FIGURES].map((figure) => h("span", {}, figure))));
}

/** Shows an amount on wheels. @param {HTMLElement} node @param {number} cents */
export function roll(node, cents) {
  const text = meter(cents);
  node.setAttribute("role", "img");
  node.setAttribute("aria-label", text);
  // How wide it is, in its own size: the sign fills the wall whatever the amount.
  const figures = text.replace(/\D/g, "").length;
  node.style.setProperty("--wide", String(figures * 0.73 + 0.75 + (text.length - figures - 1) * 0.42));
  const shape = text.replace(/\d/g, "0");
  if (node.dataset.shape !== shape) {
    node.dataset.shape = shape;
    node.replaceChildren(...[...text].map((sign) => (FIGURES.includes(sign) ? wheel() : h("span", { class: "mark" }, sign))));
  }
  [...text].forEach((sign, at) => {
    if (FIGURES.includes(sign)) node.children[at].firstChild.style.transform = `translateY(${-Number(sign)}em)`;
  });
}
