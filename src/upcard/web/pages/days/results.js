// Results against theory: a card a table with its band, its wagers behind a fold, its rounds; meters; what happened.

import { h, svg } from "../shared/dom.js";
import { clock, person, several } from "../staff/desk.js";
import { dollars, hours, micro, percent, verdict } from "./words.js";

const WIDTH = 600;
const EDGE = 14;

/** The band, theory and win on one line; in words for whoever does not see it. @param {any} figures @param {string} name */
function band(figures, name) {
  const { theory } = figures;
  const all = [theory.widest_low, theory.widest_high, figures.recorded_win, 0];
  const low = Math.min(...all);
  const span = Math.max(...all) - low || 1;
  const at = (cents) => EDGE + ((WIDTH - 2 * EDGE) * (cents - low)) / span;
  const [text, kind] = verdict(figures);
  const picture = svg("svg", { class: `band ${kind}`, viewBox: `0 0 ${WIDTH} 46`, role: "img", "aria-label": `${name}: won ${dollars(figures.recorded_win)}, theory ${dollars(theory.win)}, band from ${dollars(theory.low)} to ${dollars(theory.high)}; ${text}` });
  const bar = (cls, from, to, y, tall) => svg("rect", { class: cls, x: at(from), y, width: Math.max(2, at(to) - at(from)), height: tall, rx: 4 });
  const line = (cls, cents, top, foot) => svg("line", { class: cls, x1: at(cents), x2: at(cents), y1: top, y2: foot });
  picture.append(bar("widest", theory.widest_low, theory.widest_high, 19, 8), bar("likely", theory.low, theory.high, 12, 22), line("nothing", 0, 2, 44), line("theory", theory.win, 7, 39));
  picture.append(svg("circle", { class: "won", cx: at(figures.recorded_win), cy: 23, r: 10 }));
  return picture;
}

const ends = ({ theory }) => h("p", { class: "ends soft small" }, `95 % band: ${dollars(theory.low)} to ${dollars(theory.high)}`);

/** A pace is worth saying after some minutes. */
const LONG_ENOUGH = 600_000;
const idle = ({ figures }) => !figures.rounds && !figures.voided && figures.win_by !== "count" && !figures.fills && !figures.credits;

const fact = (name, value) => [h("dt", {}, name), h("dd", {}, value)];

function wagers(figures) {
  return h(
    "details",
    {},
    h("summary", {}, "Wagers and take-up"),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Wagers" },
      h(
        "table",
        { class: "num" },
        h("thead", {}, h("tr", {}, ["Wager", "Bets", "Take-up", "Staked", "Win", "Theory"].map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", {}, Object.entries(figures.wagers).map(([name, row]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", { class: "money" }, row.bets ? String(row.bets) : "–"), h("td", { class: "money" }, row.bets ? percent(row.take_up) : "–"), h("td", { class: "money" }, dollars(row.staked)), h("td", { class: "money" }, dollars(row.win)), h("td", { class: "money" }, dollars(row.theory))))),
      ),
    ),
  );
}

function card(line, span, asks) {
  const { figures, counted } = line;
  const [text, kind] = verdict(figures);
  const one = line.tables.length === 1;
  return h(
    "article",
    { class: "box result", "data-key": line.line },
    h("div", { class: "result-head" }, h("h3", {}, line.line), h("span", { class: "soft small" }, line.game), h("span", { class: `lies ${kind}` }, text)),
    h("div", { class: "result-win" }, h("p", {}, h("span", { class: "soft small" }, figures.win_by === "count" ? "Win, counted" : "Win"), h("b", { class: `money ${figures.win < 0 ? "lose" : ""}` }, dollars(figures.win))), figures.theory ? h("p", {}, h("span", { class: "soft small" }, "Theory"), h("b", { class: "money" }, dollars(figures.theory.win))) : "", h("p", {}, h("span", { class: "soft small" }, figures.hold_of ? `Hold of ${figures.hold_of}` : "Hold"), h("b", { class: "money" }, percent(figures.hold)))),
    figures.theory ? [figures.win_by === "count" ? h("p", { class: "soft small" }, `Recorded wagers won ${dollars(figures.recorded_win)}; the band is of these.`) : "", band(figures, line.line), ends(figures)] : "",
    h("dl", { class: "facts" }, fact("Rounds", `${figures.rounds}${figures.rounds_an_hour && figures.open_ms > LONG_ENOUGH ? `, ${figures.rounds_an_hour} an hour` : ""}`), fact("Open", hours(figures.open_ms)), figures.voided ? fact("Voided", String(figures.voided)) : "", fact("Staked", dollars(figures.staked)), figures.drop === null ? "" : [fact("Opener", dollars(counted.opener)), fact("Closer", dollars(counted.closer)), fact("Drop", dollars(figures.drop))], figures.fills || figures.credits ? [fact("Fills", dollars(figures.fills)), fact("Credits", dollars(figures.credits))] : ""),
    Object.keys(figures.wagers).length ? wagers(figures) : "",
    h("div", { class: "row" }, one && span ? h("button", { "data-act": "rounds", "data-table": line.line, "data-after": span.after, "data-upto": span.upto ?? "", "data-press": `r${line.line}` }, "Rounds", h("span", { class: "sr-only" }, ` of ${line.line}`)) : "", asks ? h("button", { "data-act": "ask", "data-about": line.line, "data-figure": "win" }, "Open an inquiry", h("span", { class: "sr-only" }, ` into ${line.line}`)) : ""),
  );
}

function sums(report) {
  const { figures } = report.whole;
  const known = report.lines.filter((line) => line.figures.theory);
  const without = report.lines.filter((line) => line.figures.staked && !line.figures.theory).length;
  const theory = figures.theory ? dollars(figures.theory.win) : known.length ? dollars(known.reduce((sum, line) => sum + line.figures.theory.win, 0)) : "–";
  const told = [
    ["Win", dollars(figures.win)],
    [known.length && without ? `Theory, without ${several(without, "table")}` : "Theory of what is recorded", theory],
    ["Staked", dollars(figures.staked)],
    ["Rounds", figures.rounds.toLocaleString("en-US")],
    ["Jackpots paid", micro(Object.values(report.meters).reduce((sum, one) => sum + one.paid, 0))],
    ["Outside their band", known.length ? `${known.filter((line) => line.figures.theory.outside).length} of ${known.length}` : "–"],
  ];
  return h("dl", { class: "glance" }, told.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", { class: "money" }, value))));
}

/** All tables as one, against their theory together. */
function house(report) {
  const { figures } = report.whole;
  if (!figures.theory || report.lines.length < 2) return "";
  const [text, kind] = verdict(figures);
  return h("section", { class: "box result house", "aria-label": "All tables together", "data-key": "whole" }, h("div", { class: "result-head" }, h("h3", {}, "All tables together"), h("span", { class: "soft small" }, `recorded ${dollars(figures.recorded_win)}, theory ${dollars(figures.theory.win)}`), h("span", { class: `lies ${kind}` }, text)), band(figures, "All tables"), ends(figures));
}

function meters(report, asks) {
  const names = [["opening", "Opening"], ["contributions", "Contributions"], ["awards", "Net awards"], ["put_back", "Put back"], ["closing", "Closing"], ["house_cost", "House cost"]];
  // What brought a meter from opening to closing besides: reseeds and top-ups, less overflow, corrections, transfers.
  const put_back = ({ opening, contributions, awards, closing }) => closing - opening - contributions + awards;
  const every = Object.entries(report.meters).map(([name, one]) => [name, { ...one, put_back: put_back(one) }]);
  if (!every.length) return "";
  const moved = every.filter(([, one]) => Object.keys(one.moved).length || one.paid || one.house_cost);
  const still = every.length - moved.length;
  return h(
    "section",
    { class: "panel", "aria-label": "Meters", "data-key": "meters" },
    h("h2", {}, "Meters"),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Meters of the shift" }, h("table", { class: "num" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Meter"), names.map(([, text]) => h("th", { scope: "col" }, text)), asks ? h("td", {}) : "")), h("tbody", {}, moved.map(([name, one]) => h("tr", {}, h("th", { scope: "row" }, name), names.map(([key]) => h("td", { class: "money" }, micro(one[key]))), asks ? h("td", {}, h("button", { "data-act": "ask", "data-about": name, "data-figure": "closing" }, "Ask", h("span", { class: "sr-only" }, ` about ${name}`))) : ""))))),
    still ? h("p", { class: "soft" }, `${still} ${still === 1 ? "meter" : "meters"} did not move.`) : "",
  );
}

function happened(report, people) {
  if (!report.notes.length) return h("p", { class: "soft", "data-key": "quiet" }, "No void, override, late hit or alert.");
  return h(
    "section",
    { class: "panel", "aria-label": "What happened", "data-key": "notes" },
    h("h2", {}, "Voids, overrides, late hits, alerts"),
    h("ul", { class: "notes" }, report.notes.map((note) => h("li", {}, h("span", {}, h("b", {}, note.what), ` ${note.where}`), h("span", {}, note.text), h("span", { class: "soft small" }, `${clock(note.at)} · ${person(people, note.by)} · entry ${note.seq}`)))),
    report.more_notes ? h("p", { class: "soft" }, `${report.more_notes} more are in the ledger.`) : "",
  );
}

function toDate(report) {
  const periods = Object.entries(report.to_date);
  if (!periods.length) return "";
  return h(
    "section",
    { class: "panel", "aria-label": "To date", "data-key": "todate" },
    h("h2", {}, "To date"),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Day, month and year to date" }, h("table", { class: "num" }, h("thead", {}, h("tr", {}, ["Period", "Shifts", "Rounds", "Staked", "Drop", "Win", "Hold", "Recorded", "Theory", "95 % band", "It lies"].map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, periods.map(([what, period]) => h("tr", {}, h("th", { scope: "row" }, `${what} ${period.name}`), h("td", { class: "money" }, String(period.shifts)), h("td", { class: "money" }, period.whole.rounds.toLocaleString("en-US")), ["staked", "drop", "win"].map((name) => h("td", { class: "money" }, dollars(period.whole[name]))), h("td", { class: "money" }, percent(period.whole.hold)), h("td", { class: "money" }, dollars(period.whole.recorded_win)), h("td", { class: "money" }, dollars(period.whole.theory?.win)), h("td", { class: "money" }, period.whole.theory ? `${dollars(period.whole.theory.low)} to ${dollars(period.whole.theory.high)}` : "–"), h("td", {}, period.whole.theory ? verdict(period.whole)[0] : "–")))))),
  );
}

/**
 * A report as people read it.
 * @param {any} report @param {Record<string, string>} people
 * @param {{after: number, upto: number | null} | null} span the entries whose rounds can be looked at @param {boolean} [asks] whether one may ask about a figure
 */
export function results(report, people, span, asks = false) {
  const order = { beyond: 0, outside: 1, inside: 2, unknown: 3 };
  const lines = [...report.lines].sort((a, b) => order[verdict(a.figures)[1]] - order[verdict(b.figures)[1]]);
  const quiet = lines.filter(idle).map((line) => line.line);
  return [
    sums(report),
    h("h2", {}, "Results against theory"),
    house(report),
    h("div", { class: "results", "data-key": "cards" }, lines.filter((line) => !idle(line)).map((line) => card(line, span, asks))),
    quiet.length ? h("p", { class: "soft" }, `Nothing was played at ${quiet.join(", ")}.`) : "",
    meters(report, asks),
    happened(report, people),
    toDate(report),
  ];
}
