"""4 Card Split's hands as a player sees them: what is seen in every part, and what it is worth (SPL-5 to SPL-7)."""

import hashlib
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from upcard.cards.card import CARDS
from upcard.lab.analysis import LabError
from upcard.lab.four_card_split.geometry import Geometry
from upcard.lab.four_card_split.kernels import PAIRS
from upcard.lab.four_card_split.play import SplitSolution, claims_of, solution, values_of
from upcard.lab.kernels import Array, Progress, stored
from upcard.lab.strategies import PlanRule
from upcard.rules.features import Feature, HandSight
from upcard.rules.four_card_split import hands
from upcard.rules.game import Game

if TYPE_CHECKING:
    from upcard.rules.four_card_split.game import FourCardSplit

SEEN_IN_A_PART = ("cards", "pair", "high", "points")
SEEN_IN_FOUR = ("pair", "high", "points")
"""What a rule about laying four cards may ask."""


@dataclass(frozen=True)
class PartValues:
    """What every part of every hand is worth against every upcard, in common units."""

    solved: SplitSolution
    parts: Array
    """At [upcard, class, part]."""
    claims: Array
    instant: Array
    fold: int

    @cached_property
    def weight(self) -> Array:
        """At [upcard, class]: how many hands there are."""
        weight: Array = self.solved.geometry.sizes * self.solved.geometry.held
        return weight

    @cached_property
    def gains(self) -> Array:
        """At [upcard, class, part]: what playing wins over folding, in all those hands."""
        gains: Array = (self.parts - self.fold) * self.weight[:, :, None]
        return gains

    @property
    def unit(self) -> int:
        """Common units in one Ante."""
        return self.solved.denominators.common * self.solved.terms.scale


def values(game: "FourCardSplit", progress: Progress) -> PartValues:
    """Worked out from the solver's tables."""
    solved = solution(game, progress)
    shape, terms, common = solved.geometry, solved.terms, solved.denominators.common
    one, two, three = solved.denominators.times
    times = np.array([one] * 4 + [two] * 6 + [three] * 4, np.int64)
    cards = shape.cards.astype(np.int64)
    others = [[place for place in range(4) if place != single] for single in range(4)]
    threes = np.stack([shape.player[cards[:, a], cards[:, b], cards[:, c]] for a, b, c in others], axis=1)
    claims = claims_of(game, shape, solved.instant_code, terms.scale)
    return PartValues(
        solved, values_of(shape, terms) * times, claims, terms.instant[threes] * common, terms.fold * common
    )


def laid(game: "FourCardSplit", known: PartValues, way: str) -> Array:
    """At [class]: how a way lays the cards, as the kernels number splits; among instant winners that may be claimed."""
    shape = known.solved.geometry
    laying = game.layings[way]

    def make() -> Array:
        found = np.zeros(len(shape.cards), np.int64)
        for at, (four, claims) in enumerate(zip(shape.cards.tolist(), known.claims.tolist(), strict=True)):
            if any(claims):
                ways = [(tuple(c for c in four if c != four[j]), (four[j],)) for j in range(4) if claims[j]]
                ranked = {three: place for place, three in enumerate(hands.instants(four))}
                ways.sort(key=lambda parts: ranked[parts[0]])
                single = ways[laying(ways)][1][0]
                found[at] = 3 + four.index(single)
            else:
                found[at] = laying(hands.splits(tuple(four)))
        return found

    instant = "-".join(map(str, (game.version, game.house["instant"], known.claims.sum())))
    title = f"four-card-split-laid-{way}-{instant}-of-{len(shape.deck)}-{_source(laying)}"
    return stored(title, make, hands.splits, hands.instants)


def _source(atom: Callable[..., object]) -> str:
    """Stands for ways and features in the names of tables: they are functions, which no two processes call the same."""
    return hashlib.sha256(Path(inspect.getfile(atom)).read_bytes()).hexdigest()[:12]


def parts_of(splits: Array) -> tuple[Array, Array]:
    """The two parts of each split, as the kernels number parts; the second is the single card of three and one."""
    first = np.where(splits < 3, 4 + splits, 7 + splits)
    second = np.where(splits < 3, 9 - splits, splits - 3)
    return first, second


def _features(game: Game) -> Mapping[str, Feature]:
    return {feature.name: feature for feature in game.features}


def seen_in_four(game: Game, shape: Geometry) -> Mapping[str, Array]:
    """At [class]: what a player sees in the four cards."""
    features = _features(game)

    def make() -> Array:
        fours = [HandSight(tuple(four)) for four in shape.cards.tolist()]
        return np.array([[features[name].of(game, four) for four in fours] for name in SEEN_IN_FOUR], np.int8)

    atoms = [features[name].of for name in SEEN_IN_FOUR]
    title = f"four-card-split-seen-of-{len(shape.deck)}-{_source(atoms[0])}"
    return dict(zip(SEEN_IN_FOUR, stored(title, make, hands.splits, hands.strength), strict=True))


def seen_in_parts(game: Game, shape: Geometry) -> Mapping[str, Array]:
    """At [upcard, class, part]: what a player sees in each part, asked of the game once for each set of cards."""
    cards, features = shape.cards.astype(np.int64), _features(game)
    seen: dict[str, Array] = {}
    for name in SEEN_IN_A_PART:
        feature = features[name]
        singles = np.array([feature.of(game, HandSight((a,))) for a in CARDS], np.int8)
        pairs, threes = np.zeros((52, 52), np.int8), np.zeros((52, 52, 52), np.int8)
        for a, b in combinations(CARDS, 2):
            pairs[a, b] = feature.of(game, HandSight((a, b)))
        for three in combinations(CARDS, 3):
            threes[three] = feature.of(game, HandSight(three))
        columns = [singles[cards[:, j]] for j in range(4)]
        columns += [pairs[cards[:, a], cards[:, b]] for a, b in PAIRS.tolist()]
        columns += [threes[tuple(cards[:, [place for place in range(4) if place != j]].T)] for j in range(4)]
        seen[name] = np.stack(columns, axis=1)
    size = (len(shape.upcards), *seen["cards"].shape)
    over = _over(game, shape)
    shown = np.array([features["upcard"].of(game, HandSight((), (int(up),))) for up in shape.upcards], np.int8)
    against = {"over": over[seen["high"]].transpose(2, 0, 1), "upcard": np.broadcast_to(shown[:, None, None], size)}
    return {name: np.broadcast_to(table, size) for name, table in (seen | against).items()}


def _over(game: Game, shape: Geometry) -> Array:
    """At [highest rank, upcard]: whether the one is not under the other, as the game says it."""
    features = _features(game)
    found = np.zeros((features["high"].of(game, HandSight((CARDS[-1],))) + 1, len(shape.upcards)), np.int8)
    for card in CARDS:
        for t, up in enumerate(shape.upcards.tolist()):
            high = features["high"].of(game, HandSight((card,)))
            found[high, t] = features["over"].of(game, HandSight((card,), (up,)))
    return found


def played_by(rules: Sequence[PlanRule], seen: Mapping[str, Array]) -> Array:
    """At [upcard, class, part]: whether rules play a hand; one that no rule names is folded."""
    played = np.zeros(seen["upcard"].shape, bool)
    waiting = ~played
    for rule in rules:
        meets = waiting.copy()
        for one in rule.when:
            meets &= one.holds_in(seen[one.feature])
        played |= meets if rule.move == "play" else False
        waiting &= ~meets
    return played


def laid_by(rules: Sequence[PlanRule], seen: Mapping[str, Array], laid: Mapping[str, Array]) -> Array:
    """At [class]: the split that rules choose by what is seen in four cards."""
    found = np.zeros(len(seen["high"]), np.int64)
    waiting = np.ones(len(found), bool)
    for rule in rules:
        meets = waiting.copy()
        for one in rule.when:
            meets &= one.holds_in(seen[one.feature])
        found[meets] = laid[rule.way][meets]
        waiting &= ~meets
    if waiting.any():
        raise LabError("these rules do not say how every four cards are laid out")
    return found


def worth_of_splits(known: PartValues, played: Array) -> Array:
    """At [class, split]: what each split is worth over all upcards, both hands played as told, in common units.

    Of an instant winner only what may be claimed can be laid; every other split of it is worth nothing that is meant.
    """
    weight = known.weight
    parts = np.broadcast_to(known.fold * weight.sum(axis=0)[:, None], known.parts.shape[1:]).copy()
    for gain, there in zip(known.gains, played, strict=True):
        np.add(parts, gain, out=parts, where=there)
    first, second = parts_of(np.arange(7))
    worth: Array = parts[:, first] + parts[:, second]
    rows = known.claims.any(axis=1)
    claimed = known.instant * weight.sum(axis=0)[:, None] + parts[:, :4]
    worth[rows, 3:] = claimed[rows]
    return worth
