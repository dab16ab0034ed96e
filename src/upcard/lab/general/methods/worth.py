"""What the counts of a showdown come to under the pays of a house: cases, the best way for every hand, how often."""

import random
from collections import Counter
from math import comb, gcd

import numpy as np

from upcard.lab.analysis import LabError
from upcard.lab.general.methods import choose_kernels
from upcard.lab.general.methods.book import ShowdownBook
from upcard.lab.general.methods.showdown import MOST_COUNT, RELATIONS, Showdown
from upcard.lab.general.outcome import Count
from upcard.lab.general.rounds.cases import ROUNDS, Cell, Cells
from upcard.lab.general.rounds.script import Path
from upcard.lab.kernels import Array

EDGES = 40
"""Hands at the ends of their kinds that are played, each in every suit."""


class ShowdownWorth:
    """What the counts come to under a house's pays: the best way for every hand, and how often each case happens."""

    def __init__(self, told: Showdown, draw: random.Random) -> None:
        self.told = told
        self.cells = Cells(told.player, told.model, told.shape)
        shape = (len(told.seen_cases), len(told.dealer_cases), 3)
        often, chosen = choose_kernels.occurring(told.counts, told.codes, told.weights, *shape[:2])
        told.progress(f"playing {int((often > 0).sum()):,} cases of {told.game.title}")
        self.ways: list[list[Path]] = []
        self.table: list[dict[Path, dict[tuple[int, int], Cell]]] = []
        for v, seen in enumerate(told.seen_cases):
            by_path: dict[Path, dict[tuple[int, int], Cell]] = {}
            first: set[Path] | None = None
            for column in range(shape[1]):
                for relation in range(3):
                    if not often[v, column, relation]:
                        continue
                    case = (RELATIONS[relation], *seen, *told.dealer_cases[column])
                    found: dict[Path, Cell] = {}
                    for row in {int(chosen[v, column, relation, k]) for k in range(chosen.shape[3])}:
                        if row >= 0:
                            found = self.cells.fill(case, told.deal(row, relation, column, draw), draw)
                    if first is None:
                        first = set(found)
                    elif set(found) != first:
                        raise LabError(
                            f"the moves of {told.game.title} depend on cards that the player has not seen, with facts "
                            f"{', '.join(map(repr, case))}"
                        )
                    for path, cell in found.items():
                        by_path.setdefault(path, {})[column, relation] = cell
            self.ways.append(list(by_path))
            self.table.append(by_path)
        self.cells.check(told.case, draw, ROUNDS)
        self._edges(draw)
        self._decide()

    def _edges(self, draw: random.Random) -> None:
        """Plays the highest and the lowest hands of every kind, in several names of the suits.

        A model that tells too little mostly errs there: a royal flush among the straight flushes, the last hand that
        does not qualify, a jackpot in spades alone.
        """
        told, suits = self.told, self.told.deck.suits
        dealt = np.flatnonzero(told.weights)
        mine = _ends(told.codes[dealt], told.strengths[told.hand_of[dealt]])
        theirs = np.flatnonzero(told.dealer_kinds.stabilisers)
        yours = _ends(told.columns[theirs], told.dealer_strengths[theirs])
        edges = [*[(int(dealt[at]), -1) for at in mine], *[(int(draw.choice(dealt)), int(theirs[at])) for at in yours]]
        for row, hidden in draw.sample(edges, min(EDGES, len(edges))):
            for turned in range(len(suits)):  # so that a hand of one suit comes in every suit
                names = dict(zip(suits, suits[turned:] + suits[:turned], strict=True))
                cards = told.edge(row, hidden, names, draw)
                case = told.case(cards)
                assert case is not None
                self.cells.fill(case, cards, draw)

    def _decide(self) -> None:
        told = self.told
        most = max(map(len, self.ways))
        nets = np.zeros((len(self.ways), most, len(told.dealer_cases), 3), object)
        stakes = np.zeros_like(nets)
        for v, ways in enumerate(self.ways):
            for k, path in enumerate(ways):
                for (column, relation), cell in self.table[v][path].items():
                    nets[v, k, column, relation] = cell.net
                    stakes[v, k, column, relation] = cell.staked
        whole, staked = _smaller(nets), _smaller(stakes)
        if max(abs(whole).max(), abs(staked).max()) * told.hidden > MOST_COUNT:
            raise LabError(f"the pays of {told.game.title} are too large to add up exactly")
        number = np.array([len(ways) for ways in self.ways], np.int64)
        self.best, tied = choose_kernels.decide(
            told.counts, told.codes, told.weights, number, whole.astype(np.int64), staked.astype(np.int64)
        )
        every = comb(told.deck.size, told.size) * comb(told.deck.size - told.size, len(told.up)) * told.hidden
        assert every < MOST_COUNT
        self.often = choose_kernels.weigh(told.counts, told.codes, told.weights, self.best, len(self.ways), most)
        self.count = Count(every)
        self.count.tied = int(told.weights[tied].sum()) * told.hidden
        main: Counter[tuple[Path, Cell]] = Counter()
        for v, ways in enumerate(self.ways):
            for k, path in enumerate(ways):
                for (column, relation), cell in self.table[v][path].items():
                    times = int(self.often[v, k, column, relation])
                    if times:
                        main[path, cell] += times
        assert main.total() == every, (main.total(), every)
        self.count.main = main

    def book(self) -> ShowdownBook:
        """What advice needs of it."""
        told = self.told
        places = sorted(told.own), sorted(told.up)
        return ShowdownBook(
            told.deck, told.size, told.hidden, places[0], places[1], told.starts, told.ups, told.codes, told.counts,
            self.best, self.ways, self.table,
        )  # fmt: skip


def _ends(kinds: Array, strengths: Array) -> list[int]:
    """Where a hand of the lowest and one of the highest strength of every kind stands."""
    low = np.full(int(kinds.max()) + 1, np.iinfo(np.int32).max, np.int32)
    high = np.full(len(low), -1, np.int32)
    np.minimum.at(low, kinds, strengths)
    np.maximum.at(high, kinds, strengths)
    found: list[int] = []
    for ends in (low, high):
        at = np.flatnonzero(strengths == ends[kinds])
        rows = np.full(len(low), -1)
        rows[kinds[at]] = at
        found += rows[rows >= 0].tolist()
    return found


def _smaller(values: Array) -> Array:
    """The same proportions in smaller numbers."""
    common = 0
    for value in values.flat:
        common = gcd(common, int(value))
    return values // max(1, common)
