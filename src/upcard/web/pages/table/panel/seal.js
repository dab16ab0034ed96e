// The seal of a finished shoe, checked in the page: the hashes are made again from what opens the shoe, and must lead to what was
// committed before its first card. The tree is the one that docs/decisions describe: a salted leaf for every card.

const text = new TextEncoder();
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (written) => Uint8Array.from(written.match(/../g) ?? [], (pair) => parseInt(pair, 16));

async function sha256(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
}

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);
const SALT = 16;

/** A card's leaf. @param {number} place @param {number} card @param {Uint8Array} seed */
async function leaf(place, card, seed) {
  const salt = (await sha256(text.encode(`salt:${place}:`), seed)).slice(0, SALT);
  return sha256(LEAF, text.encode(`${place}:${card}:`), salt);
}

/** Every level of the tree, leaves first; an odd node goes up as it is. @param {Uint8Array[]} leaves */
async function levels(leaves) {
  const found = [leaves];
  while (found.at(-1).length > 1) {
    const below = found.at(-1);
    const above = [];
    for (let at = 0; at < below.length; at += 2) above.push(at + 1 < below.length ? await sha256(NODE, below[at], below[at + 1]) : below[at]);
    found.push(above);
  }
  return found;
}

/** Whether this browser can check here: hashing is there on this machine and over https only. */
export const canCheck = () => Boolean(globalThis.crypto?.subtle);

/**
 * Checks a finished shoe.
 * @param {{order: number[], seed: string, commitment: string}} shoe @param {number} [place] the card whose way up to the root is shown
 * @returns {Promise<{root: string, holds: boolean, way: {what: string, hash: string}[]}>}
 */
export async function check(shoe, place = 0) {
  const seed = bytesOf(shoe.seed);
  const tree = await levels(await Promise.all(shoe.order.map((card, at) => leaf(at, card, seed))));
  const root = hex(tree.at(-1)[0]);
  const way = [{ what: `the card at place ${place + 1}, with its salt`, hash: hex(tree[0][place]) }];
  let at = place;
  for (const level of tree.slice(0, -1)) {
    const beside = level[at ^ 1];
    if (beside) way.push({ what: "the hash beside it", hash: hex(beside) });
    at >>= 1;
  }
  way.push({ what: "together: the root", hash: root });
  return { root, holds: root === shoe.commitment, way };
}
