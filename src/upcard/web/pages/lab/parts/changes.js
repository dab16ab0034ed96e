// What moved with the last change: which hands are played otherwise now, and a way to look at each.

import { h } from "../../shared/dom.js";
import { layOut } from "../panes/hand.js";
import { count, percent, words } from "./figures.js";
import { Work } from "./run.js";

const ROUNDS = 3_000;

/** A move with the cards that it lays. @param {{move: string, value: string[][] | null}} act */
const said = ({ move, value }) => `${words(move)}${value ? ` ${value.map((part) => part.join(" ")).join(" | ")}` : ""}`;

/** What a change of the rules moves. @param {any} lab */
export const openChanges = (lab) =>
  open(lab, "/lab/changes", { variant: lab.asked, before: lab.askedBefore, rounds: ROUNDS }, {
    title: "Which decisions changed",
    means: `The same cards, dealt ${count(ROUNDS)} times under the variant before and under this one, each played best by its own rules: the hands that are played otherwise now. How much oftener each decision is taken stands, exactly, with the game's edge.`,
    heads: ["Before", "Now"],
  });

/** Where a short list errs. @param {any} lab @param {{name: string, rules: string[]}} list */
export const openErrors = (lab, list) =>
  open(lab, "/lab/errors", { variant: lab.asked, strategy: list.name, rounds: ROUNDS }, {
    title: `Where “${words(list.name)}” errs`,
    means: `${count(ROUNDS)} rounds dealt, with the hands that the list plays otherwise than the best play. What all of it costs stands, exactly, on its card.`,
    heads: ["The list", "Best"],
  });

function open(lab, path, body, { title, means, heads }) {
  const work = new Work((place, run) => run.result && place.replaceChildren(...found(run.result, lab, heads, () => dialog.close())));
  const dialog = h(
    "dialog",
    { class: "ask proof", "aria-labelledby": "changes-title", onclose: () => (work.leave(), dialog.remove()) },
    h("div", { class: "proof-head" }, h("h2", { id: "changes-title" }, title), h("button", { class: "quiet", type: "button", onclick: () => dialog.close() }, "Close")),
    h("p", { class: "soft" }, means),
    work.node,
  );
  document.body.append(dialog);
  dialog.showModal();
  work.begin(path, body);
}

function found(result, lab, heads, close) {
  if (!result.kinds.length) return [h("p", {}, `None of the ${count(result.rounds)} hands that were dealt is played otherwise. Where it happens at all, it is rarer than that.`)];
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
        h("thead", {}, h("tr", {}, ["Hand", "Dealer", ...heads, "For example", "Rounds"].map((title) => h("th", { scope: "col" }, title)), h("th", {}, h("span", { class: "sr-only" }, "Look at it")))),
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
