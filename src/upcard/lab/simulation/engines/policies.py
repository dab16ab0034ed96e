"""Strategies as tables: what a kernel looks up instead of asking."""

from collections.abc import Callable, Sequence

import numpy as np

from upcard.cards.card import Cards
from upcard.lab.kernels import Array
from upcard.lab.strategies.named import Optimal
from upcard.lab.strategies.playing import Erring, Strategy, Written, parts_of
from upcard.rules.features import HandSight
from upcard.rules.needs import Turn


def is_tabled(strategy: Strategy) -> bool:
    """Whether a strategy can be written as tables: plans and the solvers' can, a function of one's own can't."""
    return isinstance(strategy, Written) or is_optimal(strategy)


def is_optimal(strategy: Strategy) -> bool:
    """Whether it is the solver's play."""
    return isinstance(strategy, Optimal) or (isinstance(strategy, Erring) and is_optimal(strategy.strategy))


def error_parts(strategy: Strategy) -> int:
    """How often it errs, in parts of 2^32."""
    if isinstance(strategy, Written):
        return parts_of(strategy.plan.errors)
    return parts_of(strategy.errors) if isinstance(strategy, Erring) else 0


def chosen_moves(
    strategy: Strategy, hands: Sequence[Cards], turn: Turn, move: str, optimal: Callable[[], Array]
) -> Array:
    """For each of these hands whether a strategy makes that move in that turn."""
    if is_optimal(strategy):
        return optimal()
    assert isinstance(strategy, Written)
    decide = strategy.plan.decide
    return np.array([decide(HandSight(hand), turn).move == move for hand in hands], np.bool_)
