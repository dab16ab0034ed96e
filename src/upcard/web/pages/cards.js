// Cards drawn as SVG by code: crisp at every size, suit by shape and by letter, two or four colours by CSS.

import { svg } from "./dom.js";

// What a king, a queen and a jack wear, in a box of 100 by 60.
const CROWNS = {
  K: "M6 58L0 14l25 19L50 0l25 33 25-19-6 44z",
  Q: "M8 58L0 22c10 14 18 17 26 15l4-29c8 16 14 22 20 22s12-6 20-22l4 29c8 2 16-1 26-15l-8 36z",
  J: "M6 58L4 26l20 14 13-20 13 18 13-18 13 20 20-14-2 32z",
};
const RANK_NAMES = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight", 7: "seven", 6: "six", 5: "five", 4: "four", 3: "three", 2: "two" };
const SUIT_NAMES = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };

// Each suit in a box of 100 by 100.
const SUIT_PATHS = {
  s: "M50 4C62 26 94 40 94 66a22 22 0 0 1-38 15c1 8 5 13 10 15H34c5-2 9-7 10-15A22 22 0 0 1 6 66C6 40 38 26 50 4z",
  h: "M50 94C20 70 4 54 4 32a24 24 0 0 1 46-10 24 24 0 0 1 46 10c0 22-16 38-46 62z",
  d: "M50 2C60 22 74 38 90 50 74 62 60 78 50 98 40 78 26 62 10 50 26 38 40 22 50 2z",
  c: "M50 4a22 22 0 0 1 17 36 22 22 0 1 1-11 39c1 8 4 14 10 17H34c6-3 9-9 10-17a22 22 0 1 1-11-39A22 22 0 0 1 50 4z",
};

// Diagonals over the back of a card.
const LATTICE = Array.from({ length: 28 }, (_, at) => `M${at * 24 - 330} -6l330 330M${at * 24} -6l-330 330`).join("");

/** The spoken name of a card: "ace of spades"; a hidden one is "face-down card". @param {string} card */
export function cardName(card) {
  return card === "??" ? "face-down card" : `${RANK_NAMES[card[0]]} of ${SUIT_NAMES[card[1]]}`;
}

/** A suit mark alone, for text and buttons. @param {string} suit one of c d h s */
export function suitMark(suit) {
  const drawn = svg("svg", { viewBox: "0 0 100 100", class: `suit suit-${suit}`, "aria-hidden": "true" });
  drawn.append(svg("path", { d: SUIT_PATHS[suit] }));
  return drawn;
}

function corner(rank, suit, turned) {
  const group = svg("g", turned ? { transform: "rotate(180 125 175)" } : {});
  const label = svg("text", { x: 35, y: 68, class: rank === "T" ? "index ten" : "index", "text-anchor": "middle" });
  label.textContent = rank === "T" ? "10" : rank;
  const mark = svg("path", { d: SUIT_PATHS[suit], transform: "translate(15 82) scale(.4)" });
  // The suit's letter too: shape and colour are not all that tells suits apart.
  const letter = svg("text", { x: 222, y: 42, class: "letter", "text-anchor": "middle" });
  letter.textContent = suit.toUpperCase();
  group.append(label, mark, letter);
  return group;
}

/** A card as an SVG image with its name. @param {string} card "As", "Td", or "??" for one that lies face down */
export function cardSvg(card) {
  const drawn = svg("svg", { viewBox: "0 0 250 350", role: "img", "aria-label": cardName(card) });
  drawn.append(svg("rect", { x: 2, y: 2, width: 246, height: 346, rx: 20, class: "paper" }));
  if (card === "??") {
    drawn.setAttribute("class", "card back");
    drawn.append(svg("rect", { x: 16, y: 16, width: 218, height: 318, rx: 12, class: "weave" }));
    const weave = svg("svg", { x: 16, y: 16, width: 218, height: 318 });
    weave.append(svg("path", { d: LATTICE, class: "lattice" }));
    drawn.append(weave, svg("rect", { x: 28, y: 28, width: 194, height: 294, rx: 8, class: "frame" }), svg("path", { d: diamond(125, 175, 34), class: "medal" }));
    return drawn;
  }
  const [rank, suit] = card;
  drawn.setAttribute("class", `card suit-${suit}`);
  drawn.append(corner(rank, suit, false), corner(rank, suit, true));
  drawn.append(...(CROWNS[rank] ? court(rank) : [svg("path", { d: SUIT_PATHS[suit], transform: rank === "A" ? "translate(58 108) scale(1.34)" : "translate(70 120) scale(1.1)" })]));
  return drawn;
}

/** The middle of a court card: its crown and its letter in a frame. @param {string} rank */
function court(rank) {
  const letter = svg("text", { x: 125, y: 246, class: "monogram", "text-anchor": "middle" });
  letter.textContent = rank;
  return [svg("rect", { x: 68, y: 62, width: 114, height: 226, rx: 12, class: "court" }), svg("path", { d: CROWNS[rank], transform: "translate(83 82) scale(.84)", class: "crown" }), letter];
}

function diamond(x, y, r) {
  return `M${x} ${y - r * 1.3}L${x + r} ${y}L${x} ${y + r * 1.3}L${x - r} ${y}z`;
}
