"""What a round adds to its link's meters, once, at START GAME, from the accepted part of its wagers (PRG-10).

A rate is whole parts per million of a wager in whole cents, and a meter counts millionths of a cent: so a
contribution is the product of two integers, and nothing is ever rounded.
"""

from collections.abc import Mapping

from upcard.floor import facts
from upcard.floor.commands.ask import Refused
from upcard.floor.commands.verbs import Draft, alert
from upcard.floor.ledger import money
from upcard.floor.play import games
from upcard.floor.progressive.amounts import fed
from upcard.floor.state import FloorTable, Meter, State


def accepted(table: FloorTable, stakes: Mapping[int, Mapping[str, int]]) -> dict[str, int]:
    """The cents on each progressive wager of a round."""
    feeds = games.meters_of(games.of(table))
    totals: dict[str, int] = {}
    for wagers in stakes.values():
        for wager, cents in wagers.items():
            if wager in feeds:
                totals[wager] = totals.get(wager, 0) + cents
    return totals


def contribute(draft: Draft, table: FloorTable, stakes: Mapping[int, Mapping[str, int]]) -> dict[str, int]:
    """Moves a round's contributions out of the tray; what each meter took in all, in millionths of a cent."""
    totals = accepted(table, stakes)
    extra = _extra(draft.state, table, stakes)
    if not totals and not extra:
        return {}
    if table.link is None:
        raise Refused(f"table {table.id} is on no link: its progressive can't be played", "PRG-10")
    link = draft.state.links[table.link]
    feeds = games.meters_of(games.of(table))
    taken: dict[str, facts.Shares] = {}
    for name, cents in [(name, cents) for wager, cents in totals.items() for name in feeds[wager]] + extra:
        meter = link.meters[name]
        _plausible(draft, table, meter, cents)
        shares = _shares(meter, cents, draft.state.balance(money.meter(link.id, name)))
        taken[name] = taken.get(name, facts.Shares(0, 0, 0)) + shares
    tray = money.tray(table.id)
    for name, shares in taken.items():
        draft.move(tray, money.meter(link.id, name), shares.shown, "contribution")
        draft.move(tray, money.reserve(link.id, name), shares.hidden, "hidden contribution")
        draft.move(tray, money.overflow(link.id, name), shares.spilled, "overflow")
    draft.fact(facts.Contributed(link=link.id, table=table.id, meters=taken))
    return {name: shares.total for name, shares in taken.items()}


def _extra(state: State, table: FloorTable, stakes: Mapping[int, Mapping[str, int]]) -> list[tuple[str, int]]:
    """What a round's wagers feed besides the meters of their pay tables: those that are won at a secret amount."""
    if table.link is None or not state.links[table.link].mysteries:
        return []
    totals: dict[str, int] = {}
    for wagers in stakes.values():
        for meter, cents in fed(state.links[table.link], wagers):
            totals[meter.name] = totals.get(meter.name, 0) + cents
    return list(totals.items())


def _shares(meter: Meter, cents: int, stands: int) -> facts.Shares:
    """What a wager brings a meter: shown, hidden, past the limit."""
    comes = cents * meter.increment
    room = comes if meter.limit is None else max(0, money.micro(meter.limit) - stands)
    return facts.Shares(min(comes, room), cents * meter.hidden, max(0, comes - room))


def _plausible(draft: Draft, table: FloorTable, meter: Meter, cents: int) -> None:
    if meter.implausible is not None and cents > meter.implausible:
        what = f"wagers of {money.dollars(cents)} in one round on meter {meter.name}"
        said = alert(draft, "implausible", table.id, what)
        raise Refused(f"{what} are implausible: over {money.dollars(meter.implausible)}", "REG-3", said)


@facts.applies(facts.Contributed)
def _contributed(state: State, said: facts.Contributed, _made: facts.Made) -> None:
    link = state.links[said.link]
    since = link.batches[-1].since if link.batches else None
    for name, shares in said.meters.items():
        link.meters[name].contributed += shares.total
        if since is not None:
            since[name] = since.get(name, 0) + shares.shown
