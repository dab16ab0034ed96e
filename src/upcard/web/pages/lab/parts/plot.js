// Plots by Vega-Lite, from the house's own script and in its colours, each with a table of its data.

import { h } from "../../shared/dom.js";
import { onPrefs } from "../../shared/prefs.js";
import { taken } from "./take.js";

/** Columns of a plot's data table: what stands in a row, its heading, and how it is written. @typedef {[key: string, title: string, show?: (value: any) => string][]} Columns */

let loaded = null;
const load = () =>
  (loaded ??= import("/api/v1/lab/plots.js").then(
    () => window.vegaEmbed,
    (problem) => {
      loaded = null;
      throw problem;
    },
  ));

const of = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** The colours of the room as it is now. */
export const colours = () => ({ line: of("--brass"), other: of("--win"), bad: of("--lose"), soft: of("--ink-soft"), ink: of("--ink"), grid: of("--room-line") });

function config() {
  const { ink, soft, grid, line, other, bad } = colours();
  const axis = { labelColor: soft, titleColor: ink, gridColor: grid, gridOpacity: 0.5, domainColor: grid, tickColor: grid, labelFontSize: 12, titleFontSize: 12, titleFontWeight: 500 };
  return { background: null, font: of("--sans"), view: { stroke: null }, axis, legend: { labelColor: soft, titleColor: ink, orient: "top" }, text: { color: ink }, mark: { color: line }, range: { category: [line, other, bad, soft, ink] } };
}

/**
 * Draws a plot into a node, and again when the room's colours change.
 * @param {HTMLElement} node @param {() => any} spec @param {any[]} rows @param {Columns} columns @param {{title: string, picked?: (datum: any) => void, ready?: () => void}} how
 */
export function plot(node, spec, rows, columns, { title, picked, ready }) {
  const place = h("div", { class: "plot-place", role: "img", "aria-label": `${title}. The data stands in the table below.` }, h("p", { class: "soft small" }, "Drawing …"));
  const open = node.querySelector("details")?.open ?? false;
  const kept = node.querySelector(".plot-place");
  node.classList.add("plot");
  const data = h(
    "details",
    { class: "plot-data", open },
    h("summary", {}, "The data as a table"),
    h("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": title }, h("table", { class: "proof-table" }, h("caption", { class: "sr-only" }, title), h("thead", {}, h("tr", {}, columns.map(([, heading]) => h("th", { scope: "col" }, heading)))), h("tbody", {}, rows.map((row) => h("tr", {}, columns.map(([key, , show]) => h("td", { class: "money" }, show ? show(row[key]) : String(row[key] ?? "–")))))))),
    taken(title, columns.map(([, heading]) => heading), () => rows.map((row) => columns.map(([key]) => row[key]))),
  );
  // What is drawn stays until the next one is, so that nothing flickers.
  node.replaceChildren(h("h3", {}, title), kept ?? place, data);
  const target = kept ?? place;
  const paint = () =>
    load()
      .then((embed) => embed(target, { width: "container", autosize: { type: "fit-x", contains: "padding" }, description: title, config: config(), ...spec() }, { mode: "vega-lite", ast: true, actions: false, renderer: "svg", defaultStyle: false, tooltip: { disableDefaultStyle: true } }))
      .then((drawn) => {
        target.classList.add("is-drawn");
        node.drawn = drawn.view;
        ready?.();
        if (picked) drawn.view.addEventListener("click", (_event, item) => item?.datum && picked(item.datum));
      })
      .catch(() => {
        data.open = true;
        target.replaceChildren(h("p", { class: "soft small" }, "The plot can't be drawn here; its data stands below."));
      });
  node.unwatch?.();
  node.unwatch = onPrefs(() => node.isConnected && paint());
  paint();
}
