"""What the displays of a link show, and what its published rules say."""

from typing import Any

from upcard.floor.ledger import money
from upcard.floor.play import games
from upcard.floor.progressive.links import PPM, parameters
from upcard.floor.progressive.workout import provisional
from upcard.floor.state import CONFIRMED, OPEN, PAID, Hit, Link, State


def sign(state: State, link: Link) -> dict[str, Any]:
    """A link's sign: its meters, pending and recent wins, and tables that can't play.

    It is made from the ledger's state, so a sign that lost its power shows on its return what the system has tracked
    (B7S-34), and a win is on it with the entry that made it pending (REG-2).
    """
    lost = [table.id for table in state.tables.values() if table.link == link.id and not table.contact]
    return {
        "link": link.id,
        "meters": {name: meter_view(state, link, name) for name in link.meters},
        "pending": [win_view(state, hit) for hit in in_order(state, link) if hit.state in OPEN],
        "wins": [win_view(state, hit) for hit in recent(state, link)][-25:],
        "no-contact": lost,
        "minimums": minimums(state, link),
    }


def minimums(state: State, link: Link) -> list[dict[str, Any]]:
    """The progressive minimum of every wager that feeds a link, as its tables post it (B7S-20)."""
    found: dict[tuple[str, int], dict[str, Any]] = {}
    for table in state.tables.values():
        if table.link != link.id:
            continue
        game = games.of(table)
        for wager in games.progressives(game):
            low, _ = games.stakes(game, wager)
            found[wager, low] = {"wager": wager, "title": game.wager(wager).title, "minimum": low}
    return list(found.values())


def meter_view(state: State, link: Link, name: str) -> dict[str, Any]:
    """A meter with what it shows and all that is kept about it (REG-1, REG-3, REG-4)."""
    meter = link.meters[name]
    return {
        "shows": money.shown(state.balance(money.meter(link.id, name))),
        "exact": state.balance(money.meter(link.id, name)),
        "pending": is_pending(state, link, name),
        "reserve": state.balance(money.reserve(link.id, name)),
        "overflow": state.balance(money.overflow(link.id, name)),
        "in": meter.contributed,
        "hits": meter.hits,
        "wins": meter.wins,
        "parameters": parameters(meter),
    }


def is_pending(state: State, link: Link, name: str) -> bool:
    """Whether a meter's signs say PENDING: from the hand's button until the manager's card books the award (PRG-1)."""
    return any(hit.meter == name and hit.state in OPEN for hit in in_order(state, link))


def in_order(state: State, link: Link) -> list[Hit]:
    """The hits of open batches in the order of payment."""
    return [
        hit
        for batch in link.batches
        for hit in sorted((state.hits[name] for name in batch.hits), key=lambda hit: (hit.seat, hit.seq))
    ]


def recent(state: State, link: Link) -> list[Hit]:
    """Confirmed and paid hits, oldest first."""
    found = [hit for hit in state.hits.values() if hit.link == link.id and hit.state in {CONFIRMED, PAID}]
    return sorted(found, key=lambda hit: hit.seq)


def win_view(state: State, hit: Hit) -> dict[str, Any]:
    """A win as it is announced: table, amount and the new base (REG-21)."""
    return {
        "hit": hit.id,
        "table": hit.table,
        "seat": hit.seat,
        "meter": hit.meter,
        "outcome": hit.outcome,
        "percent": hit.percent,
        "amount": hit.amount,
        "new-base": hit.new_base,
        "state": hit.state,
        "provisional": provisional(state, hit),
        "at": hit.pressed_at,
        "seq": hit.seq,
    }


def posted_limits(state: State, table: str) -> dict[str, dict[str, int | None]]:
    """The limits that a table posts for each wager: base game and side bets apart (B7S-20)."""
    found = state.tables[table]
    game = games.of(found)
    limits = {}
    for wager in game.wagers:
        if wager.placed != "never":
            low, high = games.stakes(game, wager.name)
            limits[wager.name] = {"min": low, "max": high}
    return limits


def rules_text(state: State, link: Link) -> str:
    """What the players may know of a progressive: simultaneous wins, funding, seed and ceiling (REG-24)."""
    lines = [f"Progressive {link.id}"]
    for name, meter in link.meters.items():
        shows = money.dollars(money.shown(state.balance(money.meter(link.id, name))))
        base, reset = money.dollars(meter.base), money.dollars(meter.reset)
        ceiling = f"{money.dollars(meter.limit)}; what comes in past it is kept apart" if meter.limit else "none"
        lines.append(f"{name}: {shows} now. It opened with {base} and starts again from {reset} when it is won whole.")
        lines.append(f"  Funding: {percent(meter.increment)} of every wager goes to the meter.")
        lines.append(
            f"  {percent(meter.hidden)} goes to a reserve that pays for its next start; the house adds the rest."
        )
        if meter.must_hit_by is not None:
            lines += _secret(link, name)
        else:
            lines.append(f"  Ceiling: {ceiling}.")
        lines.append(f"  Awards are paid in whole {'dollars, rounded up' if meter.round_up_to == 100 else 'cents'}.")
    lines.append("Several winners of the whole meter in one round share it equally; odd cents go to the lowest seats.")
    if link.order == "sequential":
        lines.append("Where somebody wins a part of it in the same round, they take it one after the other by seat.")
    lines.append("Winners of a part are paid from the lowest seat to the highest, each from what is left then.")
    lines.append("Wins at several tables are paid in the order in which the system recorded them.")
    return "\n".join(lines)


def _secret(link: Link, name: str) -> list[str]:
    """What players may know of a meter that is won at a secret amount."""
    meter, mystery = link.meters[name], link.mysteries[name]
    by = f" of at most {money.dollars(mystery.high)}" if meter.announced else ""
    fed = f"Every {meter.fed_by} feeds it, seat by seat; the one that brings it to a secret amount{by} wins it whole."
    return [
        f"  {fed} Every whole cent there is as likely as another.",
        f"  Amount {mystery.number} was drawn before anybody played for it and is bound by {mystery.commitment}.",
    ]


def percent(rate: int) -> str:
    """Parts per million as per cent.

    >>> percent(200_000), percent(12_500)
    ('20 %', '1.25 %')
    """
    whole, rest = divmod(rate * 100, PPM)
    return f"{whole}" + f".{rest:06d}".rstrip("0").rstrip(".") + " %"
