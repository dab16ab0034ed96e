// What a visitor prefers to see and hear: kept in this browser, applied to the document at once.

const KEY = "upcard";
/** `coach`: "off", "before" acting or "after" it. `light` is what the system says until it is chosen. */
const DEFAULTS = { light: false, fourColours: false, sound: false, keys: true, coach: "off", panel: true };
const system = matchMedia("(prefers-color-scheme: light)");

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** What was chosen; only this is kept. @type {Partial<typeof DEFAULTS>} */
const chosen = read();
export const prefs = { ...DEFAULTS, light: system.matches, ...chosen };
const listeners = new Set();

/** @param {(prefs: typeof DEFAULTS) => void} listener */
export function onPrefs(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param {keyof typeof DEFAULTS} name @param {boolean | string} value */
export function setPref(name, value) {
  chosen[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen));
  } catch {
    // A private window may keep nothing; the choice then lasts as long as the page.
  }
  apply();
}

function apply() {
  Object.assign(prefs, { light: system.matches }, chosen);
  document.documentElement.toggleAttribute("data-light", prefs.light);
  document.documentElement.toggleAttribute("data-four-colours", prefs.fourColours);
  for (const listener of listeners) listener(prefs);
}
apply();
system.addEventListener("change", apply);
