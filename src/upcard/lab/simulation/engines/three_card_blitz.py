"""3 Card Blitz for its kernel: what each suit holds, what a hand earns, cells, and who plays what (BLZ)."""

from itertools import product
from math import comb, lcm
from typing import cast

import numpy as np

from upcard.cards.card import RANKS, SUITS, Cards, rank, suit
from upcard.lab.kernels import Array, stored
from upcard.lab.simulation.engines import three_card_blitz_kernels as kernels
from upcard.lab.simulation.engines.book import Book, BookCell, Digits, settled
from upcard.lab.simulation.engines.policies import error_parts, is_optimal
from upcard.lab.simulation.setup import Setup
from upcard.lab.simulation.stream_kernels import new_stream
from upcard.lab.strategies.playing import Strategy, Written
from upcard.lab.three_card_blitz.solver import prices
from upcard.lab.three_card_blitz.states import HAND, kinds, states
from upcard.rules.features import HandSight
from upcard.rules.needs import Choice, Turn
from upcard.rules.three_card_blitz import hands
from upcard.rules.three_card_blitz.game import ThreeCardBlitz
from upcard.rules.three_card_blitz.points import BLITZ, BlitzHand, blitz_hand

_MASKS = 1 << len(RANKS)
_TOPS = 3
"""At most two suits make the top total in seven cards (BLZ-3)."""
_SIDES = ("flush-bonus", "blitz-bonus")
_Row = tuple[str, tuple[str, ...]]


def _cards(mask: int, suit: int = 0) -> Cards:
    return tuple(4 * place + suit for place in range(len(RANKS)) if mask >> place & 1)


class ThreeCardBlitzEngine:
    """Tables for the kernel, made for one setup."""

    def __init__(self, setup: Setup) -> None:
        self.setup, self.game = setup, cast("ThreeCardBlitz", setup.game)
        self.numbers = sorted(setup.seats)
        self.suits = self._suits()
        shifts = (kernels.TOTAL, kernels.LENGTH, kernels.BLITZES, kernels.ROYAL, kernels.FIVE)
        self.packed = np.zeros(_MASKS, np.uint16)
        for column, shift in zip(self.suits, shifts, strict=True):
            self.packed |= column.astype(np.uint16) << np.uint16(shift)
        self.bonus_rows = self._bonus_rows()
        self._lay_out()
        self.cells = {number: self._cells_of(number) for number in self.numbers}
        self.rows = self._rows()
        self.sizes = len(self.classes), len(self.flushes)
        self.digits = Digits({"met": kernels.FOLDED + 1, "class": self.sizes[0], "flush": self.sizes[1]})
        self.book = Book(setup, self.decode, self.digits.width)
        self.examples = self._examples()
        strategies = [setup.seats[number].strategy for number in self.numbers]
        self.solved = self._solved(optimal=any(map(is_optimal, strategies)))
        self.plays = np.stack([self._plays(strategy) for strategy in strategies])
        self.errors = np.array([error_parts(strategy) for strategy in strategies], np.int64)
        seats = len(self.numbers)
        self.work = (
            np.zeros((seats + 1, len(SUITS)), np.int64), np.zeros((seats + 1, 4), np.int64), np.zeros(seats, np.bool_),
        )  # fmt: skip

    @staticmethod
    def _suits() -> Array:
        """By the ranks held of one suit: total, how many, whether they make 31, a royal, a five-card royal."""

        def make() -> Array:
            read = [blitz_hand(_cards(mask)) for mask in range(_MASKS)]
            return np.array(
                [(h.total, h.longest_suit, bool(h.blitzes), bool(h.royals), bool(h.five_card_royals)) for h in read],
                np.int8,
            )

        table = stored("simulated-blitz-suits", make, blitz_hand)
        return np.ascontiguousarray(table.T)

    def _bonus_rows(self) -> dict[tuple[int, int, int, int], _Row]:
        """By total, suits at 31 and with a royal, a five-card royal: the Blitz Bonus's row, and what comes with it."""
        found: dict[tuple[int, int, int, int], _Row] = {}
        for hand, key in self._summaries():
            if self.game.is_progressive:
                found[key] = hands.progressive_outcome(hand)
            else:
                found[key] = hands.blitz_bonus_outcome(hand), ()
        return found

    @staticmethod
    def _summaries() -> list[tuple[BlitzHand, tuple[int, int, int, int]]]:
        """Every hand as the Blind and the Blitz Bonus see it."""
        found = []
        for total in range(BLITZ + 1):
            for tops in range(_TOPS if total == BLITZ else 1):
                for royal, five in product(range(1 << len(SUITS)), range(2)):
                    royals = tuple(suit for suit in range(len(SUITS)) if royal >> suit & 1)
                    if (total == BLITZ and not tops) or len(royals) > tops or (five and not royals):
                        continue
                    plain = [suit for suit in range(len(SUITS)) if suit not in royals]
                    blitzes = tuple(sorted((*royals, *plain[: tops - len(royals)])))
                    hand = BlitzHand(total, blitzes, royals, royals[:five], 0)
                    found.append((hand, (total, tops, royal, five)))
        return found

    def _lay_out(self) -> None:
        self.at: dict[tuple[str, str | _Row], int] = {}
        for wager in ("ante", "play", "blind", "flush-bonus"):
            for outcome in self.game.table_of(wager).pays:
                self.at[wager, outcome] = len(self.at)
        for row in dict.fromkeys(self.bonus_rows.values()):
            self.at["blitz-bonus", row] = len(self.at)

    def _cells_of(self, number: int) -> list[BookCell | None]:
        setup, bets = self.setup, self.setup.seats[number].bets
        cells: list[BookCell | None] = [None] * len(self.at)
        for (wager, outcome), at in self.at.items():
            if wager == "play":
                cells[at] = settled(setup, number, wager, str(outcome), added=bets["ante"])
            elif wager in bets and isinstance(outcome, str):
                cells[at] = settled(setup, number, wager, outcome)
            elif wager in bets and isinstance(outcome, tuple):
                cells[at] = settled(setup, number, wager, outcome[0], also=outcome[1])
        return cells

    def _rows(self) -> tuple[Array, ...]:
        """Which way two totals meet; the class of a hand by what the Blind and the Blitz Bonus see; the Flush Bonus."""
        sides = range(BLITZ + 1)
        names = hands.MAIN_OUTCOMES
        assert len(names) == kernels.FOLDED
        meets = np.array([[names.index(hands.compare(p, d)) for d in sides] for p in sides], np.int8)
        class_of = np.zeros((BLITZ + 1, _TOPS, 1 << len(SUITS), 2), np.int16)
        classes: dict[tuple[tuple[str, ...], _Row], int] = {}
        for hand, key in self._summaries():
            total = key[0]
            blind = dict.fromkeys(names, "")
            for dealer in sides:
                blind[names[meets[total, dealer]]] = hands.blind_outcome(hand, dealer)
            called = tuple(blind.values()), self.bonus_rows[key]
            class_of[key] = classes.setdefault(called, len(classes))
        self.classes = list(classes)
        longest = [BlitzHand(0, (), (), (), length) for length in range(HAND + 1)]
        said = [hands.flush_bonus_outcome(hand) for hand in longest]
        self.flushes = list(dict.fromkeys(said))
        return meets, class_of, np.array([self.flushes.index(name) for name in said], np.int16)

    def decode(self, place: int, code: int) -> list[BookCell]:
        """The cells of a seat in a round; wagers that it has not made have none."""
        met, kind, flush = self.digits.read(code)
        number = self.numbers[place]
        bets = self.setup.seats[number].bets
        blinds, bonus = self.classes[kind]
        said: list[tuple[str, str | _Row]]
        if met == kernels.FOLDED:
            said = [("ante", "fold"), ("blind", "fold")]
        else:
            name = hands.MAIN_OUTCOMES[met]
            said = [("ante", name), ("play", name), ("blind", blinds[met])]
        said += [one for one in (("flush-bonus", self.flushes[flush]), ("blitz-bonus", bonus)) if one[0] in bets]
        found = [self.cells[number][self.at[one]] for one in said]
        return [cell for cell in found if cell is not None]

    @staticmethod
    def _examples() -> Array:
        """One hand for every total, longest suit and whether it holds a royal; -1 where there is none.

        Suit by suit: of all that can be held so far, one example of each kind is kept.
        """

        def make() -> Array:
            own: dict[tuple[int, int, bool], int] = {}
            for mask in range(_MASKS):
                if mask.bit_count() <= HAND:
                    held = blitz_hand(_cards(mask))
                    own.setdefault((mask.bit_count(), held.total, bool(held.royals)), mask)
            joined: dict[tuple[int, int, int, bool], tuple[int, ...]] = {(0, 0, 0, False): ()}
            for _ in SUITS:
                longer: dict[tuple[int, int, int, bool], tuple[int, ...]] = {}
                for (n, total, longest, royal), held_masks in joined.items():
                    for (size, more, is_royal), mask in own.items():
                        if n + size <= HAND:
                            key = n + size, max(total, more), max(longest, size), royal or is_royal
                            longer.setdefault(key, (*held_masks, mask))
                joined = longer
            examples = np.full((BLITZ + 1, HAND + 1, 2, HAND), -1, np.int8)
            for (n, total, longest, royal), four in joined.items():
                if n == HAND:
                    cards = [card for suit, mask in enumerate(four) for card in _cards(mask, suit)]
                    examples[total, longest, int(royal)] = cards
            return examples

        return stored("simulated-blitz-examples", make, blitz_hand)

    def _plays(self, strategy: Strategy) -> Array:
        """At [total, longest suit, royal]: whether the hand is played."""
        plays = np.zeros(self.examples.shape[:3], np.int8)
        if is_optimal(strategy):
            plays[:] = self.always[:, None, None]
            return plays
        assert isinstance(strategy, Written)
        turn = Turn(1, 1, (Choice("play", "Play", "p", "BLZ-6"), Choice("fold", "Fold", "f", "BLZ-6")))
        for key in np.ndindex(*plays.shape):
            cards = tuple(self.examples[key].tolist())
            if cards[0] >= 0:
                plays[key] = strategy.plan.decide(HandSight(cards), turn).move == "play"
        return plays

    def _solved(self, *, optimal: bool) -> tuple[Array, ...]:
        """What the kernel needs to weigh a hand itself; and which totals need no weighing."""
        self.always = np.zeros(BLITZ + 1, np.int8)
        if not optimal:
            nothing = np.zeros(_MASKS, np.int32)
            return nothing, np.zeros((1, 1, 1), np.int64), *([np.zeros(BLITZ + 1, np.int64)] * 3), nothing, nothing
        s, every = states(self.game.deck), kinds(self.game.deck)
        won, tie, lose, fold = prices(self.game)
        scale = lcm(*(value.denominator for value in (*won.values(), tie, lose, fold)))
        # Below 31 the Blind's row is settled by the total; at 31 the least that a hand can win is reckoned.
        by_total = [
            min(int(won[hands.blind_win(hand)] * scale) for hand, key in self._summaries() if key[0] == total)
            for total in range(BLITZ + 1)
        ]
        gains = np.array([int(tie * scale), int(lose * scale), int(fold * scale)], np.int64)
        dealers = comb(s.cards - HAND, HAND)
        rest = dealers - every.wins - every.ties
        worth = np.array(by_total, np.int64)[every.totals] * every.wins + gains[0] * every.ties + gains[1] * rest
        better = worth > gains[2] * dealers
        for total in range(BLITZ + 1):
            said = better[every.totals == total]
            both = bool(said.any()) and not said.all()
            self.always[total] = kernels.REACH if both else kernels.ALWAYS if said.any() else kernels.NEVER
        assert self.always[BLITZ] == kernels.ALWAYS, "a hand of 31 is always played"
        return (
            s.of_mask, s.left, s.under, s.upto, np.array(by_total, np.int64), gains, np.array([dealers], np.int64),
        )  # fmt: skip

    def every(self, plays: Array | None = None) -> tuple[dict[tuple[int, int], int], int]:
        """How often a round of the first seat comes to each stake and gain, of how many, by its policy or another."""
        s = states(self.game.deck)
        by_state = np.zeros((len(s.totals), 3), np.int64)
        for mask in np.flatnonzero(s.of_mask >= 0).tolist():
            by_state[s.of_mask[mask], int(self.suits[3][mask]) + int(self.suits[4][mask])] += 1
        by_size = np.argsort(s.sizes, kind="stable")
        starts = np.searchsorted(s.sizes[by_size], np.arange(len(RANKS) + 2))
        names = hands.MAIN_OUTCOMES
        met = np.array([names.index(name) for name in ("win", "tie", "lose")], np.int64)
        dealers = np.array([comb(s.cards - HAND, HAND)], np.int64)
        solved = self.solved[4], self.solved[5] if self.solved[5].size else np.zeros(3, np.int64), dealers
        counts = np.zeros(self.digits.width, np.int64)
        of = kernels.every_hand(
            s.left, (s.totals, s.sizes), s.under, s.upto, by_size, starts, by_state,
            self.plays[0] if plays is None else plays, solved, self.rows, self.sizes, met, BLITZ, counts,
        )  # fmt: skip
        return self.book.pairs(counts), int(of)

    @property
    def moves(self) -> tuple[Array, Array]:
        """Every hand folded, and every hand played: what somebody who errs does half of the time each."""
        return np.full_like(self.plays[0], kernels.NEVER), np.full_like(self.plays[0], kernels.ALWAYS)

    def run(self, first: int, lengths: Array) -> tuple[int, Array]:
        """Plays stretches."""
        said = np.zeros((int(lengths.sum()), len(self.numbers)), np.int32)
        places = np.array([len(RANKS) * suit(card) + rank(card) for card in self.game.deck], np.int64)
        done = kernels.play(
            np.uint64(self.setup.key), first, lengths, new_stream(), new_stream(), places, len(RANKS), self.packed,
            self.rows, self.sizes, (self.plays, self.errors), self.solved, *self.work, said,
        )  # fmt: skip
        return int(done), said
