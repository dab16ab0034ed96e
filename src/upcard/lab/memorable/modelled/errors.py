"""What common errors cost at a modelled game: a move made every time with hands that hardly ever should make it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import numpy as np

from upcard.lab.kernels import Array
from upcard.lab.memorable.findings import Error
from upcard.lab.memorable.modelled.states import DecisionStates, PlanDecision, named_options
from upcard.lab.memorable.search import SightCells
from upcard.lab.strategies.conditions import features_of
from upcard.rules.features import Feature
from upcard.rules.game import Game
from upcard.rules.words import spaced

MOST_KINDS = 400
"""How many looks of two things together are gone through at most."""
SELDOM = 0.1
"""A move that is right with more of the hands than this is no error with them."""


@dataclass(frozen=True, slots=True)
class _Hands:
    """The states of one stage in which there is a choice, one after another."""

    seen: dict[str, Array]
    weight: Array
    best: Array
    worth: dict[tuple[str, str], Array]
    open: dict[tuple[str, str], Array]

    @classmethod
    def of(cls, asked: Sequence[PlanDecision], names: Sequence[str]) -> "_Hands":
        """All decisions of a stage together."""
        asks = [one.asks for one in asked]

        def whole(parts: Iterable[Array]) -> Array:
            return np.concatenate([part[ask] for part, ask in zip(parts, asks, strict=True)])

        moves = named_options(asked[0].options)
        places = {move: [named_options(one.options).index(move) for one in asked] for move in moves}
        return cls(
            {name: whole(one.seen[name] for one in asked) for name in names},
            whole(one.weight for one in asked),
            whole(one.best for one in asked),
            {move: whole(one.worth[at] for one, at in zip(asked, places[move], strict=True)) for move in moves},
            {move: whole(one.open[at] for one, at in zip(asked, places[move], strict=True)) for move in moves},
        )


def errors(game: Game, states: DecisionStates, cells: SightCells, group: Sequence[PlanDecision]) -> Iterator[Error]:
    """For each look of a hand, and each time it is asked, the moves that are nearly never right."""
    features = {feature.name: feature for feature in features_of(game)}
    stages = sorted({decision.at for decision in group})
    for at in stages:
        when = f", after {at} cards" if len(stages) > 1 else ""
        hands = _Hands.of([decision for decision in group if decision.at == at], cells.features)
        kinds = list(_kinds(hands, cells, features))
        for move, way in hands.worth:
            yield from _of_move(states, hands, kinds, (move, way), f"{move} {way}".strip(), when)


def _kinds(hands: _Hands, cells: SightCells, features: dict[str, Feature]) -> Iterator[tuple[str, Array]]:
    """Hands that look alike in one thing, or in two: what they are called, and which they are."""
    steps, shown = {}, {}
    for place, name in enumerate(cells.features):
        rungs = np.unique(cells.seen[:, place])
        steps[name] = np.searchsorted(rungs, hands.seen[name], "right") - 1
        for step in np.unique(steps[name]).tolist():
            shown[name, step] = _shown(features[name], hands.seen[name][steps[name] == step])
    for name, at in steps.items():
        for step in np.unique(at).tolist():
            yield shown[name, step], at == step
    for one, other in combinations(steps, 2):
        both = steps[one] * (int(steps[other].max()) + 1) + steps[other]
        every = np.unique(both)
        for code in every.tolist() if len(every) <= MOST_KINDS else ():
            there = both == code
            first = int(there.argmax())
            yield f"{shown[one, int(steps[one][first])]} and {shown[other, int(steps[other][first])]}", there


def _of_move(
    states: DecisionStates,
    hands: _Hands,
    kinds: Sequence[tuple[str, Array]],
    move: tuple[str, str],
    called: str,
    when: str,
) -> Iterator[Error]:
    """A move with kinds of hands for which it is nearly never right; no hand is told twice."""
    made, legal = hands.worth[move], hands.open[move]
    found = []
    for name, there in kinds:
        asked = there & legal
        often = int(hands.weight[asked].sum())
        if often and int(hands.weight[asked & (made == hands.best)].sum()) <= SELDOM * often:
            found.append((int((hands.best[asked] - made[asked]).sum()), often, name, asked))
    told = np.zeros(len(made), bool)
    for lost, often, name, asked in sorted(found, key=lambda one: -one[0]):
        if not (told & asked).any():
            told |= asked
            cost = states.unit * Fraction(lost, states.of)
            yield Error(f"{called} with {name}{when}", Fraction(often, states.of), cost)


def _shown(feature: Feature, values: Array) -> str:
    low, high = int(values.min()), int(values.max())
    name = spaced(feature.name)
    if feature.flag:
        return name if low else f"not {name}"
    return f"{name} {feature.show(low)}" + (f" to {feature.show(high)}" if high > low else "")
