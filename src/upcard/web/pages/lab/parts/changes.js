// What moved with the last change: which hands are played otherwise now, and a way to look at each.

import { h } from "../../shared/dom.js";
import { layOut } from "../panes/hand.js";
import { count, percent, words } from "./figures.js";
import { Work } from "./run.js";

const ROUNDS = 3_000;

/** A move with the cards that it lays. @param {{move: string, value: string[][] | null}} act */
const said = ({ move, value }) => `${words(move)}${value ? ` ${value.map((part) => part.join(" ")).join(" | ")}` : ""}`;

/** @param {any} lab */
export function openChanges(lab) {
  const work = new Work((place, run) => run.result && place.replaceChildren(...found(run.result, lab, () => dialog.close())));
  const dialog = h(
    "dialog",
    { class: "ask proof", "aria-labelledby": "changes-title", onclose: () => (work.leave(), dialog.remove()) },
    h("div", { class: "proof-head" }, h("h2", { id: "changes-title" }, "Which decisions changed"), h("button", { class: "quiet", type: "button", onclick: () => dialog.close() }, "Close")),
    h("p", { class: "soft" }, `The same cards, dealt ${count(ROUNDS)} times under the variant before and under this one, each played best by its own rules: the hands that are played otherwise now. How much oftener each decision is taken stands, exactly, with the game's edge.`),
    work.node,
  );
  document.body.append(dialog);
  dialog.showModal();
  work.begin("/lab/changes", { variant: lab.asked, before: lab.askedBefore, rounds: ROUNDS });
}

function found(result, lab, close) {
  if (!result.kinds.length) return [h("p", {}, `None of the ${count(result.rounds)} hands that were dealt is played otherwise. What changed is rarer than that, or nothing did.`)];
  const look = (kind) => {
    close();
    layOut(lab, kind.example);
  };
  return [
    h("p", {}, `${count(result.otherwise)} of ${count(result.rounds)} rounds, ${percent(result.otherwise / result.rounds, 2)}, are played otherwise.`),
    h(
      "div",
      { class: "scroll", tabIndex: 0, role: "region", "aria-label": "Hands that are played otherwise" },
      h(
        "table",
        { class: "proof-table changed-hands" },
        h("thead", {}, h("tr", {}, ["Hand", "Dealer", "Before", "Now", "For example", "Rounds"].map((title) => h("th", { scope: "col" }, title)), h("th", {}, h("span", { class: "sr-only" }, "Look at it")))),
        h(
          "tbody",
          {},
          result.kinds.map((kind) => h("tr", {}, h("th", { scope: "row" }, kind.label ? words(kind.label) : "–"), h("td", {}, kind.up || "–"), h("td", {}, said(kind.example.before)), h("td", {}, said(kind.example.after)), h("td", {}, kind.example.player, kind.example.dealer ? ` against ${kind.example.dealer}` : "", kind.example.board ? `, board ${kind.example.board}` : ""), h("td", { class: "money" }, count(kind.rounds)), h("td", {}, h("button", { class: "quiet small", type: "button", "aria-label": `Look at ${kind.example.player}`, onclick: () => look(kind) }, "Every move")))),
        ),
      ),
    ),
    result.more ? h("p", { class: "soft small" }, `and ${count(result.more)} more kinds of hands, each rarer than these`) : "",
  ];
}
