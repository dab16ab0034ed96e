"""4 Card Split for its kernel: hands up to suits, how a plan or the solver lays them out, who wins, cells (SPL)."""

from functools import cached_property
from hashlib import sha256
from itertools import combinations, combinations_with_replacement, permutations, product
from math import comb
from typing import cast

import numpy as np

from upcard.cards.card import CARDS, RANKS, SUITS, Cards
from upcard.cards.poker import ladder
from upcard.lab.analysis import LabError
from upcard.lab.four_card_split.geometry import geometry
from upcard.lab.four_card_split.play import solution, terms_of
from upcard.lab.kernels import Array, silent, stored
from upcard.lab.simulation.engines import four_card_split_kernels as kernels
from upcard.lab.simulation.engines.book import Book, BookCell, Digits, settled
from upcard.lab.simulation.engines.policies import error_parts, is_optimal
from upcard.lab.simulation.setup import Setup
from upcard.lab.simulation.stream_kernels import new_stream
from upcard.lab.strategies.laying import in_order
from upcard.lab.strategies.plan import Plan
from upcard.lab.strategies.playing import Written
from upcard.lab.tables import suit_orders
from upcard.rules.features import HandSight
from upcard.rules.four_card_split import hands
from upcard.rules.four_card_split.features import AGAINST_UPCARD
from upcard.rules.four_card_split.game import FOLD, FOLD_ALL, FourCardSplit
from upcard.rules.needs import Choice, Move, Partition, Turn

_WAGERS = ("ante-1", "ante-2", "play-1", "play-2", "blind")
_RANKS = range(len(RANKS))
_UPCARDS = CARDS[:: len(SUITS)]


def _choose() -> Array:
    return np.array([[comb(n, k) for k in range(5)] for n in range(len(CARDS))], np.int64)


def _numbers(sets: Array) -> Array:
    """The number of each sorted set of four among all of them."""
    choose = _choose()
    found: Array = choose[sets[:, 0], 1] + choose[sets[:, 1], 2] + choose[sets[:, 2], 3] + choose[sets[:, 3], 4]
    return found


def _shapes() -> tuple[Array, Array, Array]:
    """By the number of a set: its shape, and the renaming of suits that leads there; and one set of each shape."""

    def make() -> Array:
        sets = np.array(list(combinations(CARDS, 4)), np.int64)
        orders = np.array(suit_orders(), np.int64)
        numbers = np.stack([_numbers(np.sort(order[sets], axis=1)) for order in orders])
        way = numbers.argmin(axis=0)
        table = np.zeros((len(sets), 2), np.int32)
        table[_numbers(sets)] = np.stack([numbers.min(axis=0), way], axis=1)
        return table

    table = stored("simulated-split-shapes", make, suit_orders)
    least, shape = np.unique(table[:, 0], return_inverse=True)
    sets = np.array(list(combinations(CARDS, 4)), np.int8)
    ordered = np.zeros_like(sets)
    ordered[_numbers(sets.astype(np.int64))] = sets
    return shape.reshape(-1).astype(np.int16), table[:, 1].astype(np.int8), ordered[least]


class FourCardSplitEngine:
    """Tables for the kernel, made for one setup."""

    def __init__(self, setup: Setup) -> None:
        self.setup, self.game = setup, cast("FourCardSplit", setup.game)
        self.numbers = sorted(setup.seats)
        self.shape_of, self.rename_of, ones = _shapes()
        self.ones: list[Cards] = [tuple(row) for row in ones.tolist()]
        self._lay_out()
        self.cells = {number: self._cells_of(number) for number in self.numbers}
        self.facts = self._facts()
        self.digits = Digits({"first": len(self.ends), "second": len(self.ends), "blind": len(self.blinds)})
        self.book = Book(setup, self.decode, self.digits.width)
        strategies = [setup.seats[number].strategy for number in self.numbers]
        self.optimal = np.array([is_optimal(one) for one in strategies], np.bool_)
        self.errors = np.array([error_parts(one) for one in strategies], np.int64)
        if (self.optimal & (self.errors > 0)).any():
            raise LabError("the optimal play of 4 Card Split can't go on after an error; give errors to a plan")
        self.claims = np.stack([self._claims(setup.seats[number].bets["ante-1"]) for number in self.numbers])
        plans = [one.plan if isinstance(one, Written) else None for one in strategies]
        self.splits = np.stack([self._splits(plan, claim) for plan, claim in zip(plans, self.claims, strict=True)])
        self.plays = tuple(np.stack(tables) for tables in zip(*map(self._plays, plans), strict=True))
        self.solved = self._solved()
        seats = len(self.numbers)
        self.work = (
            np.zeros((seats, 4), np.int64), np.zeros((seats, 4), np.int64), np.zeros((seats, 4), np.int64),
            np.zeros((seats, 2, 3), np.int64), np.zeros((seats, 2), np.int64), np.zeros((seats, 2), np.int64),
        )  # fmt: skip

    def _lay_out(self) -> None:
        self.first: dict[str, int] = {}
        at = 0
        for wager in _WAGERS:
            self.first[wager] = at
            at += len(self.game.table_of(wager).pays)
        self.width = at

    def _cells_of(self, number: int) -> list[BookCell | None]:
        setup, bets = self.setup, self.setup.seats[number].bets
        cells: list[BookCell | None] = [None] * self.width
        for wager in _WAGERS:
            played = self.game.wager(wager).equals if wager not in bets else None
            for place, outcome in enumerate(self.game.table_of(wager).pays):
                added = bets[played] if played else 0
                cells[self.first[wager] + place] = settled(setup, number, wager, outcome, added=added)
        return cells

    def _facts(self) -> tuple[Array, ...]:
        """Strengths, the dealer's, rows of the Blind, how hands meet; how an instant winner ends.

        An end of a hand is what becomes of its Ante and its Play bet: how it met the dealer's, or the Ante alone.
        """
        shape, terms = geometry(self.game.deck, self.game.version), terms_of(self.game)
        antes = tuple(self.game.table_of("ante-1").pays)
        self.ends: list[tuple[str, ...]] = [*terms.outcomes, *((ante,) for ante in antes)]
        names = self.blinds = tuple(self.game.table_of("blind").pays)
        alone = np.array([len(terms.outcomes) + at for at in range(len(antes))], np.int64)
        instant = np.where(terms.instant_code >= 0, alone[terms.instant_code], -1)

        def make() -> Array:
            """By one suit or not, and four ranks; four of one rank and suit are nothing."""
            table = np.zeros((2, *[len(RANKS)] * 4), np.int8)
            for ranks in combinations_with_replacement(_RANKS, 4):
                alike = len(set(ranks)) == 4
                for suited in range(1 + alike):
                    cards = [4 * r + (0 if suited else place) for place, r in enumerate(ranks)]
                    for four in set(permutations(ranks)):
                        table[(suited, *four)] = names.index(hands.blind_outcome(cards))
            return table

        blind = stored(f"simulated-split-blind-{'-'.join(names)}"[:120], make, hands.blind_outcome)
        return shape.player, shape.dealer, blind, terms.codes, instant

    def decode(self, place: int, code: int) -> list[BookCell]:
        """The cells of a seat in a round."""
        *ends, blind = self.digits.read(code)
        number = self.numbers[place]
        said = [("blind", self.blinds[blind])]
        for hand, end in enumerate(ends, 1):
            ante, *played = self.ends[end]
            said += [(f"ante-{hand}", ante), *((f"play-{hand}", play) for play in played)]
        found = [self.cells[number][self.first[wager] + self._row(wager, outcome)] for wager, outcome in said]
        return [cell for cell in found if cell is not None]

    def _row(self, wager: str, outcome: str) -> int:
        return tuple(self.game.table_of(wager).pays).index(outcome)

    def _claims(self, ante: int) -> Array:
        """By shape: which splits claim an instant winner, as bits over splits 3 to 6 (SPL-5)."""

        def bits(four: Cards) -> int:
            won = {frozenset(three) for three in self.game.claimable(four, ante)}
            parts = [frozenset(four[place] for place in way[:3]) for way in kernels.PARTS[3:].tolist()]
            return sum(1 << place for place, part in enumerate(parts) if part in won)

        said = f"{self.game.house['instant']} {sorted(self.game.tables['ante'].texts().items())} {ante}"
        title = f"simulated-split-claims-{sha256(said.encode()).hexdigest()[:16]}"
        return stored(
            title,
            lambda: np.array([bits(four) for four in self.ones], np.int8),
            hands.instants,
            FourCardSplit.claimable,
        )

    def _turn(self, four: Cards, claims: int) -> Turn:
        ways = [_way(four, split) for split in range(kernels.FOLD_ALL)]
        if claims:
            open_: tuple[Move, ...] = (
                Partition("split", "", "s", "SPL-5", tuple(ways[3 + bit] for bit in range(4) if claims >> bit & 1)),
            )
        else:
            open_ = (Partition("split", "", "s", "SPL-6", tuple(ways)), FOLD_ALL)
        return Turn(1, 1, open_)

    def _splits(self, plan: Plan | None, claims: Array) -> Array:
        """At [upcard's rank, shape]: what a plan does with four cards."""
        table = np.zeros((len(RANKS), len(self.ones)), np.int8)
        if plan is None:
            return table
        known: dict[tuple[object, ...], tuple[str, str]] = {}
        names = plan.asks | {"high"} if "over" in plan.asks else plan.asks
        asked = [f for f in self.game.features if f.name in names and f.name not in AGAINST_UPCARD]
        laid: dict[str, Array] = {}
        for shape, four in enumerate(self.ones):
            like = tuple(f.of(self.game, HandSight(four)) for f in asked)
            turn: Turn | None = None
            for up in range(len(RANKS)) if _asks_upcard(plan) else range(1):
                key = (up, bool(claims[shape]), *like)
                if key not in known:
                    turn = turn or self._turn(four, int(claims[shape]))
                    known[key] = plan.choose(HandSight(four, (_UPCARDS[up],)), turn)
                move, way = known[key]
                if move == "split" and way not in laid:
                    laid[way] = self._laid(way, claims)
                table[up, shape] = laid[way][shape] if move == "split" else kernels.FOLD_ALL
        if not _asks_upcard(plan):
            table[:] = table[0]
        return table

    @cached_property
    def order(self) -> Array:
        """By shape: the splits in the order in which a way of laying is asked to choose among them."""

        def make() -> Array:
            rows = []
            for four in self.ones:
                place = {_sets(_way(four, split)): split for split in range(kernels.FOLD_ALL)}
                rows.append([place[_sets(way)] for way in in_order([_way(four, split) for split in place.values()])])
            return np.array(rows, np.int8)

        return stored("simulated-split-order", make, in_order)

    def _laid(self, way: str, claims: Array) -> Array:
        """By shape: the split that a named way chooses among those that are allowed."""
        choose = self.game.layings[way] if way else None

        def make() -> Array:
            chosen = []
            for four, claim, order in zip(self.ones, claims.tolist(), self.order.tolist(), strict=True):
                splits = [split for split in order if not claim or (split >= 3 and claim >> (split - 3) & 1)]
                ways = [_way(four, split) for split in splits]
                chosen.append(splits[choose(ways) if choose else 0])
            return np.array(chosen, np.int8)

        title = f"simulated-split-laid-{way}-{sha256(claims.tobytes()).hexdigest()[:16]}"
        return stored(title, make, *([choose] if choose else []), in_order, hands.strength)

    def _plays(self, plan: Plan | None) -> tuple[Array, Array, Array]:
        """At [upcard's rank, card(s) or strength]: whether a plan plays a hand of one, two or three cards."""
        ranks, cards = len(RANKS), len(CARDS)
        one, two = np.zeros((ranks, cards), np.bool_), np.zeros((ranks, cards, cards), np.bool_)
        three = np.zeros((ranks, len(ladder(3)[1])), np.bool_)
        if plan is None:
            return one, two, three
        turn = Turn(1, 1, (Choice("play", "Play", "p", "SPL-7"), FOLD))
        ups = range(ranks) if _asks_upcard(plan) else range(1)
        for up in ups:

            def plays(hand: Cards, up: int = up) -> bool:
                return plan.choose(HandSight(hand, (_UPCARDS[up],)), turn)[0] == "play"

            for r in _RANKS:
                one[up, 4 * r : 4 * r + 4] = plays((4 * r,))
            for r, q in product(_RANKS, repeat=2):
                apart, alike = plays((4 * r, 4 * q + 1)), r != q and plays((4 * r, 4 * q))
                for s, t in product(range(len(SUITS)), repeat=2):
                    two[up, 4 * r + s, 4 * q + t] = alike if s == t else apart
            for (triple, suited), strength in ladder(3)[0].items():
                three[up, strength] = plays(tuple(4 * r + (0 if suited else at) for at, r in enumerate(triple)))
        if len(ups) == 1:
            one[:], two[:], three[:] = one[0], two[0], three[0]
        return one, two, three

    def _solved(self) -> tuple[Array, ...]:
        """By the number of a set, its suits named by the upcard's: the solver's class, the renaming, and the moves."""
        if not self.optimal.any():
            return np.zeros(1, np.int32), np.zeros(1, np.int8), np.zeros((len(RANKS), 1), np.int8)
        found = solution(self.game, silent)
        sets = np.array(list(combinations(CARDS, 4)), np.int64)
        of = np.full(comb(len(CARDS), 4), -1, np.int32)
        of[_numbers(found.geometry.cards.astype(np.int64))] = np.arange(len(found.geometry.cards))
        classes, ways = np.full(len(of), -1, np.int32), np.zeros(len(of), np.int8)
        places = _numbers(sets)
        for order in permutations((1, 2, 3)):
            names = (0, *order)
            rename = np.array([4 * (card >> 2) + names[card & 3] for card in CARDS], np.int64)
            there = of[_numbers(np.sort(rename[sets], axis=1))]
            new = (classes[places] < 0) & (there >= 0)
            classes[places[new]] = there[new]
            ways[places[new]] = suit_orders().index(tuple(rename.tolist()))
        moves = np.zeros((len(RANKS), len(found.geometry.cards)), np.int8)
        moves[found.geometry.ranks] = found.moves
        return classes, ways, moves

    @cached_property
    def shapes(self) -> tuple[Array, ...]:
        """How four cards lead to their shape: binomials, the renamings of suits, and both by the number of a set."""
        return _choose(), np.array(suit_orders(), np.int64), self.shape_of, self.rename_of

    def run(self, first: int, lengths: Array) -> tuple[int, Array]:
        """Plays stretches."""
        said = np.zeros((int(lengths.sum()), len(self.numbers)), np.int32)
        policy = (self.optimal, self.errors, self.splits, *self.plays, self.claims)
        done = kernels.play(
            np.uint64(self.setup.key), first, lengths, new_stream(), new_stream(), np.array(self.game.deck, np.uint8),
            self.shapes, self.facts, policy, self.solved, len(self.ends), self.ends.index(("fold",)), len(self.blinds),
            self.work, said,
        )  # fmt: skip
        return int(done), said


def _parts(split: int) -> tuple[list[int], list[int]]:
    places = kernels.PARTS[split].tolist()
    size = 2 if split < 3 else 3
    return places[:size], places[size:]


def _asks_upcard(plan: Plan) -> bool:
    """Whether a plan plays the same cards differently against different upcards."""
    return not plan.asks.isdisjoint(AGAINST_UPCARD)


def _way(four: Cards, split: int) -> tuple[Cards, ...]:
    """Four cards as a split lays them."""
    return tuple(tuple(four[place] for place in part) for part in _parts(split))


def _sets(way: tuple[Cards, ...]) -> frozenset[frozenset[int]]:
    return frozenset(frozenset(part) for part in way)
