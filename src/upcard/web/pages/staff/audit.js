// The auditor's page: chain and checkpoints, rounds replayed on the felt, ledger search, export.

import { get, post, session } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { money } from "../shared/money.js";
import { field, press, several, stamp } from "./desk.js";
import { entryRow } from "./entries.js";
import { felt } from "./felt.js";
import { draw } from "./morph.js";

const root = h("div", { class: "panel" });
const state = { status: null, result: null, rounds: null, table: "", replay: null, at: 0, found: null, tables: [], query: { text: "", verb: "", by: "" } };
let playing = 0;

function chain() {
  const { status, result } = state;
  const mayCheck = session.role !== "supervisor";
  const maySign = ["manager", "executive"].includes(session.role);
  return h(
    "section",
    { class: "box panel", "aria-label": "Chain", "data-key": "chain" },
    h("h2", {}, "Chain and checkpoints"),
    h("dl", { class: "facts" }, h("dt", {}, "Entries"), h("dd", {}, String(status.head)), h("dt", {}, "Epoch"), h("dd", {}, String(status.epoch)), h("dt", {}, "Software"), h("dd", {}, `${status.version}, ${status.software.slice(0, 16)}…`), h("dt", {}, "Signed heads"), h("dd", {}, String(status.checkpoints.length))),
    h("p", { class: "mono" }, `Head ${status.hash}`),
    h("p", { class: "mono" }, `House key ${status.public}`),
    status.checkpoints.slice(0, 5).map((one) => h("p", { class: "mono", "data-key": `c${one.seq}` }, h("span", { class: one.genuine ? "ok-mark" : "bad-mark" }, one.genuine ? "✓ signed " : "✗ NOT GENUINE "), `entry ${one.seq}, ${stamp(one.at)}, ${one.hash.slice(0, 32)}…`)),
    result ? h("p", { class: result.ok ? "ok-mark" : "bad-mark", role: "status" }, result.ok ? `✓ ${several(result.entries, "entry", "entries")}, ${several(result.rounds, "round")} replayed to the cent, ${several(result.checkpoints, "checkpoint")}; ${result.seconds.toFixed(1)} s` : `✗ Entry ${result.first_bad}: ${result.what}`) : "",
    h(
      "div",
      { class: "row" },
      mayCheck ? h("button", { class: "primary big", "data-act": "verify", "data-press": "verify" }, "Check the whole ledger") : "",
      maySign ? h("button", { class: "big", "data-act": "checkpoint", "data-press": "cp" }, "Sign the head") : "",
      mayCheck ? h("a", { class: "button big", href: "/api/v1/staff/audit/export", download: "ledger.ndjson" }, "Export the ledger") : "",
      h("a", { class: "button big", href: "/api/v1/staff/reports/rounds.csv", download: "rounds.csv" }, "Rounds as CSV"),
    ),
  );
}

function roundList() {
  const { rounds } = state;
  return h(
    "section",
    { class: "box panel", "aria-label": "Rounds", "data-key": "rounds" },
    h("h2", {}, "Rounds"),
    h("div", { class: "field" }, h("label", { htmlFor: "which" }, "Table"), h("select", { id: "which", "data-change": "table" }, h("option", { value: "" }, "All tables"), state.tables.map((name) => h("option", { value: name, selected: name === state.table }, name)))),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Finished rounds" },
      h(
        "table",
        { class: "rounds" },
        h("thead", {}, h("tr", {}, ["Entry", "Round", "Time", "Status", "Seats", ""].map((text) => h(text ? "th" : "td", text ? { scope: "col" } : {}, text)))),
        h("tbody", {}, rounds.rounds.map((one) => h("tr", { "data-key": one.round }, h("td", {}, String(one.seq)), h("th", { scope: "row" }, one.round), h("td", {}, stamp(one.at)), h("td", {}, one.status, one.reason ? ` (${one.reason})` : ""), h("td", {}, one.seats.join(", ")), h("td", {}, h("button", { "data-act": "replay", "data-round": one.round, "data-press": `r${one.round}` }, "Replay", h("span", { class: "sr-only" }, ` ${one.round}`)))))),
      ),
    ),
    rounds.older ? h("button", { "data-act": "older-rounds", "data-press": "or" }, "Older") : "",
  );
}

function replay() {
  const { replay: said, at } = state;
  if (!said) return null;
  const step = said.steps[at];
  return h(
    "section",
    { class: "box replay", "aria-label": `Replay of ${said.round}`, "data-key": "replay" },
    h("h2", { tabindex: "-1", id: "replay-title" }, `Round ${said.round}, step by step`),
    h("p", { class: said.deal.ok ? "ok-mark" : "bad-mark" }, `${said.deal.ok ? "✓" : "✗"} ${said.deal.what}`),
    step?.view ? felt(step.view) : "",
    h("p", { class: "need", role: "status" }, `${at + 1} of ${said.steps.length}: ${step?.text ?? ""}`),
    h(
      "div",
      { class: "transport" },
      h("button", { "data-act": "to", "data-to": 0 }, "First"),
      h("button", { "data-act": "to", "data-to": at - 1, disabled: at === 0 }, "◀ Back"),
      h("button", { class: "primary", "data-act": "play" }, playing ? "Pause" : "▶ Play"),
      h("button", { "data-act": "to", "data-to": at + 1, disabled: at >= said.steps.length - 1 }, "Next ▶"),
      h("button", { "data-act": "to", "data-to": said.steps.length - 1 }, "Last"),
    ),
    h("ol", { class: "transcript", tabindex: "0", "aria-label": "All steps" }, said.steps.map((one, place) => h("li", { "aria-current": place === at ? "step" : null }, one.text))),
    said.lines.length ? h("table", {}, h("thead", {}, h("tr", {}, ["Seat", "Wager", "Stake", "Outcome", "Goes back", "Rule"].map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, said.lines.map((line) => h("tr", {}, h("td", {}, String(line.seat)), h("th", { scope: "row" }, line.wager), h("td", { class: "money" }, money(line.stake)), h("td", {}, `${line.outcome}, ${line.pays}`), h("td", { class: "money" }, money(line.returned)), h("td", {}, line.rule))))) : "",
  );
}

function searchPanel() {
  const { found } = state;
  return h(
    "section",
    { class: "box panel", "aria-label": "Ledger", "data-key": "ledger" },
    h("h2", {}, "Ledger"),
    h("form", { class: "row", "data-submit": "search", "data-keep": "1" }, field("Text (a hit, a table, an account)", "text", { required: false }), field("Verb", "verb", { required: false }), field("By", "by", { required: false }), h("button", { class: "primary big", type: "submit", "data-press": "search" }, "Search")),
    found ? [h("p", { role: "status" }, found.entries.length ? `${several(found.entries.length, "entry", "entries")}, newest first` : "Nothing found in the entries that were read"), found.entries.map((entry) => entryRow(entry, {})), found.older ? h("button", { "data-act": "older-entries", "data-press": "oe" }, `Older than entry ${found.older}`) : ""] : "",
  );
}

function show() {
  draw(root, h("h1", {}, "Audit"), replay(), h("div", { class: "two" }, chain(), roundList()), searchPanel());
}

async function loadRounds(more) {
  const query = new URLSearchParams({ limit: "20" });
  if (state.table) query.set("table", state.table);
  if (more) query.set("before", String(state.rounds.older));
  const said = await get(`/staff/audit/rounds?${query}`);
  state.rounds = more ? { rounds: [...state.rounds.rounds, ...said.rounds], older: said.older } : said;
  show();
}

async function search(more) {
  const query = new URLSearchParams(Object.entries(state.query).filter(([, value]) => value));
  if (more) query.set("before", String(state.found.older));
  const said = await get(`/staff/audit/ledger?${query}`);
  state.found = more ? { entries: [...state.found.entries, ...said.entries], older: said.older } : said;
  show();
}

function to(place) {
  state.at = Math.max(0, Math.min(place, state.replay.steps.length - 1));
  show();
  root.querySelector(".transcript [aria-current]")?.scrollIntoView({ block: "nearest" });
}

function stop() {
  clearInterval(playing);
  playing = 0;
}

const acts = {
  verify: (button) => press(button, async () => ((state.result = await post("/staff/audit/verify")), show())),
  checkpoint: (button) =>
    press(button, async () => {
      await post("/staff/audit/checkpoints");
      state.status = await get("/staff/audit");
      show();
    }),
  replay: (button, { round }) =>
    press(button, async () => {
      stop();
      state.replay = await get(`/staff/audit/rounds/${encodeURIComponent(round)}`);
      state.at = 0;
      show();
      document.getElementById("replay-title").focus();
      scrollTo({ top: 0 });
    }),
  to: (_, data) => (stop(), to(Number(data.to))),
  play: () => {
    if (playing) return stop(), show();
    playing = setInterval(() => (state.at >= state.replay.steps.length - 1 ? (stop(), show()) : to(state.at + 1)), 900);
    return to(state.at >= state.replay.steps.length - 1 ? 0 : state.at);
  },
  "older-rounds": (button) => press(button, () => loadRounds(true)),
  "older-entries": (button) => press(button, () => search(true)),
};

/** @param {HTMLElement} main @param {string} [round] one to be replayed at once */
export async function start(main, round) {
  main.replaceChildren(root);
  document.title = "Audit";
  root.addEventListener("click", (event) => {
    const button = event.target.closest("[data-act]");
    if (button && !button.disabled) acts[button.dataset.act](button, button.dataset);
  });
  root.addEventListener("change", (event) => {
    if (event.target.dataset.change === "table") {
      state.table = event.target.value;
      loadRounds(false);
    }
  });
  root.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target;
    state.query = { text: form.text.value, verb: form.verb.value, by: form.by.value };
    press(form.querySelector("button"), () => search(false));
  });
  draw(root, h("h1", {}, "Audit"), h("p", { class: "soft", role: "status" }, "Reading the ledger …"));
  await press(null, async () => {
    [state.status, state.rounds, state.tables] = await Promise.all([get("/staff/audit"), get("/staff/audit/rounds?limit=20"), get("/staff/tables").then((said) => said.tables.map((table) => table.id))]);
    show();
  });
  if (round) await acts.replay(null, { round });
}
