// Kings, queens and jacks: half a figure in a frame, and the same turned below, as on every pack; the robe wears the suit.

import { svg } from "./dom.js";
import { SUIT_PATHS } from "./suits.js";

// The frame is 130 by 250 from (60, 50); a figure is drawn in its upper half and cut off at the middle line.
const FRAME = { x: 60, y: 50, width: 130, height: 250 };

/** Shapes by layer: what they wear, and in which of the court's colours. */
const COMMON = [
  // The robe from shoulder to shoulder, its facing, and the collar.
  ["robe", "M60 175V158c4-16 22-24 44-28h42c22 4 40 12 44 28v17z"],
  ["facing", "M104 130l21 45 21-45 14 4-20 41h-30l-20-41z"],
  ["trim", "M96 133l29 42M154 133l-29 42"],
  ["neck", "M113 112h24v20c-4 8-20 8-24 0z"],
  ["face", "M100 86c0-17 50-17 50 0v18c0 18-14 27-25 27s-25-9-25-27z"],
  ["line", "M108 96h11M131 96h11M125 98v11M118 116c4 3 10 3 14 0"],
  ["eye", "M111 100h6v3h-6zM133 100h6v3h-6z"],
];

const WEAR = {
  K: [
    ["hair", "M94 84h9v26c0 6 2 12 6 16-10-2-15-12-15-22zM156 84h-9v26c0 6-2 12-6 16 10-2 15-12 15-22z"],
    ["hair", "M106 112c5 3 10 4 13 1 4-3 8-3 12 0 3 3 8 2 13-1 0 20-8 31-19 31s-19-11-19-31zM117 119c5-3 11-3 16 0-4 4-12 4-16 0z"],
    ["gold", "M96 86l-8-28 17 12 7-15 13 14 13-14 7 15 17-12-8 28c-18-5-40-5-58 0z"],
    ["gem", "M125 74l5 6-5 6-5-6z"],
    ["steel", "M176 62l6 10v84h-12V72z"],
    ["gold", "M162 146h28v8h-28zM172 154h8v21h-8z"],
  ],
  Q: [
    ["hair", "M100 78c-16 8-16 36-10 58 6 4 14 2 17-3-7-12-9-32-4-47zM150 78c16 8 16 36 10 58-6 4-14 2-17-3 7-12 9-32 4-47z"],
    ["gold", "M98 84l-6-22 14 8 4-16 15 10 15-10 4 16 14-8-6 22c-16-7-38-7-54 0z"],
    ["gem", "M125 66a5 5 0 1 1 0 10 5 5 0 0 1 0-10z"],
    ["pearl", "M108 134a3.500 3.500 0 1 0 .1 0zM114 141a3.500 3.500 0 1 0 .1 0zM125 145a3.500 3.500 0 1 0 .1 0zM136 141a3.500 3.500 0 1 0 .1 0zM142 134a3.500 3.500 0 1 0 .1 0z"],
    ["stem", "M172 175c2-20 2-34 0-50"],
    ["petal", "M172 104c6-8 16-4 14 5 8 4 4 15-5 13-4 8-15 6-15-3-9-1-9-13 0-15-2-8 2-8 6 0z"],
    ["gold", "M173 108a5 5 0 1 1 0 10 5 5 0 0 1 0-10z"],
  ],
  J: [
    ["hair", "M98 84c-8 10-10 32-4 44 8 2 13-2 14-8-6-10-6-26-2-36zM152 84c8 10 10 32 4 44-8 2-13-2-14-8 6-10 6-26 2-36z"],
    ["cap", "M92 86c-4-22 12-34 34-32 24 2 36 12 32 32-20-8-46-8-66 0z"],
    ["gold", "M91 84c22-8 46-8 68 0l-1 9c-20-8-46-8-66 0z"],
    ["feather", "M146 62c8-14 26-14 36-4-10-2-12 2-8 6-10-2-18 2-24 8z"],
    ["steel", "M72 56l8 22-4 6v91h-8V84l-4-6z"],
    ["gold", "M60 88h24v7H60z"],
  ],
};

/** Half a figure. */
function half(rank, suit, id) {
  const group = svg("g", { "clip-path": `url(#${id})` });
  for (const [layer, d] of COMMON) group.append(svg("path", { d, class: `court-${layer}` }));
  for (const [layer, d] of WEAR[rank]) group.append(svg("path", { d, class: `court-${layer}` }));
  group.append(svg("path", { d: SUIT_PATHS[suit], transform: "translate(66 57) scale(.3)", class: "court-suit" }));
  return group;
}

let made = 0;

/** The middle of a court card. @param {string} rank K, Q or J @param {string} suit */
export function court(rank, suit) {
  made += 1;
  const id = `court-${made}`;
  const clip = svg("clipPath", { id });
  clip.append(svg("rect", { x: FRAME.x, y: FRAME.y, width: FRAME.width, height: 125 }));
  const upper = half(rank, suit, id);
  const lower = svg("g", { transform: "rotate(180 125 175)" });
  lower.append(half(rank, suit, id));
  // A little smaller than it is drawn, so that the index beside it has the room of its own.
  const drawn = svg("g", { class: `court court-of-${suit}`, transform: "translate(125 175) scale(.9) translate(-125 -175)" });
  drawn.append(clip, svg("rect", { ...FRAME, rx: 10, class: "court-ground" }), upper, lower, svg("path", { d: "M60 175h130", class: "court-belt" }), svg("rect", { ...FRAME, rx: 10, class: "court-frame" }));
  return drawn;
}
