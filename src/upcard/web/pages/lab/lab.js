// The lab's page: a list of games, or one game's lab. Joins the variant, the lab's answers and the panes that draw them.

import { get, refreshSession } from "../shared/api.js";
import { notify } from "../shared/chrome.js";
import { h } from "../shared/dom.js";
import { GameLab } from "./game.js";

const main = document.getElementById("main");
const [, , name = ""] = location.pathname.split("/").map(decodeURIComponent);

function list(games) {
  document.title = "The lab: Upcard";
  main.replaceChildren(
    h("section", { class: "welcome" }, h("h1", {}, "The lab"), h("p", { class: "soft" }, "Change a pay or a rule and watch the exact edge move. Every figure opens to its fraction, its combinations, its rules, and the command that says the same.")),
    h(
      "ul",
      { class: "lab-games" },
      games.map((game) => h("li", {}, h("a", { class: "lab-game", href: `/lab/${encodeURIComponent(game.name)}` }, h("h2", {}, game.title), h("p", { class: "soft" }, game.summary), h("p", { class: "small" }, game.own_solver ? "Exact, by a solver of its own" : game.models ? "Exact, by the general methods" : "By the general methods, where it is small enough")))),
    ),
  );
}

async function begin() {
  await refreshSession().catch((problem) => notify(problem.message));
  const { games } = await get("/lab/games");
  if (!name) return list(games);
  document.querySelector("up-bar").at("Lab", "The lab");
  const described = await get(`/lab/games/${encodeURIComponent(name)}`);
  document.title = `${described.title}: the lab of Upcard`;
  return new GameLab(main, games, described).begin();
}

begin().catch((problem) => main.replaceChildren(h("div", { class: "lab-wait" }, h("h1", {}, "The lab"), h("p", {}, problem.message.charAt(0).toUpperCase() + problem.message.slice(1)), h("a", { class: "button", href: "/lab" }, "All games"))));
