// What a visitor prefers to see and hear: kept in this browser, applied to the document at once.

const KEY = "upcard";
/** `coach`: "off", "before" acting or "after" it. */
const DEFAULTS = { light: false, fourColours: false, sound: false, keys: true, coach: "off", panel: true };

function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

export const prefs = read();
const listeners = new Set();

/** @param {(prefs: typeof DEFAULTS) => void} listener */
export function onPrefs(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param {keyof typeof DEFAULTS} name @param {boolean | string} value */
export function setPref(name, value) {
  prefs[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // A private window may keep nothing; the choice then lasts as long as the page.
  }
  apply();
  for (const listener of listeners) listener(prefs);
}

function apply() {
  document.documentElement.toggleAttribute("data-light", prefs.light);
  document.documentElement.toggleAttribute("data-four-colours", prefs.fourColours);
}
apply();
