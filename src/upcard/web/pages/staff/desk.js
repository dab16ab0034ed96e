// What every console shares: pressing a button once, refusals that stay in sight, questions in a dialog, words for times and people.

import { Problem, get, post, session } from "../shared/api.js";
import { h, say } from "../shared/dom.js";

const refusal = document.getElementById("refusal");

/** Shows why something was not done; it stays until the next press or until it is put away. @param {Error & {rule?: string}} problem */
export function refuse(problem) {
  refusal.replaceChildren(
    h("strong", {}, "Refused: "),
    h("span", {}, problem.message),
    problem.rule ? h("span", { class: "rule" }, problem.rule) : "",
    h("button", { class: "quiet", onclick: clearRefusal }, "OK"),
  );
}

export function clearRefusal() {
  if (refusal.firstChild) refusal.replaceChildren();
}

let toast = null;
/** Says that something was done. @param {string} text */
export function done(text) {
  toast ??= document.body.appendChild(h("p", { class: "done", role: "status" }));
  say(toast, text);
  toast.dataset.on = "1";
  clearTimeout(done.timer);
  done.timer = setTimeout(() => delete toast.dataset.on, 4000);
}

/** A table whose rows stand as cards on a phone, where every cell says its column. @param {string[]} heads @param {HTMLElement[]} rows */
export function stacked(heads, rows) {
  for (const row of rows) [...row.children].forEach((cell, at) => (cell.dataset.of = heads[at]));
  return h("table", { class: "stacked" }, h("thead", {}, h("tr", {}, heads.map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, rows));
}

const pressed = new Set();

/**
 * One press: the button is off while its command is under way, so it can't be sent twice; what the house says comes back.
 * @param {HTMLElement | null} button @param {() => Promise<any>} work @returns {Promise<any>} null if it was refused
 */
export async function press(button, work) {
  const key = button?.dataset.press ?? "";
  if (key && pressed.has(key)) return null;
  clearRefusal();
  if (key) pressed.add(key);
  button?.setAttribute("aria-busy", "true");
  try {
    return await work();
  } catch (problem) {
    if (problem instanceof Problem && problem.status === 401) document.dispatchEvent(new CustomEvent("upcard-locked"));
    refuse(problem);
    return null;
  } finally {
    pressed.delete(key);
    button?.removeAttribute("aria-busy");
  }
}

/** Gives a floor command. @param {string} verb @param {Record<string, any>} args */
export const command = (verb, args) => post("/floor/commands", { do: verb, ...args });

/** The first fact of a kind in an answer. */
export const fact = (answer, kind) => answer?.facts.find(([name]) => name === kind)?.[1] ?? null;

/**
 * A question in a dialog. `send` gets the fields and may throw a Problem, which is shown in the dialog itself.
 * @param {{title: string, about?: any, fields: Node[], label: string, danger?: boolean, send: (form: HTMLFormElement) => Promise<void>}} asked
 */
export function ask({ title, about, fields, label, danger, send }) {
  const problem = h("p", { class: "lose refused-here", role: "alert" });
  const go = h("button", { type: "submit", class: danger ? "danger big" : "primary big" }, label);
  const dialog = h(
    "dialog",
    { class: "ask staff-ask", "aria-label": title, onclose: () => dialog.remove() },
    h(
      "form",
      {
        method: "dialog",
        onsubmit: async (event) => {
          event.preventDefault();
          if (go.disabled) return;
          go.disabled = true;
          say(problem, "");
          try {
            await send(event.target);
            dialog.close();
          } catch (refused) {
            problem.textContent = refused.message + (refused.rule ? ` (${refused.rule})` : "");
            for (const secret of event.target.querySelectorAll("input[type=password], input.swipe")) secret.value = "";
          } finally {
            go.disabled = false;
          }
        },
      },
      h("h2", {}, title),
      about ?? "",
      fields,
      problem,
      h("div", { class: "row" }, go, h("button", { type: "button", class: "big", onclick: () => dialog.close() }, "Cancel")),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector("[autofocus], input, textarea, select")?.focus();
  return dialog;
}

let fields = 0;
/** A labelled field. @param {string} label @param {string} name @param {Record<string, any>} [props] */
export function field(label, name, props = {}, tag = "input") {
  fields += 1;
  const id = `f${fields}`;
  const { options, note, ...rest } = props;
  const base = tag === "input" ? { type: "text", autocomplete: "off" } : {};
  const control = h(tag, { id, name, required: true, ...base, ...rest }, ...(options ?? []).map(([value, text]) => h("option", { value }, text)));
  if (note) control.setAttribute("aria-describedby", `${id}n`);
  return h("div", { class: "field" }, h("label", { htmlFor: id }, label), control, note ? h("p", { class: "soft small", id: `${id}n` }, note) : "");
}

const REASONS = ["Wrong hand pressed", "Wrong seat pressed", "Misdeal", "Cards do not show the hand", "Sensor was not lit"];

/** What follows from a void for a wrong press (PRG-3). */
export const REOPENS = "A wrong hand or seat, while the round is open, asks the dealer for the right press; it keeps the place in the order.";

/** The fields of a void: a reason at a tap, or in one's own words. */
export function reasonField(reasons = REASONS, note = "") {
  const words = field("Reason, for the record", "reason", { maxLength: 500, note });
  const chips = h(
    "div",
    { class: "chips" },
    reasons.map((text) => h("button", { type: "button", onclick: () => (words.querySelector("input").value = text) }, text)),
  );
  return [words, chips];
}

/** The fields of a card in the reader and its PIN. In a demo house the cards lie in a drawer and are swiped with a tap. */
export async function cardFields(whose = "a manager's or executive's card") {
  const swipe = field(`Swipe ${whose}`, "swipe", { class: "swipe", note: "The reader types here. A card counts only once for each swipe." });
  const input = swipe.querySelector("input");
  const drawer = await get("/demo/cards").catch(() => ({ cards: [] }));
  const tray = drawer.cards.length
    ? h(
        "div",
        { class: "chips", role: "group", "aria-label": "Cards in the demo's drawer" },
        drawer.cards.map((card) =>
          h("button", { type: "button", onclick: async () => (input.value = (await post(`/demo/cards/${card.staff}/swipe`)).swipe) }, `Swipe ${card.name} (${card.role})`),
        ),
      )
    : null;
  return [swipe, tray, field("PIN of the card", "pin", { type: "password", inputMode: "numeric", autocomplete: "off" })];
}

/** @param {number} count @param {string} one @param {string} [many] */
export const several = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

const shapes = new Map();

/** A moment in a zone: its day, its time, and what the zone is called then. */
function inZone(at, timeZone) {
  if (!shapes.has(timeZone)) shapes.set(timeZone, new Intl.DateTimeFormat("en-US", { timeZone, hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit", timeZoneName: "short" }));
  const { year, month, day, hour, minute, second, timeZoneName } = Object.fromEntries(shapes.get(timeZone).formatToParts(new Date(at)).map((part) => [part.type, part.value]));
  return { day: `${year}-${month}-${day}`, time: `${hour}:${minute}:${second}`, name: timeZoneName };
}

/** A moment in the house's time with UTC beside it: "2026-03-01 12:00:05 CST (18:00:05 UTC)". @param {string} at */
export function stamp(at) {
  const here = inZone(at, session?.zone ?? "UTC");
  const utc = inZone(at, "UTC");
  const local = `${here.day} ${here.time} ${here.name}`;
  return here.name === "UTC" ? local : `${local} (${here.day === utc.day ? "" : `${utc.day} `}${utc.time} UTC)`;
}

/** The same without the day: for what is going on now. @param {string} at */
export const clock = (at) => stamp(at).replace(/\b\d{4}-\d\d-\d\d /g, "");

/** @param {Record<string, string>} people @param {string | null} id */
export function person(people, id) {
  if (!id) return "";
  if (id === "system") return "the house";
  if (id.startsWith("device:")) return `keypad of ${id.slice(7)}`;
  return people?.[id] ? `${people[id]} (${id})` : id;
}
