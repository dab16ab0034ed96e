"""What a written strategy does with every blackjack hand against an upcard, as arrays (BJK-8 to BJK-12)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from upcard.lab.blackjack.tables import CARD_OF, cards_of, hands
from upcard.lab.blackjack.terms import Terms
from upcard.lab.blackjack.upcards import Bools, _may_double
from upcard.lab.strategies.conditions import Condition
from upcard.lab.strategies.plan import Chart, Plan
from upcard.rules.blackjack import hands as atoms
from upcard.rules.features import HandSight
from upcard.rules.game import Game

Ints = NDArray[np.int64]
STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
NUMBERS: Mapping[str, int] = {"stand": STAND, "hit": HIT, "double": DOUBLE, "split": SPLIT, "surrender": SURRENDER}
"""Moves as arrays number them; the first three as the kernels do."""
NAMES = tuple(NUMBERS)


@dataclass(frozen=True, slots=True)
class Seen:
    """What can be seen of every hand: [hand] arrays by feature, for a hand that was dealt and for one of a split."""

    dealt: Mapping[str, Ints]
    split: Mapping[str, Ints]
    up: tuple[int, ...]
    """The feature `upcard` for each slot."""


def seen(game: Game) -> Seen:
    """Asks the game's features about every hand that does not bust, once."""
    return _seen(type(game), game.house["soft-17"])


@cache
def _seen(kind: type[Game], soft_17: object) -> Seen:
    game = kind({"soft-17": soft_17})
    every = [cards_of(tuple(counts)) for counts in hands().counts.tolist()]
    asked = [feature for feature in game.features if feature.name != "upcard"]
    up = next(feature for feature in game.features if feature.name == "upcard")
    other = (CARD_OF[0],)
    found = [
        {
            feature.name: np.array(
                [feature.of(game, HandSight(cards, CARD_OF[:1], others)) for cards in every], np.int64
            )
            for feature in asked
        }
        for others in ((), (other,))
    ]
    shown = tuple(up.of(game, HandSight((), (card,))) for card in CARD_OF)
    return Seen(found[0], found[1], shown)


@cache
def _pairs() -> Bools:
    """[hand] two cards that may be split (BJK-8)."""
    table = hands()
    found = np.zeros(len(table.size), bool)
    for hand in np.flatnonzero(table.size == 2).tolist():
        slot = int(table.counts[hand].argmax())
        found[hand] = table.counts[hand, slot] == 2 and atoms.may_split(CARD_OF[slot], CARD_OF[slot])
    return found


def legal(terms: Terms, *, is_split: bool) -> dict[int, Bools]:
    """[hand] by move: whether it may be made. Whoever splits splits a pair again, so that is not asked."""
    table = hands()
    goes_on = ~table.stands
    two = (table.size == 2) & goes_on
    doubles = two & _may_double(terms.double)
    none = np.zeros(len(table.size), bool)
    return {
        STAND: np.ones(len(table.size), bool),
        HIT: goes_on,
        DOUBLE: doubles & (terms.double_after_split or not is_split),
        SPLIT: none if is_split else _pairs() & goes_on,
        SURRENDER: none if is_split or not terms.surrender else two,
    }


def acts(plan: Plan, terms: Terms, up: int, *, is_split: bool) -> Ints:
    """[hand] the move of the first entry that holds and is legal; what no entry decides stands."""
    looks = seen(plan.game)
    values = looks.split if is_split else looks.dealt
    shown = looks.up[up]
    may = legal(terms, is_split=is_split)
    found = np.full(len(hands().size), STAND, np.int64)
    waiting = np.ones(len(found), bool)
    for entry in plan.rules:
        meets = waiting.copy()
        for one in entry.when:
            meets &= _holds(one, values, shown)
        if isinstance(entry, Chart):
            rows = values[entry.rows] if entry.rows != "upcard" else np.full(len(found), shown)
            for (row, column), moves in entry.cells.items():
                if column == shown:
                    _decide(found, waiting, meets & (rows == row), moves, may)
        else:
            _decide(found, waiting, meets, (entry.move,), may)
    return found


def _holds(one: Condition, values: Mapping[str, Ints], shown: int) -> Bools:
    if one.feature == "upcard":
        return np.full(len(hands().size), one.holds(shown))
    asked = values[one.feature]
    held: Bools = np.zeros(len(asked), bool)
    for value in np.unique(asked).tolist():
        if one.holds(value):
            held |= asked == value
    return held


def _decide(found: Ints, waiting: Bools, meets: Bools, moves: tuple[str, ...], may: Mapping[int, Bools]) -> None:
    """Hands that an entry is for make the first of its moves that they may."""
    for move in moves:
        number = NUMBERS.get(move)
        if number is not None:
            now = meets & waiting & may[number]
            found[now] = number
            waiting &= ~now
