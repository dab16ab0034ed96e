// The lobby: tables by game with their seats, limits and meters, kept up to date by the house's stream.

import { get, onSession, post, refreshSession, session } from "../shared/api.js";
import { notify, signedIn } from "../shared/chrome.js";
import { dialName, onlyBet } from "../shared/dials.js";
import { h, keyed, rebuild, say } from "../shared/dom.js";
import { money } from "../shared/money.js";
import { rollTo } from "../shared/rolling.js";
import { Stream } from "../shared/stream.js";

const tables = new Map();
/** What each game says of itself in a sentence. */
const summaries = new Map();
const shelf = document.getElementById("tables");
const meters = document.getElementById("meters");

/** Takes the first free seat; where somebody else was faster, the next one. */
async function sit(id) {
  if (!(await signedIn())) return;
  const tried = new Set();
  for (;;) {
    const seat = firstFree(tables.get(id), tried);
    if (!seat) return;
    tried.add(seat);
    try {
      await post(`/tables/${id}/seats/${seat}`);
      location.href = `/table/${id}`;
      return;
    } catch (problem) {
      if (problem.status === 409 && firstFree(tables.get(id), tried)) continue;
      notify(problem.message);
      return;
    }
  }
}

function firstFree(table, not = []) {
  const taken = new Set([...table.taken.map((place) => place.seat), ...not]);
  for (let seat = 1; seat <= table.seats; seat += 1) if (!taken.has(seat)) return seat;
  return null;
}

/** Whether the visitor sits there already. */
const mine = (table) => Boolean(session?.seats.some((place) => place.table === table.id));

function makeCard(table) {
  const card = h(
    "article",
    { class: "table-card", "aria-labelledby": `title-${table.id}` },
    h("div", { class: "mini", role: "img" }, h("div", { class: "mini-felt", "aria-hidden": "true" }, h("span", { class: "phase" })), h("div", { class: "stools", "aria-hidden": "true" })),
    h(
      "div",
      { class: "about" },
      h("h3", { id: `title-${table.id}` }, h("a", { href: `/table/${table.id}` })),
      h("p", { class: "variant soft" }),
      h("p", { class: "limits" }, h("span", { class: "range money" }), h("span", { class: "free" })),
      h("div", { class: "row" }, h("button", { class: "primary sit" }, "Sit down"), h("a", { class: "button quiet watch", href: `/table/${table.id}` }, "Watch")),
    ),
  );
  card.querySelector(".sit").addEventListener("click", () => {
    const now = tables.get(table.id);
    if (mine(now)) location.href = `/table/${now.id}`;
    else sit(now.id);
  });
  return card;
}

const PHASES = { betting: "Taking bets", acting: "In play", settled: "Paying", closed: "Closed" };

/** The seats around the curve of a little table, first base on the dealer's left. */
function stools(table) {
  const people = new Map(table.taken.map((place) => [place.seat, place]));
  return Array.from({ length: table.seats }, (_, at) => {
    const place = people.get(at + 1);
    const name = place ? place.name.replace(/^Bot /, "").slice(0, 1) : "";
    const stool = h("span", { class: `stool${place ? (place.bot ? " bot" : " person") : ""}`, title: place?.name ?? `Seat ${at + 1} is free` }, name);
    const angle = Math.PI * (0.06 + (0.88 * (at + 0.5)) / table.seats);
    stool.style.left = `${50 + 44 * Math.cos(angle)}%`;
    stool.style.top = `${1.6 + 5.1 * Math.sin(angle)}rem`;
    return stool;
  });
}

function updateCard(card, table) {
  const names = table.taken.map((place) => place.name).join(", ") || "nobody";
  const phase = table.open ? PHASES[table.phase] ?? table.phase : "Closed";
  card.querySelector(".mini").setAttribute("aria-label", `${phase}. ${table.free} of ${table.seats} seats free. At the table: ${names}.`);
  say(card.querySelector(".phase"), phase);
  rebuild(card.querySelector(".stools"), [table.taken, table.seats], () => stools(table));
  say(card.querySelector("h3 a"), table.title);
  say(card.querySelector(".variant"), table.open ? table.differs : table.why_closed ?? "");
  say(card.querySelector(".range"), table.minimum === null ? "No minimum" : table.maximum ? `${money(table.minimum)} to ${money(table.maximum)}` : `from ${money(table.minimum)}`);
  say(card.querySelector(".free"), table.kind === "live" ? "live, to watch" : table.free ? `${table.free} ${table.free === 1 ? "seat" : "seats"} free` : "full");
  const button = card.querySelector(".sit");
  const back = mine(table);
  // At a live table there is nothing to sit down on here: only its meters are to be seen.
  button.hidden = table.kind !== "virtual";
  button.disabled = !back && (!table.open || !table.free);
  say(button, back ? "Back to your seat" : table.free ? "Sit down" : "Full");
  const where = `, ${table.title}`;
  button.setAttribute("aria-label", button.textContent + where);
  card.querySelector(".watch").setAttribute("aria-label", `Watch${where}`);
}

function draw() {
  const games = new Map();
  for (const table of tables.values()) {
    if (!games.has(table.game)) games.set(table.game, { game: table.game, title: table.game_title, tables: [] });
    games.get(table.game).tables.push(table);
  }
  keyed(
    shelf,
    [...games.values()],
    (group) => group.game,
    (group) => h("section", { class: "group", "aria-label": group.title }, h("div", { class: "group-head" }, h("h2", {}, group.title), h("a", { class: "to-lab", href: `/lab/${encodeURIComponent(group.game)}`, "aria-label": `${group.title} in the lab` }, "In the lab")), h("p", { class: "summary soft" }), h("div", { class: "cards" })),
    (node, group) => {
      say(node.querySelector(".summary"), summaries.get(group.game) ?? "");
      keyed(node.querySelector(".cards"), group.tables, (table) => table.id, makeCard, updateCard);
    },
  );
  drawMeters();
}

/** The meters by link: where all belong to one bet, its name stands once over them. */
function drawMeters() {
  const links = new Map();
  for (const table of tables.values()) for (const meter of table.meters) links.set(meter.link, (links.get(meter.link) ?? new Map()).set(meter.name, meter));
  keyed(
    meters,
    [...links.entries()],
    ([link]) => link,
    ([link]) => h("a", { class: "meter-group", href: `/sign/${link}` }, h("b", { class: "meter-of" }), h("span", { class: "meter-row" })),
    (node, [, found]) => {
      const dials = [...found.values()];
      const bet = onlyBet(dials);
      say(node.querySelector(".meter-of"), bet || "Progressives");
      keyed(
        node.querySelector(".meter-row"),
        dials,
        (meter) => meter.name,
        () => h("span", { class: "meter" }, h("span", { class: "meter-title" }), h("span", { class: "digits money" }), h("span", { class: "pending", hidden: true }, "Pending")),
        (cell, meter) => {
          say(cell.querySelector(".meter-title"), dialName(meter, bet !== ""));
          rollTo(cell.querySelector(".digits"), meter.amount);
          cell.querySelector(".pending").hidden = !meter.pending;
        },
      );
    },
  );
}

function take(list, gone = []) {
  for (const table of list) tables.set(table.id, table);
  for (const id of gone) tables.delete(id);
  draw();
}

const stale = document.body.appendChild(h("p", { class: "stale", role: "status", hidden: true }));

await refreshSession().catch((problem) => notify(problem.message));
onSession(draw);
get("/games")
  .then((said) => {
    for (const game of said.games) summaries.set(game.name, game.summary);
    draw();
  })
  .catch(() => {});
await get("/tables").then((said) => take(said.tables)).catch((problem) => notify(problem.message));
new Stream("/lobby/stream", {
  message: (said) => said.type === "lobby" && take(said.tables, said.gone),
  stale: (is, why) => {
    stale.hidden = !is;
    say(stale, why);
  },
});
