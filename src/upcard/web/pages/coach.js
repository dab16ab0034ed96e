// The coach: the exact worth of every legal move before you act, or a judgement after it, the cost of each mistake and the score.

import { get, refreshSession, session } from "./api.js";
import { h, rebuild } from "./dom.js";
import { money, signed } from "./money.js";
import { short } from "./partition.js";
import { prefs, setPref } from "./prefs.js";

const MODES = [
  ["off", "Off"],
  ["before", "Before I act"],
  ["after", "After I act"],
];
const RETRY = 2500;

/** Asks for advice on the open turn, once for each turn; again while the lab is not ready. @param {any} room */
export async function seekAdvice(room) {
  const turn = room.myTurn;
  const key = room.turnKey;
  if (prefs.coach !== "before" || !turn || room.advice?.key === key) return;
  room.advice = { key };
  try {
    const said = await get(`${room.path}/coach?seat=${turn.seat}&hand=${turn.hand}`);
    if (room.turnKey === key) room.advice = { key, ...said };
  } catch (problem) {
    if (room.turnKey === key) {
      room.advice = { key, problem: problem.message };
      if (problem.status === 503) setTimeout(() => room.turnKey === key && ((room.advice = null), seekAdvice(room)), RETRY);
    }
  }
  room.draw();
}

/** A move with the cards it lays, in a line. @param {any} action */
export function wording(action) {
  if (Array.isArray(action.value)) return `${action.label} ${action.value.map((part) => part.map(short).join(" ")).join(" | ")}`;
  return typeof action.value === "number" ? `${action.label} ${money(action.value)}` : action.label;
}

/** After a round: what the coach thinks of every decision in it. @param {any} room @param {number} round */
export async function judge(room, round, later = 0) {
  if (prefs.coach === "off" || !room.mine.length) return;
  try {
    const { decisions } = await get(`${room.path}/rounds/${round}/coach`);
    if (!decisions.length || room.state.round !== round) return;
    const wrong = decisions.filter((one) => !one.right);
    const cost = wrong.reduce((sum, one) => sum + one.cost_cents, 0);
    const better = (one) => `${wording(one.best)} was better than ${wording(one.made)}. It`;
    const text = wrong.length
      ? `Coach: ${wrong.length > 1 ? `${wrong.length} of ${decisions.length} decisions were wrong. They` : better(wrong[0])} cost ${money(Math.round(cost))}.`
      : `Coach: ${decisions.length > 1 ? "every decision was right." : "right."}`;
    room.judged = { right: !wrong.length, text, decisions };
    room.draw();
    await count(later);
  } catch {
    // No judgement is no harm: the lab may still be warming up.
  }
}

/** Brings the score up to date, not before the cards lie; the house counts a decision a moment after it has judged it. @param {number} later */
async function count(later) {
  const before = session?.play?.decisions;
  for (const wait of [later, 700, 2000]) {
    await new Promise((done) => setTimeout(done, wait));
    await refreshSession();
    if (session?.play?.decisions !== before) return;
  }
}

function bars(actions) {
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
        { class: action.cost_cents === 0 ? "best" : "" },
        h("span", { class: "ev-name" }, action.cost_cents === 0 ? h("span", { class: "ev-star", title: "Best" }, "★ ") : null, wording(action)),
        h("span", { class: "money ev-worth", title: `exactly ${action.ev} units` }, signed(action.cents)),
        h("span", { class: "ev-track", "aria-hidden": "true" }, bar),
        h("span", { class: "soft small ev-cost" }, action.cost_cents ? `costs ${money(Math.max(1, Math.round(action.cost_cents)))}` : "best", h("span", { class: "ev-exact" }, ` · EV ${action.float.toFixed(4).replace("-", "−")}`)),
      );
    }),
  );
}

function now(room) {
  if (!room.mine.length) return h("p", { class: "soft" }, "Take a seat: the coach speaks when it is your turn.");
  if (prefs.coach === "off") return h("p", { class: "soft" }, "Switch the coach on to see the exact value of every move, computed from the cards you see.");
  if (prefs.coach === "before" && room.myTurn) {
    if (room.advice?.problem) return h("p", { class: "soft" }, `${room.advice.problem.charAt(0).toUpperCase()}${room.advice.problem.slice(1)}.`);
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
      room.judged.decisions.map((one) => [h("p", { class: "small soft" }, `You chose ${wording(one.made)}:`), bars(one.actions.slice(0, 6))]),
    ];
  }
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
      fact("Expected", played.expected === null ? "–" : signed(Math.round(played.expected))),
      fact("Luck", played.expected === null ? "–" : signed(Math.round(net - played.expected))),
      fact("Decisions judged", played.decisions),
      fact("Mistakes", played.mistakes),
      fact("Their cost", money(Math.round(played.cost))),
    ),
  ];
}

/** Draws the coach's panel. @param {HTMLElement} node @param {any} room */
export function drawCoach(node, room) {
  rebuild(node, [prefs.coach, room.turnKey, room.advice, room.judged, room.clear, room.mine, session?.play], () => [
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
