"""A live table: real cards. Sensors, hand buttons and HITS DONE come in as commands (B7S-10 to B7S-13, B7S-22)."""

from upcard.floor import facts
from upcard.floor.commands import ask
from upcard.floor.commands.ask import Refused
from upcard.floor.commands.verbs import DEVICE, Draft, verb
from upcard.floor.ledger import money
from upcard.floor.play import games
from upcard.floor.play.pays import pressed, refuse_impossible
from upcard.floor.play.tables import the_seat, the_table, why_shut
from upcard.floor.progressive.hits import press
from upcard.floor.state import MYSTERY, VOIDED, FloorTable, Hit, OpenRound, State
from upcard.rules.awards import Claim

FELT = ("dealer", DEVICE)


def _live(draft: Draft) -> FloorTable:
    table = the_table(draft)
    if table.kind == "virtual":
        raise Refused(f"table {table.id} is virtual: it has no sensors and no keypad")
    return table


def _wager(draft: Draft, table: FloorTable) -> str:
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
    shut = why_shut(table)
    if shut is not None:
        raise Refused(f"the sensor stays dark: {shut.reason}", shut.rule)
    if amount == 0:
        draft.fact(facts.SensorRead(table=table.id, seat=seat, wager=wager, cents=0, returned=0))
        return
    low, high = games.stakes(games.of(table), wager)
    if amount < low:
        lit = table.sensors.get(seat, {}).get(wager)
        dark = [facts.SensorRead(table.id, seat, wager, cents=0, returned=0)] if lit else []
        raise Refused(
            f"{money.dollars(amount)} is under the minimum, {money.dollars(low)}: bring it up; the sensor stays dark",
            "B7S-22",
            *dark,
        )
    taken = amount if high is None else min(amount, high)
    draft.fact(facts.SensorRead(table=table.id, seat=seat, wager=wager, cents=taken, returned=amount - taken))


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
    draft.fact(facts.ChipReturned(table=table.id, round=table.round.id, seat=seat, amount=amount))


def _playing(table: FloorTable) -> OpenRound:
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
    refuse_impossible(draft.state, table, opened, seat, wager, outcome)
    meter, percent = buttons[outcome]
    press(draft, table, opened, [Claim(seat, wager, meter, percent, outcome)], closes=False)


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
    check_beside(draft, table, opened)
    draft.fact(facts.HitsDone(table=table.id))
    if opened.batch is not None:
        assert table.link is not None, "a batch is on a link"
        draft.fact(facts.BatchClosed(link=table.link, batch=opened.batch, table=table.id))


def check_beside(draft: Draft, table: FloorTable, opened: OpenRound) -> None:
    """Two hands that win together are a third beside them (BLZ-14): staff hear of it where that is not so."""
    if table.kind != "live":
        return
    for wager in games.progressives(games.of(table)):
        rows = games.of(table).outcomes_of(wager)
        for seat in opened.stakes:
            held = pressed(draft.state, opened, seat, wager)
            others = [outcome for outcome in held if outcome != rows.beside]
            if not rows.beside or (len(others) > 1) == (rows.beside in held):
                continue
            what = f"seat {seat} has {' and '.join(others)}, and its {rows.beside} was not pressed"
            if rows.beside in held:
                there = ", ".join(others) or "none"
                what = f"seat {seat} was paid {rows.beside}, and of the two beside it were pressed: {there}"
            draft.alert("mismatch", table.id, f"round {opened.id}, {what}")


def _of_round(state: State, opened: OpenRound) -> list[Hit]:
    """The hits of a round, the voided ones too."""
    return [hit for hit in state.hits.values() if hit.round == opened.id and hit.outcome != MYSTERY]


def _buttons(hits: list[Hit]) -> set[tuple[int, str, str]]:
    return {(hit.seat, hit.wager, hit.outcome) for hit in hits}


def cross_check(draft: Draft, table: FloorTable, opened: OpenRound) -> None:
    """Compares the dealer's buttons with what the scanned cards say; a difference becomes an alert."""
    found = {(claim.seat, claim.wager, claim.outcome) for claim in opened.claims}
    every = _of_round(draft.state, opened)
    counts = _buttons([hit for hit in every if hit.state != VOIDED])
    for seat, wager, outcome in sorted(found ^ counts):
        what = "was not pressed"
        if (seat, wager, outcome) in counts:
            what = "was pressed, but the cards say otherwise"
        elif (seat, wager, outcome) in _buttons(every):
            what = "was voided, but the cards hold it"
        draft.alert("mismatch", table.id, f"round {opened.id}, seat {seat}: {outcome} of {wager} {what}")


def refuse_unpressed(draft: Draft, opened: OpenRound) -> None:
    """A jackpot in the scanned cards is pressed before a round goes on: then it is paid, or voided with a reason."""
    pressed = _buttons(_of_round(draft.state, opened))
    missing = [
        f"seat {claim.seat} {claim.outcome}"
        for claim in opened.claims
        if (claim.seat, claim.wager, claim.outcome) not in pressed
    ]
    if missing:
        what = f"the scanned cards hold a jackpot that nobody pressed: {', '.join(missing)}"
        raise Refused(what, "B7S-13", *draft.facts)


@facts.applies(facts.SensorRead)
def _sensor(state: State, said: facts.SensorRead, _made: facts.Made) -> None:
    sensors = state.tables[said.table].sensors
    if said.cents:
        sensors.setdefault(said.seat, {})[said.wager] = said.cents
    elif said.seat in sensors:
        sensors[said.seat].pop(said.wager, None)
        if not sensors[said.seat]:
            del sensors[said.seat]


@facts.applies(facts.HitsDone)
def _hits_done(state: State, said: facts.HitsDone, _made: facts.Made) -> None:
    opened = state.tables[said.table].round
    assert opened is not None
    opened.hits_done = True
