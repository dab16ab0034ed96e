// Cards drawn as SVG by code: crisp at every size, suit by shape and by letter, two or four colours by CSS.

const NS = "http://www.w3.org/2000/svg";
const RANK_NAMES = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight", 7: "seven", 6: "six", 5: "five", 4: "four", 3: "three", 2: "two" };
const SUIT_NAMES = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };

// Each suit in a box of 100 by 100.
const SUIT_PATHS = {
  s: "M50 4C62 26 94 40 94 66a22 22 0 0 1-38 15c1 8 5 13 10 15H34c5-2 9-7 10-15A22 22 0 0 1 6 66C6 40 38 26 50 4z",
  h: "M50 94C20 70 4 54 4 32a24 24 0 0 1 46-10 24 24 0 0 1 46 10c0 22-16 38-46 62z",
  d: "M50 2C60 22 74 38 90 50 74 62 60 78 50 98 40 78 26 62 10 50 26 38 40 22 50 2z",
  c: "M50 4a22 22 0 0 1 17 36 22 22 0 1 1-11 39c1 8 4 14 10 17H34c6-3 9-9 10-17a22 22 0 1 1-11-39A22 22 0 0 1 50 4z",
};

/** @param {string} name @param {Record<string, string | number>} attributes */
function el(name, attributes = {}) {
  const node = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  return node;
}

/** The spoken name of a card: "ace of spades"; a hidden one is "face-down card". @param {string} card */
export function cardName(card) {
  return card === "??" ? "face-down card" : `${RANK_NAMES[card[0]]} of ${SUIT_NAMES[card[1]]}`;
}

/** A suit mark alone, for text and buttons. @param {string} suit one of c d h s */
export function suitMark(suit) {
  const svg = el("svg", { viewBox: "0 0 100 100", class: `suit suit-${suit}`, "aria-hidden": "true" });
  svg.append(el("path", { d: SUIT_PATHS[suit] }));
  return svg;
}

function corner(rank, suit, turned) {
  const group = el("g", turned ? { transform: "rotate(180 125 175)" } : {});
  const label = el("text", { x: 33, y: 62, class: "index", "text-anchor": "middle" });
  label.textContent = rank === "T" ? "10" : rank;
  const mark = el("path", { d: SUIT_PATHS[suit], transform: "translate(14 76) scale(.38)" });
  group.append(label, mark);
  return group;
}

/** A card as an SVG image with its name. @param {string} card "As", "Td", or "??" for one that lies face down */
export function cardSvg(card) {
  const svg = el("svg", { viewBox: "0 0 250 350", role: "img", "aria-label": cardName(card) });
  svg.append(el("rect", { x: 2, y: 2, width: 246, height: 346, rx: 20, class: "paper" }));
  if (card === "??") {
    svg.setAttribute("class", "card back");
    svg.append(el("rect", { x: 16, y: 16, width: 218, height: 318, rx: 12, class: "weave" }));
    for (let i = 0; i < 5; i += 1) svg.append(el("path", { d: diamond(125, 175, 22 + i * 24), class: "lattice" }));
    return svg;
  }
  const [rank, suit] = card;
  svg.setAttribute("class", `card suit-${suit}`);
  svg.append(corner(rank, suit, false), corner(rank, suit, true));
  svg.append(el("path", { d: SUIT_PATHS[suit], transform: "translate(72 122) scale(1.06)", class: "pip" }));
  return svg;
}

function diamond(x, y, r) {
  return `M${x} ${y - r * 1.3}L${x + r} ${y}L${x} ${y + r * 1.3}L${x - r} ${y}z`;
}
