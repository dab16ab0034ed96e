"""What a live table pays by hand besides its jackpots: fixed pays, a Double Blitz's sum, envy to the others.

Each has its button, and what was pressed is checked against what one hand can hold. The money is the house's and never
touches a meter (PRG-8); the aggregate limit of side bets is kept over all of a round (B7S-21, PRG-9).
"""

from functools import lru_cache
from typing import TypeAlias

from msgspec.structs import replace

from upcard.floor import facts
from upcard.floor.commands import ask
from upcard.floor.commands.ask import Refused
from upcard.floor.commands.verbs import DEVICE, Draft, verb
from upcard.floor.ledger import money
from upcard.floor.play import games
from upcard.floor.play.tables import the_seat, the_table
from upcard.floor.state import MYSTERY, VOIDED, Ended, FloorTable, OpenRound, State
from upcard.rules.events import Line
from upcard.rules.game import Game
from upcard.rules.limits import within_aggregate
from upcard.rules.odds import Pay

Paying: TypeAlias = OpenRound | Ended
"""A round in which something is paid by hand: the one that is being played, or one that is over, which is late."""


@lru_cache(maxsize=256)
def buttons(game: Game) -> dict[str, dict[str, Pay]]:
    """The hands that a live table pays in fixed money: wager → outcome → what it pays."""
    found = {}
    progressive = games.progressives(game)
    for wager in game.wagers:
        if wager.name in progressive or envied(game, wager.name):
            rows = game.table_of(wager.name).pays
            fixed = {outcome: pay for outcome, pay in rows.items() if pay.wins and not pay.percent}
            if fixed:
                found[wager.name] = fixed
    return found


@lru_cache(maxsize=256)
def envied(game: Game, wager: str) -> str | None:
    """The progressive wager whose bettors win when another's hand comes to an outcome of this one (TCP-12)."""
    found = game.wager(wager)
    if found.placed != "never" or not found.side:
        return None
    rows = {outcome for outcome, pay in game.table_of(wager).pays.items() if pay.wins}
    return next((name for name in games.progressives(game) if rows <= set(game.outcomes_of(name).names)), None)


def pressed(state: State, opened: Paying, seat: int, wager: str) -> dict[str, str]:
    """What was pressed for a seat's wager in a round: jackpots that were not voided, with the hit, and fixed pays."""
    hits = {
        hit.outcome: f"pressed ({hit.id})"
        for hit in state.hits.values()
        if hit.round == opened.id
        and hit.state != VOIDED
        and (hit.seat, hit.wager) == (seat, wager)
        and hit.outcome != MYSTERY
    }
    return hits | {outcome: "paid" for of, name, outcome in _by_hand(opened) if (of, name) == (seat, wager)}


def _by_hand(opened: Paying) -> list[tuple[int, str, str]]:
    """The hands that were paid in fixed money, each once: seat, wager, outcome."""
    return list(dict.fromkeys((line.of, line.wager, line.outcome) for line in opened.paid))


def refuse_impossible(state: State, table: FloorTable, opened: Paying, seat: int, wager: str, outcome: str) -> None:
    """A wager is paid once, for its highest hand, except where the game lets hands win together (GEN-2, BLZ-14)."""
    game = games.of(table)
    known = pressed(state, opened, seat, wager)
    if outcome in known:
        rule = "GEN-2" if isinstance(opened, Ended) else "PRG-3"
        raise Refused(f"seat {seat}'s {outcome} was pressed already", rule)
    if known and not game.outcomes_of(wager).fit([*known, outcome]):
        said = " and ".join(f"{other} {how}" for other, how in known.items())
        raise Refused(
            f"seat {seat}'s {wager} has {said} and is paid once, for its highest hand: void it or take it back first",
            "GEN-2",
        )
    for name, others in _told_by_others(game, state, opened, seat, wager):
        differ = [other for other in others if other != outcome]
        if differ:
            raise Refused(f"seat {seat}'s hand was pressed as {differ[0]} for {name}; it can't be {outcome}", "GEN-2")


def _told_by_others(
    game: Game, state: State, opened: Paying, seat: int, wager: str
) -> list[tuple[str, dict[str, str]]]:
    """What the buttons of another wager say of the same hand: envy of the progressive, and the other way round."""
    pairs = [(name, envied(game, name)) for name in buttons(game)]
    others = [of if mine == wager else mine for mine, of in pairs if of is not None and wager in {mine, of}]
    return [(name, pressed(state, opened, seat, name)) for name in others]


@verb("pay-hand", ("dealer", DEVICE))
def pay_hand(draft: Draft) -> None:
    """A hand that a live table pays in fixed money, envy included: table, seat, hand (the outcome), wager."""
    ask.only(draft.command, "table", "seat", "hand", "wager")
    table, opened = _live(draft)
    seat, wager, outcome = _which(draft, table)
    give(draft, table, opened, (seat, wager, outcome), due(draft.state, table, opened, seat, wager, outcome))


def due(state: State, table: FloorTable, opened: Paying, seat: int, wager: str, outcome: str) -> list[facts.PaidLine]:
    """What a hand is to be paid in fixed money, without the aggregate limit; refused where it can't be."""
    game = games.of(table)
    pay, bettors_of = buttons(game)[wager][outcome], envied(game, wager)
    if bettors_of is None and wager not in opened.stakes.get(seat, {}):
        raise Refused(f"seat {seat} had no lit sensor at START GAME: no wager, no pay", "PRG-10")
    refuse_impossible(state, table, opened, seat, wager, outcome)
    if bettors_of is None:
        stake = opened.stakes[seat][wager]
        return [facts.PaidLine(seat, wager, outcome, stake, pay.returned(stake), seat)]
    others = [other for other, wagers in sorted(opened.stakes.items()) if bettors_of in wagers and other != seat]
    if not others:
        raise Refused(f"nobody else has {bettors_of} in this round: there is no envy to pay", "TCP-12")
    return [facts.PaidLine(other, wager, outcome, 0, pay.winnings(0), seat) for other in others]


def give(
    draft: Draft, table: FloorTable, opened: Paying, hand: tuple[int, str, str], lines: list[facts.PaidLine]
) -> None:
    """Books what a hand (seat, wager, outcome) is due, with all else that the round was paid by hand (PRG-9)."""
    seat, wager, outcome = hand
    game = games.of(table)
    pays = _limited(game, [*_unlimited(game, opened), *lines])
    draft.fact(facts.HandPaid(table.id, opened.id, seat, wager, outcome, pays))
    _book(draft, table, opened, pays, f"pays {wager}")


@verb("take-back", ("supervisor", "manager", "executive"))
def take_back(draft: Draft) -> None:
    """Takes a hand's fixed pay back that was a mistake: table, seat, hand, wager, reason, round (if it is over)."""
    ask.only(draft.command, "table", "seat", "hand", "wager", "reason", "round")
    table, opened = _named(draft) if "round" in draft.command.args else _live(draft)
    seat, wager, outcome = _which(draft, table)
    reason = ask.text(draft.command, "reason")
    if (seat, wager, outcome) not in _by_hand(opened):
        raise Refused(f"{outcome} of {wager} was not paid at seat {seat} in round {opened.id}", "PRG-3")
    game = games.of(table)
    kept = [line for line in _unlimited(game, opened) if (line.of, line.wager, line.outcome) != (seat, wager, outcome)]
    pays = _limited(game, kept)
    draft.fact(facts.PayTakenBack(table.id, opened.id, seat, wager, outcome, reason, pays))
    _book(draft, table, opened, pays, f"{wager} taken back")


def _at_hand(table: FloorTable) -> list[Paying]:
    """The rounds of a table whose pays can still change, the newest last."""
    return [*table.ended, *([] if table.round is None else [table.round])]


def _named(draft: Draft) -> tuple[FloorTable, Paying]:
    table, name = the_table(draft), ask.text(draft.command, "round")
    for opened in _at_hand(table):
        if opened.id == name:
            return table, opened
    last = ", ".join(opened.id for opened in _at_hand(table)[-3:]) or "none"
    raise Refused(f"round {name!r} of table {table.id} is not at hand; its last ones are {last}", "PRG-3")


def _live(draft: Draft) -> tuple[FloorTable, OpenRound]:
    table = the_table(draft)
    if table.kind != "live":
        raise Refused(f"table {table.id} is {table.kind}: its cards say what is paid", "PRG-3")
    if table.round is None:
        raise Refused(f"no round is being played at table {table.id}; START GAME comes first", "B7S-10")
    return table, table.round


def _which(draft: Draft, table: FloorTable) -> tuple[int, str, str]:
    offered = buttons(games.of(table))
    wager = ask.one_of(draft.command, "wager", tuple(offered), next(iter(offered)) if len(offered) == 1 else None)
    return the_seat(draft, table), wager, ask.one_of(draft.command, "hand", tuple(offered[wager]))


def _unlimited(game: Game, opened: Paying) -> list[facts.PaidLine]:
    """What was paid by hand, as it would be without the aggregate limit."""
    return [replace(line, amount=_full(game, line)) for line in opened.paid]


def _full(game: Game, line: facts.PaidLine) -> int:
    pay = _row(game, line)
    return pay.returned(line.stake) if line.stake else pay.winnings(0)


def _row(game: Game, line: facts.PaidLine) -> Pay:
    return game.table_of(line.wager)[line.outcome]


def _limited(game: Game, pays: list[facts.PaidLine]) -> list[facts.PaidLine]:
    """The pays of a round within the aggregate limit (PRG-9)."""
    limit = game.house.get("aggregate-limit")
    if not isinstance(limit, int):
        return pays
    lines = [
        Line(line.seat, 1, line.wager, line.stake, line.outcome, _row(game, line).text, line.amount, "")
        for line in pays
    ]
    cut = within_aggregate(lines, game.is_side, limit)
    return [replace(line, amount=cut[at].returned) if at in cut else line for at, line in enumerate(pays)]


def _book(draft: Draft, table: FloorTable, opened: Paying, pays: list[facts.PaidLine], cause: str) -> None:
    more = sum(line.amount for line in pays) - sum(line.amount for line in opened.paid)
    draft.move(money.tray(table.id), money.patrons(table.id), money.micro(more), cause)


@facts.applies(facts.HandPaid)
def _paid(state: State, said: facts.HandPaid, _made: facts.Made) -> None:
    _keep(state, said)


@facts.applies(facts.PayTakenBack)
def _taken_back(state: State, said: facts.PayTakenBack, _made: facts.Made) -> None:
    _keep(state, said)


def _keep(state: State, said: facts.HandPaid | facts.PayTakenBack) -> None:
    (opened,) = (one for one in _at_hand(state.tables[said.table]) if one.id == said.round)
    opened.paid = list(said.pays)
