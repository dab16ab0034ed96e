"""Games with one decision between two moves: hands in cells by what a player can see, and lists of rules over them.

What a cell of hands wins by the one move over the other is a whole number. A list of rules plays whole cells, so its
expectation is a sum of cells, exactly; the search goes through conditions, and pairs of them, with a beam.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import numpy as np

from upcard.lab.analysis import LabError
from upcard.lab.kernels import Array
from upcard.lab.memorable.findings import Error, Findings, Found, costliest, in_words, ranked
from upcard.lab.strategies import Chart, Condition, Plan, Rule, condition, named, names, parse_when
from upcard.rules.game import Game

MOST_RULES = 3
BEAM = 60
"""So many lists of each length are made longer."""
OPTIMAL = "optimal"
WORTH_A_WORD = Fraction(101, 100)
"""A list that is longer by a condition has to be cheaper by this factor."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Every hand of a game, in cells of what can be seen."""

    game: Game
    unit: str
    moves: tuple[str, str]
    """The move that goes on, and the one that gives up."""
    features: tuple[str, ...]
    seen: Array
    """At [cell, feature]."""
    weight: tuple[int, ...]
    """Deals in each cell, out of `of`."""
    gain: tuple[int, ...]
    """What the first move wins over the second in all of them, in parts of a unit."""
    best: tuple[int, ...]
    """The same where each hand makes the better of the two."""
    of: int
    parts: int
    give_up: Fraction
    """The expectation of always making the second move."""

    def ev(self, goes_on: Array) -> Fraction:
        """What it is worth to make the first move in these cells."""
        total = sum(gain for gain, on in zip(self.gain, goes_on.tolist(), strict=True) if on)
        return self.give_up + Fraction(total, self.of * self.parts)

    @property
    def optimal(self) -> Fraction:
        """What the best play is worth."""
        return self.give_up + Fraction(sum(self.best), self.of * self.parts)

    def frequency(self, cells: Array) -> Fraction:
        """How often a hand lies in these cells."""
        return Fraction(sum(n for n, there in zip(self.weight, cells.tolist(), strict=True) if there), self.of)

    def cells(self, one: Condition) -> Array:
        """The cells in which a condition holds."""
        values = self.seen[:, self.features.index(one.feature)]
        held: Array = np.array([one.holds(int(value)) for value in values.tolist()], bool)
        return held

    def goes_on(self, plan: Plan) -> Array:
        """In which cells a plan makes the first move."""
        waiting, chosen = np.ones(len(self.seen), bool), np.zeros(len(self.seen), bool)
        for entry in plan.rules:
            if isinstance(entry, Chart):
                raise LabError(f"the strategy {plan.name!r} has a chart; {self.game.title} is decided by rules here")
            meets = waiting.copy()
            for one in entry.when:
                meets &= self.cells(one)
            if entry.move in self.moves:
                chosen[meets] = entry.move == self.moves[0]
                waiting &= ~meets
        return chosen


def sheet_of(
    game: Game, unit: str, moves: tuple[str, str], seen: Mapping[str, Array], weight: Array, gain: Array, best: Array,
    of: int, parts: int, give_up: Fraction,
) -> Sheet:  # fmt: skip
    """Brings classes of hands that look the same into one cell; all numbers are whole."""
    looks = np.stack(list(seen.values()), axis=1)
    # One number for what is seen: much faster to sort than rows are.
    spans = [int(column.max()) + 1 for column in looks.T]
    key = np.ravel_multi_index(tuple(looks.T), spans)
    _, first, place = np.unique(key, return_index=True, return_inverse=True)
    cells, place = looks[first], place.reshape(-1)
    sums: list[tuple[int, ...]] = []
    for values in (weight, gain, best):
        if values.dtype.kind != "i" or float(np.abs(values).astype(float).sum()) >= 2**62:
            raise LabError("these pays are too large to add up exactly")
        summed = np.zeros(len(cells), np.int64)
        np.add.at(summed, place, values)
        sums.append(tuple(summed.tolist()))
    counted, gained, at_best = sums
    return Sheet(game, unit, moves, tuple(seen), cells, counted, gained, at_best, of, parts, give_up)


@dataclass(frozen=True, slots=True)
class _List:
    """Rules so far: which cells they have decided, which of those go on, and what becomes of the others."""

    value: float
    """What it is worth, the others doing what `rest` says."""
    decided: Array
    chosen: Array
    rules: tuple[Rule, ...]
    rest: str
    """The move of all hands that no rule names."""

    def goes_on(self, first: str) -> Array:
        """The cells that make the first move in the end."""
        others: Array = ~self.decided if self.rest == first else np.zeros(len(self.decided), bool)
        both: Array = self.chosen | others
        return both


def search(sheet: Sheet, most: int = MOST_RULES) -> list[Found]:
    """The cheapest list of 1, 2, 3 … rules, whatever the hands do that no rule names."""
    gain = np.array([float(one) for one in sheet.gain])
    whens, held = _conditions(sheet)
    none = np.zeros(len(gain), bool)
    lists = [_List(0.0, none, none, (), sheet.moves[1])]
    found: list[Found] = []
    cheapest: Fraction | None = None
    for count in range(1, most + 1):
        longer: list[_List] = []
        for one in lists:
            free = np.where(one.decided, 0.0, gain)
            wins = held @ free
            longer += [
                _longer(sheet, one, whens[place], held[place], move, gain)
                for move, order in ((sheet.moves[0], np.argsort(-wins)), (sheet.moves[1], np.argsort(wins)))
                for place in order[:BEAM].tolist()
            ]
        lists = _different(longer)
        costs = {id(one): sheet.optimal - sheet.ev(one.goes_on(sheet.moves[0])) for one in lists}
        enough = min(costs.values()) * WORTH_A_WORD
        near = [one for one in lists if costs[id(one)] <= enough]
        best = min(near, key=lambda one: (*_plainness(one.rules)[:2], costs[id(one)], _plainness(one.rules)[2]))
        cost = costs[id(best)]
        if cheapest is None or cost < cheapest:
            cheapest = cost
            found.append(_found(sheet, best, count))
        if not cost:
            break
    return found


def _longer(sheet: Sheet, one: _List, when: tuple[Condition, ...], held: Array, move: str, gain: Array) -> _List:
    cells = held.astype(bool) & ~one.decided
    chosen = one.chosen.copy()
    chosen[cells] = move == sheet.moves[0]
    decided = one.decided | cells
    value, others = float(gain[chosen].sum()), float(gain[~decided].sum())
    rest = sheet.moves[0] if others > 0 else sheet.moves[1]
    return _List(value + max(others, 0.0), decided, chosen, (*one.rules, Rule(move, when)), rest)


def _different(lists: Sequence[_List]) -> list[_List]:
    """The best lists; of those that decide alike the plainest."""
    kept: dict[bytes, _List] = {}
    for one in lists:
        key = one.chosen.tobytes() + one.decided.tobytes()
        if key not in kept or _plainness(one.rules) < _plainness(kept[key].rules):
            kept[key] = one
    return sorted(kept.values(), key=lambda one: -one.value)[:BEAM]


def _plainness(rules: Sequence[Rule]) -> tuple[int, int, str]:
    """Fewer conditions first, then "or more" before "or less", so that a list reads the same everywhere."""
    less = sum(one.comparison == "<=" for rule in rules for one in rule.when)
    return sum(len(rule.when) for rule in rules), less, " ".join(map(str, rules))


def _conditions(sheet: Sheet) -> tuple[list[tuple[Condition, ...]], Array]:
    """Every condition, and pairs of them, with the cells that meet it; of several that mean the same the plainest."""
    single: list[tuple[Condition, ...]] = []
    features = {feature.name: feature for feature in sheet.game.features}
    for place, name in enumerate(sheet.features):
        values = np.unique(sheet.seen[:, place]).tolist()
        if features[name].flag:
            single += [(condition(sheet.game, name, "=", value),) for value in values]
        else:
            start = 1
            if values[0] == 0:  # nothing of the kind: said as "not pair" and "pair"
                single += [(parse_when(sheet.game, said)[0],) for said in (f"not {name}", name)]
                start = 2
            single += [(condition(sheet.game, name, ">=", value),) for value in values[start:]]
            single += [(condition(sheet.game, name, "<=", value),) for value in values[start - 1 : -1]]
    held = {one: sheet.cells(one[0]) for one in single}
    kept: dict[bytes, tuple[tuple[Condition, ...], Array]] = {}
    for one in single:
        kept.setdefault(held[one].tobytes(), (one, held[one]))
    several = len(sheet.features) > 1
    for one, other in combinations(single, 2) if several else ():
        if one[0].feature != other[0].feature:
            both = held[one] & held[other]
            if both.any():
                kept.setdefault(both.tobytes(), ((*one, *other), both))
    plain = [one for one in single if _is_plain(sheet, one[0])]
    for size in (3, 4):
        for group in combinations(plain, size):
            if len({one[0].feature for one in group}) == size:
                every = np.logical_and.reduce([held[one] for one in group])
                if every.any():
                    kept.setdefault(every.tobytes(), (tuple(one[0] for one in group), every))
    return [when for when, _ in kept.values()], np.array([cells for _, cells in kept.values()], float)


def _is_plain(sheet: Sheet, one: Condition) -> bool:
    """Whether it is a yes or a no: a flag, or whether there is anything of the kind at all (a pair)."""
    flags = {feature.name for feature in sheet.game.features if feature.flag}
    return one.feature in flags or (one.comparison in {"=", "!="} and one.value == 0)


def _found(sheet: Sheet, one: _List, count: int) -> Found:
    rules = (*one.rules, Rule(one.rest))
    title = f"{count} rule{'s' * (count > 1)}"
    plan = Plan(f"{sheet.game.name}-{count}-rules", sheet.game, rules, summary=f"Found: the best with {title}.")
    ev = sheet.ev(sheet.goes_on(plan))
    words = tuple(in_words(sheet.game, rule) for rule in one.rules)
    return Found(title, (*words, f"otherwise {one.rest}"), ev, sheet.optimal - ev, plan=plan)


def findings(sheet: Sheet, labels: Sequence[str]) -> Findings:
    """Lists that were found, naive ones beside them, and errors by what the game calls a hand (one label a cell)."""
    found = search(sheet)
    naive = []
    same: set[bytes] = set()
    for name in names(sheet.game):
        if name == OPTIMAL:
            continue
        plan = named(sheet.game, name)
        cells = sheet.goes_on(plan)
        if cells.tobytes() not in same and all(entry_is_rule(entry) for entry in plan.rules):
            same.add(cells.tobytes())
            ev = sheet.ev(cells)
            words = tuple(in_words(sheet.game, rule) for rule in plan.rules if isinstance(rule, Rule))
            naive.append(Found(name, words, ev, sheet.optimal - ev, plan=plan, naive=True))
    best = Found(OPTIMAL, ("the better of the two moves for every hand",), sheet.optimal, Fraction(0))
    return Findings(sheet.game, sheet.unit, ranked([*found, *naive], best), costliest(_errors(sheet, labels)))


def entry_is_rule(entry: object) -> bool:
    """Whether an entry of a plan is a rule and no chart."""
    return isinstance(entry, Rule)


def _errors(sheet: Sheet, labels: Sequence[str]) -> list[Error]:
    """For each kind of hand both moves, made every time, against the best play of those hands."""
    groups: dict[str, list[int]] = {}
    for cell, label in enumerate(labels):
        groups.setdefault(label, []).append(cell)
    unit = sheet.of * sheet.parts
    errors = []
    for label, cells in groups.items():
        often = Fraction(sum(sheet.weight[cell] for cell in cells), sheet.of)
        best = sum(sheet.best[cell] for cell in cells)
        going = sum(sheet.gain[cell] for cell in cells)
        first, second = sheet.moves
        errors.append(Error(f"{first} with {label}", often, Fraction(best - going, unit)))
        errors.append(Error(f"{second} with {label}", often, Fraction(best, unit)))
    return errors
