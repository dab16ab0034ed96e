"""The aggregate limit: the most that all winners of one round are paid together on side bets (B7S-21, PRG-9)."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from upcard.rules.events import Line
from upcard.rules.odds import parse_pay


def within_aggregate(lines: Sequence[Line], is_side: Callable[[str], bool], limit: int) -> dict[int, Line]:
    """The lines that the limit changes, by their place in the sequence.

    Only fixed side-bet pays count, not meter awards, and a stake that goes back, whole or in part, is no pay. Over the
    limit, winners are paid in proportion; odd cents go to the lowest seats.
    """
    paid = {}
    for at, line in enumerate(lines):
        pay = parse_pay(line.pays)
        if is_side(line.wager) and pay.wins:
            paid[at] = line.returned - line.stake * pay.returns_stake
    total = sum(paid.values())
    if total <= limit:
        return {}
    shares = {at: limit * amount // total for at, amount in paid.items()}
    odd = limit - sum(shares.values())
    for at in sorted(paid, key=lambda at: (lines[at].seat, at)):
        if odd and shares[at] < paid[at]:
            shares[at] += 1
            odd -= 1
    return {
        at: replace(lines[at], returned=lines[at].returned - paid[at] + share, rule="B7S-21")
        for at, share in shares.items()
        if share != paid[at]
    }
