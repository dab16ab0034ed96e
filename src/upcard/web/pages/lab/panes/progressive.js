// Wagers that are paid from meters: the edge against the meter, where it is fair, and a year of hits.

import { h, say } from "../../shared/dom.js";
import { count, fine, money, number, percent, small, value, words } from "../parts/figures.js";
import { colours, plot } from "../parts/plot.js";
import { minusOver, sum, times } from "../parts/fractions.js";
import { num } from "../parts/number.js";
import { Work } from "../parts/run.js";

const STEPS = 40;
const BETTORS = 7;
const works = new Map();

const progressives = (lab) => lab.analysed.filter((wager) => typeof lab.analysis.wagers[wager.name].ev === "object");

/** @param {HTMLElement} node @param {any} lab */
export function draw(node, lab) {
  const made = JSON.stringify([lab.described.digest]);
  if (node.dataset.made === made && node.childElementCount) return;
  node.dataset.made = made;
  const found = progressives(lab);
  node.replaceChildren(...(found.length ? found.map((wager) => one(lab, wager)) : [h("p", { class: "soft intro" }, "No wager is paid from a meter under these rules.", lab.described.settings.some((setting) => setting.values.includes("progressive")) ? " One of the rules on the left can make one." : "")]));
}

function one(lab, wager) {
  const said = lab.analysis.wagers[wager.name];
  const stake = said.stake;
  const meters = Object.entries(said.ev.per_dollar);
  const slope = meters.reduce((sum, [, each]) => sum + value(each), 0);
  const constant = value(said.ev.constant);
  const envy = said.per_other_bettor === undefined ? 0 : value(said.per_other_bettor);
  const exactSlope = sum(meters.map(([, each]) => each));
  const exactFair = (bettors) => minusOver(sum([said.ev.constant, ...(envy ? [times(said.per_other_bettor, bettors - 1)] : [])]), exactSlope);
  const fair = (bettors) => -(constant + envy * (bettors - 1)) / slope;
  const edgeAt = (meter, bettors = 1) => -(constant + envy * (bettors - 1) + slope * meter) / stake;
  const most = 2 * fair(1);
  const rows = (n) => Array.from({ length: STEPS + 1 }, (_, at) => ({ meter: (most * at) / STEPS, edge: edgeAt((most * at) / STEPS, n) }));
  const line = h("div", {});
  const reading = h("output", { class: "edge", id: `reading-${wager.name}` });
  const range = (id, high, at, moved) => h("input", { type: "range", min: 0, max: Math.round(high), step: Math.max(1, Math.round(high / 1000)), value: Math.round(at), id, oninput: moved });
  /** What each meter shows. A slide goes by steps; what is typed stands to the cent. */
  const stand = meters.map(() => Math.round(fair(1) * 100) / 100);
  const all = (dollars) => {
    stand.fill(dollars);
    for (const one of [slide, ...slides]) one.value = dollars;
    read();
  };
  const slides = meters.length > 1 ? meters.map(([meter], at) => range(`meter-${wager.name}-${meter}`, most, fair(1), (event) => ((stand[at] = Number(event.target.value)), read()))) : [];
  const slide = range(`meter-${wager.name}`, most, fair(1), () => ((typed.value = slide.value), all(Number(slide.value))));
  const typed = h("input", { type: "number", min: 0, step: 0.01, value: stand[0].toFixed(2), id: `dollars-${wager.name}`, "aria-label": "Meter in dollars, to the cent", oninput: () => typed.value && typed.checkValidity() && all(Number(typed.value)) });
  const bettors = h("input", { type: "number", min: 1, max: BETTORS, step: 1, value: 1, id: `bettors-${wager.name}`, oninput: () => bettors.checkValidity() && (read(), paint()) });
  let shown = 0;
  const read = () => {
    const worth = meters.reduce((sum, [, each], at) => sum + value(each) * stand[at], constant + envy * (Number(bettors.value) - 1));
    // Only what moves is drawn: the point on the line, where all its meters stand alike.
    const at = stand.every((one) => one === stand[0]) ? [{ meter: stand[0], edge: -worth / stake }] : [];
    cancelAnimationFrame(shown);
    shown = requestAnimationFrame(() => line.drawn?.data("stands", at).runAsync());
    say(reading, `${percent(-worth / stake)} at ${stand.every((one) => one === stand[0]) ? money(stand[0]) : stand.map(money).join(", ")}`);
  };
  const proof = (figure, exact, means) => () => ({ title: `${wager.title}: ${figure}`, exact, means, wager: said, rules: lab.rulesOf(wager), command: lab.command });
  const paint = () => draws(Number(bettors.value));
  const draws = (n) => plot(
    line,
    () => ({
      height: 240,
      layer: [
        { data: { values: rows(n) }, mark: { type: "line", color: colours().line, strokeWidth: 2.5 }, encoding: { x: { field: "meter", type: "quantitative", title: meters.length > 1 ? "each meter, in dollars" : "meter, in dollars", axis: { format: "$,.0f" }, scale: { domain: [0, most], nice: false } }, y: { field: "edge", type: "quantitative", title: "edge of the house", axis: { format: ".0%" }, scale: { domain: [edgeAt(most, n), edgeAt(0, n)] } } } },
        { data: { values: [{ edge: 0 }] }, mark: { type: "rule", color: colours().soft, strokeDash: [4, 4] }, encoding: { y: { field: "edge", type: "quantitative" } } },
        { data: { values: [{ meter: Math.max(0, fair(n)), edge: 0 }] }, mark: { type: "point", filled: false, size: 160, strokeWidth: 2, color: colours().other }, encoding: { x: { field: "meter", type: "quantitative" }, y: { field: "edge", type: "quantitative" } } },
        { data: { name: "stands", values: [] }, mark: { type: "point", filled: true, size: 110, color: colours().line }, encoding: { x: { field: "meter", type: "quantitative" }, y: { field: "edge", type: "quantitative" } } },
      ],
    }),
    rows(n),
    [["meter", "Meter", money], ["edge", "Edge", (n) => percent(n, 2)]],
    { title: `${wager.title}: edge against the meter, fair at ${money(Math.max(0, fair(n)))}${n > 1 ? ` with ${n} bettors` : ""}`, ready: read },
  );
  read();
  paint();
  return h(
    "article",
    { class: "wager-card progressive" },
    h("h2", {}, wager.title),
    h("p", { class: "soft" }, `A stake of ${money(stake)} is worth `, num(fine(constant), proof("with the meters at zero", said.ev.constant, "What the player can expect in dollars for the fixed stake, its meters at zero."), { label: "With the meters at zero", class: "plain" }), " with the meters at zero", envy ? [", and ", num(fine(envy), proof("for every other bettor", said.per_other_bettor, "What each other player with a bet on it adds, in dollars (the envy)."), { label: "For every other bettor", class: "plain" }), " more for every other bettor"] : "", ". Every dollar on a meter adds:"),
    h("ul", { class: "slopes" }, meters.map(([meter, each]) => h("li", {}, `${words(meter)}: `, `${small(value(each))} = `, num(each, proof(`for every dollar on ${words(meter)}`, each, "What each dollar on the meter adds for one bettor, in dollars."), { label: `For every dollar on ${words(meter)}`, class: "plain" })))),
    line,
    h("p", { class: "slide" }, h("label", { htmlFor: `meter-${wager.name}` }, meters.length > 1 ? "Every meter at" : "Meter at"), slide, h("span", {}, "$ ", typed), reading, envy ? [h("label", { htmlFor: `bettors-${wager.name}` }, "Bettors"), bettors] : null),
    slides.length ? h("details", {}, h("summary", {}, "Each meter by itself"), h("div", { class: "slides" }, slides.map((one, at) => h("p", { class: "slide" }, h("label", { htmlFor: one.id }, words(meters[at][0])), one)))) : null,
    envy ? h("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": "Fair meter by bettors" }, h("table", { class: "proof-table" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Bettors"), Array.from({ length: BETTORS }, (_, at) => h("th", { scope: "col" }, at + 1)))), h("tbody", {}, h("tr", {}, h("th", { scope: "row" }, "Fair at"), Array.from({ length: BETTORS }, (_, at) => h("td", { class: "money" }, num(money(fair(at + 1)), proof(`fair meter with ${at + 1} ${at ? "bettors" : "bettor"}`, exactFair(at + 1), "The meter, in dollars, at which the player's expectation is nothing."), { label: `Fair with ${at + 1} ${at ? "bettors" : "bettor"}`, class: "plain" }))))))) : null,
    year(lab, wager, meters, fair(1)),
  );
}

/** A year simulated: start, seed and rate of every meter, and how many bets a day are made. */
function year(lab, wager, meters, fair) {
  const key = `${lab.game} ${wager.name}`;
  if (!works.has(key)) works.set(key, new Work((place, run) => run.result && showYear(place, run.result)));
  const work = works.get(key);
  const field = (name, label, initial, more = {}) => h("label", {}, label, h("input", { type: "number", name, value: initial, min: 0, step: "any", required: true, ...more }));
  const form = h(
    "form",
    {
      class: "row-form",
      onsubmit: async (event) => {
        event.preventDefault();
        const said = Object.fromEntries(new FormData(form));
        const led = Object.fromEntries(meters.map(([meter]) => [meter, { start: Math.round(said[`${meter}:start`] * 100), reset: Math.round(said[`${meter}:reset`] * 100), rate: Math.round(said[`${meter}:rate`] * 10_000) }]));
        work.begin("/lab/years", { variant: await lab.body(), wager: wager.name, meters: led, bets: Number(said.bets), seed: said.seed });
      },
    },
    meters.map(([meter]) => h("fieldset", { class: "range" }, h("legend", {}, words(meter)), field(`${meter}:start`, "stands at, $", Math.round(fair / 4 / (meters.length > 1 ? 2 : 1))), field(`${meter}:reset`, "reseeds to, $", Math.round(fair / 4 / (meters.length > 1 ? 2 : 1))), field(`${meter}:rate`, "takes, % of a bet", (20 / meters.length).toFixed(1), { max: 100 }))),
    field("bets", "Bets a day", 400, { min: 1, max: 20000, step: 1 }),
    h("label", {}, "Seed", h("input", { type: "text", name: "seed", value: "1", maxLength: 40, required: true })),
    h("button", { class: "primary", type: "submit" }, "Simulate a year"),
  );
  return h("section", { class: "year" }, h("h3", {}, "A year"), form, work.node);
}

function showYear(place, found) {
  const picture = h("div", {});
  place.replaceChildren(
    h("p", {}, `${count(found.hits)} awards in ${found.days} days of ${count(found.bets)} bets. In the long run the house holds `, h("b", { class: "money" }, percent(value(found.hold))), h("span", { class: "soft small" }, ` (exactly ${found.hold})`), "."),
    picture,
    h("h3", {}, "The largest awards"),
    h("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": "The largest awards" }, h("table", { class: "proof-table" }, h("thead", {}, h("tr", {}, ["Day", "Meter", "Part", "Award"].map((title) => h("th", { scope: "col" }, title)))), h("tbody", {}, found.large.slice(0, 12).map((hit) => h("tr", {}, h("th", { scope: "row" }, number(hit.day).replace(/\.\d+$/, "")), h("td", {}, words(hit.meter)), h("td", { class: "money" }, `${hit.percent} %`), h("td", { class: "money" }, money(hit.amount / 100))))))),
  );
  plot(
    picture,
    () => ({ height: 260, data: { values: found.line.map((one) => ({ ...one, meter: words(one.meter) })) }, mark: { type: "line", strokeWidth: 2 }, encoding: { x: { field: "day", type: "quantitative", title: "day", scale: { nice: false } }, y: { field: "dollars", type: "quantitative", title: "meter", axis: { format: "$,.0f" } }, color: { field: "meter", type: "nominal", title: null }, order: { field: "day" } } }),
    found.line,
    [["meter", "Meter", words], ["day", "Day", (n) => n.toFixed(1)], ["dollars", "Shows", money]],
    { title: "What the meters show over the year" },
  );
}
