"""What a kernel counts, and how it is read back: cells (a wager's outcome with its money), pairs of stake and result.

What an outcome pays is found by letting the game's own table settle it once for each seat; a kernel only adds up whole
numbers of cells.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from upcard.lab.kernels import Array
from upcard.lab.simulation.setup import STRETCH, Setup
from upcard.lab.simulation.tally import Claimed, Tallies, Tally
from upcard.rounds.round import Round
from upcard.rules.awards import Claim
from upcard.rules.events import Line
from upcard.rules.needs import Act, Answer

SMALLEST = 4 * STRETCH
"""Places for different pairs of stake and result; four times as many each time that they don't suffice."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One thing that can become of a wager at a seat: the lines that say so."""

    wager: str
    outcomes: tuple[str, ...]
    stake: int
    gain: int
    claims: tuple[Claim, ...] = ()

    @classmethod
    def of(cls, lines: Sequence[Line]) -> "Cell":
        """What lines of one wager come to together."""
        staked = sum(line.stake for line in lines)
        returned = sum(line.returned for line in lines)
        claims = tuple(claim for line in lines for claim in line.claims)
        return cls(lines[0].wager, tuple(sorted(line.outcome for line in lines)), staked, returned - staked, claims)


def settled(
    setup: Setup, seat: int, wager: str, outcome: str, *, also: tuple[str, ...] = (), added: int = 0
) -> Cell:  # fmt: skip
    """What the game's own table makes of an outcome; `added` is put on the stake before."""
    table = setup.game.open(setup.bets, setup.players)
    hand = setup.game.wager(wager).hand
    if added:
        table.stake(seat, hand, wager, added)
    table.settle(seat, wager, outcome, setup.game.wager(wager).rule, hand=hand, also_claims=also)
    return Cell.of(table.lines)


def lines_after(setup: Setup, answers: Sequence[Answer]) -> list[Line]:
    """The lines of a round that was given these answers."""
    played = Round(setup.game, setup.bets, setup.players)
    for answer in answers:
        if isinstance(answer, Act):
            played.act(answer)
        else:
            assert isinstance(answer, tuple)
            played.deal(answer)
    assert played.ended
    return list(played.lines)


class Book:
    """The counts of one seat after another, as arrays for a kernel, and what they say."""

    def __init__(self, setup: Setup, cells: Mapping[int, Sequence[Cell | None]], size: int, rounds: int) -> None:
        self.setup = setup
        self.numbers = sorted(setup.seats)
        self.cells = cells
        seats, width = len(self.numbers), max(len(row) for row in cells.values())
        self.stake = np.zeros((seats, width), np.int64)
        self.gain = np.zeros((seats, width), np.int64)
        self.claim = np.zeros((seats, width), np.bool_)
        for place, number in enumerate(self.numbers):
            for at, cell in enumerate(cells[number]):
                if cell is not None:
                    self.stake[place, at], self.gain[place, at] = cell.stake, cell.gain
                    self.claim[place, at] = bool(cell.claims) and setup.metered
        is_side = setup.game.is_side
        self.sides = np.array([any(map(is_side, setup.seats[number].bets)) for number in self.numbers], np.bool_)
        """[seat] whether it has side bets, or the game's own results are all there is."""
        self.seen = np.zeros((seats, width), np.int64)
        self.main_keys, self.main_counts = _pairs(seats, size)
        self.keys, self.counts = _pairs(seats, size)
        most = rounds * seats if setup.metered else 0
        self.log = np.zeros((most + 1, 5), np.int64)
        """Claims: round, seat, cell, staked and won without the award; the last row's first number says how many."""
        self.trace = np.zeros((rounds if setup.traced else 0, seats), np.int64)

    @property
    def money(self) -> tuple[Array, ...]:
        """What a kernel needs to know of money."""
        return self.stake, self.gain, self.claim, self.sides

    @property
    def pages(self) -> tuple[Array, ...]:
        """Where a kernel writes."""
        return (
            self.seen, self.main_keys, self.main_counts, self.keys, self.counts, self.log, self.trace,
        )  # fmt: skip

    def read(self, first: int, rounds: int) -> Tallies:
        """What was counted in so many rounds from a stretch on."""
        found = Tallies(rounds=rounds)
        for place, number in enumerate(self.numbers):
            tally = found.seats[number] = Tally(rounds=rounds)
            for at in np.flatnonzero(self.seen[place]).tolist():
                cell = self.cells[number][at]
                assert cell is not None, f"a kernel counted cell {at}, which seat {number} has not"
                self._tell(tally, cell, int(self.seen[place, at]))
            _read_pairs(tally.main, self.main_keys[place], self.main_counts[place])
            if self.sides[place]:
                _read_pairs(tally.results, self.keys[place], self.counts[place])
            else:
                tally.results.update(tally.main)
        for at, place, cell_at, staked, won in self.log[: int(self.log[-1, 0])].tolist():
            number = self.numbers[place]
            logged = self.cells[number][cell_at]
            assert logged is not None
            found.claimed.append(Claimed(first * STRETCH + at, number, staked, won, logged.claims))
        found.trace = [self.trace] if self.setup.traced else []
        return found

    @staticmethod
    def _tell(tally: Tally, cell: Cell, times: int) -> None:
        tally.wagers[cell.wager][cell.outcomes, cell.stake, cell.gain] += times
        for claim in cell.claims:
            tally.claims[claim.meter][claim.percent] += times


def _pairs(seats: int, size: int) -> tuple[Array, Array]:
    return np.zeros((seats, size, 2), np.int64), np.zeros((seats, size + 1), np.int64)


def _read_pairs(into: "dict[tuple[int, int], int]", keys: Array, counts: Array) -> None:
    for at in np.flatnonzero(counts[:-1]).tolist():
        into[int(keys[at, 0]), int(keys[at, 1])] = int(counts[at])


def every(
    setup: Setup, cells: Mapping[int, Sequence[Cell | None]], walk: Callable[[Book], int]
) -> tuple[dict[tuple[int, int], int], int]:
    """All deals of a game instead of some: how many come to each pair of stake and gain, and how many there are."""
    size = SMALLEST
    while True:
        book = Book(setup, cells, size, 0)
        of = walk(book)
        if of >= 0:
            found: dict[tuple[int, int], int] = {}
            _read_pairs(found, book.keys[0], book.counts[0])
            return found, int(of)
        size *= 4
