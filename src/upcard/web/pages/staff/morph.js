// Brings what is on the screen in step with what should be there, node by node: a finger that is down on a button, the focus and
// half-typed words survive every update.

/** @param {Element} live @param {Element} wanted */
function attributes(live, wanted) {
  // A press that is under way stays marked, whatever else changes meanwhile.
  for (const { name } of [...live.attributes]) if (!wanted.hasAttribute(name) && name !== "aria-busy") live.removeAttribute(name);
  for (const { name, value } of wanted.attributes) if (live.getAttribute(name) !== value) live.setAttribute(name, value);
}

const sameKind = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && (a.dataset?.key ?? "") === (b.dataset?.key ?? "");

/** @param {Element} live @param {Node[]} wanted */
export function morph(live, wanted) {
  const keyed = new Map();
  for (const child of live.children) if (child.dataset.key) keyed.set(child.dataset.key, child);
  let at = live.firstChild;
  for (const next of wanted) {
    const key = next.dataset?.key;
    let match = key ? keyed.get(key) : null;
    if (!match && at && sameKind(at, next)) match = at;
    if (!match || !sameKind(match, next)) {
      live.insertBefore(next, at);
      continue;
    }
    if (match === at) at = at.nextSibling;
    else live.insertBefore(match, at);
    if (match.nodeType === Node.TEXT_NODE) {
      if (match.data !== next.data) match.data = next.data;
    } else if (!match.isEqualNode(next)) {
      attributes(match, next);
      if ("disabled" in match) match.disabled = next.disabled;
      if (!match.hasAttribute("data-keep")) morph(match, [...next.childNodes]);
    }
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

/** Draws into a node. @param {Element} node @param {...any} children */
export function draw(node, ...children) {
  const flat = children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
  morph(node, flat.map((child) => (child instanceof Node ? child : document.createTextNode(String(child)))));
}
