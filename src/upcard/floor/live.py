"""A live table: real cards. Sensors, hand buttons and HITS DONE come in as commands (B7S-10 to B7S-13, B7S-22)."""

from typing import Any

from upcard.floor import ask, games, money
from upcard.floor.ask import Refused
from upcard.floor.hits import press
from upcard.floor.state import VOIDED, Hit, Opened, State, Table
from upcard.floor.tables import the_seat, the_table
from upcard.floor.verbs import DEVICE, Draft, Made, applies, verb
from upcard.rules.awards import Claim

FELT = ("dealer", DEVICE)


def _live(draft: Draft) -> Table:
    table = the_table(draft)
    if table.kind == "virtual":
        raise Refused(f"table {table.id} is virtual: it has no sensors and no keypad")
    return table


def _wager(draft: Draft, table: Table) -> str:
    """The progressive wager that is meant; a table with only one needs no name."""
    offered = tuple(games.progressives(games.of(table)))
    return ask.one_of(draft.command, "wager", offered, offered[0] if len(offered) == 1 else None)


@verb("sensor", FELT)
def sensor(draft: Draft) -> None:
    """Chips on a sensor: table, seat, amount in cents (0: taken away), wager. It lights when the wager is accepted."""
    ask.only(draft.command, "table", "seat", "amount", "wager")
    table = _live(draft)
    seat, amount, wager = the_seat(draft, table), ask.whole(draft.command, "amount"), _wager(draft, table)
    if table.round is not None:
        raise Refused("START GAME was pressed: no progressive bet can be placed or removed any more", "B7S-10")
    if not table.contact or table.inoperable or not table.open:
        why = "has lost contact" if not table.contact else table.inoperable or "is closed"
        raise Refused(f"the sensor stays dark: table {table.id} {why}", "REG-17")
    if amount == 0:
        draft.fact("sensor", table=table.id, seat=seat, wager=wager, cents=0, returned=0)
        return
    low, high = games.stakes(games.of(table), wager)
    if amount < low:
        lit = table.sensors.get(seat, {}).get(wager)
        dark = [("sensor", {"table": table.id, "seat": seat, "wager": wager, "cents": 0, "returned": 0})] if lit else []
        raise Refused(
            f"{money.dollars(amount)} is under the minimum, {money.dollars(low)}: bring it up; the sensor stays dark",
            "B7S-22",
            *dark,
        )
    taken = amount if high is None else min(amount, high)
    draft.fact("sensor", table=table.id, seat=seat, wager=wager, cents=taken, returned=amount - taken)


@verb("chip-found", FELT)
def chip_found(draft: Draft) -> None:
    """A wager found on a dark sensor after START GAME: table, seat, amount. It goes back and wins nothing (B7S-22)."""
    ask.only(draft.command, "table", "seat", "amount")
    table = _live(draft)
    seat, amount = the_seat(draft, table), ask.whole(draft.command, "amount", 1)
    if table.round is None:
        raise Refused("no round is being played: put it on the sensor", "B7S-22")
    feeds = games.meters_of(games.of(table))
    if any(wager in feeds for wager in table.round.stakes.get(seat, {})):  # a scanned table has the base bets there too
        raise Refused(f"seat {seat}'s sensor is lit: its wager plays", "B7S-22")
    draft.fact("chip-returned", table=table.id, round=table.round.id, seat=seat, amount=amount)


def _playing(table: Table) -> Opened:
    if table.round is None:
        raise Refused(f"no round is being played at table {table.id}; START GAME comes first", "B7S-10")
    return table.round


@verb("hit", FELT)
def hit(draft: Draft) -> None:
    """A hand's button on the keypad: table, seat, hand (the outcome), wager. The jackpot becomes pending."""
    ask.only(draft.command, "table", "seat", "hand", "wager")
    table = _live(draft)
    opened = _playing(table)
    seat, wager = the_seat(draft, table), _wager(draft, table)
    buttons = games.progressives(games.of(table))[wager]
    outcome = ask.one_of(draft.command, "hand", tuple(buttons))
    if opened.hits_done:
        raise Refused("HITS DONE was pressed: this round's hits are complete", "PRG-3")
    if wager not in opened.stakes.get(seat, {}):
        raise Refused(f"seat {seat} had no lit sensor at START GAME: no wager, no award", "PRG-10")
    _refuse_second(draft, table, opened, seat, wager, outcome)
    meter, percent = buttons[outcome]
    press(draft, table, opened, [Claim(seat, wager, meter, percent, outcome)], closes=False)


def _refuse_second(draft: Draft, table: Table, opened: Opened, seat: int, wager: str, outcome: str) -> None:
    """A wager is paid once, for its highest hand (GEN-2), except where the game lets hands win together (BLZ-14)."""
    together = games.of(table).outcomes_of(wager).together
    for other in _of_round(draft.state, opened):
        if other.state == VOIDED or (other.seat, other.wager) != (seat, wager):
            continue
        if other.outcome == outcome:
            raise Refused(f"seat {seat}'s {outcome} was pressed already", "PRG-3")
        if outcome not in together or other.outcome not in together:
            raise Refused(
                f"seat {seat}'s {wager} has {other.outcome} pressed ({other.id}) and is paid once: void that hit first",
                "GEN-2",
            )


@verb("hits-done", FELT)
def hits_done(draft: Draft) -> None:
    """HITS DONE: no more hits come in this round; they can be verified: table."""
    ask.only(draft.command, "table")
    table = _live(draft)
    opened = _playing(table)
    if opened.hits_done:
        raise Refused("HITS DONE was pressed already", "PRG-3")
    if table.kind == "scanned":
        if not opened.settled:
            raise Refused(f"round {opened.id} is not settled yet", "PRG-3")
        cross_check(draft, table, opened)
        refuse_unpressed(draft, opened)
    draft.fact("hits-done", table=table.id)
    if opened.batch is not None:
        draft.fact("batch-closed", link=table.link, batch=opened.batch, table=table.id)


def _of_round(state: State, opened: Opened) -> list[Hit]:
    """The hits of a round, the voided ones too."""
    return [hit for hit in state.hits.values() if hit.round == opened.id]


def _buttons(hits: list[Hit]) -> set[tuple[int, str, str]]:
    return {(hit.seat, hit.wager, hit.outcome) for hit in hits}


def cross_check(draft: Draft, table: Table, opened: Opened) -> None:
    """Compares the dealer's buttons with what the scanned cards say; a difference becomes an alert."""
    found = {(seat, wager, outcome) for seat, wager, outcome in opened.claims}
    every = _of_round(draft.state, opened)
    counts = _buttons([hit for hit in every if hit.state != VOIDED])
    for seat, wager, outcome in sorted(found ^ counts):
        what = "was not pressed"
        if (seat, wager, outcome) in counts:
            what = "was pressed, but the cards say otherwise"
        elif (seat, wager, outcome) in _buttons(every):
            what = "was voided, but the cards hold it"
        draft.alert("mismatch", table.id, f"round {opened.id}, seat {seat}: {outcome} of {wager} {what}")


def refuse_unpressed(draft: Draft, opened: Opened) -> None:
    """A jackpot in the scanned cards is pressed before a round goes on: then it is paid, or voided with a reason."""
    pressed = _buttons(_of_round(draft.state, opened))
    missing = [
        f"seat {seat} {outcome}" for seat, wager, outcome in opened.claims if (seat, wager, outcome) not in pressed
    ]
    if missing:
        what = f"the scanned cards hold a jackpot that nobody pressed: {', '.join(missing)}"
        raise Refused(what, "B7S-13", *draft.facts)


@applies("sensor")
def _sensor(state: State, said: dict[str, Any], _made: Made) -> None:
    sensors = state.tables[said["table"]].sensors
    if said["cents"]:
        sensors.setdefault(said["seat"], {})[said["wager"]] = said["cents"]
    elif said["seat"] in sensors:
        sensors[said["seat"]].pop(said["wager"], None)
        if not sensors[said["seat"]]:
            del sensors[said["seat"]]


@applies("chip-returned")
def _chip_returned(state: State, said: dict[str, Any], made: Made) -> None:
    """The chip never was in the books."""


@applies("hits-done")
def _hits_done(state: State, said: dict[str, Any], _made: Made) -> None:
    opened = state.tables[said["table"]].round
    assert opened is not None
    opened.hits_done = True
