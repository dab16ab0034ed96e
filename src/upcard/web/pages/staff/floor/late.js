// A winner who is found after END GAME: a supervisor enters the hit with a manager's card, a reason and the round (PRG-3).

import { get } from "../../shared/api.js";
import { h } from "../../shared/dom.js";
import { money } from "../../shared/money.js";
import { ask, cardFields, command, done, fact, field, person, reasonField, stamp } from "../desk.js";

const REASONS = ["Found on the surveillance recording", "Claimed by the player after END GAME", "Button was not pressed"];
const option = (value, text, props = {}) => h("option", { value, ...props }, text);

/** What the table pays now, and to whom. A line is [seat, wager, outcome, stake, amount, whose hand]. @param {any} paid */
function dueTo({ seat, wager, outcome, pays }) {
  const lines = pays.filter(([, name, hand, , , of]) => of === seat && name === wager && hand === outcome);
  return `Pay ${lines.map(([to, , , , amount]) => `${money(amount)} to seat ${to}`).join(", ")}`;
}

/** @param {any} context */
export async function lateHit(context) {
  const tables = context.floor.tables.filter((table) => table.kind !== "virtual" && table.link);
  const table = field("Table", "table", { options: tables.map((one) => [one.id, `${one.id} · ${one.game_title}`]) }, "select");
  const round = field("Round", "round", {}, "select");
  const hand = field("Seat and hand", "hand", { note: "Only sensors that were lit in the round; what can't be entered says why." }, "select");
  const [tables_, rounds, hands] = [table, round, hand].map((one) => one.querySelector("select"));
  let offered = [];

  // While the house is asked, nothing can be chosen that its answer would take away.
  const waiting = (is) => [rounds, hands].forEach((one) => (one.disabled = is));

  async function showHands() {
    waiting(true);
    offered = rounds.value ? (await get(`/staff/tables/${encodeURIComponent(tables_.value)}/ended/${encodeURIComponent(rounds.value)}`)).hands : [];
    const seats = [...new Set(offered.map((one) => one.seat))];
    hands.replaceChildren(
      ...seats.map((seat) => h("optgroup", { label: `Seat ${seat}` }, offered.flatMap((one, at) => (one.seat === seat ? [option(String(at), `Seat ${seat}: ${one.label}, ${one.percent ? `${one.percent} %` : `${one.title} from the tray`}${one.possible ? "" : `: ${one.why}`}`, { disabled: !one.possible })] : [])))),
      ...(seats.length ? [] : [option("", "No sensor was lit in that round")]),
    );
    const first = offered.findIndex((one) => one.possible);
    hands.value = first < 0 ? "" : String(first);
    waiting(false);
  }

  async function showRounds() {
    waiting(true);
    const said = tables_.value ? (await get(`/staff/tables/${encodeURIComponent(tables_.value)}/ended`)).rounds : [];
    rounds.replaceChildren(...said.map((one) => option(one.round, `${one.round}${one.at ? ` · ended ${stamp(one.at)}` : ""}${one.dealer ? ` · ${person(context.floor.people, one.dealer)}` : ""}`)));
    if (!said.length) rounds.replaceChildren(option("", "No round has ended at this table yet"));
    await showHands();
  }

  tables_.addEventListener("change", showRounds);
  rounds.addEventListener("change", showHands);
  const card = await cardFields();
  await showRounds();
  ask({
    title: "Winner found after END GAME",
    about: h("p", { class: "soft" }, "A jackpot comes behind every one that is open, and is then verified, confirmed and paid like any other. What comes from the tray is paid with this signature."),
    fields: [table, round, hand, reasonField(REASONS), card],
    label: "Enter the late hit",
    send: async (form) => {
      const chosen = offered[Number(form.hand.value)];
      if (form.hand.value === "" || !chosen) throw new Error("There is no hand to enter for this round.");
      const { seat, wager, outcome } = chosen;
      const said = await command("late-hit", { table: form.table.value, round: form.round.value, seat, wager, hand: outcome, reason: form.reason.value, swipe: form.swipe.value.trim(), pin: form.pin.value });
      if (chosen.percent) done(`${fact(said, "hit-pending").hit} is pending: verify it next`);
      else done(dueTo(fact(said, "hand-paid")));
      await context.refresh();
    },
  });
}
