"""What a player can know at a decision of a modelled game, what is seen in it, and what each move is worth there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, Protocol

import numpy as np

from upcard.cards.card import Cards
from upcard.lab.analysis import LabError
from upcard.lab.general.rounds.script import Option
from upcard.lab.kernels import Array
from upcard.lab.strategies import Plan, PlanRule
from upcard.lab.strategies.plan import LEAST
from upcard.rules.features import Feature, HandSight
from upcard.rules.game import Game

MOST_ASKED = 1_500_000
"""A feature that has to be asked about more sights than this is left out: it would take too long."""


class Unspoken(LabError):
    """A game whose decisions this does not fit, with the reason."""


@dataclass(frozen=True, slots=True)
class PlanDecision:
    """One decision, its states in arrays; a state may stand for many hands that look the same."""

    at: int
    """After how many cards."""
    options: tuple[Option, ...]
    open: Array
    """At [option, state]."""
    worth: Array
    """At [option, state]: with the best play from there on, times how often the state comes."""
    weight: Array
    """At [state]: how often it comes under the best play."""
    best: Array
    """At [state]: what the best moves come to."""
    seen: Mapping[str, Array]
    """At [state], by feature."""

    @property
    def asks(self) -> Array:
        """The states in which there is something to decide."""
        found: Array = (self.open.sum(axis=0) > 1) & (self.weight > 0)
        return found

    def choice(self, plan: Plan, *, complete: bool = True) -> Array:
        """The option that a plan takes in every state: of the first rule that holds and is legal."""
        states = self.open.shape[1]
        chosen, waiting = np.zeros(states, np.int8), np.ones(states, bool)
        for entry in plan.rules:
            if not isinstance(entry, PlanRule):
                raise LabError(f"the strategy {plan.name!r} has a chart; {plan.game.title} is decided by rules here")
            meets = waiting.copy()
            for one in entry.when:
                meets &= one.holds_in(self.seen[one.feature])
            for place, (name, way) in enumerate(named_options(self.options)):
                if (entry.move, entry.way) == (name, way):
                    now = meets & self.open[place]
                    chosen[now] = place
                    waiting &= ~now
        forced = waiting & (self.open.sum(axis=0) <= 1)
        chosen[forced] = self.open.argmax(axis=0)[forced]
        if complete and (waiting & ~forced).any():
            raise LabError(f"the strategy {plan.name!r} does not say what is done with every hand")
        return chosen


class DecisionStates(Protocol):
    """All decisions of a game, and what a plan is worth."""

    of: int
    """In so many parts weights are counted."""
    unit: Fraction
    """What one of the units of `worth`, in one of those parts, is in units of the main wager."""

    @property
    def decisions(self) -> Sequence[PlanDecision]:
        """In the order in which they come."""

    def ev(self, plan: Plan) -> Fraction:
        """What it is worth to play it, exactly."""


def named_options(options: Sequence[Option]) -> list[tuple[str, str]]:
    """Moves as rules name them: of two amounts the larger is the move, the smaller one has a word of its own."""
    amounts: dict[str, list[int]] = {}
    for move, value in options:
        if isinstance(value, int):
            amounts.setdefault(move, []).append(value)
    found = []
    for move, value in options:
        if isinstance(value, tuple) or not move:
            raise Unspoken(f"{move or 'going on'} is no move that a rule can name")
        least = isinstance(value, int) and value < max(amounts[move])
        found.append((move, LEAST if least else ""))
    if len(set(found)) < len(found):
        raise Unspoken("a move with more than two amounts can't be named by a rule")
    return found


class Watched(HandSight):
    """A sight that notes what is looked at."""

    __slots__ = ("looked",)
    looked: set[str]

    def __init__(self, hand: Cards, up: Cards = ()) -> None:
        super().__init__(hand, up)
        object.__setattr__(self, "looked", set())

    def __getattribute__(self, name: str) -> Any:
        if name in _CARDS:
            object.__getattribute__(self, "looked").add(name)
        return object.__getattribute__(self, name)


_CARDS = frozenset(field.name for field in fields(HandSight))


def asked_of_hands(
    game: Game, feature: Feature, hands: Sequence[Cards], hand_of: Array, ups: Sequence[Cards] | None, up_of: Array
) -> Array | None:
    """A feature of every (hand, upcards): asked once for each hand, or each upcard, where it looks at nothing else.

    None where it would have to be asked about too many.
    """
    if ups is None:
        return np.array([feature.of(game, HandSight(hand)) for hand in hands], np.int64)[hand_of]
    of_up: list[int] = []
    for up in ups:
        sight = Watched(hands[0], up)
        of_up.append(feature.of(game, sight))
        if "hand" in sight.looked:
            break
    else:
        return np.array(of_up, np.int64)[up_of]
    values, minds = np.zeros(len(hands), np.int64), np.zeros(len(hands), bool)
    for place, hand in enumerate(hands):
        sight = Watched(hand, next(up for up in ups if not set(up) & set(hand)))
        values[place] = feature.of(game, sight)
        minds[place] = "up" in sight.looked
    found: Array = values[hand_of]
    rows = np.flatnonzero(minds[hand_of])
    if len(rows) > MOST_ASKED:
        return None
    for row in rows.tolist():
        found[row] = feature.of(game, HandSight(hands[int(hand_of[row])], ups[int(up_of[row])]))
    return found
