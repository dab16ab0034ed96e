// The table page: joins the house's stream to the felt, the dock and the panel.

import { get, onSession, refreshSession, session } from "../shared/api.js";
import { announce } from "./announce.js";
import { notify } from "../shared/chrome.js";
import { judge, seekAdvice } from "./panel/coach.js";
import "./dock/dock.js";
import { h, say } from "../shared/dom.js";
import "./felt/felt.js";
import { beginDeal, dealTime } from "./felt/hand.js";
import "./felt/moments.js";
import "./panel/panel.js";
import { onPrefs } from "../shared/prefs.js";
import { Room } from "./room.js";
import { play } from "../shared/sound.js";
import { Stream } from "../shared/stream.js";

const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const felt = document.querySelector("up-felt");
const dock = document.querySelector("up-dock");
const panel = document.querySelector("up-panel");
const moments = document.querySelector("up-moments");
const live = document.getElementById("live");
const stale = document.getElementById("stale");
const sheet = document.getElementById("sheet");
const column = document.getElementById("column");

/** @type {Room | null} */
let room = null;

let dealtBy = 0;
let liesAt = 0;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Draws all of it. Milliseconds until the cards that now move will lie. */
function draw() {
  if (!room) return 0;
  beginDeal();
  felt.show(room);
  const moves = dealTime();
  const wait = calm.matches ? 0 : moves;
  // What waits for the cards keeps waiting when something else is drawn meanwhile.
  if (wait || performance.now() > dealtBy) document.documentElement.style.setProperty("--after-deal", `${wait}ms`);
  if (wait) {
    dealtBy = performance.now() + wait + 800;
  }
  if (moves) waitForCards();
  dock.show(room);
  panel.show(room);
  moments.show(room);
  if (moves) play("card");
  seekAdvice(room);
  return wait;
}

/** Moves are offered when the last card lies, however long this machine takes to lay it. */
function waitForCards() {
  const moving = [...felt.querySelectorAll(".card-slot")].flatMap((slot) => slot.getAnimations({ subtree: true }));
  if (!moving.length) return;
  const mark = {};
  room.moving = mark;
  Promise.allSettled(moving.map((one) => one.finished)).then(() => {
    if (room.moving !== mark) return;
    room.moving = null;
    draw();
  });
}

function take(said) {
  const wasTurn = room.turnKey;
  const wasOver = room.state.view?.over && room.state.round;
  if (said.state) room.take(said.state);
  if (room.state.you.news.some((id) => !session?.news.some((one) => one.id === id))) refreshSession().catch(() => {});
  const wait = draw();
  if (said.events) announce(live, said.events, room);
  if (room.turnKey && room.turnKey !== wasTurn) play("turn");
  const { state } = room;
  if (state.view?.over && wasOver !== state.round && room.mine.length) {
    const won = state.results.some((result) => room.mine.includes(result.seat) && result.net > 0);
    judge(room, state.round, wait);
    // Bankroll, score and sound wait for the last card: they would tell what it is.
    liesAt = performance.now() + wait;
    setTimeout(() => {
      refreshSession().catch(() => {});
      if (won) play("win");
    }, wait);
  }
  const left = liesAt - performance.now();
  if (left > 0) setTimeout(() => room.count(), left);
  else room.count();
}

function listen() {
  const stream = new Stream(`${room.path}/stream`, {
    message: (said) => {
      if (said.type === "state" || said.type === "events") take(said);
      if (said.type === "hello" && !said.resumed) refreshSession().catch(() => {});
    },
    stale: (is, why) => {
      stale.hidden = !is;
      say(stale, why);
      document.body.classList.toggle("is-stale", is);
    },
  });
  room.reconnect = () => stream.reconnect();
  if (room.info.link) {
    new Stream(`/links/${encodeURIComponent(room.info.link)}/stream`, {
      message: (said) => {
        if (said.type !== "link") return;
        for (const meter of said.link.meters) {
          room.ticking.set(meter.name, meter.amount);
          const own = room.state.meters.find((one) => one.name === meter.name);
          if (own) Object.assign(own, { amount: meter.amount, pending: meter.pending });
        }
        draw();
      },
      stale: () => {},
    });
  }
}

// On a phone the panel is a sheet that slides up; the same element, so that nothing in it is lost.
function openSheet(tab) {
  sheet.querySelector(".sheet-body").append(panel);
  panel.open(tab);
  sheet.showModal();
}

sheet.addEventListener("close", () => column.append(panel));
sheet.querySelector(".sheet-close").addEventListener("click", () => sheet.close());
for (const button of document.querySelectorAll("[data-sheet]")) button.addEventListener("click", () => openSheet(button.dataset.sheet));
matchMedia("(min-width: 78rem)").addEventListener("change", (wide) => wide.matches && sheet.open && sheet.close());

async function edges() {
  while (room.info.edges.state === "working") {
    await new Promise((done) => setTimeout(done, 5000));
    await room.refreshEdges().catch(() => {});
  }
}

async function begin() {
  await refreshSession().catch((problem) => notify(problem.message));
  const info = await get(`/tables/${encodeURIComponent(id)}`);
  document.title = `${info.title}: Upcard`;
  say(document.getElementById("table-title"), info.title);
  document.querySelector("up-bar").at(info.game_title, info.title);
  room = new Room(info, draw);
  document.body.classList.add("is-open");
  draw();
  listen();
  onPrefs(draw);
  onSession(() => panel.show(room));
  edges();
}

begin().catch((problem) => {
  const words = problem.kind === "not-found" ? `There is no table “${id}” in this house. It may have been closed.` : problem.message;
  document.getElementById("felt-wait").replaceChildren(h("p", {}, words), h("a", { class: "button", href: "/" }, "To the lobby"));
});
