// The coach: the exact worth of every legal move before you act, or a judgement after it, the cost of each mistake and the score.

import { get, refreshSession, session } from "../../shared/api.js";
import { h, rebuild } from "../../shared/dom.js";
import { money, signed } from "../../shared/money.js";
import { short } from "../dock/partition.js";
import { prefs, setPref } from "../../shared/prefs.js";

const MODES = [
  ["off", "Off"],
  ["before", "Before I act"],
  ["after", "After I act"],
];
const RETRY = 2500;

/** Asks for advice on the open turn, and anew whenever one knows more; again while the lab is not ready. @param {any} room */
export async function seekAdvice(room) {
  const turn = room.myTurn;
  const key = room.known;
  if (prefs.coach !== "before" || !turn || room.advice?.key === key) return;
  // Where only somebody else has moved, the last word stands until the next is there.
  const last = room.advice?.turn === room.turnKey ? room.advice : {};
  room.advice = { ...last, key, turn: room.turnKey };
  try {
    const said = await get(`${room.path}/coach?seat=${turn.seat}&hand=${turn.hand}`);
    if (room.known === key) room.advice = { key, turn: room.turnKey, ...said };
  } catch (problem) {
    if (room.known === key) {
      room.advice = { key, problem: problem.message };
      if (problem.status === 503) setTimeout(() => room.known === key && ((room.advice = null), seekAdvice(room)), RETRY);
    }
  }
  room.draw();
}

/** A problem as a sentence of its own. @param {string} text */
const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** A move with the cards it lays, in a line. @param {any} action */
export function wording(action) {
  if (Array.isArray(action.value)) return `${action.label} ${action.value.map((part) => part.map(short).join(" ")).join(" | ")}`;
  return typeof action.value === "number" ? `${action.label} ${money(action.value)}` : action.label;
}

/** After a round: what the coach thinks of every decision in it. @param {any} room @param {number} round */
export async function judge(room, round, later = 0) {
  if (prefs.coach === "off" || room.state.round !== round || !room.mine.some((seat) => room.feltOf(seat))) return;
  try {
    const { decisions } = await get(`${room.path}/rounds/${round}/coach`);
    if (!decisions.length || room.state.round !== round) return;
    room.judged = { ...verdict(decisions), decisions };
    room.verdictWaits = "";
    room.draw();
    await count(later);
  } catch (problem) {
    // No judgement is no harm; while the lab is warming up it comes a little later.
    room.verdictWaits = problem.status === 503 ? sentence(problem.message) : "";
    if (problem.status === 503) setTimeout(() => judge(room, round), RETRY);
    room.draw();
  }
}

/** What the list of decisions says in one sentence. What the clock decided is nobody's mistake. @param {any[]} decisions */
function verdict(decisions) {
  const own = decisions.filter((one) => !one.by_clock);
  const wrong = own.filter((one) => !one.right);
  const cost = money(Math.round(wrong.reduce((sum, one) => sum + one.cost_cents, 0)));
  if (!own.length) return { right: true, text: "Coach: the clock decided; that is no mistake of yours." };
  if (!wrong.length) return { right: true, text: `Coach: ${own.length > 1 ? "every decision was right." : "right."}` };
  const [first] = wrong;
  const better = `${wording(first.best)} was better than ${wording(first.made)}`;
  if (own.length === 1) return { right: false, text: `Coach: ${better}. It cost ${cost}.` };
  const which = wrong.length === 1 ? `decision ${decisions.indexOf(first) + 1} of ${decisions.length}: ${better}` : `${wrong.length} of ${own.length} decisions were wrong`;
  return { right: false, text: `Coach: ${which}. ${wrong.length === 1 ? "It" : "They"} cost ${cost}.` };
}

/** Every decision of the round in order, each with its verdict and what the moves were worth; a wrong one lies open. */
function judgedList({ decisions }) {
  const several = new Set(decisions.map((one) => one.hand)).size > 1;
  return h(
    "ol",
    { class: "judged" },
    decisions.map((one) => {
      const tone = one.by_clock ? "soft" : one.right ? "win" : "lose";
      const words = one.by_clock ? "the clock's" : one.right ? "right" : `cost ${money(Math.max(1, Math.round(one.cost_cents)))}`;
      const made = same(one.made);
      const shown = one.actions.slice(0, 4);
      const own = one.actions.find(made);
      if (own && !shown.includes(own)) shown.push(own);
      return h(
        "li",
        {},
        h(
          "details",
          { open: !one.right && !one.by_clock },
          h("summary", {}, h("span", { class: "judged-made" }, several ? h("span", { class: "soft" }, `Hand ${one.hand}: `) : null, wording(one.made)), h("span", { class: `judged-word ${tone}` }, words)),
          bars(shown, made),
        ),
      );
    }),
  );
}

/** Whether an action is the one that was made; an amount is judged at its highest. */
const same = (made) => (action) => action.move === made.move && (!Array.isArray(made.value) || JSON.stringify(action.value) === JSON.stringify(made.value));

/** Brings the score up to date, not before the cards lie; the house counts a decision a moment after it has judged it. @param {number} later */
async function count(later) {
  const before = session?.play?.decisions;
  for (const wait of [later, 700, 2000]) {
    await new Promise((done) => setTimeout(done, wait));
    await refreshSession();
    if (session?.play?.decisions !== before) return;
  }
}

function bars(actions, made = () => false) {
  const worth = actions.map((action) => action.cents);
  const low = Math.min(0, ...worth);
  const span = Math.max(0, ...worth) - low || 1;
  return h(
    "ol",
    { class: "evs" },
    actions.map((action) => {
      const bar = h("span", { class: `ev-bar${action.cents < 0 ? " minus" : ""}` });
      bar.style.left = `${((Math.min(0, action.cents) - low) / span) * 100}%`;
      bar.style.width = `${Math.max(1, (Math.abs(action.cents) / span) * 100)}%`;
      return h(
        "li",
        { class: `${action.cost_cents === 0 ? "best" : ""}${made(action) ? " made" : ""}` },
        h("span", { class: "ev-name" }, action.cost_cents === 0 ? h("span", { class: "ev-star", title: "Best" }, "★ ") : null, wording(action), made(action) ? h("span", { class: "soft small" }, " your choice") : null),
        h("span", { class: "money ev-worth", title: `exactly ${action.ev} units` }, signed(action.cents)),
        h("span", { class: "ev-track", "aria-hidden": "true" }, bar),
        h("span", { class: "soft small ev-cost" }, action.cost_cents ? `costs ${money(Math.max(1, Math.round(action.cost_cents)))}` : "best", h("span", { class: "ev-exact" }, ` · EV ${action.float.toFixed(4).replace("-", "−")}${action.se ? ` ± ${action.se.toFixed(4)} (estimated)` : ""}`)),
      );
    }),
  );
}

function now(room) {
  if (!room.mine.length) return h("p", { class: "soft" }, room.virtual ? "Take a seat: the coach speaks when it is your turn." : "The coach speaks at tables that are dealt here.");
  if (prefs.coach === "off") return h("p", { class: "soft" }, "Switch the coach on to see the exact value of every move, computed from the cards you see.");
  if (prefs.coach === "before" && room.myTurn && !room.cardsLie) return h("p", { class: "soft" }, "The cards are dealt.");
  if (prefs.coach === "before" && room.myTurn) {
    if (room.advice?.problem) return h("p", { class: "soft" }, sentence(room.advice.problem));
    if (!room.advice?.actions) return h("p", { class: "soft" }, "Counting …");
    const { actions, of, unit, stake, note } = room.advice;
    return [
      h("p", { class: "soft small" }, `What each move is worth in the long run, with ${money(stake)} on ${room.title(unit)}:`),
      bars(actions),
      of > actions.length ? h("p", { class: "soft small" }, `The best ${actions.length} of ${of} ways.`) : null,
      note ? h("p", { class: "soft small" }, note) : null,
    ];
  }
  if (room.judged && !room.clear) {
    return [
      h("p", { class: room.judged.right ? "win" : "lose" }, room.judged.text),
      judgedList(room.judged),
    ];
  }
  if (room.verdictWaits && !room.clear && room.state.view?.over) return h("p", { class: "soft" }, room.verdictWaits);
  return h("p", { class: "soft" }, prefs.coach === "before" ? "The coach speaks when it is your turn." : "The coach speaks after the round.");
}

function score() {
  const played = session?.play;
  if (!played?.rounds) return null;
  const fact = (name, value, tone = "") => h("div", {}, h("dt", {}, name), h("dd", { class: `money ${tone}` }, value));
  const net = played.returned - played.staked;
  return [
    h("h2", {}, "This session"),
    h(
      "dl",
      { class: "facts" },
      fact("Rounds", played.rounds),
      fact("Result", signed(net), net > 0 ? "win" : net < 0 ? "lose" : ""),
      played.expected === null ? null : [fact("Expected", signed(Math.round(played.expected))), fact("Luck", signed(Math.round(net - played.expected)))],
      played.decisions ? [fact("Decisions judged", played.decisions), fact("Mistakes", played.mistakes ? `${played.mistakes}, cost ${money(Math.round(played.cost))}` : 0)] : null,
    ),
  ];
}

/** Draws the coach's panel. @param {HTMLElement} node @param {any} room */
export function drawCoach(node, room) {
  rebuild(node, [prefs.coach, room.known, room.advice, room.judged, room.verdictWaits, room.state.view?.over, room.clear, room.mine, room.cardsLie, session?.play], () => [
    h(
      "fieldset",
      { class: "modes" },
      h("legend", {}, "Coach"),
      MODES.map(([mode, label]) => h("label", { class: "mode" }, h("input", { type: "radio", name: "coach", value: mode, "data-id": `coach-${mode}`, checked: prefs.coach === mode, onchange: () => setPref("coach", mode) }), h("span", {}, label))),
    ),
    h("div", { class: "advice", role: "status" }, now(room)),
    score(),
  ]);
}
