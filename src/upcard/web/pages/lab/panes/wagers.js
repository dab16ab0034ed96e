// All wagers with their exact figures: every pay a field, every known table at hand, and what moved.

import { h, keyed, rebuild } from "../../shared/dom.js";
import { chance, edge, fine, money, number, oneIn, percent, points, small, value, words } from "../parts/figures.js";
import { num } from "../parts/number.js";
import { complain, FORMS, readColumn, readPay } from "../parts/pay.js";
import { taken } from "../parts/take.js";

/** Milliseconds after the last key: little where answers come at once, more where one key's answer would hold up the next. */
const PAUSE = 40;
const LONGER = 300;
const SLOW = 400;

/** The same wager in what was there before the last change. */
const before = (lab, name) => lab.before?.wagers[name];

/** What moved, in points of a per cent of the house's edge. @param {any} now @param {any} was */
function moved(now, was) {
  const [a, b] = [value(now), value(was)];
  if (!(Number.isFinite(a) && Number.isFinite(b)) || a === b) return null;
  const more = -(a - b);
  return h("span", { class: `moved ${more > 0 ? "up" : "down"}`, "aria-label": `before ${edge(was)}, ${more > 0 ? "more" : "less"} for the house` }, h("s", {}, edge(was)), ` ${points(more)} `, h("span", { "aria-hidden": "true" }, more > 0 ? "▲" : "▼"));
}

function proofOf(lab, wager, figure, exact, means) {
  const said = lab.analysis.wagers[wager.name];
  const table = lab.tableOf(wager.name);
  const named = () => ({ ...said, outcomes: said.outcomes.map((row) => ({ ...row, label: labelOf(table, row.outcome) })) });
  return () => ({ title: `${wager.title}: ${figure}`, exact, means, wager: named(), rules: lab.rulesOf(wager), command: lab.command });
}

/** What one unit of a wager is, in words. */
const unit = (lab, said) => (said.per === "stake" ? "the stake" : said.per === "wager" ? "the wager" : `one ${lab.unitOf(said.per)}`);

/** The head of a wager's card: its edge, or for a wager with meters what it is worth. */
function headline(lab, wager, said) {
  const was = before(lab, wager.name);
  if (said.ev !== null && typeof said.ev === "object") {
    const [meter, slope] = Object.entries(said.ev.per_dollar)[0];
    const several = Object.keys(said.ev.per_dollar).length > 1;
    return [
      h("p", { class: "edge" }, num(fine(value(said.ev.constant)), proofOf(lab, wager, "with the meter at zero", said.ev.constant, "What the player can expect in dollars for the fixed stake, its meters at zero."), { label: `${wager.title} with the meter at zero`, id: `constant-${wager.name}` }), h("span", { class: "soft small" }, " at a meter of zero")),
      h("p", { class: "soft small" }, several ? "and something for every dollar on its meters" : ["and ", num(small(value(slope)), proofOf(lab, wager, `for every dollar on ${meter}`, slope, "What each dollar on the meter adds for one bettor."), { label: "For every dollar on the meter", id: `slope-${wager.name}` }), " for every dollar on it"]),
      said.break_even ? h("p", {}, "Fair at a meter of ", num(money(value(said.break_even)), proofOf(lab, wager, "fair meter", said.break_even, "The meter, in dollars, at which the player's expectation is nothing."), { label: "Fair at a meter of", id: `fair-${wager.name}` })) : null,
    ];
  }
  const envy = said.per_other_bettor !== undefined;
  const shown = envy ? fine(value(said.ev)) : edge(said.ev);
  const means = envy ? "Dollars that each other player at the table is worth." : `The player's expectation for ${unit(lab, said)}; the edge of the house is the same with the other sign.`;
  return [
    h("p", { class: "edge" }, num(shown, proofOf(lab, wager, envy ? "for each other player" : "edge of the house", said.ev, means), { label: envy ? "For each other player" : `Edge of the house, ${wager.title}`, id: `edge-${wager.name}` }), h("span", { class: "soft small" }, envy ? " for each other player" : ` of ${unit(lab, said)}${said.se ? `, ± ${percent(said.se)}` : ""}`)),
    envy || !was ? null : moved(said.ev, was.ev),
  ];
}

function facts(lab, wager, said) {
  const all = [];
  if (said.hit_frequency !== undefined) all.push(["Hit rate", num(percent(said.hit_frequency, 3), proofOf(lab, wager, "hit rate", said.hit_frequency, "How often it pays more than the stake back, added up over the outcomes that do."), { label: `Hit rate, ${wager.title}`, id: `hit-${wager.name}` })]);
  all.push(["SD", num(number(said.sd), proofOf(lab, wager, "standard deviation", said.sd, `The standard deviation of the result, for ${unit(lab, said)}.`), { label: `Standard deviation, ${wager.title}`, id: `sd-${wager.name}` })]);
  if (said.largest_pay) all.push(["Most", h("span", { class: "money" }, said.largest_pay)]);
  return h("dl", { class: "wager-facts" }, all.map(([name, what]) => h("div", {}, h("dt", {}, name), h("dd", {}, what))));
}

/** The table of outcomes: a row for each, its pay a field where this card is the one that has the table's fields. */
function outcomes(lab, wager, said, table, fields) {
  const widest = Math.max(...said.outcomes.map((row) => Math.abs(row.return)), 1e-12);
  const was = new Map((before(lab, wager.name)?.outcomes ?? []).map((row) => [row.outcome, row]));
  // Where the stake is the player's choice, an outcome has a row for each: what it brings tells them apart.
  const again = new Set(said.outcomes.map((row) => row.outcome).filter((outcome, at, all) => all.indexOf(outcome) !== at));
  const seen = new Set();
  const body = said.outcomes.map((row) => {
    const first = !seen.has(row.outcome);
    seen.add(row.outcome);
    const bar = h("span", { class: `share ${row.return < 0 ? "minus" : "plus"}`, "aria-hidden": "true" });
    bar.style.width = `${(Math.abs(row.return) / widest) * 100}%`;
    const proof = () => ({ title: `${wager.title}: ${labelOf(table, row.outcome)}`, exact: `${row.combinations}/${row.of}`, means: `Combinations in which it comes, of all; ${chance(row.probability)}. What it adds to the expectation is what it pays, as often as it comes.`, wager: { outcomes: [{ ...row, label: labelOf(table, row.outcome) }] }, rules: lab.rulesOf(wager), command: lab.command });
    const changed = was.has(row.outcome) && was.get(row.outcome).pays !== row.pays;
    return h(
      "tr",
      { class: `${changed ? "changed" : ""} ${row.combinations ? "" : "never"}` },
      h("th", { scope: "row" }, labelOf(table, row.outcome), again.has(row.outcome) ? h("span", { class: "soft" }, ` (${number(row.return / row.probability).replace(/\.?0+$/, "")})`) : null),
      h("td", { class: "pay" }, fields && first ? field(lab, wager, table, row) : h("span", { class: "money" }, row.pays)),
      h("td", { class: "money" }, num(oneIn(row.one_in), proof, { label: `${labelOf(table, row.outcome)}, 1 in`, id: `one-${wager.name}-${row.outcome}`, class: "plain" })),
      h("td", { class: "money chance" }, chance(row.probability)),
      h("td", { class: "money" }, num(number(row.return), proof, { label: `${labelOf(table, row.outcome)}, adds`, id: `adds-${wager.name}-${row.outcome}`, class: "plain" })),
      h("td", { class: "bars", "aria-hidden": "true" }, bar),
    );
  });
  const figures = h(
    "table",
    { class: "outcomes" },
    h("caption", { class: "sr-only" }, `Outcomes of ${wager.title}`),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Outcome"), h("th", { scope: "col" }, "Pays"), h("th", { scope: "col" }, "1 in"), h("th", { scope: "col", class: "chance" }, "Chance"), h("th", { scope: "col" }, "Return"), h("th", { class: "bars", "aria-hidden": "true" }))),
    h("tbody", {}, body),
  );
  const rows = () => said.outcomes.map((row) => [labelOf(table, row.outcome), row.pays, row.combinations, row.of, row.probability, row.one_in, row.return]);
  return [figures, taken(`${lab.title} ${wager.title}`, ["Outcome", "Pays", "Combinations", "Of", "Probability", "1 in", "Return"], rows)];
}

/** One pay as a field: it is sent when it can be read; arrow keys go up and down by one. */
function field(lab, wager, table, row) {
  const id = `pay-${table.table}-${row.outcome}`;
  let wait = 0;
  const send = () => {
    clearTimeout(wait);
    const pay = readPay(input.value);
    if (pay) lab.setPay(table, row.outcome, pay);
  };
  const mark = () => {
    const wrong = !readPay(input.value);
    input.setAttribute("aria-invalid", String(wrong));
    complain(input, wrong ? `“${input.value.trim()}” is no pay. Write ${FORMS}.` : "");
  };
  /** As in a spreadsheet: Enter goes to the row below, with Shift to the one above. @param {number} way */
  const next = (way) => {
    send();
    const all = [...input.closest("table").querySelectorAll(".pay input")];
    const to = all[all.indexOf(input) + way];
    to?.focus();
    to?.select();
  };
  /** A column or a table of a spreadsheet is one change. @param {ClipboardEvent} event */
  const laid = (event) => {
    const text = event.clipboardData?.getData("text/plain").trim() ?? "";
    if (!/[\n\t]/.test(text)) return;
    event.preventDefault();
    const { pays, wrong } = readColumn(text, table.rows, row.outcome);
    if (wrong) return complain(input, wrong);
    input.value = pays[row.outcome] ?? input.value;
    mark();
    lab.history.typed();
    lab.setPays(table, { ...Object.fromEntries(table.rows.map((one) => [one.outcome, lab.payOf(table, one)])), ...pays });
    return undefined;
  };
  const input = h("input", {
    type: "text",
    value: lab.payOf(table, row),
    "data-id": id,
    "aria-label": `${wager.title}, ${labelOf(table, row.outcome)} pays`,
    autocomplete: "off",
    spellcheck: false,
    maxLength: 40,
    oninput: () => {
      mark();
      clearTimeout(wait);
      wait = setTimeout(send, lab.took > SLOW ? LONGER : PAUSE);
    },
    onpaste: laid,
    onkeydown: (event) => {
      if (event.key === "Enter") next(event.shiftKey ? -1 : 1);
      const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      const [, times, rest] = readPay(input.value)?.match(/^(\d[\d,]*)( (?:to|for) .*)$/) ?? [];
      if (!step || !times) return;
      event.preventDefault();
      input.value = `${Math.max(1, Number(times.replaceAll(",", "")) + step)}${rest}`;
      input.dispatchEvent(new Event("input"));
    },
    onblur: () => {
      if (redrawing) return;
      send();
      // What can't be read changes nothing, and does not stay there as if it did.
      input.value = readPay(input.value) ?? lab.payOf(table, row);
      mark();
      lab.history.typed();
    },
  });
  return input;
}

/** What an outcome is called. */
const labelOf = (table, outcome) => table.rows.find((one) => one.outcome === outcome)?.label ?? words(outcome);

/** Which known table stands there; "changed" where it is nobody's. */
function picker(lab, table) {
  const chosen = lab.history.now.pays[table.table];
  const own = chosen && Object.keys(chosen.rows).length > 0;
  const at = own ? "" : (chosen?.base ?? table.by_itself);
  return h(
    "label",
    { class: "picker" },
    h("span", { class: "sr-only" }, `Pay table of ${words(table.table)}`),
    h(
      "select",
      { "data-id": `table-${table.table}`, onchange: (event) => event.target.value && lab.setTable(table, event.target.value) },
      own ? h("option", { value: "", selected: true }, `${chosen.base ?? table.by_itself}, changed`) : null,
      table.offered.map((one) => h("option", { value: one.name, selected: one.name === at, title: one.source }, `${one.name}: ${one.source}`)),
    ),
    own ? h("button", { class: "quiet small", type: "button", "data-id": `back-${table.table}`, onclick: () => lab.setTable(table, chosen.base ?? table.by_itself) }, "Back") : null,
  );
}

function drawCard(node, lab, wager) {
  const said = lab.analysis.wagers[wager.name];
  const table = lab.tableOf(wager.name);
  const first = lab.analysed.find((one) => lab.tableOf(one.name).table === table.table);
  const same = lab.analysed.find((one) => JSON.stringify(lab.analysis.wagers[one.name]) === JSON.stringify(said));
  const fields = first.name === wager.name;
  const card = node;
  card.classList.toggle("moves", Boolean(before(lab, wager.name) && JSON.stringify(before(lab, wager.name).ev) !== JSON.stringify(said.ev)));
  rebuild(card, [said, before(lab, wager.name) ?? null, table, lab.history.now.pays[table.table] ?? null], () => [
    h("header", {}, h("h3", {}, wager.title, wager.side ? h("span", { class: "tag" }, "side bet") : null), fields ? picker(lab, table) : h("p", { class: "soft small" }, `Pays by the table of ${first.title}.`)),
    same.name === wager.name ? [h("div", { class: "headline" }, headline(lab, wager, said)), facts(lab, wager, said), outcomes(lab, wager, said, table, fields)] : h("p", { class: "soft" }, `Figures as ${same.title}: edge ${edge(said.ev)}.`),
    said.note ? h("p", { class: "soft small" }, said.note) : null,
  ]);
  for (const row of said.outcomes) {
    const input = card.querySelector(`[data-id="${CSS.escape(`pay-${table.table}-${row.outcome}`)}"]`);
    // A pay that was refused leaves no figures to draw anew, but it can be undone.
    if (input && input !== document.activeElement) input.value = lab.payOf(table, row);
  }
}

/** @param {HTMLElement} node @param {any} lab */
export function draw(node, lab) {
  if (!node.querySelector(".cards-of-wagers")) node.replaceChildren(h("div", { class: "cards-of-wagers" }));
  keyed(
    node.querySelector(".cards-of-wagers"),
    lab.analysed,
    (wager) => wager.name,
    (wager) => h("article", { class: "wager-card", "aria-label": wager.title, "data-wager": wager.name }),
    (card, wager) => keepTyping(card, () => drawCard(card, lab, wager)),
  );
}

/** While a card is drawn anew its field goes and comes back; nobody has left it. */
let redrawing = false;

/** Whoever types a pay keeps the caret while the figures around it change. @param {Element} card @param {() => void} redraw */
function keepTyping(card, redraw) {
  const held = card.contains(document.activeElement) && document.activeElement.tagName === "INPUT" ? document.activeElement : null;
  const [id, from, text] = [held?.dataset.id, held?.selectionStart, held?.value];
  redrawing = true;
  redraw();
  redrawing = false;
  const again = id && card.querySelector(`[data-id="${CSS.escape(id)}"]`);
  if (again && again !== held) {
    again.value = text;
    again.focus();
    again.setSelectionRange(from, from);
  }
}

export { moved };
