"""A player and a dealer beside a board, worked out: whole boards first, then back from street to street.

Three times every hand is put on every board (classes of boards, every hand on each): to see which cases there are, to
sum up what the best of the last decisions comes to, and, when all decisions are known, to count what happens.
"""

import random
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from math import comb, gcd

import numpy as np

from upcard.lab.analysis import LabError
from upcard.lab.general.boards import count_kernels, rows_kernels
from upcard.lab.general.boards.book import BoardsBook
from upcard.lab.general.boards.deal import INDEX, Boards, bits_of
from upcard.lab.general.boards.tree import Tree, offered
from upcard.lab.general.hands import index_kernels as index
from upcard.lab.general.hands.deck import classes
from upcard.lab.general.methods.showdown import MOST_COUNT, RELATIONS
from upcard.lab.general.outcome import Count
from upcard.lab.general.rounds.cases import ROUNDS, Cell, Cells, unchanged
from upcard.lab.general.rounds.script import Path
from upcard.lab.kernels import Array, cores

MOST_WORKERS = 4
"""Each keeps sums of its own, and those are large."""
STEPS = 40
"""How often one pass says how far it is."""


class Solving:
    """The decisions of a game with a board, from the last one back."""

    def __init__(self, told: Boards, draw: random.Random) -> None:
        self.told = told
        self.cells = Cells(told.player, told.model, told.shape)
        self.workers = min(MOST_WORKERS, cores())
        with ThreadPoolExecutor(self.workers) as self.pool:  # compiled code leaves Python to the others
            self._stages()
            self._cases(draw)
            self._prices()
            self._decide()
            self._count()

    def _stages(self) -> None:
        """How many cards of the board lie at each decision before it is whole."""
        told = self.told
        board = set(told.board)
        lying = {seen: len(board & set(told.shape.seen[:seen])) for seen in told.shape.stages}
        self.early = [seen for seen in told.shape.stages if lying[seen] < len(board)]
        self.sizes = [lying[seen] for seen in self.early]
        self.stage_first = np.array([index.SIZES[size] for size in self.sizes] or [0], np.int64)
        self.parts: list[tuple[int, tuple[int, ...]]] = [
            (stage, part) for stage, size in enumerate(self.sizes) for part in combinations(range(len(board)), size)
        ]
        self.part_stage = np.array([stage for stage, _ in self.parts], np.int64)
        self.parts_of = np.full((len(self.parts), max(1, len(board))), -1, np.int64)
        for at, (_, part) in enumerate(self.parts):
            self.parts_of[at, : len(part)] = part
        chains = self._chains()
        self.chains = np.array(chains, np.int64).reshape(len(chains), len(self.sizes))

    def _chains(self) -> list[tuple[int, ...]]:
        """Every way in which the board can come, street by street, as places among the parts."""
        found: list[tuple[int, ...]] = [()]
        for stage in range(len(self.sizes)):
            found = [
                (*chain, at)
                for chain in found
                for at, (own, part) in enumerate(self.parts)
                if own == stage and (not chain or set(self.parts[chain[-1]][1]) <= set(part))
            ]
        return found

    def _between(self, low: int, high: int) -> int:
        """In how many ways the streets between two stages can be laid, given the cards of both (the last: all)."""
        sizes = [*self.sizes, len(self.told.board)]
        ways = 1
        for stage in range(low + 1, high):
            ways *= comb(sizes[high] - sizes[stage - 1], sizes[stage] - sizes[stage - 1])
        return ways

    # Passes over all boards

    def _over_boards(self, what: str, do: Callable[[int, int, int], None]) -> None:
        """Goes over all boards in steps, and says how long the rest will take."""
        many, begun = len(self.told.boards), time.monotonic()
        steps = min(STEPS, max(1, many // 64))
        cuts = [many * cut // (steps * self.workers) for cut in range(steps * self.workers + 1)]
        for step in range(steps):
            at = range(step * self.workers, (step + 1) * self.workers)
            list(self.pool.map(do, range(self.workers), [cuts[k] for k in at], [cuts[k + 1] for k in at]))
            left = (time.monotonic() - begun) * (steps - step - 1) / (step + 1)
            self.told.progress(f"{what}: {100 * (step + 1) // steps} %, {left:.0f} s left")

    def _cases(self, draw: random.Random) -> None:
        """Which cases there are, and what the script writes in each."""
        told = self.told
        seen, columns = len(told.seen_cases), len(told.dealer_cases)
        found = np.full((self.workers, seen, columns, 3, 2, 2), -1, np.int64)
        self._over_boards(
            f"{told.game.title}: looking for cases on {len(told.boards):,} kinds of boards",
            lambda worker, low, high: count_kernels.occurring(
                low, high, told.boards, told.weights, told.mine, told.yours, INDEX, columns, found[worker]
            ),
        )
        told.progress(f"playing the cases of {told.game.title}")
        self.table: list[dict[Path, dict[tuple[int, int], Cell]]] = []
        for v, case in enumerate(told.seen_cases):
            by_path: dict[Path, dict[tuple[int, int], Cell]] = {}
            first: set[Path] | None = None
            for column in range(columns):
                for relation in range(3):
                    deals = {(int(b), int(h)) for b, h in found[:, v, column, relation].reshape(-1, 2) if b >= 0}
                    whole = (RELATIONS[relation], *case, *told.dealer_cases[column])
                    ways: dict[Path, Cell] = {}
                    for board, hand in sorted(deals)[:3]:
                        ways = self.cells.fill(whole, told.deal(board, hand, column, relation, draw), draw)
                    if deals and first is None:
                        first = set(ways)
                    elif deals and set(ways) != first:
                        raise LabError(
                            f"the moves of {told.game.title} depend on cards that the player has not seen, with facts "
                            f"{', '.join(map(repr, whole))}"
                        )
                    for path, cell in ways.items():
                        by_path.setdefault(path, {})[column, relation] = cell
            self.table.append(by_path)
        self.cells.check(told.case, draw, ROUNDS)

    def _prices(self) -> None:
        """The tree of moves, and what each way of each case is worth and stakes, in numbers that can be added up."""
        told = self.told
        self.tree = Tree.of(list(dict.fromkeys(path for found in self.table for path in found)), self.early)
        names = [
            unchanged([list(cells.values()) for cells in found.values()]) for found in self.table if len(found) > 1
        ]
        fixed = set.intersection(*names) if names else set()
        self.open = np.zeros((len(self.table), len(self.tree.ways)), np.bool_)
        nets = np.zeros((*self.open.shape, len(told.dealer_cases), 3), np.int64)
        stakes = np.zeros_like(nets)
        for v, found in enumerate(self.table):
            for w, path in enumerate(self.tree.ways):
                for (column, relation), cell in found.get(path, {}).items():
                    self.open[v, w] = True
                    nets[v, w, column, relation] = cell.without(fixed)
                    stakes[v, w, column, relation] = cell.staked
        self.unit = gcd(*np.unique(nets).tolist()) or 1
        self.nets, self.stakes = nets // self.unit, stakes // (gcd(*np.unique(stakes).tolist()) or 1)
        deck = told.deck.size
        self.hidden = comb(deck - len(told.own) - len(told.board), len(told.theirs))
        self.deals = comb(deck, len(told.own)) * comb(deck - len(told.own), len(told.board)) * self.hidden
        largest = max(int(abs(self.nets).max()), int(self.stakes.max()), 1) * self.deals * len(self.chains)
        if largest > MOST_COUNT:
            raise LabError(f"the pays of {told.game.title} are too large to add up exactly")

    # Back from street to street

    def _decide(self) -> None:
        told = self.told
        many = len(told.held.bits)
        self.rows_at = [len(classes(told.deck, size).masks) * many for size in self.sizes]
        orders, rows = told.namings
        orbits = np.stack([np.bincount(rows[24 * s], minlength=many) for s in range(8)])
        self.deals_at, self.stage_boards = [], []
        for size in self.sizes:
            kinds = classes(told.deck, size)
            boards = bits_of(kinds.masks)
            self.stage_boards.append((boards, kinds.weights))
            self.deals_at.append(
                rows_kernels.sizes(
                    boards, kinds.weights, len(told.deck.suits), told.held.bits, rows, orbits, index.CODES, orders
                )
            )
        self.worth: list[Array] = []
        self.choice: list[Array] = []
        self.tied: list[Array] = []
        self._back(self.nets)
        if any(tied.any() for tied in self.tied):
            self._back(self.stakes, choosing=False)

    def _back(self, measure: Array, *, choosing: bool = True) -> None:
        """What every decision's moves come to; the best are chosen, or where two are, the one that stakes less."""
        ends = self._whole_boards(measure, "comparing moves" if choosing else "breaking ties")
        tree = self.tree
        reached: dict[int, Array] = {}
        found: dict[int, tuple[Array, Array, Array]] = {}
        for at in sorted(range(len(tree.nodes)), key=lambda at: -tree.nodes[at].stage):
            node = tree.nodes[at]
            values = []
            for child in node.children:
                later = tree.next_node(node.stage, child)
                if later is None:
                    values.append(ends[child] * self._between(node.stage, len(self.sizes)))
                else:
                    values.append(self._from(later, node.stage, reached[later]))
            worth = np.stack(values)
            if choosing:
                open_ = self._open(at)
                best, tied = choose(worth, open_)
                found[at] = (worth, best, tied & (self.deals_at[node.stage] > 0))
            else:
                kept, best, tied = self.worth[at], self.choice[at].astype(np.int64), self.tied[at]
                if tied.any():
                    top = np.take_along_axis(kept, best[None], 0)
                    equal = (kept == top) & self._open(at)
                    cheapest = np.where(equal, worth, np.iinfo(np.int64).max).argmin(axis=0)
                    best = np.where(tied, cheapest, best)
                found[at] = (kept, best.astype(np.int8), tied)
            reached[at] = np.take_along_axis(worth, found[at][1][None].astype(np.int64), 0)[0]
        self.worth = [found[at][0] for at in range(len(tree.nodes))]
        self.choice = [found[at][1] for at in range(len(tree.nodes))]
        self.tied = [found[at][2] for at in range(len(tree.nodes))]

    def _whole_boards(self, measure: Array, what: str) -> dict[int, Array]:
        """What the best of the last decisions comes to, at the stage where it is compared."""
        told, tree, homes = self.told, self.tree, self.tree.homes()
        wanted = [
            end for end, (low, high) in enumerate(tree.ends)
            if high > low and homes[end] >= 0 and tree.next_node(homes[end], end) is None
        ]  # fmt: skip
        if not wanted:
            return {}
        stage = np.full(len(tree.ends), -1, np.int64)
        base = np.zeros(len(tree.ends), np.int64)
        size = 0
        for end in wanted:
            stage[end], base[end] = homes[end], size
            size += self.rows_at[homes[end]]
        sums = np.zeros((self.workers, size), np.int64)
        orders, rows = told.namings
        self._over_boards(
            f"{told.game.title}: {what} on {len(told.boards):,} kinds of boards",
            lambda worker, low, high: count_kernels.gather(
                low, high, told.boards, told.weights, len(told.deck.suits), told.mine, told.yours, INDEX,
                len(told.dealer_cases), np.array(tree.ends, np.int64), self.open, self.nets, self.stakes, measure,
                rows, orders, self.part_stage, self.parts_of, self.stage_first, stage, base, sums[worker],
            ),
        )  # fmt: skip
        whole = sums[0]
        for more in sums[1:]:
            whole += more
        return {end: self._each(whole[base[end] : base[end] + self.rows_at[homes[end]]], homes[end]) for end in wanted}

    def _each(self, sums: Array, stage: int) -> Array:
        """Sums over all deals of a row, as those of one deal."""
        of = self.deals_at[stage]
        found, rest = np.divmod(sums, of.clip(1))
        assert not rest.any()
        return found

    def _from(self, later: int, stage: int, values: Array) -> Array:
        """What a later decision comes to, at an earlier stage."""
        told, node = self.told, self.tree.nodes[later]
        orders, rows = told.namings
        boards, weights = self.stage_boards[node.stage]
        parts = list(combinations(range(self.sizes[node.stage]), self.sizes[stage]))
        sums = rows_kernels.back(
            boards, weights, len(told.deck.suits), told.held.bits, rows, values,
            np.array(parts, np.int64).reshape(len(parts), -1), int(self.stage_first[stage]),
            len(classes(told.deck, self.sizes[stage]).masks), index.CODES, orders, index.STARTS, index.PLACES,
        )  # fmt: skip
        return self._each(sums, stage) * self._between(stage, node.stage)

    def _open(self, at: int) -> Array:
        """At [option, row]: whether it can be done there, by what the player's own cards say."""
        told, node = self.told, self.tree.nodes[at]
        seen = len(told.hand_cases)
        wide = len(told.seen_cases) // seen
        prefix, cards = self.tree.prefixes[node.prefix], self.early[node.stage]
        offers: list[set[Path]] = []
        for case in range(seen):
            own = [offered(found, prefix, cards) for found in self.table[case * wide : (case + 1) * wide] if found]
            own = [one for one in own if one]
            if any(one != own[0] for one in own):
                raise LabError(
                    f"the moves of {told.game.title} after {cards} cards depend on something that its facts don't say "
                    "of the player's own cards"
                )
            offers.append(own[0] if own else set())
        by_case = np.array([[option in own for own in offers] for option in node.options])
        open_ = by_case[:, told.by_hand]
        return np.tile(open_, (1, self.rows_at[node.stage] // len(told.by_hand)))

    # Forward, by what was chosen

    def _count(self) -> None:
        told, tree = self.told, self.tree
        node_of = np.full((max(1, len(self.sizes)), len(tree.prefixes)), -1, np.int64)
        most = max((len(node.options) for node in tree.nodes), default=1)
        child = np.zeros((max(1, len(tree.nodes)), most), np.int64)
        base = np.zeros(max(1, len(tree.nodes)), np.int64)
        size = 0
        for at, node in enumerate(tree.nodes):
            node_of[node.stage, node.prefix] = at
            child[at, : len(node.children)] = node.children
            base[at] = size
            size += self.rows_at[node.stage]
        choice = np.concatenate([*self.choice, np.zeros(1, np.int8)])
        ties = np.concatenate([*self.tied, np.zeros(1, np.bool_)])
        found = np.zeros((self.workers, len(told.seen_cases), len(tree.ways), len(told.dealer_cases), 3), np.int64)
        tied = np.zeros((self.workers, 1), np.int64)
        orders, rows = told.namings
        self._over_boards(
            f"{told.game.title}: counting what happens on {len(told.boards):,} kinds of boards",
            lambda worker, low, high: count_kernels.tally(
                low, high, told.boards, told.weights, len(told.deck.suits), told.mine, told.yours, INDEX,
                len(told.dealer_cases), np.array(tree.ends, np.int64), self.open, self.nets, self.stakes, rows, orders,
                self.part_stage, self.parts_of, self.stage_first, self.chains, node_of, base, child, choice, ties,
                self.hidden, found[worker], tied[worker],
            ),
        )  # fmt: skip
        self.count = Count(self.deals * len(self.chains))
        self.count.tied = int(tied.sum())
        main: Counter[tuple[Path, Cell]] = Counter()
        for v, w, column, relation in zip(*np.nonzero(found.sum(axis=0)), strict=True):
            path = tree.ways[w]
            main[path, self.table[v][path][int(column), int(relation)]] += int(found[:, v, w, column, relation].sum())
        assert main.total() == self.count.of, (main.total(), self.count.of)
        self.count.main = main

    def book(self) -> BoardsBook:
        """What advice needs of it."""
        told, tree = self.told, self.tree
        nodes = [(self.early[node.stage], tree.prefixes[node.prefix], node.options) for node in tree.nodes]
        of = []
        for node in tree.nodes:
            more = len(told.board) - self.sizes[node.stage]
            left = told.deck.size - len(told.own) - self.sizes[node.stage]
            of.append(comb(left, more) * self._between(node.stage, len(self.sizes)) * self.hidden)
        return BoardsBook(
            told.deck, told.own, told.board, told.theirs, told.mine, told.yours, told.namings, self.unit,
            self.hidden, nodes, of, self.worth, self.choice, [self._open(at) for at in range(len(tree.nodes))],
            tree.ways, self.open, self.nets, self.stakes,
        )  # fmt: skip


def choose(worth: Array, open_: Array) -> tuple[Array, Array]:
    """The best option of every row, and whether two are."""
    floor = np.where(open_, worth, np.iinfo(np.int64).min)
    best = floor.argmax(axis=0)
    top = floor.max(axis=0)
    return best.astype(np.int8), ((floor == top).sum(axis=0) > 1) & open_.any(axis=0)
