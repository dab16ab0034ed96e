// The dealer's console: sensor lights, START GAME, the hands' buttons, HITS DONE, END GAME, call, void, payout helper; at a scanned
// table also bets, cards and moves. What a button is
// called and when it can be pressed comes from the house; this page knows no game.

import { post, put, remove, session } from "../../shared/api.js";
import { h } from "../../shared/dom.js";
import { meter, money } from "../../shared/money.js";
import { REOPENS, ask, command, done, fact, field, press, reasonField } from "../desk.js";
import { felt } from "../felt.js";
import { hands, pays, seatsOf } from "./hands.js";
import * as hits from "../hits.js";
import { follow } from "../live.js";
import { draw } from "../morph.js";
import { openPayout } from "./payout.js";
import * as scanned from "./scanned.js";

let table = null;
let chosen = null;
let refresh = null;
let lies = null;
const root = h("div", { class: "dealer" });

const chipsOn = (place) => Object.values(table.round ? place.playing : place.lit).reduce((sum, cents) => sum + cents, 0);
const mine = () => session.role === "dealer";
const scans = () => table.kind === "scanned";

function headline() {
  if (!table.contact) return ["NO CONTACT", "The progressive can't be played. Staff have been told."];
  if (!table.open) return ["CLOSED", table.why_closed];
  if (!table.round) return ["BETS OPEN", table.kind === "virtual" ? "The house takes bets and deals" : scans() ? "Bets at the seats, chips on the sensors, then START GAME" : "Chips on the sensors, then START GAME"];
  if (table.round.reopened) return ["PRESS AGAIN", "A wrong press was voided: now the right hand, or HITS DONE"];
  const open = table.hits.filter((hit) => !["PAID", "VOIDED"].includes(hit.state));
  if (open.length) return ["JACKPOT PENDING", table.round.hits_done || table.kind === "virtual" ? "Waiting for supervisor and manager" : "More hits? Then HITS DONE"];
  if (scans()) return [table.round.settled ? "SETTLED" : "GAME ON", scanned.waitsFor()];
  return ["GAME ON", table.kind === "virtual" ? "The house deals" : "Deal, pay and take, then END GAME"];
}

function top() {
  const [state, hint] = headline();
  return h(
    "section",
    { class: "top", "aria-label": "State of the table" },
    h("div", {}, h("h1", {}, `Table ${table.id}`), h("p", { class: "soft" }, `${table.title} · ${table.kind}`)),
    h("div", { class: `state ${state.toLowerCase().replaceAll(" ", "-")}`, role: "status" }, h("b", {}, state), h("span", {}, table.round ? `Round ${table.round.number} · ${hint}` : hint)),
    h(
      "div",
      { class: "dials" },
      table.meters.map((dial) => h("p", { class: "dial", "data-key": dial.name }, h("span", { class: "soft small" }, dial.title), h("b", { class: "money" }, meter(dial.amount)), dial.pending ? h("span", { class: "mark" }, "PENDING") : "")),
    ),
  );
}

function driver() {
  const { simulated, taken_over_by: who } = table.driver;
  if (!mine() || table.kind === "virtual" || (!simulated && !who)) return null;
  return h(
    "p",
    { class: "driver" },
    who ? `${who === session.staff ? "You have" : `${who} has`} the keypad; the simulator plays the patrons.` : "A simulator drives this table.",
    h("button", { "data-act": who ? "hand-back" : "take-over", "data-press": "keypad", class: who ? "" : "primary" }, who ? "Hand back" : "Take over"),
  );
}

/** One sensor of a seat: a light, a word, and before START GAME a button. */
function sensor(place, progressive, open) {
  const cents = (table.round ? place.playing : place.lit)[progressive.wager] ?? 0;
  const which = table.progressives.length > 1 ? `${progressive.title} ` : "";
  const light = h("span", { class: `light${cents ? " lit" : ""}`, "aria-hidden": "true" });
  const word = `${which}${cents ? `LIT ${money(cents)}` : "DARK"}`;
  if (!open) return h("p", { class: "sensor" }, light, h("span", {}, word));
  const wager = { "data-seat": place.seat, "data-wager": progressive.wager };
  return [
    h("button", { class: "sensor", "data-act": "sensor", ...wager, "data-press": `sensor${place.seat}${progressive.wager}`, "aria-pressed": String(Boolean(cents)) }, light, h("span", {}, h("span", { class: "sr-only" }, `Seat ${place.seat} sensor: `), word)),
    h("button", { class: "quiet small", "data-act": "other-amount", ...wager }, "Other amount", h("span", { class: "sr-only" }, ` at seat ${place.seat}${which ? `, ${progressive.title}` : ""}`)),
  ];
}

function seat(place) {
  const own = table.hits.filter((hit) => hit.seat === place.seat);
  const virtual = table.kind === "virtual";
  const open = mine() && !table.round && table.open && table.contact;
  const bet = chipsOn(place);
  const chooses = table.round && !virtual && mine() && pays(place).length;
  return h(
    "li",
    { class: `seat${chosen === place.seat ? " chosen" : ""}`, "data-key": `seat${place.seat}` },
    h("h2", {}, `Seat ${place.seat}`),
    place.player ? h("p", { class: "soft small" }, place.player) : "",
    virtual ? h("p", { class: "soft" }, !place.player ? "free" : table.round && bet ? `${money(bet)} bet` : "no bet yet") : table.progressives.map((one) => sensor(place, one, open)),
    scans() ? scanned.tile(place, open) : "",
    chooses ? h("button", { class: `big${chosen === place.seat ? " primary" : ""}`, "data-act": "choose", "data-seat": place.seat, "aria-pressed": String(chosen === place.seat) }, "Winning hand", h("span", { class: "sr-only" }, ` at seat ${place.seat}`)) : "",
    own.map((hit) => h("p", { class: `seat-hit${hit.state === "VOIDED" ? " void" : ""}` }, h("b", {}, hit.state), hit.state === "VOIDED" ? "" : ` ${meter(hit.amount)}`)),
    place.paid ? h("p", { class: "seat-paid" }, h("b", {}, "PAID"), ` ${money(place.paid)}`) : "",
  );
}

function key(act, label, chance, kind = "") {
  const why = chance?.possible === false ? chance.why : "";
  return h("button", { class: `key ${kind}`, "data-act": act, "data-press": act, "data-key": act, disabled: Boolean(why), title: why }, h("b", {}, label), why ? h("span", {}, why) : "");
}

/** The keypad. It is fixed to the foot of the page and every key has its place and size: whatever opens moves none. */
function keys() {
  const can = { ...table.can };
  if (scans() && can.start.possible && scanned.unready()) can.start = { possible: false, why: scanned.unready() };
  const keypad = table.kind !== "virtual" && mine();
  return h(
    "section",
    { class: "keys", "aria-label": "Keypad", "data-key": "keys" },
    keypad
      ? [
          key("start", "START GAME", can.start, table.round ? "" : "primary"),
          key("hits-done", "HITS DONE", can["hits-done"], table.hits.length && !table.round?.hits_done ? "primary" : ""),
          key("end", "END GAME", can.end, table.round && can.end.possible && !table.round.reopened ? "primary" : ""),
        ]
      : "",
    mine() ? key("call", "CALL SUPERVISOR", can["call-supervisor"], "call") : "",
    key("void-round", "VOID ROUND", can["void-round"], "danger"),
    key("payout", "PAYOUT HELPER", null),
  );
}

const ALERTS = { call: "Supervisor called", mismatch: "Button and cards disagree" };

/** What was paid by hand, hand by hand, and how it is taken back. */
function paidList() {
  if (!table.paid.length) return null;
  return [
    h("h2", {}, "Paid in this round"),
    table.paid.map((one) =>
      h(
        "article",
        { class: "hit settled", "data-key": `${one.seat}/${one.wager}/${one.outcome}` },
        h("h3", {}, `Seat ${one.seat} · ${one.label}`),
        h("p", {}, h("b", { class: "money" }, money(one.amount)), one.envy ? ` of ${one.title} to ${seatsOf(one.seats)}` : ` on ${one.title}`),
        h("div", { class: "row" }, h("button", { class: "danger", "data-act": "take-back", "data-seat": one.seat, "data-wager": one.wager, "data-hand": one.outcome, disabled: !one.can["take-back"].possible }, "Take back", h("span", { class: "sr-only" }, ` ${one.label} of seat ${one.seat}`))),
      ),
    ),
  ];
}

function hitList() {
  return h(
    "section",
    { class: "hit-list", "aria-label": "Hits of this round", "data-key": "hits" },
    h("h2", {}, "Jackpots of this round"),
    table.hits.length ? "" : h("p", { class: "soft" }, "None."),
    table.hits.map((hit) =>
      h(
        "article",
        { class: "hit", "data-key": hit.id },
        hits.what(hit),
        hits.amount(hit),
        hits.steps(hit, {}),
        hits.when(hit),
        ["PENDING", "VERIFIED"].includes(hit.state)
          ? h(
              "div",
              { class: "row" },
              hit.state === "PENDING" ? h("button", { "data-act": "verify-here", "data-hit": hit.id, disabled: !hit.batch_closed }, "Verify here") : "",
              h("button", { class: "danger", "data-act": "void-here", "data-hit": hit.id }, "Void"),
            )
          : "",
      ),
    ),
    paidList(),
    table.alerts.map((alert) => h("p", { class: "called", "data-key": alert.id }, `${ALERTS[alert.kind] ?? "Alert"}: ${alert.what}`)),
  );
}

function limits() {
  const shown = table.posted.filter((row) => row.min > 1 || row.max);
  if (!shown.length) return null;
  const text = shown.map((row) => `${row.title} ${row.min ? money(row.min) : "no minimum"}${row.max && row.max !== row.min ? ` to ${money(row.max)}` : ""}`).join(" · ");
  return h("p", { class: "limits soft small", "data-key": "limits" }, h("b", {}, "Posted limits: "), text);
}

function show(said) {
  table = said;
  root.classList.toggle("scans", scans());
  if (scans()) scanned.follow(said);
  if (chosen && (!table.round || !pays(table.places[chosen - 1]).length)) chosen = null;
  document.title = `${table.id}: ${headline()[0]}`;
  const dealt = table.kind === "virtual" && lies ? h("section", { class: "on-felt", "aria-label": "On the felt", "data-key": "felt" }, felt(lies)) : null;
  const seats = h("ol", { class: "seats", "data-key": "seats" }, table.places.map(seat));
  scanned.focused(root, () =>
    draw(root, top(), driver(), seats, scans() ? [scanned.again(mine()), scanned.panel(mine())] : null, hands(table, chosen), dealt, keys(), hitList(), limits()),
  );
}

/** Somebody with the right to it signs at this console, with their own password. */
function signHere(title, verb, args, label, extra, danger) {
  ask({
    title,
    about: h("p", { class: "soft" }, mine() ? "For a supervisor or manager, with their own id and password." : "With your password."),
    fields: [extra ?? [], field("Staff id of the supervisor", "staff", { value: mine() ? "" : session.staff, autocapitalize: "none" }), field("Password", "password", { type: "password", autocomplete: "off" })],
    label,
    danger,
    send: async (form) => {
      await post("/staff/override", { staff: form.staff.value.trim(), password: form.password.value, do: verb, ...args(form) });
      done(`${label}: done`);
      await refresh();
    },
  });
}

async function sense(place, wager, cents) {
  const said = await command("sensor", { table: table.id, seat: place, wager, amount: cents });
  const lit = fact(said, "sensor");
  if (lit.returned) done(`Seat ${place}: over the maximum, ${money(lit.returned)} goes back to the player`);
  await refresh();
}

/**
 * A hand of the chosen seat was pressed. Its panel closes with the press and not with the answer, before which the stream may
 * show the hit already: the next press on the seat opens it anew. What is refused opens it again.
 * @param {(seat: number) => Promise<void>} work
 */
async function forChosen(work) {
  const seat = chosen;
  chosen = null;
  show(table);
  try {
    await work(seat);
  } catch (problem) {
    chosen ??= seat;
    show(table);
    throw problem;
  }
}

const PAY_REASONS = ["Wrong hand pressed", "Wrong seat pressed", "Cards do not show the hand"];
const ROUND_REASONS = ["Misdeal", "Fouled deck", "Card exposed"];
const rulesOf = (wager) => table.progressives.find((one) => one.wager === wager);

const acts = {
  sensor: (button, { seat: number, wager }) => {
    const lit = table.places[Number(number) - 1].lit[wager];
    return press(button, () => sense(Number(number), wager, lit ? 0 : rulesOf(wager).min));
  },
  "other-amount": (_, { seat: number, wager }) => {
    const rules = rulesOf(wager);
    ask({
      title: `Seat ${number}: chips on the sensor`,
      about: h("p", { class: "soft" }, `${rules.title}: ${rules.max === rules.min ? `exactly ${money(rules.min)}` : `${money(rules.min)} and up`}`),
      fields: [field("Dollars on the sensor", "dollars", { inputMode: "decimal", pattern: "[0-9]+([.][0-9]{2})?" })],
      label: "Put down",
      send: (form) => sense(Number(number), wager, Math.round(Number(form.dollars.value) * 100)),
    });
  },
  choose: (_, data) => {
    chosen = chosen === Number(data.seat) ? null : Number(data.seat);
    show(table);
    // The panel has the focus, and none of its keys: a second Enter presses nothing.
    root.querySelector(".hands")?.focus({ preventScroll: true });
    root.querySelector(".hands")?.scrollIntoView({ block: "nearest" });
  },
  hit: (button, data) =>
    press(button, () =>
      forChosen(async (seat) => {
        const said = await command("hit", { table: table.id, seat, hand: data.hand, wager: data.wager });
        done(`${fact(said, "hit-pending").hit} is pending. Call a supervisor.`);
        await refresh();
      }),
    ),
  "pay-hand": (button, data) =>
    press(button, () =>
      forChosen(async (seat) => {
        await command("pay-hand", { table: table.id, seat, hand: data.hand, wager: data.wager });
        await refresh();
        const paid = table.paid.find((one) => one.seat === seat && one.wager === data.wager && one.outcome === data.hand);
        done(paid ? `${paid.label}: pay ${money(paid.amount)} to ${seatsOf(paid.seats)}` : "Paid");
      }),
    ),
  "take-back": (_, { seat, wager, hand }) => signHere(`Take back what seat ${seat}'s hand was paid`, "take-back", (form) => ({ table: table.id, seat: Number(seat), wager, hand, reason: form.reason.value }), "Take it back", reasonField(PAY_REASONS), true),
  start: (button) => (scans() ? scanned.start(button) : press(button, () => command("start", { table: table.id }).then(refresh))),
  "hits-done": (button) => press(button, () => command("hits-done", { table: table.id }).then(refresh)),
  end: (button) => press(button, () => command("end", { table: table.id }).then(refresh)),
  call: (button) => press(button, () => command("call-supervisor", { table: table.id }).then(refresh).then(() => done("A supervisor was called"))),
  "void-round": () => signHere("Void this round", "void-round", (form) => ({ table: table.id, reason: form.reason.value }), "Void the round", reasonField(ROUND_REASONS), true),
  "void-here": (_, data) => signHere(`Void hit ${data.hit}`, "void", (form) => ({ hit: data.hit, reason: form.reason.value }), "Void the hit", reasonField(undefined, REOPENS), true),
  "verify-here": (_, data) => signHere(`Verify hit ${data.hit}`, "verify", () => ({ hit: data.hit }), "I have seen the cards"),
  payout: () => openPayout(table),
  "take-over": (button) => press(button, () => put(`/staff/tables/${table.id}/keypad`).then(refresh)),
  "hand-back": (button) => press(button, () => remove(`/staff/tables/${table.id}/keypad`).then(refresh)),
  ...scanned.acts,
};

/** Where and when a panel was opened by a finger. */
let opened = { x: -1, y: -1, at: -Infinity };

/** Whether a press on a hand is only the second tap of the one that opened its panel, which moved under the finger. @param {MouseEvent} event */
function echo(event) {
  const near = Math.hypot(event.clientX - opened.x, event.clientY - opened.y) < 24;
  return near && event.timeStamp - opened.at < 700 && event.target.closest(".hands .key") !== null;
}

/** @param {HTMLElement} main @param {string} id */
export function start(main, id) {
  main.replaceChildren(root);
  root.addEventListener("click", (event) => {
    const button = event.target.closest("[data-act]");
    if (!button || button.disabled || button.getAttribute("aria-busy") === "true" || echo(event)) return;
    if (button.dataset.act === "choose") opened = { x: event.clientX, y: event.clientY, at: event.timeStamp };
    acts[button.dataset.act]?.(button, button.dataset);
  });
  const name = encodeURIComponent(id);
  refresh = follow(`/staff/tables/${name}`, `/tables/${name}/stream`, show, (said) => {
    lies = said.state?.view ?? lies;
  });
  scanned.listen(root, { redraw: () => show(table), refresh });
  return refresh();
}
