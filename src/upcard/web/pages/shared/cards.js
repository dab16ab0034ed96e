// Cards drawn as SVG by code: crisp at every size, suit by shape and by letter, two or four colours by CSS.

import { court } from "./courts.js";
import { svg } from "./dom.js";
import { SUIT_PATHS } from "./suits.js";

const RANK_NAMES = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight", 7: "seven", 6: "six", 5: "five", 4: "four", 3: "three", 2: "two" };
const SUIT_NAMES = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };

// Where the pips of a card stand, down to its middle: column and height in parts of the field. The lower half is the upper one turned.
const [L, M, R] = [0, 0.5, 1];
const third = 1 / 3;
const PIPS = {
  2: [[M, 0]],
  3: [[M, 0], [M, 0.5]],
  4: [[L, 0], [R, 0]],
  5: [[L, 0], [R, 0], [M, 0.5]],
  6: [[L, 0], [R, 0], [L, 0.5], [R, 0.5]],
  7: [[L, 0], [R, 0], [L, 0.5], [R, 0.5], [M, 0.25]],
  8: [[L, 0], [R, 0], [L, 0.5], [R, 0.5], [M, 0.25]],
  9: [[L, 0], [R, 0], [L, third], [R, third], [M, 0.5]],
  T: [[L, 0], [R, 0], [L, third], [R, third], [M, third / 2]],
};
/** Of a seven only the upper half has the pip between the rows. */
const ONCE = { 7: 4 };
const FIELD = { x: 91, y: 60, width: 68, height: 230, pip: 44 };

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

/** The rank in a corner. The ten is drawn: two figures of a font would be squeezed into the place of one. */
function index(rank) {
  if (rank === "T") return svg("path", { d: "M11 34l11-11v47M47 24c8.500 0 12.500 9 12.500 22.500s-4 22.500-12.500 22.500-12.500-9-12.500-22.500 4-22.500 12.500-22.500z", class: "ten" });
  const label = svg("text", { x: 36, y: 71, class: "index", "text-anchor": "middle" });
  label.textContent = rank;
  return label;
}

function corner(rank, suit, turned) {
  const group = svg("g", turned ? { transform: "rotate(180 125 175)" } : {});
  const mark = svg("path", { d: SUIT_PATHS[suit], transform: "translate(17 84) scale(.38)" });
  // The suit's letter too: shape and colour are not all that tells suits apart.
  const letter = svg("text", { x: 226, y: 38, class: "letter", "text-anchor": "middle" });
  letter.textContent = suit.toUpperCase();
  group.append(index(rank), mark, letter);
  return group;
}

function pip(suit, x, y, size, turned = false) {
  const turn = turned ? ` rotate(180 ${x} ${y})` : "";
  return svg("path", { d: SUIT_PATHS[suit], transform: `${turn} translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})`.trim() });
}

function pips(rank, suit) {
  const group = svg("g", { class: "pips" });
  PIPS[rank].forEach(([across, down], at) => {
    const x = FIELD.x + across * FIELD.width;
    const y = FIELD.y + down * FIELD.height;
    group.append(pip(suit, x, y, FIELD.pip));
    if (down !== 0.5 && ONCE[rank] !== at) group.append(pip(suit, x, 350 - y, FIELD.pip, true));
  });
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
  // What a small card shows instead of pips that nobody could count.
  if (PIPS[rank]) drawn.append(pips(rank, suit), svg("g", { class: "one" }));
  if (PIPS[rank]) drawn.lastChild.append(pip(suit, 128, 182, 128));
  else drawn.append(rank === "A" ? pip(suit, 125, 175, 132) : court(rank, suit));
  return drawn;
}

function diamond(x, y, r) {
  return `M${x} ${y - r * 1.3}L${x + r} ${y}L${x} ${y + r * 1.3}L${x - r} ${y}z`;
}
