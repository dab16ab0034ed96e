"""The secret amounts of must-hit-by meters: drawn and bound, fed seat by seat, and reached by somebody's wager.

The vault draws an amount, every whole cent above the start up to the ceiling alike; the ledger has its commitment and,
sealed, the amount itself, before anybody plays for it. What follows when it is reached is `mystery`.
"""

from collections.abc import Iterator, Mapping

from upcard.floor import facts
from upcard.floor.commands.verbs import Draft
from upcard.floor.ledger import money
from upcard.floor.state import FloorTable, Link, Meter, Mystery, Reached, State
from upcard.rules.bets import Bets


def bind(draft: Draft, link: str, meter: Meter, starts: int, number: int = 1) -> None:
    """Draws a meter's next amount above what it starts from, in cents, and commits to it."""
    assert meter.must_hit_by is not None
    drawn = draft.vault.amount(starts + 1, meter.must_hit_by)
    draft.fact(
        facts.MysteryCommitted(link, meter.name, number, starts + 1, meter.must_hit_by, drawn.commitment, drawn.sealed)
    )


def fed(link: Link, wagers: Mapping[str, int]) -> Iterator[tuple[Meter, int]]:
    """The meters that a seat's wagers feed besides those of its pay tables, with the cents of each."""
    for meter in link.meters.values():
        cents = wagers.get(meter.fed_by, 0) if meter.must_hit_by is not None and meter.fed_by else 0
        if cents:
            yield meter, cents


def reach(draft: Draft, table: FloorTable, stakes: Bets, round_id: str, players: Mapping[int, str]) -> None:
    """Notes whose wager brings a meter to its amount: the seats feed it in their order (PRG-3)."""
    if table.link is None:
        return
    link = draft.state.links[table.link]
    stands = {name: draft.state.balance(money.meter(link.id, name)) for name in link.mysteries}
    for seat in sorted(stakes):
        for meter, cents in fed(link, stakes[seat]):
            mystery = link.mysteries[meter.name]
            stands[meter.name] += cents * meter.increment
            told = any(isinstance(fact, facts.MysteryReached) and fact.meter == meter.name for fact in draft.facts)
            if mystery.reached is None and not told and stands[meter.name] >= _amount(draft, mystery):
                who = (seat, meter.fed_by or "", cents, players.get(seat))
                draft.fact(
                    facts.MysteryReached(link.id, meter.name, table.id, round_id, *who, dealer=_dealer(draft, table))
                )


def _amount(draft: Draft, mystery: Mystery) -> int:
    """The secret amount, in millionths of a cent."""
    return money.micro(draft.vault.reveal(mystery.sealed).amount)


def _dealer(draft: Draft, table: FloorTable) -> str | None:
    """Who dealt: they neither verify nor swipe (PRG-11)."""
    return draft.command.by if draft.command.by in draft.state.staff else table.dealer


@facts.applies(facts.MysteryCommitted)
def _committed(state: State, said: facts.MysteryCommitted, _made: facts.Made) -> None:
    mystery = Mystery(said.number, said.low, said.high, said.commitment, said.sealed)
    state.links[said.link].mysteries[said.meter] = mystery


@facts.applies(facts.MysteryReached)
def _reached(state: State, said: facts.MysteryReached, _made: facts.Made) -> None:
    reached = Reached(said.table, said.round, said.seat, said.wager, said.stake, said.player, said.dealer)
    state.links[said.link].mysteries[said.meter].reached = reached
