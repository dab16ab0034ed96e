// The lobby: tables by game with their seats, limits and meters, kept up to date by the house's stream.

import { get, post, refreshSession } from "./api.js";
import { notify, signedIn } from "./chrome.js";
import { h, keyed, say } from "./dom.js";
import { money } from "./money.js";
import { rollTo } from "./rolling.js";
import { Stream } from "./stream.js";

const tables = new Map();
const shelf = document.getElementById("tables");
const meters = document.getElementById("meters");

async function sit(id, seat) {
  if (!(await signedIn())) return;
  try {
    await post(`/tables/${id}/seats/${seat}`);
    location.href = `/table/${id}`;
  } catch (problem) {
    notify(problem.message);
  }
}

function firstFree(table) {
  const taken = new Set(table.taken.map((place) => place.seat));
  for (let seat = 1; seat <= table.seats; seat += 1) if (!taken.has(seat)) return seat;
  return null;
}

function makeCard(table) {
  const card = h(
    "article",
    { class: "table-card", "aria-labelledby": `title-${table.id}` },
    h("h3", { id: `title-${table.id}` }, h("a", { href: `/table/${table.id}` }, table.title)),
    h("p", { class: "variant soft" }),
    h("p", { class: "limits" }),
    h("div", { class: "stools", role: "img" }),
    h("p", { class: "phase soft" }),
    h("div", { class: "row" }, h("button", { class: "primary sit" }, "Sit down"), h("a", { class: "button quiet", href: `/table/${table.id}` }, "Watch")),
  );
  card.querySelector(".sit").addEventListener("click", () => {
    const now = tables.get(table.id);
    const seat = firstFree(now);
    if (seat) sit(now.id, seat);
  });
  return card;
}

const PHASES = { betting: "Taking bets", acting: "In play", settled: "Paying", closed: "Closed" };

function updateCard(card, table) {
  say(card.querySelector(".variant"), table.variant);
  const upTo = table.maximum ? ` to ${money(table.maximum)}` : " and up";
  say(card.querySelector(".limits"), `${money(table.minimum)}${upTo}`);
  const stools = card.querySelector(".stools");
  const names = table.taken.map((place) => place.name).join(", ") || "nobody";
  stools.setAttribute("aria-label", `${table.free} of ${table.seats} seats free; at the table: ${names}`);
  const people = new Map(table.taken.map((place) => [place.seat, place]));
  stools.replaceChildren(
    ...Array.from({ length: table.seats }, (_, at) => {
      const place = people.get(at + 1);
      return h("span", { class: `stool${place ? (place.bot ? " bot" : " person") : ""}`, title: place?.name ?? `Seat ${at + 1} is free` }, place ? place.name.replace(/^Bot /, "").slice(0, 1) : "");
    }),
  );
  say(card.querySelector(".phase"), table.open ? `${PHASES[table.phase] ?? table.phase} · ${table.rounds} rounds dealt` : table.why_closed ?? "Closed");
  const sitButton = card.querySelector(".sit");
  sitButton.disabled = !table.open || !firstFree(table) || table.kind !== "virtual";
  say(sitButton, table.kind === "live" ? "Live table" : firstFree(table) ? "Sit down" : "Full");
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
    (group) => h("section", { class: "group", "aria-label": group.title }, h("h2", {}, group.title), h("div", { class: "cards" })),
    (node, group) => keyed(node.querySelector(".cards"), group.tables, (table) => table.id, makeCard, updateCard),
  );
  const seen = new Map();
  for (const table of tables.values()) for (const meter of table.meters) seen.set(`${meter.link}/${meter.name}`, meter);
  keyed(
    meters,
    [...seen.entries()],
    ([key]) => key,
    ([, meter]) => h("a", { class: "meter", href: `/sign/${meter.link}` }, h("span", { class: "meter-title" }, meter.title), h("span", { class: "digits money" }), h("span", { class: "pending", hidden: true }, "Pending")),
    (node, [, meter]) => {
      rollTo(node.querySelector(".digits"), meter.amount);
      node.querySelector(".pending").hidden = !meter.pending;
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
await get("/tables").then((said) => take(said.tables)).catch((problem) => notify(problem.message));
new Stream("/lobby/stream", {
  message: (said) => said.type === "lobby" && take(said.tables, said.gone),
  stale: (is, why) => {
    stale.hidden = !is;
    say(stale, why);
  },
});
