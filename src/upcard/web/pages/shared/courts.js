// Kings, queens and jacks: half a figure in a frame, and the same turned below, as on every pack; the robe wears the suit's colour.

import { svg } from "./dom.js";

// The frame leaves out two corners of the card, where its index stands; turned about the middle it is itself.
const FRAME = "M79 24H198a10 10 0 0 1 10 10V208a8 8 0 0 1-8 8H188a8 8 0 0 0-8 8V318a8 8 0 0 1-8 8H52a10 10 0 0 1-10-10V142a8 8 0 0 1 8-8H62a8 8 0 0 0 8-8V32a8 8 0 0 1 9-8z";
const [MIDDLE_X, MIDDLE_Y] = [125, 175];
/** Figures are drawn 130 wide and 125 high over the middle line, and enlarged to fill the frame. */
const LARGER = 1.19;

/** Shapes by layer, from the back to the front: what they wear, and in which of the court's colours. */
const FACE = [
  ["neck", "M114 110h22v22c-3 8-19 8-22 0z"],
  ["face", "M101 86c0-18 48-18 48 0v17c0 17-12 27-24 27s-24-10-24-27z"],
  ["cheek", "M105 108a5 4 0 1 0 10 0 5 4 0 1 0-10 0zM135 108a5 4 0 1 0 10 0 5 4 0 1 0-10 0z"],
  ["line", "M106 94c3-3 9-3 12 0M132 94c3-3 9-3 12 0M125 97l-3 11c1 2 4 2 6 1"],
  ["eye", "M109 100a3.500 2.800 0 1 0 7 0 3.500 2.800 0 1 0-7 0zM134 100a3.500 2.800 0 1 0 7 0 3.500 2.800 0 1 0-7 0z"],
];
const ROBE = [
  ["robe", "M56 175V160c4-18 24-26 48-31h42c24 5 44 13 48 31v15z"],
  ["fold", "M70 150c8 6 12 14 13 25M180 150c-8 6-12 14-13 25"],
];

const WEAR = {
  K: [
    ["hair", "M96 84c-9 8-11 34-3 46 7 4 12 0 13-6V86zM154 84c9 8 11 34 3 46-7 4-12 0-13-6V86z"],
    ...ROBE,
    // An ermine cape over the shoulders, and the facing under it.
    ["facing", "M104 130l21 45 21-45z"],
    ["ermine", "M97 127c-14 4-25 9-30 17 6 9 20 15 36 16l22-13 22 13c16-1 30-7 36-16-5-8-16-13-30-17l-28 20z"],
    ["spot", "M80 142l3 7h-6zM95 147l3 7h-6zM170 142l3 7h-6zM155 147l3 7h-6z"],
    ...FACE,
    // Moustache and beard, in curls.
    ["hair", "M101 106c5 6 11 9 16 7 3-4 13-4 16 0 5 2 11-1 16-7 3 12 1 22-4 28-1 5-5 7-8 6-2 4-6 6-12 6s-10-2-12-6c-3 1-7-1-8-6-5-6-7-16-4-28zM116 119c5 5 13 5 18 0-4-3-14-3-18 0z"],
    ["mouth", "M119 119h12"],
    ["velvet", "M101 72c8-18 40-18 48 0l-4 12h-40z"],
    ["gold", "M95 87l-7-27 15 11 8-16 14 13 14-13 8 16 15-11-7 27c-18-6-42-6-60 0z"],
    ["pearl", "M84 58a4 4 0 1 0 8 0 4 4 0 1 0-8 0zM107 53a4 4 0 1 0 8 0 4 4 0 1 0-8 0zM135 53a4 4 0 1 0 8 0 4 4 0 1 0-8 0zM158 58a4 4 0 1 0 8 0 4 4 0 1 0-8 0z"],
    ["gem", "M125 70l5 6-5 6-5-6zM107 74l3 4-3 4-3-4zM143 74l3 4-3 4-3-4z"],
    // The sword, and the hand that holds it.
    ["steel", "M180 56l6 10v82h-12V66z"],
    ["shine", "M180 66v78"],
    ["gold", "M165 146h30v7h-30zM176 153h8v22h-8z"],
    ["face", "M170 158c0-5 20-5 20 0v10c0 5-20 5-20 0z"],
    ["line", "M171 163h14"],
  ],
  Q: [
    ["veil", "M98 74c-16 12-20 44-14 66l20-6 3-54zM152 74c16 12 20 44 14 66l-20-6-3-54z"],
    ["hair", "M101 80c-12 10-13 36-8 52 6 4 12 1 14-5-5-12-6-30-1-45zM149 80c12 10 13 36 8 52-6 4-12 1-14-5 5-12 6-30 1-45z"],
    ...ROBE,
    ["facing", "M108 130c2 22 8 36 17 45 9-9 15-23 17-45-10 8-24 8-34 0z"],
    ["trim", "M106 130c1 20 7 36 17 45M144 130c-1 20-7 36-17 45"],
    ["shine", "M125 150v20M118 160h14"],
    ...FACE,
    ["lips", "M119 118c3-3 5-2 6-1 1-1 3-2 6 1-4 5-8 5-12 0z"],
    ["pearl", "M108 131a3.500 3.500 0 1 0 7 0 3.500 3.500 0 1 0-7 0zM114 138a3.500 3.500 0 1 0 7 0 3.500 3.500 0 1 0-7 0zM121.500 141a3.500 3.500 0 1 0 7 0 3.500 3.500 0 1 0-7 0zM129 138a3.500 3.500 0 1 0 7 0 3.500 3.500 0 1 0-7 0zM135 131a3.500 3.500 0 1 0 7 0 3.500 3.500 0 1 0-7 0z"],
    ["hair", "M101 92c0-20 48-20 48 0-8-8-16-11-24-11s-16 3-24 11z"],
    ["gold", "M99 83l-8-20 13 7 5-15 9 11 7-15 7 15 9-11 5 15 13-7-8 20c-16-7-36-7-52 0z"],
    ["pearl", "M121.500 50a3.500 3.500 0 1 0 7 0 3.500 3.500 0 1 0-7 0zM105.500 54a3.500 3.500 0 1 0 7 0 3.500 3.500 0 1 0-7 0zM137.500 54a3.500 3.500 0 1 0 7 0 3.500 3.500 0 1 0-7 0z"],
    ["gem", "M125 66a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM110 71a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM140 71a3 3 0 1 1 0 6 3 3 0 0 1 0-6z"],
    // A rose, and the hand that holds it.
    ["stem", "M176 172c3-18 3-34 1-52"],
    ["leaf", "M178 142c8-8 14-6 16-2-4 6-10 6-16 2z"],
    ["petal", "M176 98c8-7 18 0 14 9 8 5 3 16-6 14-4 8-14 6-15-2-9 0-11-11-4-15-3-9 6-13 11-6z"],
    ["gold", "M177 105a5.500 5.500 0 1 1 0 11 5.500 5.500 0 0 1 0-11z"],
    ["face", "M167 154c2-5 18-5 19 0l1 10c-3 6-18 6-21 0z"],
    ["line", "M168 160h12"],
  ],
  J: [
    ["hair", "M99 84c-11 10-14 36-7 50 8 5 15 0 16-8-7-10-7-28-3-40zM151 84c11 10 14 36 7 50-8 5-15 0-16-8 7-10 7-28 3-40z"],
    ...ROBE,
    ["facing", "M104 130l21 45 21-45z"],
    ["trim", "M96 132l29 43M154 132l-29 43"],
    ["collar", "M104 126l-12 10 14 12 19-10 19 10 14-12-12-10-21 10z"],
    ...FACE,
    ["lips", "M118 117c4 4 10 4 14 0-4 1-10 1-14 0z"],
    ["hair", "M101 92c6-8 42-8 48 0-2-12-46-12-48 0z"],
    ["cap", "M93 84c-7-20 8-32 30-33 24-1 40 12 34 33-20-9-44-9-64 0z"],
    ["gold", "M92 82c20-9 46-9 66 0l-1 10c-20-8-44-8-64 0z"],
    ["gem", "M125 77l5 5-5 5-5-5z"],
    ["feather", "M98 76c-14-4-22-13-20-24 4 5 8 7 12 6-2-4-2-7-1-10 9 6 15 15 15 26z"],
    ["line", "M84 57c4 8 9 14 15 18"],
    // A halberd, and the hand that holds it.
    ["wood", "M176 96h7v79h-7z"],
    ["steel", "M179.500 54l6 14v10c8-4 12-2 14 4-2 10-8 15-14 16v2h-12V98c-4 0-8-3-10-8 3-4 7-5 10-4V68z"],
    ["face", "M170 150c0-5 19-5 19 0v11c0 5-19 5-19 0z"],
    ["line", "M171 155h13"],
  ],
};

/** Half a figure. */
function half(rank, id) {
  const group = svg("g", { "clip-path": `url(#${id})` });
  const figure = svg("g", { transform: `translate(${MIDDLE_X} ${MIDDLE_Y}) scale(${LARGER}) translate(${-MIDDLE_X} ${-MIDDLE_Y})` });
  for (const [layer, d] of WEAR[rank]) figure.append(svg("path", { d, class: `court-${layer}` }));
  group.append(figure);
  return group;
}

let made = 0;

/** The middle of a court card. @param {string} rank K, Q or J @param {string} suit */
export function court(rank, suit) {
  made += 1;
  const [id, frame] = [`court-${made}`, `frame-${made}`];
  const upper = svg("clipPath", { id });
  upper.append(svg("rect", { x: 30, y: 14, width: 190, height: MIDDLE_Y - 14 }));
  const inside = svg("clipPath", { id: frame });
  inside.append(svg("path", { d: FRAME }));
  const below = svg("g", { transform: `rotate(180 ${MIDDLE_X} ${MIDDLE_Y})` });
  below.append(half(rank, id));
  const figures = svg("g", { "clip-path": `url(#${frame})` });
  figures.append(svg("path", { d: FRAME, class: "court-ground" }), half(rank, id), below, svg("path", { d: "M42 175h166", class: "court-belt" }), svg("path", { d: "M42 175h166", class: "court-beads" }));
  const drawn = svg("g", { class: `court court-of-${suit}` });
  drawn.append(upper, inside, figures, svg("path", { d: FRAME, class: "court-frame" }));
  return drawn;
}
