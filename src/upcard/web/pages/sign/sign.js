// The sign: the meters of a link full-screen, PENDING while a hit is checked, a celebration when one is paid, a red cloth when the data are old.

import { get, refreshSession } from "../shared/api.js";
import { dialName, onlyBet } from "../shared/dials.js";
import { roll } from "../shared/digits.js";
import { h, keyed, rebuild, say } from "../shared/dom.js";
import { meter as exactly, money } from "../shared/money.js";
import { Stream } from "../shared/stream.js";

const CELEBRATION = 15_000;
const PATIENCE = 4000;

const link = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const board = document.getElementById("board");
const hit = document.getElementById("hit");
const stale = document.getElementById("stale");
const recent = document.getElementById("recent");
const celebrated = new Set();
let heard = performance.now();
let broken = 0;
let begun = false;
let titles = new Map();

function draw(said) {
  document.title = `${said.title}: Upcard`;
  say(document.getElementById("sign-note"), said.tables.map((table) => table.title).join(", "));
  titles = new Map(said.tables.map((table) => [table.id, table.title]));
  tellLost(said.tables.filter((table) => !table.contact));
  board.dataset.count = String(said.meters.length);
  // Where all belong to one bet, its name need not stand on each of them.
  const bet = onlyBet(said.meters);
  say(document.getElementById("sign-title"), bet || said.title);
  keyed(
    board,
    said.meters,
    (meter) => meter.name,
    () => h("section", { class: "sign-meter" }, h("p", { class: "sign-meter-title" }), h("p", { class: "sign-digits" }), h("p", { class: "sign-pending", hidden: true }, "PENDING")),
    (node, meter) => {
      say(node.querySelector(".sign-meter-title"), dialName(meter, bet !== ""));
      roll(node.querySelector(".sign-digits"), meter.amount);
      node.querySelector(".sign-pending").hidden = !meter.pending;
    },
  );
  rebuild(recent, said.recent.slice(0, 4), () => said.recent.slice(0, 4).map((one) => h("span", {}, `${one.label}: ${exactly(one.amount)}, ${titles.get(one.table) ?? one.table}, ${one.player ?? `seat ${one.seat}`}`)));
  tellMinimum(said.minimums);
  for (const one of [...said.pending, ...said.recent]) {
    // What was there when the sign was switched on is news to nobody.
    if (begun && !celebrated.has(one.id) && one.state !== "VOIDED") celebrate(one);
    celebrated.add(one.id);
  }
  begun = true;
  // A voided hit is no win: its celebration ends with it.
  if (shown && ![...said.pending, ...said.recent].some((one) => one.id === shown && one.state !== "VOIDED")) hit.hidden = true;
}

/** Which tables can't play for these meters now: patrons are told as well as staff. */
function tellLost(tables) {
  const lost = document.getElementById("lost");
  lost.hidden = !tables.length;
  say(lost, tables.length ? `No progressive at ${tables.map((table) => table.title).join(", ")}: contact lost` : "");
}

/** The progressive minimum, which has to be posted (B7S-20). @param {{title: string, minimum: number}[]} minimums */
function tellMinimum(minimums) {
  const node = document.getElementById("minimum");
  node.hidden = !minimums.length;
  const several = new Set(minimums.map((one) => one.title)).size > 1;
  say(node, `Progressive minimum: ${minimums.map((one) => `${several ? `${one.title} ` : ""}${money(one.minimum)}`).join(" or ")}`);
}

let ending = 0;
/** The hit that is celebrated, or was last. */
let shown = "";

function celebrate(one) {
  if (celebrated.has(one.id)) return;
  celebrated.add(one.id);
  shown = one.id;
  const rays = Array.from({ length: 36 }, () => {
    const ray = h("span", { class: "ray", "aria-hidden": "true" });
    ray.style.left = `${Math.random() * 100}%`;
    ray.style.animationDelay = `${-Math.random() * 2.6}s`;
    return ray;
  });
  hit.replaceChildren(
    ...rays,
    h("p", { class: "hit-word" }, "Jackpot!"),
    h("p", { class: "hit-amount" }, exactly(one.amount)),
    h("p", { class: "hit-text" }, `${one.label}${one.percent < 100 ? `, ${one.percent}% of the meter` : ""}`),
    h("p", { class: "hit-text" }, `${one.player ?? "A player"}, seat ${one.seat}${one.state === "PENDING" ? ". Being checked" : ""}`),
    h("p", { class: "hit-text hit-base" }, `${titles.get(one.table) ?? one.table}. The meter goes on from ${exactly(one.new_base)}`),
  );
  hit.hidden = false;
  clearTimeout(ending);
  ending = setTimeout(() => (hit.hidden = true), CELEBRATION);
}

function setStale(is, why) {
  stale.hidden = !is;
  if (is) say(document.getElementById("stale-why"), `${why} Last word ${Math.round((performance.now() - heard) / 1000)} s ago.`);
}

get(`/links/${encodeURIComponent(link)}`)
  .then((said) => {
    draw(said);
    new Stream(`/links/${encodeURIComponent(link)}/stream`, {
      message: (news) => {
        heard = performance.now();
        if (news.type === "link") draw(news.link);
        if (news.type === "hit") celebrate(news.hit);
      },
      stale: (is, why) => {
        // A line that breaks and is back within a moment shows nothing; the amounts stand still that long anyway.
        clearInterval(broken);
        if (!is) return setStale(false, "");
        broken = setInterval(() => performance.now() - heard > PATIENCE && setStale(true, why), 500);
      },
    });
  })
  .catch((problem) => (problem.kind === "not-found" ? missing() : setStale(true, problem.message)));

/** A sign for a link that this house does not have: said as a page, not as a fault. */
function missing() {
  say(document.getElementById("sign-title"), "No such sign");
  board.replaceChildren(h("div", { class: "sign-none" }, h("p", {}, `There is no link “${link}” in this house. The lobby shows the meters that there are.`), h("a", { class: "button primary", href: "/" }, "To the lobby")));
}

refreshSession()
  .then((said) => say(document.getElementById("notice"), `${said.notice.play_money} Gambling problem? ${said.notice.helpline}.`))
  .catch(() => {});

const whole = document.getElementById("whole");
whole.hidden = !document.fullscreenEnabled;
whole.addEventListener("click", () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()));
document.addEventListener("fullscreenchange", () => say(whole, document.fullscreenElement ? "Leave full screen" : "Full screen"));
