"""A winner who is found after END GAME: entered late, by a supervisor with a manager's card (PRG-3)."""

from upcard.floor import facts
from upcard.floor.commands import ask
from upcard.floor.commands.ask import Refused
from upcard.floor.commands.verbs import Draft, verb
from upcard.floor.ledger import money
from upcard.floor.people.staff import swiped
from upcard.floor.play import games
from upcard.floor.play.tables import the_seat, the_table
from upcard.floor.progressive.workout import book
from upcard.floor.state import MYSTERY, VOIDED, Batch, Ended, FloorTable, Hit, Link, State


@verb("late-hit", ("supervisor", "manager", "executive"))
def late_hit(draft: Draft) -> None:
    """Enters a jackpot that was found after END GAME: table, round, seat, hand, wager, reason, swipe, pin.

    It comes behind every hit that is there, and is verified, confirmed and paid like any other.
    """
    command, state = draft.command, draft.state
    ask.only(command, "table", "round", "seat", "hand", "wager", "reason", "swipe", "pin")
    table = the_table(draft)
    ended = _ended(table, ask.text(command, "round"))
    seat, reason = the_seat(draft, table), ask.text(command, "reason")
    offered = games.progressives(games.of(table))
    wager = ask.one_of(command, "wager", tuple(offered), next(iter(offered)) if len(offered) == 1 else None)
    outcome = ask.one_of(command, "hand", tuple(offered[wager]))
    if wager not in ended.stakes.get(seat, {}):
        raise Refused(f"seat {seat} had no lit sensor in round {ended.id}: no wager, no award", "PRG-10")
    _refuse_twice(state, table, ended, seat, wager, outcome)
    if command.by == ended.dealer:
        raise Refused(f"{command.by} dealt round {ended.id}: somebody else enters its late hit", "PRG-11")
    card, holder = swiped(draft, ("manager", "executive"))
    if holder.id in {command.by, ended.dealer}:
        said = f"card {card.id} is {holder.id}'s, who enters this hit or dealt the round"
        raise Refused(said, "PRG-11", *draft.facts)
    meter, percent = offered[wager][outcome]
    link = state.links[ended.link]
    pending = facts.HitPending(
        hit=_name(state, ended, seat),
        link=link.id,
        meter=meter,
        table=table.id,
        round=ended.id,
        batch=f"B{draft.seq}",
        seat=seat,
        wager=wager,
        outcome=outcome,
        percent=percent,
        player=None,
        pressed_by=command.by,
        dealer=ended.dealer,
    )
    enter(draft, link, pending, facts.LateHit(pending.hit, table.id, ended.id, reason, card.id, holder.id))


def enter(draft: Draft, link: Link, pending: facts.HitPending, *more: facts.Fact) -> None:
    """A hit in a batch of its own, complete at once, which holds no round up: it comes behind all that are there."""
    state = draft.state
    batch = Batch(pending.batch, pending.table, pending.round, draft.seq, draft.command.at, late=True)
    batch.before = {name: state.balance(money.meter(link.id, name)) for name in link.meters}
    draft.fact(facts.BatchOpened(batch.id, link.id, batch.table, batch.round, batch.before, late=True))
    draft.fact(pending)
    for fact in more:
        draft.fact(fact)
    draft.fact(facts.BatchClosed(link.id, batch.id, batch.table))
    batch.hits = [pending.hit]
    hits = {name: state.hits[name] for other in link.batches for name in other.hits}
    hits[pending.hit] = Hit.of(pending, draft.command.at, draft.seq)
    book(draft, link, [*link.batches, batch], hits)


def _ended(table: FloorTable, name: str) -> Ended:
    if table.kind == "virtual":
        raise Refused(f"table {table.id} is virtual: its hits are found by the system", "PRG-3")
    if table.round is not None and table.round.id == name:
        raise Refused(f"round {name} is being played: press the hand's button", "PRG-3")
    for ended in table.ended:
        if ended.id == name:
            return ended
    last = ", ".join(ended.id for ended in table.ended[-3:]) or "none"
    raise Refused(f"round {name!r} of table {table.id} is not at hand; its last ones are {last}", "PRG-3")


def _refuse_twice(state: State, table: FloorTable, ended: Ended, seat: int, wager: str, outcome: str) -> None:
    """A wager is paid once, for its highest hand (GEN-2), except where the game lets hands win together (BLZ-14)."""
    together = games.of(table).outcomes_of(wager).together
    for other in state.hits.values():
        if (
            other.round != ended.id
            or other.state == VOIDED
            or other.outcome == MYSTERY
            or (other.seat, other.wager) != (seat, wager)
        ):
            continue
        if other.outcome == outcome or outcome not in together or other.outcome not in together:
            raise Refused(f"seat {seat}'s {wager} has {other.outcome} already ({other.id}); it is paid once", "GEN-2")


def _name(state: State, ended: Ended, seat: int) -> str:
    """A late hit is called by its round and seat, and that it came late: T1-17-4-late."""
    name, number = f"{ended.id}-{seat}-late", 1
    while name in state.hits:
        number += 1
        name = f"{ended.id}-{seat}-late.{number}"
    return name
