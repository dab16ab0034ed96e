"""Blackjack by a chart of totals: worked out from the exact values of all two-card hands, for the house's settings."""

from collections import defaultdict
from fractions import Fraction
from functools import lru_cache
from typing import cast

from upcard.lab.blackjack.bet import solve
from upcard.lab.blackjack.solver import composition
from upcard.lab.blackjack.tables import CARD_OF, VALUES, cards_of, hands
from upcard.lab.blackjack.terms import Terms
from upcard.lab.strategies.conditions import feature_of, parse_when
from upcard.lab.strategies.plan import Chart, Plan, PlanRule
from upcard.rules.blackjack.game import Blackjack
from upcard.rules.features import HandSight
from upcard.rules.game import Game

_ENDS = frozenset({"hit", "stand"})
"""What can always be done; a cell lists moves down to the first of them."""

_Cell = tuple[int, int]
_Worth = defaultdict[_Cell, defaultdict[str, float]]


@lru_cache(maxsize=8)
def basic(game: Game) -> Plan:
    """Three charts: pairs, soft totals, hard totals. What a cell says is best on average over the two-card hands in it.

    A total that only a pair makes (hard 4 and 20) is judged by the pair; one that no two cards make stands.
    """
    table = cast("Blackjack", game)
    shoe, terms = composition(table), Terms.of(table).for_play()
    pairs: _Worth = _empty()
    soft: _Worth = _empty()
    hard: _Worth = _empty()
    from_pairs: _Worth = _empty()
    asked = {name: feature_of(game, name).of for name in ("total", "soft", "pair", "upcard")}
    for up in range(len(VALUES)):
        solved = solve(shoe, terms, up)
        for hand, chance in solved.upcard.deals():
            sight = HandSight(cards_of(tuple(hands().counts[hand])), (CARD_OF[up],))
            seen = {name: of(game, sight) for name, of in asked.items()}
            worth = {name: value * chance for name, value in solved.actions(hand).items()}
            if seen["pair"]:
                _add(pairs[seen["pair"], seen["upcard"]], worth)
            chart = soft if seen["soft"] else from_pairs if seen["pair"] else hard
            _add(chart[seen["total"], seen["upcard"]], {n: v for n, v in worth.items() if n != "split"})
    for cell, worth in from_pairs.items():
        hard.setdefault(cell, worth)
    entries = (
        Chart("pair", "upcard", _cells(pairs), parse_when(game, "pair")),
        Chart("total", "upcard", _cells(soft), parse_when(game, "soft")),
        Chart("total", "upcard", _cells(hard), parse_when(game, "not soft")),
        PlanRule("stand"),
    )
    return Plan("basic", game, entries, Fraction(0), "By the total and the upcard, the best on average.")


def _empty() -> _Worth:
    return defaultdict(lambda: defaultdict(float))


def _add(to: defaultdict[str, float], worth: dict[str, float]) -> None:
    for action, value in worth.items():
        to[action] += value


def _cells(worth: _Worth) -> dict[_Cell, tuple[str, ...]]:
    cells = {}
    for cell, actions in worth.items():
        ranked = sorted(actions, key=lambda action: -actions[action])
        last = next(at for at, action in enumerate(ranked) if action in _ENDS)
        cells[cell] = tuple(ranked[: last + 1])
    return cells


PLANS = {"basic": basic}
"""What the lab finds here (`Lab.plans`)."""
