"""What counting is worth: the result of a player who bets more where the count favours him, shoe after shoe.

The shoe at each count is solved by itself; how often the count stands where, so deep in a shoe, is the normal law's.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from statistics import NormalDist
from typing import cast

from upcard.lab.blackjack.bet import solve_bet
from upcard.lab.blackjack.solver import composition
from upcard.lab.blackjack.strategy.counting import HI_LO
from upcard.lab.blackjack.tables import DECK
from upcard.lab.blackjack.terms import Terms
from upcard.rules.blackjack.game import Blackjack
from upcard.rules.game import Game

UNITS = 4
"""What he bets where the count favours him; one unit otherwise, and he sits every round out."""
HOW = f"{HI_LO.name}, every round played, 1 unit, and {UNITS} where the count favours the player"
STEPS = range(-3, 7)
"""Counts that are solved."""
LARGEST = 12.0
"""A true count beyond this is not met."""
DEPTHS, PLACES = 40, 200
"""Depths of the shoe that are looked at, and places of the count at each."""

Curve = Sequence[tuple[float, float]]


@lru_cache(maxsize=32)
def gain(game: Game) -> float:
    """Units that he wins a round, as the house has the game; below zero where counting does not pay."""
    table = cast("Blackjack", game)
    full, terms = composition(table), Terms.of(table)
    if full.infinite:
        return solve_bet(full, terms).total
    curve: Curve = [
        (at, solve_bet(shoe, terms).total)
        for shoe, at in ((HI_LO.shoe(full, steps), HI_LO.true_count(full, steps)) for steps in STEPS)
        if min(shoe.counts) > 0 and abs(at) <= LARGEST
    ]
    swing = sum(tag * tag * n for tag, n in zip(HI_LO.tags, full.counts, strict=True)) / full.cards
    places = [NormalDist().inv_cdf((at + 0.5) / PLACES) for at in range(PLACES)]
    won = 0.0
    for depth in range(DEPTHS):
        out = (depth + 0.5) / DEPTHS * table.penetration() / 100 * full.cards
        left = full.cards - out
        spread = sqrt(swing * out * left / (full.cards - 1)) * sum(DECK) / left
        for place in places:
            ev = _at(curve, place * spread)
            won += ev * (UNITS if ev > 0 else 1)
    return won / (DEPTHS * PLACES)


def _at(curve: Curve, count: float) -> float:
    """The expectation at a count, straight between two that were solved and beyond them."""
    (at, low), (then, high) = next((pair for pair in pairwise(curve) if count <= pair[1][0]), (curve[-2], curve[-1]))
    return low + (high - low) * (count - at) / (then - at)
