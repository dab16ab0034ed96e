// The close: count, cut, and the second person's signature.

import { get, post, session } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { ask, command, done, field, person, press, several, stamp } from "../staff/desk.js";
import { results } from "./results.js";
import { cents, dollars } from "./words.js";

const SIGNERS = ["manager", "executive", "auditor"];
const CLOSERS = ["supervisor", "manager", "executive"];
let frozen = null;

/** The report that waits, read once. */
async function readCut(context) {
  const { waiting } = context.now;
  if (!waiting) frozen = null;
  else if (frozen?.number !== waiting.number || frozen.seq !== waiting.seq) {
    const { number, seq } = waiting;
    frozen = { number, seq, report: null };
    frozen.report = (await get("/staff/days/cut")).report;
    context.redraw();
  }
}

const plain = (amount) => (amount === null ? "" : (amount / 100).toFixed(2));

/** What a table won by the amounts in its form, with the fills and credits in the books; empty until all three are there. @param {HTMLFormElement} form */
export function reckon(form) {
  const [opener, closer, drop] = ["opener", "closer", "drop"].map((name) => cents(form[name].value));
  const { fills, credits } = form.dataset;
  form.querySelector("output").value = [opener, closer, drop].includes(null) ? "" : `Win ${dollars(closer + drop + Number(credits) - opener - Number(fills))}`;
}

const countForm = (drawer, { fills, credits, win, win_by }) =>
  h(
    "div",
    { class: "counted", "data-key": `count-${drawer.table}` },
    h(
      "form",
      { class: "count-form", "data-submit": "count", "data-table": drawer.table, "data-fills": fills, "data-credits": credits, "data-keep": "1" },
      h("h3", {}, drawer.table),
      ["opener", "closer", "drop"].map((name) => field(name[0].toUpperCase() + name.slice(1), name, { inputMode: "decimal", value: plain(drawer[name]), required: false, placeholder: "$", "aria-label": `${name} of ${drawer.table}, in dollars` })),
      h("output", { class: "money" }, win_by === "count" ? `Win ${dollars(win)}` : ""),
      h("button", { type: "submit", "data-press": `count${drawer.table}` }, "Save", h("span", { class: "sr-only" }, ` the count of ${drawer.table}`)),
    ),
    h("p", { class: "soft small" }, `In the books: fills ${dollars(fills)}, credits ${dollars(credits)}. Win is closer, drop and credits less opener and fills.`),
  );

/** Tables that were used have to be counted; the others may be. */
function counting({ drawers, report }) {
  const used = new Set(report.lines.filter(({ figures }) => figures.rounds || figures.fills || figures.credits || figures.voided).map((line) => line.line));
  const begun = ({ table, opener, closer, drop }) => used.has(table) || [opener, closer, drop].some((amount) => amount !== null);
  const rest = drawers.filter((drawer) => !begun(drawer));
  const figures = new Map(report.lines.map((line) => [line.line, line.figures]));
  const form = (drawer) => countForm(drawer, figures.get(drawer.table));
  return h(
    "section",
    { class: "box panel", "aria-label": "Count", "data-key": "count" },
    h("h2", {}, "1 Count the tables of real chips"),
    drawers.length ? "" : h("p", { class: "soft" }, "Every table is dealt by the house; there is nothing to count."),
    drawers.filter(begun).map(form),
    rest.length ? h("details", { "data-key": "rest" }, h("summary", {}, `${several(rest.length, "table")} that ${rest.length === 1 ? "was" : "were"} not used`), rest.map(form)) : "",
  );
}

function cutting(now) {
  const { running } = now;
  const tomorrow = new Date(Date.parse(`${running.day}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return h(
    "section",
    { class: "box panel", "aria-label": "Close the shift", "data-key": "cut" },
    h("h2", {}, "2 Close the shift"),
    h("p", { class: "soft" }, `Freezes the figures of ${running.shift}, ${running.day}. The next shift begins at once; play goes on.`),
    now.lacking ? h("p", { class: "why", role: "status" }, `The lab is still working out ${several(now.lacking, "game")}; a report that is cut now has no theory there.`) : "",
    h(
      "form",
      { class: "form", "data-submit": "cut", "data-key": `cut-${running.after}`, "data-keep": "1" },
      field("Name of the next shift", "next", { maxLength: 40, note: "Such as night." }),
      field("Its gaming day", "day", { type: "date", value: running.day, min: running.day, note: `A later day, such as ${tomorrow}, ends the gaming day ${running.day}.` }),
      h("button", { type: "submit", class: "primary big", "data-press": "cut" }, "Close the shift"),
    ),
  );
}

function signing(now) {
  const { waiting, people } = now;
  const own = waiting.cut_by === session.staff;
  const may = SIGNERS.includes(session.role) && !own;
  return h(
    "section",
    { class: "box panel waiting", "aria-label": "Report to sign", "data-key": "sign" },
    h("h2", {}, `Report ${waiting.number} waits for a second signature`),
    h("p", {}, `Cut by ${person(people, waiting.cut_by)}, ${stamp(waiting.cut_at)}.`),
    h("p", { class: "mono" }, `Digest ${waiting.digest}`),
    may ? "" : h("p", { class: "why" }, own ? "You cut it: somebody of another role reads and signs it." : "A manager, an executive or an auditor signs it."),
    h("div", { class: "row" }, h("button", { class: "primary big", "data-act": "sign", disabled: !may || !frozen?.report }, "Sign report"), CLOSERS.includes(session.role) ? h("button", { class: "danger big", "data-act": "takeback" }, "Take it back") : ""),
    frozen?.report ? results(frozen.report, people, null) : h("p", { class: "soft", role: "status" }, "Reading the report …"),
  );
}

function opening() {
  const today = stamp(new Date().toISOString()).slice(0, 10); // the house's own
  return h(
    "section",
    { class: "box panel", "aria-label": "Open the first day", "data-key": "open" },
    h("h2", {}, "No gaming day is open"),
    h("p", { class: "soft" }, "From the first day on every shift begins where the one before was closed."),
    h("form", { class: "form", "data-submit": "open", "data-keep": "1" }, field("Gaming day", "day", { type: "date", value: today }), field("First shift", "shift", { value: "day", maxLength: 40 }), h("button", { type: "submit", class: "primary big", "data-press": "open" }, "Open the day")),
  );
}

/** @param {any} context */
export function close(context) {
  const { now } = context;
  const may = CLOSERS.includes(session.role);
  if (!now.running) return may ? opening() : h("p", { class: "soft" }, "No gaming day is open; a supervisor opens the first.");
  press(null, () => readCut(context));
  if (now.waiting) return signing(now);
  if (!may) return h("p", { class: "soft" }, "A supervisor, a manager or an executive closes the shift; you may sign the report then.");
  return [counting(now.running), cutting(now)];
}

export const acts = {
  open: (context, form) =>
    press(form.querySelector("button"), async () => {
      await command("day-open", { day: form.day.value, shift: form.shift.value.trim() });
      done("The gaming day is open");
      await context.refresh();
    }),
  count: (context, form, { table }) =>
    press(form.querySelector("button"), async () => {
      const said = {};
      for (const name of ["opener", "closer", "drop"]) {
        const typed = form[name].value.trim();
        if (!typed) continue;
        said[name] = cents(typed);
        if (said[name] === null) throw new Error(`${name} of ${table}: dollars and cents such as 5,000 or 412.50, not ${typed}`);
      }
      if (!Object.keys(said).length) throw new Error(`Enter an opener, a closer or a drop of ${table}, in dollars.`);
      await command("day-count", { table, ...said });
      done(`${table} is counted`);
      await context.refresh();
    }),
  cut: (context, form) =>
    press(form.querySelector("button"), async () => {
      const later = form.day.value && form.day.value !== context.now.running.day ? { "next-day": form.day.value } : {};
      await command("day-close", { next: form.next.value.trim(), ...later });
      done("The shift is closed; it waits for its second signature");
      await context.refresh();
      scrollTo({ top: 0 });
    }),
  sign: (context) => {
    const { number, digest, cut_by } = context.now.waiting;
    ask({
      title: `Sign report ${number}`,
      about: h("p", {}, `You stand for the figures that you have read, with ${person(context.now.people, cut_by)}.`),
      fields: [field("Your password again", "password", { type: "password", autocomplete: "current-password" })],
      label: "I sign it",
      send: async (form) => {
        await post("/staff/days/sign", { number, digest, password: form.password.value });
        done(`Report ${number} is signed`);
        await context.refresh();
      },
    });
  },
  takeback: (context) => {
    const { number } = context.now.waiting;
    ask({
      title: `Take report ${number} back`,
      about: h("p", {}, "The shift goes on as if it had not been closed."),
      fields: [field("Reason, for the record", "reason", { maxLength: 500 })],
      label: "Take it back",
      danger: true,
      send: async (form) => {
        await command("day-take-back", { number, reason: form.reason.value });
        done(`Report ${number} is taken back`);
        await context.refresh();
      },
    });
  },
};
