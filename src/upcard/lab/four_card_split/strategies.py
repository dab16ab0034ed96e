"""4 Card Split by rules to remember: how four cards are laid, and which hands are played (SPL-5 to SPL-7)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, cast

import numpy as np

from upcard.lab.analysis import LabError
from upcard.lab.four_card_split.by_heart import (
    SEEN_IN_FOUR,
    PartValues,
    laid,
    laid_by,
    parts_of,
    played_by,
    seen_in_four,
    seen_in_parts,
    values,
    worth_of_splits,
)
from upcard.lab.four_card_split.packed_kernels import FOLD_ALL, split_of
from upcard.lab.kernels import Array, Progress
from upcard.lab.memorable.findings import Error, Findings, Found, costliest, in_words
from upcard.lab.memorable.search import RuleList, SightCells, gathered, shortest
from upcard.lab.reports.variants import analysed
from upcard.lab.strategies import Plan, PlanRule, named, names
from upcard.rules.game import Game

if TYPE_CHECKING:
    from upcard.rules.four_card_split.game import FourCardSplit

UNIT = "ante"
ASKED = ("cards", "pair", "high", "points", "over", "upcard")
"""What a rule about playing a hand may ask."""
WAYS = {
    "most-points": "for the most points",
    "odd-single": "the highest odd card alone",
    "pair-together": "two and two, a pair together, otherwise the two highest",
}
"""The ways to lay four cards that are searched, in words."""
IN_WORDS = {
    **WAYS,
    "best-three": "the best three cards and the one that is left",
    "high-apart": "two and two, the highest card with the lowest",
    "high-single": "the highest card alone",
    "suited-together": "two and two, a pair together, then as many suited hands as can be",
}
WORTH_A_RULE = Fraction(101, 100)
"""A list that is longer by a rule has to be cheaper by this factor."""
MOST_SPLIT_RULES = 2
MOST_PLAY_RULES = 3
NEVER_FOLD = PlanRule("play")


@dataclass(frozen=True, slots=True)
class SearchGround:
    """All that the search works on."""

    game: "FourCardSplit"
    known: PartValues
    laid: Mapping[str, Array]
    """By way, at [class]."""
    four: Mapping[str, Array]
    """At [class]: what is seen in four cards."""
    parts: Mapping[str, Array]
    """At [upcard, class, part]: what is seen in each part."""
    blind: Fraction
    """What the Blind is worth, which no decision changes."""

    @classmethod
    def of(cls, game: "FourCardSplit", progress: Progress, ways: Sequence[str]) -> "SearchGround":
        """For a game as configured."""
        total = analysed(game).total
        assert total is not None
        known = values(game, progress)
        shape = known.solved.geometry
        ways_laid = {way: laid(game, known, way) for way in ways}
        blind = total.ev - known.solved.hands_ev
        return cls(game, known, ways_laid, seen_in_four(game, shape), seen_in_parts(game, shape), blind)

    @property
    def deals(self) -> int:
        """How many hands and upcards there are; an upcard of one suit stands for all four."""
        return self.known.solved.rounds // 4

    @property
    def of_all(self) -> int:
        """Common units in one Ante, over all hands."""
        return self.deals * self.known.unit

    def ev(self, splits: Array, worth: Array) -> Fraction:
        """What a split for every class is worth, the Blind included."""
        return self.blind + Fraction(int(worth[np.arange(len(splits)), splits].sum()), self.of_all)

    def plan_ev(self, plan: Plan) -> Fraction:
        """What a strategy of rules is worth."""
        rules = [entry for entry in plan.rules if isinstance(entry, PlanRule)]
        if len(rules) != len(plan.rules):
            raise LabError(f"the strategy {plan.name!r} has a chart; 4 Card Split is decided by rules here")
        lays, plays = [r for r in rules if r.move == "split"], [r for r in rules if r.move != "split"]
        worth = worth_of_splits(self.known, played_by(plays, self.parts))
        return self.ev(laid_by(lays, self.four, self.laid), worth)

    def ways_of_laying(self, worth: Array, most: int) -> Iterator[tuple[PlanRule, ...]]:
        """The best lists of rules for laying the cards, one of each length, if each split is worth that."""
        rows = np.arange(len(worth))
        by_way = [worth[rows, splits] for splits in (self.laid[way] for way in WAYS)]
        seen, sums = gathered({name: self.four[name] for name in SEEN_IN_FOUR}, by_way)
        cells = SightCells(self.game, SEEN_IN_FOUR, seen, tuple(("split", way) for way in WAYS), np.stack(sums))
        yield (PlanRule("split", (), max(zip(by_way, WAYS, strict=True), key=lambda one: int(one[0].sum()))[1]),)
        for found in shortest(cells, most) if most else ():
            yield _whole(cells, found)

    def plays(self, splits: Array) -> Iterator[tuple[PlanRule, ...]]:
        """The best lists of rules for playing the hands that this split makes, one of each length."""
        yield (NEVER_FOLD,)
        cells, _, _ = self.hands_of(np.broadcast_to(splits, (len(self.known.parts), len(splits))))
        for found in shortest(cells, MOST_PLAY_RULES):
            yield _whole(cells, found)

    def hands_of(self, splits: Array) -> tuple[SightCells, Array, Array]:
        """The hands that a split of every class against every upcard makes, in cells: what playing wins over folding.

        Beside them how often they come, and what the better of the two is worth.
        """
        weight = self.known.weight
        claimed = self.known.claims.any(axis=1)
        seen: dict[str, list[Array]] = {name: [] for name in ASKED}
        weights, gains = [], []
        up, row = np.arange(splits.shape[0])[:, None], np.arange(splits.shape[1])[None, :]
        up, row = np.broadcast_arrays(up, row)
        for place, part in enumerate(parts_of(splits)):
            there = weight > 0
            if not place:
                there = there & ~claimed  # the three cards of an instant winner are paid at once (SPL-5)
            at = (up[there], row[there], part[there])
            for name in ASKED:
                seen[name].append(self.parts[name][at])
            weights.append(weight[there])
            gains.append(self.known.gains[at])
        gain = np.concatenate(gains)
        columns = {name: np.concatenate(parts) for name, parts in seen.items()}
        looks, sums = gathered(columns, (gain, np.concatenate(weights), np.maximum(gain, 0)))
        moves = (("play", ""), ("fold", ""))
        return SightCells(self.game, ASKED, looks, moves, np.stack([sums[0], 0 * sums[0]])), sums[1], sums[2]


def _whole(cells: SightCells, found: RuleList) -> tuple[PlanRule, ...]:
    """The rules, and what stands under "otherwise"."""
    move, way = cells.moves[found.rest]
    return (*found.rules, PlanRule(move, (), way))


def find(game: Game, progress: Progress) -> Findings:
    """The short strategies of 4 Card Split."""
    split = cast("FourCardSplit", game)
    total = analysed(game).total
    assert total is not None
    progress("searching short strategies of 4 Card Split")
    desk = SearchGround.of(split, progress, tuple(dict.fromkeys((*WAYS, *_named_ways(game)))))
    found: dict[int, Found] = {}
    for lays, plays, ev in _lists(desk):
        one = _found(desk, lays, plays, ev, total.ev)
        count = len(one.rules)
        if count not in found or one.cost < found[count].cost:
            found[count] = one
    better: list[Found] = []
    for _, one in sorted(found.items()):
        if not better or one.cost * WORTH_A_RULE < better[-1].cost:
            better.append(one)
    best = Found("optimal", ("the best split of every four cards against every upcard",), total.ev, Fraction(0))
    short = sorted([*better, *_naive(desk, total.ev)], key=lambda one: (len(one.rules), one.cost))
    return Findings(game, UNIT, (*short, best), costliest(_errors(desk)))


def _lists(desk: SearchGround) -> Iterator[tuple[tuple[PlanRule, ...], tuple[PlanRule, ...], Fraction]]:
    """Rules for laying the cards with rules for playing them; then the cards laid anew for hands played so."""
    perfectly = worth_of_splits(desk.known, desk.known.parts > desk.known.fold)
    for lays in list(desk.ways_of_laying(perfectly, MOST_SPLIT_RULES)):
        splits = laid_by(lays, desk.four, desk.laid)
        for plays in desk.plays(splits):
            worth = worth_of_splits(desk.known, played_by(plays, desk.parts))
            yield lays, plays, desk.ev(splits, worth)
            for again in desk.ways_of_laying(worth, len(lays) - 1):
                yield again, plays, desk.ev(laid_by(again, desk.four, desk.laid), worth)


def _found(
    desk: SearchGround, lays: tuple[PlanRule, ...], plays: tuple[PlanRule, ...], ev: Fraction, total: Fraction
) -> Found:
    count = len(lays) + len(plays) - 1
    name = f"{count} rule{'s' * (count > 1)}"
    plan = Plan(f"{desk.game.name}-{count}-rules", desk.game, (*lays, *plays), summary=f"Found: {name}.")
    words = (*_said(desk.game, lays), *_said(desk.game, plays))
    return Found(name, words, ev, total - ev, plan=plan)


def _said(game: Game, rules: Sequence[PlanRule]) -> tuple[str, ...]:
    """Rules in words, the last under "otherwise" unless it says how all cards are laid."""
    words = [in_words(game, rule, IN_WORDS) for rule in rules]
    alone = len(words) == 1 and rules[0].move == "split"
    return tuple(words) if alone else (*words[:-1], f"otherwise {words[-1]}")


def _named_ways(game: Game) -> Iterator[str]:
    """The ways that the game's named strategies lay cards."""
    for name in names(game):
        if name != "optimal":
            yield from (rule.way for rule in named(game, name).rules if isinstance(rule, PlanRule) and rule.way)


def _naive(desk: SearchGround, total: Fraction) -> list[Found]:
    """What the game's named strategies are worth."""
    found = []
    for name in names(desk.game):
        if name != "optimal":
            plan = named(desk.game, name)
            ev = desk.plan_ev(plan)
            rules = [rule for rule in plan.rules if isinstance(rule, PlanRule)]
            words = tuple(in_words(desk.game, rule, IN_WORDS) for rule in rules)
            found.append(Found(name, words, ev, total - ev, plan=plan, naive=name != "basic"))
    return found


def plan_ev(game: "FourCardSplit", plan: Plan, progress: Progress) -> Fraction:
    """What a strategy of rules is worth, exactly."""
    ways = tuple(dict.fromkeys(rule.way for rule in plan.rules if isinstance(rule, PlanRule) and rule.way))
    return SearchGround.of(game, progress, ways).plan_ev(plan)


def _errors(desk: SearchGround) -> list[Error]:
    """Hands of the best split that are played or folded wrongly, and four cards of a kind that are laid wrongly."""
    moves = desk.known.solved.moves
    splits = np.where(moves == FOLD_ALL, 0, split_of(moves))
    made, often, at_best = desk.hands_of(splits)
    features = {feature.name: feature for feature in desk.game.features}
    groups: dict[str, list[int]] = {}
    for cell, row in enumerate(made.seen.tolist()):
        looks = dict(zip(made.features, row, strict=True))
        high, up = features["high"].show(looks["high"]), features["upcard"].show(looks["upcard"])
        groups.setdefault(f"{_kind(looks, high)} against {up}", []).append(cell)
    errors = []
    for label, cells in groups.items():
        frequency = Fraction(int(often[cells].sum()), desk.deals)
        best = int(at_best[cells].sum())
        errors.append(Error(f"play {label}", frequency, Fraction(best - int(made.worth[0, cells].sum()), desk.of_all)))
        errors.append(Error(f"fold {label}", frequency, Fraction(best, desk.of_all)))
    return [*errors, *_laying_errors(desk)]


def _kind(looks: Mapping[str, int], high: str) -> str:
    """A hand as a player calls it."""
    if looks["pair"]:
        return f"a hand with a pair, {high} high,"
    if looks["cards"] == 1:
        return f"a single {high}"
    if looks["points"]:
        return f"two cards with {looks['points']} points, {high} high,"
    return f"{'two' if looks['cards'] == len('PP') else 'three'} cards that promise nothing, {high} high,"


def _laying_errors(desk: SearchGround) -> list[Error]:
    """Each kind of four cards laid by each of the ways, both hands then played as well as can be."""
    known, weight = desk.known, desk.known.weight.sum(axis=0)
    worth = worth_of_splits(known, known.parts > known.fold)
    best = (known.solved.worth * known.weight).sum(axis=0)
    free, paired = ~known.claims.any(axis=1), desk.four["pair"] > 0
    points = desk.four["points"]
    errors = []
    for with_pair in (False, True):
        for many in np.unique(points[free & (paired == with_pair)]).tolist():
            cells = np.flatnonzero(free & (paired == with_pair) & (points == many))
            often = Fraction(int(weight[cells].sum()), desk.deals)
            lost = {way: int((best[cells] - worth[cells, desk.laid[way][cells]]).sum()) for way in WAYS}
            right = min(lost, key=lambda way: lost[way])
            what = f"{'a pair' if with_pair else 'no pair'} and {many} points"
            errors += [
                Error(f"with {what} split {WAYS[way]}, not {WAYS[right]}", often, Fraction(lost[way], desk.of_all))
                for way in WAYS
                if lost[way] > lost[right]
            ]
    return errors
