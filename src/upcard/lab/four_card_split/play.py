"""4 Card Split played as well as it can be: the best move of every hand against every upcard, and what comes of it."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from itertools import combinations
from math import comb, lcm
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from upcard.cards.card import CARDS, Cards
from upcard.cards.poker import three_card
from upcard.lab.analysis import LabError
from upcard.lab.four_card_split.geometry import Geometry, geometry, versus
from upcard.lab.kernels import Array, Progress, fingerprint
from upcard.lab.pricing import net
from upcard.rules.four_card_split import hands

if TYPE_CHECKING:
    from upcard.rules.four_card_split.game import FourCardSplit

T = TypeVar("T")

LARGEST = 800_000
"""The largest sum of two pays, in the smallest common unit, that the kernels add up without running over."""


VALUES_KEPT = 2
KEPT = 4
"""How many solutions are kept in memory: a changed Blind needs no new one."""


@dataclass(frozen=True, slots=True)
class Denominators:
    """How many configurations a part of one, two or three cards has, and the factors that make them one number."""

    parts: tuple[int, int, int]
    common: int
    times: tuple[int, int, int]

    @classmethod
    def of(cls, deck: int) -> "Denominators":
        """For a deck of so many cards, five of which are seen."""
        left = deck - 5
        parts = (comb(left, 2) * comb(left - 2, 3), left * comb(left - 1, 3), comb(left, 3))
        common = lcm(*parts)
        return cls(parts, common, (common // parts[0], common // parts[1], common // parts[2]))


@dataclass(frozen=True, slots=True)
class SplitTerms:
    """What the hands are worth against each other under a game's Ante and Play tables, as integers."""

    scale: int
    """Units in one Ante."""
    gains: Array
    """At [player's strength, dealer's strength]: Ante and Play together."""
    codes: Array
    """What becomes of Ante and Play there, as places in `outcomes`."""
    outcomes: tuple[tuple[str, str], ...]
    """(Ante, Play)"""
    fold: int
    instant: Array
    """By the player's strength: what it pays at once."""
    instant_code: Array
    """By the player's strength: the Ante's outcome that an instant winner is, -1 for none."""


@dataclass(slots=True)
class SplitSolution:
    """The best play of a configuration."""

    geometry: Geometry
    terms: SplitTerms
    denominators: Denominators
    moves: Array
    """At [upcard, class]: the best move, as the choice kernels number them."""
    worth: Array
    """What it is worth in common units."""
    first: Array
    """What the first of the two hands has of that."""
    instant_code: Array
    """At [class, place]: the instant outcome of all cards but that one, -1 for none."""
    hands_ev: Fraction = Fraction(0)
    """What both hands are worth together, in Antes, the Blind aside."""
    kept: dict[str, Any] = field(default_factory=dict)
    """What is worked out from it later, by name."""

    @property
    def rounds(self) -> int:
        """How many hands and upcards there are: with every upcard of suit 0 goes one of each other suit."""
        n = len(self.geometry.deck)
        return comb(n, 4) * (n - 4)

    def weighted(self, of_class: Array) -> int:
        """The sum of a number at [upcard, class] over all hands and upcards."""
        per_upcard = (of_class * self.geometry.sizes * self.geometry.held).sum(axis=1)
        return 4 * sum(int(total) for total in per_upcard)

    def once(self, name: str, make: Callable[[], T]) -> T:
        """Something worked out from the solution, the first time it is asked for."""
        if name not in self.kept:
            self.kept[name] = make()
        made: T = self.kept[name]
        return made


def atoms_now() -> str:
    """What every table here depends on: the rules' atoms as they are at this moment."""
    return fingerprint(
        hands.ante_outcome, hands.play_outcome, hands.qualifies, hands.instant_outcome, hands.dealer_hand,
        hands.draw_outcome, three_card,
    )  # fmt: skip


_terms: OrderedDict[tuple[object, ...], SplitTerms] = OrderedDict()


def terms_of(game: "FourCardSplit") -> SplitTerms:
    """Who wins what under a game's Ante and Play tables; the last few are kept."""
    key = (game.version, *(tuple(game.tables[name].texts().items()) for name in ("ante", "play")), atoms_now())
    if key not in _terms:
        _terms[key] = _tabulate(game)
        while len(_terms) > KEPT:
            _terms.popitem(last=False)
    return _terms[key]


def _tabulate(game: "FourCardSplit") -> SplitTerms:
    """Tabulates who wins what, through the rules' words for it and the pay tables."""
    version = game.version
    antes, plays = game.tables["ante"].pays, game.tables["play"].pays
    ante = versus("ante", hands.ante_outcome, tuple(antes))
    play = versus(f"play-{version}", _play_outcome(version), tuple(plays), hands.play_outcome, hands.qualifies)
    instant_code = _instant_codes(tuple(antes), atoms_now())
    gains = [net(pay) for pay in antes.values()], [net(pay) for pay in plays.values()]
    scale = lcm(*(gain.denominator for side in gains for gain in side))
    ante_gain, play_gain = (np.array([int(gain * scale) for gain in side], np.int64) for side in gains)
    together = ante_gain[ante] + play_gain[play]
    kinds, codes = np.unique(ante.astype(np.int16) * len(plays) + play, return_inverse=True)
    outcomes = tuple((tuple(antes)[kind // len(plays)], tuple(plays)[kind % len(plays)]) for kind in kinds)
    largest = max(int(np.abs(together).max()), int(np.abs(ante_gain).max()))
    if largest > LARGEST:
        raise LabError(f"these pays are too large to add up exactly: {largest} units, at most {LARGEST}")
    width = np.int16 if largest < 2**15 else np.int32
    fold = int(net(antes["fold"]) * scale)
    instant = np.where(instant_code >= 0, ante_gain[instant_code], 0)
    by_strengths = codes.reshape(together.shape).astype(np.uint8)
    return SplitTerms(scale, together.astype(width), by_strengths, outcomes, fold, instant, instant_code)


def _play_outcome(version: int) -> Callable[[Cards, int], str]:
    """The atom with its version filled in."""

    def outcome(cards: Cards, dealer: int) -> str:
        return hands.play_outcome(cards, dealer, version)

    return outcome


@lru_cache(maxsize=4)
def _instant_codes(names: tuple[str, ...], _: str) -> Array:
    one_of = {three_card(three): three for three in combinations(CARDS, 3)}
    outcomes = [hands.instant_outcome(one_of[strength]) for strength in range(len(one_of))]
    return np.array([-1 if outcome is None else names.index(outcome) for outcome in outcomes], np.int64)


def claims_of(game: "FourCardSplit", shape: Geometry, codes: Array, scale: int) -> Array:
    """At [class, place]: whether the instant winner of all cards but that one may be claimed (SPL-5).

    Which ones may be depends on the outcomes held alone, so that one hand with the same outcomes is asked about.
    """
    claims = codes >= 0
    if claims.sum(axis=1).max() < 2:
        return claims
    several = np.flatnonzero(claims.sum(axis=1) > 1)
    kinds, first, of = np.unique(codes[several], axis=0, return_index=True, return_inverse=True)
    allowed = np.zeros((len(kinds), 4), bool)
    for kind, at in enumerate(first):
        four = tuple(int(card) for card in shape.cards[several[at]])
        ways = {frozenset(three) for three in game.claimable(four, 100 * scale)}
        allowed[kind] = [frozenset(four) - {card} in ways for card in four]
    claims[several] = allowed[of.reshape(-1)]
    return claims


_solved: OrderedDict[tuple[object, ...], SplitSolution] = OrderedDict()


def solution(game: "FourCardSplit", progress: Progress) -> SplitSolution:
    """The best play of a game as configured; kept for the next question about the same Ante, Play and version."""
    tables = tuple(tuple(game.tables[name].texts().items()) for name in ("ante", "play"))
    key = (game.deck, game.version, game.house["instant"], tables, atoms_now())
    found = _solved.get(key)
    if found is None:
        found = _solved[key] = _solve(game, progress)
        while len(_solved) > KEPT:
            _solved.popitem(last=False)
    else:
        _solved.move_to_end(key)
    return found


_values: OrderedDict[str, Array] = OrderedDict()


def values_of(shape: Geometry, terms: SplitTerms) -> Array:
    """At [upcard, class, part]: what playing each part of each hand wins, summed over its configurations.

    The last two are kept: what an instant winner pays moves none of them.
    """
    key = sha256(b"".join(table.tobytes() for table in (terms.gains, shape.dealer, shape.deck))).hexdigest()
    if key not in _values:
        _values[key] = _values_of(shape, terms)
        while len(_values) > VALUES_KEPT:
            _values.popitem(last=False)
    _values.move_to_end(key)
    return _values[key]


def _values_of(shape: Geometry, terms: SplitTerms) -> Array:
    from upcard.lab.four_card_split import kernels

    values: Array = kernels.all_values(
        terms.gains, np.ascontiguousarray(terms.gains.T), shape.player, shape.dealer, shape.upcards,
        shape.cards, shape.sizes, shape.deck, shape.ranks, shape.player_kind, shape.player_first,
        shape.dealer_kind, shape.dealer_first, shape.lines,
    )  # fmt: skip
    values.setflags(write=False)
    return values


def _solve(game: "FourCardSplit", progress: Progress) -> SplitSolution:
    from upcard.lab.four_card_split import choice_kernels

    progress("tabulating 4 Card Split")
    shape = geometry(game.deck, game.version)
    terms = terms_of(game)
    scales = Denominators.of(len(game.deck))
    progress("solving 4 Card Split")
    values = values_of(shape, terms)
    cards = shape.cards.astype(np.int64)
    others = [[place for place in range(4) if place != single] for single in range(4)]
    threes = np.stack([shape.player[cards[:, a], cards[:, b], cards[:, c]] for a, b, c in others], axis=1)
    codes = terms.instant_code[threes]
    claims = claims_of(game, shape, codes, terms.scale)
    times = np.array(scales.times, np.int64)
    moves, worth, first = choice_kernels.best_moves(
        values, terms.fold * scales.common, times, terms.instant[threes] * scales.common, claims, cards, shape.upcards
    )
    solved = SplitSolution(shape, terms, scales, moves, worth, first, codes)
    solved.hands_ev = Fraction(solved.weighted(worth), solved.rounds * scales.common * terms.scale)
    return solved


def meetings_of(solved: SplitSolution) -> Array:
    """In how many configurations of the best play each of the terms' `outcomes` becomes of a played hand."""
    return solved.once("meetings", lambda: _meetings(solved))


def _meetings(solved: SplitSolution) -> Array:
    from upcard.lab.four_card_split import adjoint_kernels

    shape, terms = solved.geometry, solved.terms
    found: Array = adjoint_kernels.meetings(
        solved.moves, np.array(solved.denominators.times, np.int64), terms.codes, len(terms.outcomes),
        shape.player, shape.dealer, shape.upcards, shape.cards, shape.sizes, shape.deck, shape.ranks,
        shape.player_kind, shape.player_first, shape.dealer_kind, shape.dealer_first, shape.lines,
    )  # fmt: skip
    assert not (found % adjoint_kernels.SCALE).any(), "a count is no whole number"
    return 4 * (found // adjoint_kernels.SCALE)
