"""The search for short lists of rules: hands in cells by what a player can see, and a move for every cell.

What a cell of hands is worth by each move is a whole number, so that a list of rules, which plays whole cells, is worth
their sum. The search goes through conditions, and pairs of them, with a beam.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from math import prod

import numpy as np

from upcard.lab.analysis import LabError
from upcard.lab.kernels import Array
from upcard.lab.strategies import Condition, PlanRule, condition, parse_when
from upcard.lab.strategies.conditions import features_of
from upcard.rules.game import Game

BEAM = 60
"""How many lists of each length are made longer."""
ENOUGH = 1.01
"""A list that is longer by a condition has to be cheaper by this factor."""

NOISE = 1e-12
"""Sums of floats that differ by less are of lists that decide alike."""
DENSE = 4_000_000
"""How many cells may be counted in a table of all there could be; it spares sorting the hands."""
LARGEST = 2**62
"""What sums in whole numbers of 64 bits stay under."""


@dataclass(frozen=True, slots=True)
class SightCells:
    """Hands in cells of what can be seen, and what each move is worth in them."""

    game: Game
    features: tuple[str, ...]
    seen: Array
    """At [cell, feature]."""
    moves: tuple[tuple[str, str], ...]
    """The moves there are; each with how cards are laid out, or nothing."""
    worth: Array
    """At [move, cell], in whole units."""
    ladders: frozenset[str] = frozenset()
    """Features of which only "or better" is asked: each cell holds all hands up to the next rung."""

    @property
    def best(self) -> int:
        """What the best move in every cell is worth."""
        return int(self.worth.max(axis=0).sum())

    def of(self, chosen: Array) -> int:
        """What a choice of a move for every cell is worth."""
        return int(self.worth[chosen, np.arange(len(chosen))].sum())

    def holds(self, one: Condition) -> Array:
        """The cells in which a condition holds."""
        return one.holds_in(self.seen[:, self.features.index(one.feature)])


def gathered(seen: Mapping[str, Array], numbers: Sequence[Array]) -> tuple[Array, list[Array]]:
    """Hands that look the same in one cell: what is seen at [cell, feature], and each of the whole numbers added up."""
    looks = np.stack([column.astype(np.int64) for column in seen.values()], axis=1)
    # One number for what is seen: much faster to sort than rows are.
    lowest = looks.min(axis=0)
    spans = [int(column.max()) + 1 for column in (looks - lowest).T]
    key = np.ravel_multi_index(tuple((looks - lowest).T), spans)
    wide = prod(spans)
    if wide <= DENSE:
        at = np.full(wide, -1, np.int64)
        at[key[::-1]] = np.arange(len(key))[::-1]
        first = at[at >= 0]
        place = key
    else:
        _, first, place = np.unique(key, return_index=True, return_inverse=True)
        wide, at = len(first), first
    sums = []
    for values in numbers:
        if values.dtype.kind != "i" or float(np.abs(values).sum(dtype=float)) >= LARGEST:
            raise LabError("these pays are too large to add up exactly")
        summed = np.zeros(wide, np.int64)
        np.add.at(summed, place.reshape(-1), values)
        sums.append(summed[at >= 0])
    return looks[first], sums


@dataclass(frozen=True, slots=True)
class RuleList:
    """Rules so far: which cells they have decided, by which move, and what becomes of the others."""

    value: float
    """What it is worth, the others making the move `rest`."""
    decided: Array
    chosen: Array
    """By cell; of one that is not decided it says nothing."""
    rules: tuple[PlanRule, ...]
    rest: int
    """The move of all hands that no rule names."""

    def choice(self) -> Array:
        """The move of every cell in the end."""
        every: Array = np.where(self.decided, self.chosen, self.rest)
        return every


def shortest(cells: SightCells, most: int, ceiling: int | None = None) -> list[RuleList]:
    """The best list of 1, 2, 3 … rules; one that is no better than a shorter one is left out.

    `ceiling` is what could be had at all, where it is more than the best move in every cell; costs are against it.
    """
    ceiling = cells.best if ceiling is None else ceiling
    whens, held = conditions(cells)
    worth = cells.worth.astype(float)
    nothing = np.zeros(worth.shape[1], bool)
    lists = [RuleList(float(worth[0].sum()), nothing, np.zeros(len(nothing), np.int8), (), 0)]
    found: list[RuleList] = []
    cheapest: int | None = None
    for _ in range(most):
        lists = _longer(cells, lists, whens, held, worth)
        costs = {id(one): ceiling - cells.of(one.choice()) for one in lists}
        enough = min(costs.values()) * ENOUGH
        near = [one for one in lists if costs[id(one)] <= enough]
        best = min(near, key=lambda one: (*_plainness(one.rules)[:2], costs[id(one)], _plainness(one.rules)[2]))
        cost = costs[id(best)]
        if cheapest is None or cost < cheapest:
            cheapest = cost
            found.append(best)
        if not cost:
            break
    return found


def _longer(
    cells: SightCells, lists: Sequence[RuleList], whens: Sequence[tuple[Condition, ...]], held: Array, worth: Array
) -> list[RuleList]:
    """The best lists with one rule more; of those that decide alike the plainest."""
    moves = range(len(cells.moves))
    values, made = [], []
    for one in lists:
        free = np.where(one.decided, 0.0, worth)
        wins, left = held @ free.T, free.sum(axis=1)
        for move, other in permutations(moves, 2):
            order = np.argsort(wins[:, other] - wins[:, move], kind="stable")[:BEAM]
            others = (left - wins[order]).max(axis=1)
            values.append(one.value - left[one.rest] + wins[order, move] + others)
            made += [(one, place, move) for place in order.tolist()]
    ranked = np.concatenate(values)
    kept: dict[bytes, RuleList] = {}
    enough = -np.inf
    for at in np.argsort(-ranked, kind="stable").tolist():
        if len(kept) >= BEAM and ranked[at] < enough:
            break
        one, place, move = made[at]
        longer = _with(cells, one, whens[place], held[place], move, worth)
        key = longer.choice().tobytes() + longer.decided.tobytes()
        if key not in kept or _plainness(longer.rules) < _plainness(kept[key].rules):
            kept[key] = longer
            enough = ranked[at] - abs(ranked[at]) * NOISE
    return sorted(kept.values(), key=lambda one: -one.value)[:BEAM]


def _with(
    cells: SightCells, one: RuleList, when: tuple[Condition, ...], held: Array, move: int, worth: Array
) -> RuleList:  # fmt: skip
    added = held.astype(bool) & ~one.decided
    chosen = np.where(added, np.int8(move), one.chosen)
    decided = one.decided | added
    others = worth[:, ~decided].sum(axis=1)
    rest = len(others) - 1 - int(np.argmax(others[::-1]))  # of equal moves the last: what gives up
    value = float(worth[chosen[decided], np.flatnonzero(decided)].sum() + others[rest])
    name, way = cells.moves[move]
    return RuleList(value, decided, chosen, (*one.rules, PlanRule(name, when, way)), rest)


def _plainness(rules: Sequence[PlanRule]) -> tuple[int, int, str]:
    """Fewer conditions first, then "or more" before "or less", so that a list reads the same everywhere."""
    less = sum(one.comparison == "<=" for rule in rules for one in rule.when)
    return sum(len(rule.when) for rule in rules), less, " ".join(map(str, rules))


def conditions(cells: SightCells) -> tuple[list[tuple[Condition, ...]], Array]:
    """Every condition, and pairs of them, with the cells that meet it; of several that mean the same the plainest."""
    single = _single(cells)
    held = {one: cells.holds(one[0]) for one in single}
    kept: dict[bytes, tuple[tuple[Condition, ...], Array]] = {}
    for one in single:
        kept.setdefault(held[one].tobytes(), (one, held[one]))
    for one, other in combinations(single, 2):
        if one[0].feature != other[0].feature:
            both = held[one] & held[other]
            if both.any():
                kept.setdefault(both.tobytes(), ((*one, *other), both))
    plain = [one for one in single if _is_plain(cells, one[0])]
    for size in (3, 4):
        for group in combinations(plain, size):
            if len({one[0].feature for one in group}) == size:
                every = np.logical_and.reduce([held[one] for one in group])
                if every.any():
                    kept.setdefault(every.tobytes(), (tuple(one[0] for one in group), every))
    return [when for when, _ in kept.values()], np.array([cells for _, cells in kept.values()], float)


def _single(cells: SightCells) -> list[tuple[Condition, ...]]:
    """Every condition over one feature."""
    single: list[tuple[Condition, ...]] = []
    features = {feature.name: feature for feature in features_of(cells.game)}
    for place, name in enumerate(cells.features):
        values = np.unique(cells.seen[:, place]).tolist()
        if features[name].flag:
            single += [(condition(cells.game, name, "=", value),) for value in values]
            continue
        start = 1
        if values[0] == 0:  # nothing of the kind: said as "not pair" and "pair"
            single += [(parse_when(cells.game, said)[0],) for said in (f"not {name}", name)]
            start = 2
        single += [(condition(cells.game, name, ">=", value),) for value in values[start:]]
        if name not in cells.ladders:
            single += [(condition(cells.game, name, "<=", value),) for value in values[start - 1 : -1]]
    return single


def _is_plain(cells: SightCells, one: Condition) -> bool:
    """Whether it is a yes or a no: a flag, or whether there is anything of the kind at all (a pair)."""
    flags = {feature.name for feature in features_of(cells.game) if feature.flag}
    return one.feature in flags or (one.comparison in {"=", "!="} and one.value == 0)
