"""4 Card Split by rules to remember: one way to lay the cards, and which hands are played (SPL-5 to SPL-7)."""

import hashlib
import inspect
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np

from upcard.cards.card import CARDS
from upcard.lab.four_card_split.geometry import Geometry
from upcard.lab.four_card_split.kernels import PAIRS
from upcard.lab.four_card_split.play import Solution, claims_of, solution, values_of
from upcard.lab.kernels import Array, Progress, stored
from upcard.lab.memorable.findings import Error, Findings, Found, costliest, in_words
from upcard.lab.memorable.two_way import Sheet, search, sheet_of
from upcard.lab.reports.variants import analysed
from upcard.lab.strategies import Chart, Plan, Rule, named, names
from upcard.rules.features import Sight
from upcard.rules.four_card_split import hands
from upcard.rules.game import Game

if TYPE_CHECKING:
    from upcard.rules.four_card_split.game import FourCardSplit

UNIT = "ante"
PARTS = 14
"""Four single cards, six pairs, four threes: as the kernels number them."""
ASKED = ("cards", "pair", "high", "suited", "connected", "over", "upcard")
"""What a rule about playing a hand may ask."""
WAYS = {
    "best-three": "the best three cards and the one that is left",
    "pair-together": "two and two, a pair together, otherwise the two highest",
    "high-apart": "two and two, the highest card with the lowest",
    "high-single": "the highest card alone",
    "suited-together": "two and two: a pair together, then as many suited hands as can be, then the highest together",
    "draws-together": (
        "two and two: a pair together, then by what a card can make: a suited hand counts two, one that can become a "
        "straight one, then the highest together"
    ),
}
"""The ways to lay four cards, in words."""
SEARCHED = ("pair-together", "suited-together", "draws-together")
MOST_PLAY_RULES = 2


@dataclass(frozen=True, slots=True)
class Values:
    """What every part of every hand is worth against every upcard, in common units."""

    solved: Solution
    parts: Array
    """At [upcard, class, part]."""
    claims: Array
    instant: Array
    fold: int

    @property
    def unit(self) -> int:
        """Common units in one Ante."""
        return self.solved.denominators.common * self.solved.terms.scale


def values(game: "FourCardSplit", progress: Progress) -> Values:
    """Worked out from the solver's tables."""
    solved = solution(game, progress)
    shape, terms, common = solved.geometry, solved.terms, solved.denominators.common
    one, two, three = solved.denominators.times
    times = np.array([one] * 4 + [two] * 6 + [three] * 4, np.int64)
    cards = shape.cards.astype(np.int64)
    others = [[place for place in range(4) if place != single] for single in range(4)]
    threes = np.stack([shape.player[cards[:, a], cards[:, b], cards[:, c]] for a, b, c in others], axis=1)
    claims = claims_of(game, shape, solved.instant_code, terms.scale)
    return Values(solved, values_of(shape, terms) * times, claims, terms.instant[threes] * common, terms.fold * common)


def laid(game: "FourCardSplit", known: Values, way: str) -> Array:
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
    # The source of the ways stands for them: their module holds functions, which no two processes call the same.
    source = hashlib.sha256(Path(inspect.getfile(laying)).read_bytes()).hexdigest()[:12]
    title = f"four-card-split-laid-{way}-{instant}-of-{len(shape.deck)}-{source}"
    return stored(title, make, hands.splits, hands.instants)


def _parts_of(splits: Array) -> tuple[Array, Array]:
    """The two parts of each split, as the kernels number parts."""
    first = np.where(splits < 3, 4 + splits, 7 + splits)
    second = np.where(splits < 3, 9 - splits, splits - 3)
    return first, second


def _looks(game: Game, shape: Geometry) -> Mapping[str, Array]:
    """At [class, part]: what a player sees in each part, asked of the game once for each set of cards."""
    features = {
        feature.name: feature
        for feature in game.features
        if feature.name in {"cards", "pair", "high", "suited", "connected"}
    }
    tables = {}
    for name, feature in features.items():
        singles = np.array([feature.of(game, Sight((a,))) for a in CARDS])
        pairs = np.zeros((52, 52), np.int64)
        threes = np.zeros((52, 52, 52), np.int64)
        for a, b in combinations(CARDS, 2):
            pairs[a, b] = pairs[b, a] = feature.of(game, Sight((a, b)))
        for three in combinations(CARDS, 3):
            threes[three] = feature.of(game, Sight(three))
        cards = shape.cards.astype(np.int64)
        columns = [singles[cards[:, j]] for j in range(4)]
        columns += [pairs[cards[:, a], cards[:, b]] for a, b in PAIRS.tolist()]
        for j in range(4):
            rest = [place for place in range(4) if place != j]
            columns.append(threes[cards[:, rest[0]], cards[:, rest[1]], cards[:, rest[2]]])
        tables[name] = np.stack(columns, axis=1)
    return tables


def _over(game: Game, shape: Geometry) -> Array:
    """At [highest rank, upcard]: whether the one is not under the other, as the game says it."""
    features = {feature.name: feature for feature in game.features}
    found = np.zeros((features["high"].of(game, Sight((CARDS[-1],))) + 1, len(shape.upcards)), np.int64)
    for card in CARDS:
        for t, up in enumerate(shape.upcards.tolist()):
            high = features["high"].of(game, Sight((card,)))
            found[high, t] = features["over"].of(game, Sight((card,), (up,)))
    return found


def sheet(game: "FourCardSplit", known: Values, way: str, blind: Fraction) -> Sheet:
    """The hands that one way of laying the cards makes, in cells, with what playing wins over folding."""
    solved = known.solved
    shape = solved.geometry
    splits = laid(game, known, way)
    claimed: Array = np.asarray(known.claims.any(axis=1))
    weight = shape.sizes * shape.held
    looks = _looks(game, shape)
    rank = next(feature for feature in game.features if feature.name == "upcard")
    shown = [rank.of(game, Sight((), (int(up),))) for up in shape.upcards]
    over = _over(game, shape)
    seen: dict[str, list[Array]] = {name: [] for name in ASKED}
    weights, gains = [], []
    sure = 0
    for part, plays in zip(_parts_of(splits), (~claimed, np.ones(len(claimed), np.bool_)), strict=True):
        rows = np.flatnonzero(plays)
        for t, up in enumerate(shown):
            there = weight[t, rows]
            high = looks["high"][rows, part[rows]]
            gains.append((known.parts[t, rows, part[rows]] - known.fold) * there)
            weights.append(there)
            for name in ASKED:
                if name in looks:
                    column = looks[name][rows, part[rows]]
                else:
                    column = over[high, t] if name == "over" else np.full(len(rows), up)
                seen[name].append(column)
            sure += known.fold * int(there.sum())
    rows = np.flatnonzero(claimed)
    sure += int((known.instant[rows, splits[rows] - 3] * weight[:, rows]).sum())
    gain = np.concatenate(gains)
    of = solved.rounds // 4
    give_up = blind + Fraction(sure, of * known.unit)
    columns = {name: np.concatenate(parts) for name, parts in seen.items()}
    return sheet_of(
        game,
        UNIT,
        ("play", "fold"),
        columns,
        np.concatenate(weights),
        gain,
        np.maximum(gain, 0),
        of,
        known.unit,
        give_up,
    )


def find(game: Game, progress: Progress) -> Findings:
    """The short strategies of 4 Card Split: a way to lay the cards, then which hands to play."""
    split = cast("FourCardSplit", game)
    analysis = analysed(game)
    assert analysis.total is not None
    total = analysis.total.ev
    blind = total - solution(split, progress).hands_ev
    progress("searching short strategies of 4 Card Split")
    known = values(split, progress)
    sheets = {way: sheet(split, known, way, blind) for way in SEARCHED}
    best_way = max(sheets, key=lambda way: sheets[way].optimal)
    found: dict[int, Found] = {}
    for way, made in sheets.items():
        lays = Rule("split", (), way)
        never = Plan("never-fold", game, (Rule("play"),))
        lists: list[tuple[int, tuple[str, ...], Fraction, Plan]] = [
            (1, ("otherwise play",), made.ev(made.goes_on(never)), never)
        ]
        lists += [
            (len(one.rules), one.rules, one.ev, one.plan)
            for one in (search(made, MOST_PLAY_RULES) if way == best_way else ())
            if one.plan is not None
        ]
        for count, words, ev, plan in lists:
            name = f"{count} rule{'s' * (count > 1)}"
            whole = replace(
                plan, name=f"{game.name}-{count}-rules", rules=(lays, *plan.rules), summary=f"Found: {name}."
            )
            one = Found(name, (f"split {WAYS[way]}", *words), ev, total - ev, plan=whole)
            if count not in found or one.ev > found[count].ev:
                found[count] = one
    naive = _naive(split, known, blind, total)
    best = Found("optimal", ("the best split of every four cards against every upcard",), total, Fraction(0))
    short = sorted([*found.values(), *naive], key=lambda one: (len(one.rules), one.cost))
    return Findings(game, UNIT, (*short, best), costliest(_errors(sheets, best_way, total)))


def _naive(game: "FourCardSplit", known: Values, blind: Fraction, total: Fraction) -> list[Found]:
    """What the game's named strategies are worth."""
    found = []
    for name in names(game):
        if name == "optimal":
            continue
        plan = named(game, name)
        ev = plan_ev(game, known, plan, blind)
        words = tuple(in_words(game, rule) for rule in plan.rules if isinstance(rule, Rule))
        found.append(Found(name, words, ev, total - ev, plan=plan, naive=True))
    return found


def plan_ev(game: "FourCardSplit", known: Values, plan: Plan, blind: Fraction) -> Fraction:
    """What a plan is worth that lays all cards one way: its first entry, then which hands it plays."""
    first, *rest = plan.rules
    assert isinstance(first, Rule)
    assert first.move == "split"
    assert not first.when
    assert not any(isinstance(entry, Chart) for entry in rest)
    made = sheet(game, known, first.way, blind)
    return made.ev(made.goes_on(replace(plan, rules=(*rest, Rule("fold")))))


def _errors(sheets: Mapping[str, Sheet], best_way: str, total: Fraction) -> list[Error]:
    """Playing or folding kinds of hands wrongly under the best way to lay them; and laying all cards another way."""
    made = sheets[best_way]
    unit = made.of * made.parts
    groups: dict[str, list[int]] = {}
    features = {feature.name: feature for feature in made.game.features}
    for cell, row in enumerate(made.seen.tolist()):
        looks = dict(zip(made.features, row, strict=True))
        show = features["high"].show
        cards = {1: "one card", 2: "two cards", 3: "three cards"}[looks["cards"]]
        what = f"a pair of {show(looks['pair'])}s" if looks["pair"] else f"{cards}, {show(looks['high'])} high"
        groups.setdefault(f"{what}, against {features['upcard'].show(looks['upcard'])}", []).append(cell)
    errors = []
    for label, cells in groups.items():
        often = Fraction(sum(made.weight[cell] for cell in cells), made.of)
        best = sum(made.best[cell] for cell in cells)
        errors.append(Error(f"play {label}", often, Fraction(best - sum(made.gain[cell] for cell in cells), unit)))
        errors.append(Error(f"fold {label}", often, Fraction(best, unit)))
    for way, other in sheets.items():
        if way != best_way:
            errors.append(Error(f"lay every hand {way}", Fraction(1), total - other.optimal))
    return errors
