"""A winner who is found after END GAME: entered late, by a supervisor with a manager's card (PRG-3)."""

from collections.abc import Mapping

from upcard.floor import facts
from upcard.floor.commands import ask
from upcard.floor.commands.ask import Refused
from upcard.floor.commands.verbs import Draft, verb
from upcard.floor.ledger import money
from upcard.floor.people.staff import swiped
from upcard.floor.play import games, pays
from upcard.floor.play.tables import the_seat, the_table
from upcard.floor.progressive.workout import book
from upcard.floor.state import Batch, Ended, FloorTable, Hit, Link, State
from upcard.rules.odds import Pay


@verb("late-hit", ("supervisor", "manager", "executive"))
def late_hit(draft: Draft) -> None:
    """Enters a winner that was found after END GAME: table, round, seat, hand, wager, reason, swipe, pin.

    A jackpot comes behind every hit that is there, and is verified, confirmed and paid like any other. What a live
    table pays in fixed money, envy included, is paid with this signature.
    """
    command, state = draft.command, draft.state
    ask.only(command, "table", "round", "seat", "hand", "wager", "reason", "swipe", "pin")
    table = the_table(draft)
    ended = _ended(table, ask.text(command, "round"))
    seat, reason = the_seat(draft, table), ask.text(command, "reason")
    offered, fixed = games.progressives(games.of(table)), fixed_pays(table)
    wagers = tuple(dict.fromkeys([*offered, *fixed]))
    wager = ask.one_of(command, "wager", wagers, next(iter(offered)) if len(offered) == 1 else None)
    outcome = ask.one_of(command, "hand", (*offered.get(wager, ()), *fixed.get(wager, ())))
    if wager in offered and wager not in ended.stakes.get(seat, {}):
        raise Refused(f"seat {seat} had no lit sensor in round {ended.id}: no wager, no award", "PRG-10")
    by_hand = outcome in fixed.get(wager, ())
    lines = pays.due(state, table, ended, seat, wager, outcome) if by_hand else []
    if not by_hand:
        pays.refuse_impossible(state, table, ended, seat, wager, outcome)
    if command.by == ended.dealer:
        raise Refused(f"{command.by} dealt round {ended.id}: somebody else enters its late hit", "PRG-11")
    card, holder = swiped(draft, ("manager", "executive"))
    if holder.id in {command.by, ended.dealer}:
        said = f"card {card.id} is {holder.id}'s, who enters this hit or dealt the round"
        raise Refused(said, "PRG-11", *draft.facts)
    if by_hand:
        pays.give(draft, table, ended, (seat, wager, outcome), lines)
        draft.fact(facts.LatePay(table.id, ended.id, seat, wager, outcome, reason, card.id, holder.id))
        return
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


def fixed_pays(table: FloorTable) -> Mapping[str, Mapping[str, Pay]]:
    """What may be paid late in fixed money; at a scanned table the cards have settled that."""
    return pays.buttons(games.of(table)) if table.kind == "live" else {}


def _name(state: State, ended: Ended, seat: int) -> str:
    """A late hit is called by its round and seat, and that it came late: T1-17-4-late."""
    name, number = f"{ended.id}-{seat}-late", 1
    while name in state.hits:
        number += 1
        name = f"{ended.id}-{seat}-late.{number}"
    return name
