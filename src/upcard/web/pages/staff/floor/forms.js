// Forms for tables, links and the house, filled from the games' templates: nobody writes a change out by hand.

import { get } from "../../shared/api.js";
import { h } from "../../shared/dom.js";
import { field } from "../desk.js";

/** Dollars as somebody types them, in cents; empty is none. @param {string} text */
export const cents = (text) => (text.trim() === "" ? null : Math.round(Number(text.replaceAll(/[$,\s]/g, "")) * 100));
/** Per cent in parts per million. @param {string} text */
export const ppm = (text) => Math.round(Number(text) * 10_000);
/** @param {number | null} amount */
export const dollars = (amount) => (amount === null || amount === undefined ? "" : (amount / 100).toFixed(2));

let games = [];
/** What is picked in the form that is open: its other fields depend on it. */
export const picked = { game: "", table: "" };

export async function load() {
  if (!games.length) games = (await get("/staff/templates")).games;
}

export const loaded = () => games.length > 0;

const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
const template = (name) => games.find((one) => one.game === name) ?? games[0];

/** A field with a choice, the present one chosen. */
function select(label, name, options, value, props = {}) {
  const made = field(label, name, { options, required: false, ...props }, "select");
  made.querySelector("select").value = value;
  return made;
}

function choice(setting, now) {
  const name = `s:${setting.name}`;
  const label = capital(setting.meaning.replace(/, in cents$/, ", $"));
  if (setting.values.length) return select(label, name, [["", `As usual: ${setting.default}`], ...setting.values.map((value) => [String(value), String(value)])], now === undefined ? "" : String(now));
  return field(label, name, { required: false, inputMode: "decimal", value: setting.cents ? dollars(now) : String(now ?? ""), placeholder: setting.default === null ? "none" : setting.cents ? dollars(setting.default) : String(setting.default) });
}

const isLimit = (setting) => /\.(min|max)$/.test(setting.name);

function choices(game, house, pays) {
  const group = (title, fields, open) => h("details", { class: "group", open }, h("summary", {}, title), h("div", { class: "form" }, fields));
  return [
    group("Limits", game.settings.filter(isLimit).map((one) => choice(one, house[one.name])), true),
    group("House rules", [...game.settings.filter((one) => !isLimit(one)).map((one) => choice(one, house[one.name])), ...game.pays.map((one) => select(`Pay table of ${one.table}`, `p:${one.table}`, [["", "The rules' own"], ...one.names.map((name) => [name, name])], typeof pays[one.table] === "string" ? pays[one.table] : ""))], false),
  ];
}

function read(form, game) {
  const house = {};
  for (const setting of game.settings) {
    const { value } = form.elements[`s:${setting.name}`];
    if (value.trim() === "") continue;
    if (setting.values.length) house[setting.name] = setting.values.find((one) => String(one) === value);
    else house[setting.name] = setting.cents ? cents(value) : Number(value);
  }
  const pays = Object.fromEntries(game.pays.map((one) => [one.table, form.elements[`p:${one.table}`].value]).filter(([, name]) => name));
  return { house, pays };
}

/** Links that have every meter that a game feeds; where it feeds none, those that a wager of it brings to a secret amount. */
function joins(floor, game) {
  const meters = (game.progressive?.meters ?? []).map((one) => one.meter);
  if (!meters.length) return floor.links.filter((link) => link.meters.some((dial) => game.feeds.includes(dial.parameters.fed_by)));
  return floor.links.filter((link) => meters.every((name) => link.meters.some((dial) => dial.name === name)));
}

const linkField = (floor, game, now) => select("Link", "link", [["", "None: no progressive"], ...joins(floor, game).map((link) => [link.id, `${link.title} (${link.id})`])], now, { note: game.progressive ? `A live or scanned table needs a link with ${game.progressive.meters.map((one) => one.meter).join(", ")}.` : "This game has no progressive wager; it can feed a must-hit-by meter." });
const gameField = (only = () => true) => select("Game", "game", games.filter(only).map((one) => [one.game, one.title]), picked.game, { "data-change": "pick" });
const KINDS_OF_TABLE = [["live", "Live: a dealer, real cards"], ["scanned", "Scanned: real cards, read by a scanner"], ["virtual", "Virtual: dealt by the house on the screen"]];

/** Where a link is chosen, the game has to be played with its progressive wager. */
const withLink = (game, said) => (said.link && game.progressive ? { ...said, house: { ...game.progressive.house, ...said.house } } : said);

const newTable = {
  title: "A new table",
  fields: (floor) => {
    const game = template(picked.game);
    picked.game = game.game;
    const [first] = game.progressive ? joins(floor, game) : [];
    return [gameField(), field("Table", "table", { maxLength: 40, note: "Its name on every console and slip, such as BJ-4" }), select("Kind", "kind", KINDS_OF_TABLE, "live"), field("Seats", "seats", { inputMode: "numeric", value: String(game.seats), note: `1 to ${game.max_seats}` }), linkField(floor, game, first?.id ?? ""), choices(game, {}, {})];
  },
  read: (form) => {
    const game = template(form.game.value);
    const { house, pays } = read(form, game);
    const said = { table: form.table.value.trim(), kind: form.kind.value, game: game.game, house, seats: Number(form.seats.value) };
    if (Object.keys(pays).length) said.pays = pays;
    if (form.link.value) said.link = form.link.value;
    return withLink(game, said);
  },
};

const tableSettings = {
  title: "A table's settings",
  fields: (floor) => {
    const table = floor.tables.find((one) => one.id === picked.table) ?? floor.tables[0];
    if (!table) return [h("p", { class: "soft" }, "There is no table yet.")];
    picked.table = table.id;
    const game = template(table.game);
    return [select("Table", "table", floor.tables.map((one) => [one.id, `${one.id} · ${one.game_title}`]), table.id, { "data-change": "pick" }), field("Seats", "seats", { inputMode: "numeric", value: String(table.seats), note: `1 to ${game.max_seats}` }), linkField(floor, game, table.link ?? ""), choices(game, table.house, table.pays)];
  },
  read: (form, floor) => {
    const table = floor.tables.find((one) => one.id === form.table.value);
    const { house, pays } = read(form, template(table.game));
    const own = Object.fromEntries(Object.entries(table.pays).filter(([, rows]) => typeof rows !== "string")); // a pay table of the house's own stays
    return withLink(template(table.game), { table: table.id, house, pays: { ...own, ...pays }, seats: Number(form.seats.value), link: form.link.value });
  },
};

/** A meter that is won at a secret amount, beside those of the game's pay tables or alone. */
const secretMeter = (game) =>
  h(
    "fieldset",
    { class: "form", "data-key": "secret" },
    h("legend", {}, "A must-hit-by meter"),
    field("Its name", "secret", { maxLength: 40, required: !game.progressive, note: `${game.progressive ? "Empty: the link has none." : "Such as mystery."} Won at an amount that is drawn and bound before anybody plays for it` }),
    select("Fed by", "secret:fed", game.feeds.map((name) => [name, name]), game.feeds[0]),
    field("It starts from, $", "secret:base", { inputMode: "decimal", value: "100.00" }),
    field("It must hit by, $", "secret:ceiling", { inputMode: "decimal", value: "200.00" }),
    field("Its increment rate, %", "secret:increment", { inputMode: "decimal", value: "1" }),
    field("Its hidden rate, %", "secret:hidden", { inputMode: "decimal", value: "0" }),
    select("Players are told", "secret:told", [["true", "By which amount it must hit"], ["false", "Nothing of it: a mystery jackpot"]], "true"),
  );

function readSecret(form) {
  const at = (name) => form.elements[`secret:${name}`].value;
  const name = form.elements.secret.value.trim();
  const base = cents(at("base"));
  return name ? { [name]: { base, reset: base, increment: ppm(at("increment")), hidden: ppm(at("hidden")), "must-hit-by": cents(at("ceiling")), "fed-by": at("fed"), announced: at("told") === "true" } } : {};
}

const newLink = {
  title: "A new link with its meters",
  fields: () => {
    const game = games.find((one) => one.game === picked.game) ?? games.find((one) => one.progressive);
    picked.game = game.game;
    return [
      gameField(),
      field("Link", "link", { maxLength: 40, note: "Its name on the books, such as sevens-2" }),
      select("Several winners of a whole meter", "order", [["split-first", "Share equally"], ["sequential", "One after the other where some win a part"]], "split-first"),
      (game.progressive?.meters ?? []).map((one) =>
        h(
          "fieldset",
          { class: "form", "data-meter": one.meter },
          h("legend", {}, one.title),
          field("Opens with, $", `${one.meter}:base`, { inputMode: "decimal", value: dollars(one.base) }),
          field("Starts again from, $", `${one.meter}:reset`, { inputMode: "decimal", value: dollars(one.reset) }),
          field("Increment rate, %", `${one.meter}:increment`, { inputMode: "decimal", value: String(one.increment / 10_000) }),
          field("Hidden rate for the next start, %", `${one.meter}:hidden`, { inputMode: "decimal", value: String(one.hidden / 10_000) }),
          field("Limit, $ (empty: none)", `${one.meter}:limit`, { inputMode: "decimal", required: false }),
          select("Awards", `${one.meter}:round`, [["1", "To the cent"], ["100", "Rounded up to whole dollars"]], String(one.round_up_to)),
          select("After an award", `${one.meter}:top`, [["false", "It goes on from what is left"], ["true", "Topped up to its start"]], String(one.top_up)),
        ),
      ),
      secretMeter(game),
    ];
  },
  read: (form) => {
    const meters = [...form.querySelectorAll("[data-meter]")].map(({ dataset: { meter } }) => {
      const at = (name) => form.elements[`${meter}:${name}`].value;
      return [meter, { base: cents(at("base")), reset: cents(at("reset")), increment: ppm(at("increment")), hidden: ppm(at("hidden")), limit: cents(at("limit")), "round-up-to": Number(at("round")), "top-up": at("top") === "true" }];
    });
    return { link: form.link.value.trim(), order: form.order.value, meters: { ...Object.fromEntries(meters), ...readSecret(form) } };
  },
};

const house = {
  title: "The house's name, time and jurisdiction",
  fields: (floor) => [field("Casino", "casino", { value: floor.house.name, maxLength: 100 }), field("Time zone", "zone", { value: floor.house.zone, note: "As in America/Chicago; every console and slip shows it, with UTC beside it." }), field("Jurisdiction", "jurisdiction", { value: floor.house.jurisdiction, required: false, maxLength: 100 })],
  read: (form) => ({ name: form.casino.value.trim(), zone: form.zone.value.trim(), jurisdiction: form.jurisdiction.value.trim() }),
};

const taxNote = {
  title: "A tax note for slips",
  fields: (floor) => [field("Jurisdiction", "jurisdiction", { value: floor.house.jurisdiction }), field("In force from", "since", { type: "date" }), field("What slips say", "text", { maxLength: 500 })],
  read: (form) => ({ jurisdiction: form.jurisdiction.value.trim(), since: form.since.value, text: form.text.value.trim() }),
};

/** The kinds of change that a template fills: a form, and what it says to the house. */
export const FORMS = { table: newTable, "table-settings": tableSettings, link: newLink, house, "tax-note": taxNote };
