// The math report: written for this variant, read as a page, or taken along.

import { fill, h } from "../../shared/dom.js";
import { Work } from "../parts/run.js";

const works = new WeakMap();
const NAMES = { "report.pdf": "PDF", "report.xlsx": "Excel", "report.html": "Read it as a page", "report.json": "JSON" };
const ORDER = ["report.html", "report.pdf", "report.xlsx", "report.json"];

function show(place, run) {
  if (!run.files.length) return;
  const link = (name) => h("a", { class: `button ${name === "report.pdf" ? "primary" : ""}`, href: `/api/v1/lab/runs/${run.id}/files/${name}`, ...(name === "report.html" ? { target: "_blank", rel: "noopener" } : { download: name }) }, NAMES[name]);
  place.replaceChildren(h("p", {}, "The report is written."), h("p", { class: "files" }, ORDER.filter((name) => run.files.includes(name)).map(link)));
}

/** @param {HTMLElement} node @param {any} lab */
export async function draw(node, lab) {
  if (!works.has(lab)) works.set(lab, new Work(show));
  const work = works.get(lab);
  const body = { variant: await lab.body() };
  const old = work.made !== null && work.made !== JSON.stringify(body);
  fill(
    node,
    h("p", { class: "soft intro" }, "What a laboratory asks for before a table opens: rules, worked examples, every combination, figures, strategies, sensitivity, progressives, volatility, and the proof of it all by a second method. Page, paper and workbook hold the same numbers."),
    h("p", {}, h("button", { class: "primary", type: "button", onclick: () => work.begin("/lab/reports", body).then(() => draw(node, lab)) }, "Write the report of this variant"), old ? h("span", { class: "soft" }, " What stands here is of the variant before.") : null),
    work.node,
  );
}
