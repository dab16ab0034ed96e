"""What a point of a round leads to, on whole numbers: how often which lines are written after which moves."""

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from upcard.lab.general.outcome import Count
from upcard.lab.general.rounds.cases import Cell, LineKey
from upcard.lab.general.rounds.script import Path


@dataclass(slots=True)
class Outlook:
    """What a point of a round leads to under the best play."""

    of: int = 1
    """Out of how many equally likely continuations."""
    won: int = 0
    """What the main wagers come to, over all of them, in cents."""
    risked: int = 0
    """What is staked on them."""
    tied: int = 0
    """In how many of them two moves are worth the same, counted at every decision."""
    cells: dict[tuple[Path, Cell], int] = field(default_factory=dict)
    """How often each way through the round ends in which lines."""

    @classmethod
    def leaf(cls, path: Path, cell: Cell) -> "Outlook":
        """A round that is over."""
        return cls(1, cell.net, cell.staked, 0, {(path, cell): 1})

    @property
    def main(self) -> Fraction:
        """The expected result of the main wagers, in cents."""
        return Fraction(self.won, self.of)

    @property
    def staked(self) -> Fraction:
        """The expected stakes on them."""
        return Fraction(self.risked, self.of)

    @property
    def square(self) -> Fraction:
        """The expectation of the squared result."""
        return Fraction(sum(cell.net**2 * often for (_, cell), often in self.cells.items()), self.of)

    @property
    def lines(self) -> dict[LineKey, Fraction]:
        """How often each line is written."""
        found: Counter[LineKey] = Counter()
        for (_, cell), often in self.cells.items():
            for line in cell.lines:
                found[line] += often
        return {line: Fraction(often, self.of) for line, often in found.items()}

    def count(self) -> Count:
        """How often each case happens, as an analysis takes it."""
        return Count(self.of, Counter(self.cells), {}, self.tied)

    def beats(self, other: "Outlook") -> int:
        """1 where this is worth more, 0 where it is worth the same, -1 where it is worth less."""
        mine, theirs = self.won * other.of, other.won * self.of
        return (mine > theirs) - (mine < theirs)


class ChanceSum:
    """Adds up what follows on cards that can come."""

    def __init__(self, every: int) -> None:
        self.every = every
        """In how many ways cards can come."""
        self.sum = Outlook(1)
        """Of what follows on each; its `of` is what all so far can be counted in."""

    def add(self, other: Outlook, ways: int) -> None:
        """Takes in what follows on cards that come in so many ways."""
        total = self.sum
        if total.of % other.of:
            self._count_in(lcm(total.of, other.of))
        times = ways * (total.of // other.of)
        total.won += other.won * times
        total.risked += other.risked * times
        total.tied += other.tied * times
        cells = total.cells
        for key, often in other.cells.items():
            cells[key] = cells.get(key, 0) + often * times

    def _count_in(self, of: int) -> None:
        total = self.sum
        times = of // total.of
        total.of, total.won, total.risked, total.tied = of, total.won * times, total.risked * times, total.tied * times
        total.cells = {key: often * times for key, often in total.cells.items()}

    def outlook(self) -> Outlook:
        """All of it."""
        self.sum.of *= self.every
        return self.sum
