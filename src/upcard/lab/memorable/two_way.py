"""Games with one decision between two moves: hands in cells by what a player can see, and lists of rules over them.

What a cell of hands wins by the one move over the other is a whole number. A list of rules plays whole cells, so its
expectation is a sum of cells, exactly; the search goes through conditions, and pairs of them, with a beam.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from upcard.lab.analysis import LabError
from upcard.lab.kernels import Array
from upcard.lab.memorable.findings import Error, Findings, Found, costliest, in_words, ranked
from upcard.lab.memorable.search import RuleList, SightCells, gathered, shortest
from upcard.lab.strategies import Chart, Condition, Plan, PlanRule, named, names
from upcard.rules.game import Game

MOST_RULES = 3
OPTIMAL = "optimal"


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
        return one.holds_in(self.seen[:, self.features.index(one.feature)])

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
    cells, sums = gathered(seen, (weight, gain, best))
    counted, gained, at_best = (tuple(column.tolist()) for column in sums)
    return Sheet(game, unit, moves, tuple(seen), cells, counted, gained, at_best, of, parts, give_up)


def search(sheet: Sheet, most: int = MOST_RULES) -> list[Found]:
    """The cheapest list of 1, 2, 3 … rules, whatever the hands do that no rule names."""
    gain = np.array(sheet.gain, np.int64)
    cells = SightCells(
        sheet.game,
        sheet.features,
        sheet.seen,
        tuple((move, "") for move in sheet.moves),
        np.stack([gain, np.zeros_like(gain)]),
    )
    return [_found(sheet, one) for one in shortest(cells, most, sum(sheet.best))]


def _found(sheet: Sheet, one: RuleList) -> Found:
    count, rest = len(one.rules), sheet.moves[one.rest]
    rules = (*one.rules, PlanRule(rest))
    title = f"{count} rule{'s' * (count > 1)}"
    plan = Plan(f"{sheet.game.name}-{count}-rules", sheet.game, rules, summary=f"Found: the best with {title}.")
    ev = sheet.ev(sheet.goes_on(plan))
    words = tuple(in_words(sheet.game, rule) for rule in one.rules)
    return Found(title, (*words, f"otherwise {rest}"), ev, sheet.optimal - ev, plan=plan)


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
            words = tuple(in_words(sheet.game, rule) for rule in plan.rules if isinstance(rule, PlanRule))
            naive.append(Found(name, words, ev, sheet.optimal - ev, plan=plan, naive=True))
    best = Found(OPTIMAL, ("the better of the two moves for every hand",), sheet.optimal, Fraction(0))
    return Findings(sheet.game, sheet.unit, ranked([*found, *naive], best), costliest(_errors(sheet, labels)))


def entry_is_rule(entry: object) -> bool:
    """Whether an entry of a plan is a rule and no chart."""
    return isinstance(entry, PlanRule)


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
