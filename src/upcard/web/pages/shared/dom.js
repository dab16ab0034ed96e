// Making and updating elements without a framework.

const NS = "http://www.w3.org/2000/svg";

/**
 * An element with properties and children. `class`, `on…` handlers, `data-…`/`aria-…` attributes and properties all go in `props`.
 * @param {string} tag @param {Record<string, any>} [props] @param {...any} children
 */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "class") node.className = value;
    else if (key in node && !key.includes("-") && key !== "list") node[key] = value;
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** Fills a node with children; those that are not there are left out. @param {Element} node @param {...any} children */
export function fill(node, ...children) {
  node.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
}

/** An SVG element. @param {string} name @param {Record<string, string | number>} attributes */
export function svg(name, attributes = {}) {
  const node = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  return node;
}

/**
 * Keeps the children of a node in step with a list, keyed: kept elements stay the same elements, so that focus and animation survive.
 * @template T
 * @param {Element} parent @param {T[]} items @param {(item: T) => string} key
 * @param {(item: T) => Element} make @param {(node: Element, item: T) => void} update
 */
export function keyed(parent, items, key, make, update) {
  const known = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  items.forEach((item, at) => {
    const name = String(key(item));
    let node = known.get(name);
    known.delete(name);
    if (!node) {
      node = make(item);
      node.dataset.key = name;
    }
    update(node, item);
    if (parent.children[at] !== node) parent.insertBefore(node, parent.children[at] ?? null);
  });
  for (const gone of known.values()) gone.remove();
}

/** Sets the text of a node only when it changes, so that live regions speak once. @param {Element} node @param {string} text */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Rebuilds the children of a node only when what they are made from has changed; keeps the focus on the control with the same `data-id`.
 * @param {HTMLElement} node @param {any} made what the children depend on @param {() => any[]} build
 */
export function rebuild(node, made, build) {
  const mark = JSON.stringify(made);
  if (node.dataset.made === mark) return;
  node.dataset.made = mark;
  const held = node.contains(document.activeElement) ? document.activeElement.dataset.id : undefined;
  node.replaceChildren(...build().flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  if (held) node.querySelector(`[data-id="${CSS.escape(held)}"]`)?.focus();
}
