"""Blackjack for its kernel: hands and what follows them, the dealer, side bets, cells, and who does what (BJK, B7S)."""

from collections import Counter
from itertools import product
from typing import cast

import numpy as np

from upcard.cards.card import CARDS, RANKS, SEVEN, rank
from upcard.lab.blackjack.tables import CARD_OF, hands, slot_of
from upcard.lab.kernels import Array, stored
from upcard.lab.simulation.engines import blackjack_kernels as kernels
from upcard.lab.simulation.engines.blackjack_policy import Policy
from upcard.lab.simulation.engines.book import Book, Cell, settled
from upcard.lab.simulation.setup import Setup
from upcard.lab.simulation.tally import Tallies
from upcard.lab.tables import Cards, codes
from upcard.rules.blackjack import hands as atoms
from upcard.rules.blackjack.game import Blackjack

_SIDES = ("21+3", "in-between", "blazing-sevens")
_BET = ("blackjack", "win", "even-money", "push", "surrender", "lose")
_SEVENS = tuple(card for card in CARDS if rank(card) == SEVEN)
_NO_SEVEN = next(card for card in CARDS if card not in _SEVENS)


class BlackjackBook(Book):
    """A book in which the hands of a split are counted together."""

    def __init__(self, setup: Setup, cells: dict[int, list[Cell | None]], size: int, rounds: int) -> None:
        super().__init__(setup, cells, size, rounds)
        seats = len(self.numbers)
        self.split_keys = np.zeros((seats, size, 2), np.int64)
        self.split_counts = np.zeros((seats, size + 1), np.int64)

    def read(self, first: int, rounds: int) -> Tallies:
        """What was counted, splits put together from their hands."""
        found = super().read(first, rounds)
        for place, number in enumerate(self.numbers):
            bets: Counter[tuple[tuple[str, ...], int, int]] = found.seats[number].wagers["bet"]
            for at in np.flatnonzero(self.split_counts[place, :-1]).tolist():
                code, parts = int(self.split_keys[place, at, 0]), []
                while code:
                    code, cell = divmod(code, 32)
                    parts.append(self.cells[number][cell - 1])
                made = [part for part in parts if part is not None]
                outcomes = tuple(sorted(name for part in made for name in part.outcomes))
                came = outcomes, sum(part.stake for part in made), sum(part.gain for part in made)
                bets[came] += int(self.split_counts[place, at])
        return found


class BlackjackEngine:
    """Tables for the kernel, made for one setup."""

    def __init__(self, setup: Setup) -> None:
        self.setup, self.game = setup, cast("Blackjack", setup.game)
        self.numbers = sorted(setup.seats)
        self.policy = Policy(self.game, [setup.seats[number] for number in self.numbers])
        self._lay_out()
        self.cells = {number: self._cells_of(number) for number in self.numbers}
        table = hands()
        pair = [self._half(tuple(counts)) for counts in table.counts.tolist()]
        slots = np.array([slot_of(card) for card in CARDS], np.int8)
        singles = np.array([table.of((card,)) for card in CARD_OF], np.int16)
        self.hands = (
            slots, table.after.astype(np.int16), singles, table.total.astype(np.int8),
            table.natural, np.array(pair, np.int8),
        )  # fmt: skip
        self.dealer = self._dealer()
        self.sides = self._sides()
        self.made = np.array([[w in setup.seats[n].bets for w in _SIDES] for n in self.numbers], np.bool_)
        seats, most = len(self.numbers), kernels.MOST_HANDS + 1
        self.work = (
            np.zeros((seats, 2), np.int64), np.zeros(seats, np.int64), np.zeros((seats, 1), np.int64),
            np.zeros((seats, most), np.int64), np.zeros((seats, most), np.int64), np.zeros((seats, most), np.int64),
            np.zeros(seats, np.int64), np.zeros(seats, np.int64),
        )  # fmt: skip

    @staticmethod
    def _half(counts: tuple[int, ...]) -> int:
        """The slot of a pair's value; -1 for hands that are none (BJK-8)."""
        alike = [place for place, n in enumerate(counts) if n == 2]
        is_pair = sum(counts) == 2 and alike and atoms.may_split(CARD_OF[alike[0]], CARD_OF[alike[0]])
        return alike[0] if is_pair else -1

    def _lay_out(self) -> None:
        self.bet = {name: place * kernels.LEVELS for place, name in enumerate(_BET)}
        self.insurance = len(_BET) * kernels.LEVELS
        self.first: dict[str, int] = {}
        at = self.insurance + 4
        for wager in _SIDES:
            self.first[wager] = at
            at += len(self.game.table_of(wager).pays)
        self.width = at

    def _cells_of(self, number: int) -> list[Cell | None]:
        setup, bets = self.setup, self.setup.seats[number].bets
        cells: list[Cell | None] = [None] * self.width
        amounts = self.policy.amounts(bets)
        for name, at in self.bet.items():
            for level, added in enumerate((0, *amounts.double)):
                cells[at + level] = settled(setup, number, "bet", name, added=added)
        for least, amount in enumerate(amounts.insurance):
            for place, outcome in enumerate(("win", "lose")):
                if amount:
                    cells[self.insurance + 2 * least + place] = settled(
                        setup, number, "insurance", outcome, added=amount
                    )
        for wager in _SIDES:
            if wager in bets:
                for place, outcome in enumerate(self.game.table_of(wager).pays):
                    cells[self.first[wager] + place] = settled(setup, number, wager, outcome)
        return cells

    def _dealer(self) -> tuple[Array, ...]:
        """By card or hand: insurance offered, peek, draws; cells of totals that meet; against a blackjack; insured."""
        table, hits = hands(), self.game.rules.hits_soft_17
        facts = list(zip(table.total.tolist(), table.soft.tolist(), strict=True))
        draws = [atoms.dealer_draws(total, soft, hits) for total, soft in facts]
        totals = range(kernels.BUST + 1)
        meets = [[self.bet[atoms.outcome(player, dealer)] for dealer in totals] for player in totals]
        pairs = zip(table.total.tolist(), table.natural.tolist(), strict=True)
        against = [
            self.bet[atoms.outcome(t, atoms.BLACKJACK, player_blackjack=n, dealer_blackjack=True)] for t, n in pairs
        ]
        return (
            np.array([atoms.offers_insurance(card) for card in CARDS], np.bool_),
            np.array([atoms.peeks(card) for card in CARDS], np.bool_),
            np.array(draws, np.bool_),
            np.array(meets, np.int8),
            np.array(against, np.int8),
            np.array([atoms.insurance(card) == "win" for card in CARDS], np.int8),
        )

    def _sides(self) -> tuple[Array, ...]:
        """Outcomes of the side bets: by three cards; by three ranks; by which sevens came and whether they bust."""
        names = {wager: tuple(self.game.table_of(wager).pays) for wager in _SIDES}

        def poker() -> Array:
            """Asked once for each set of cards: their order does not matter."""
            known: dict[Cards, str] = {}
            for three in product(CARDS, repeat=3):
                key = tuple(sorted(three))
                if key not in known:
                    known[key] = atoms.twenty_one_plus_three(key[:2], key[2])
            said = (known[tuple(sorted(three))] for three in product(CARDS, repeat=3))
            return codes(said, names["21+3"])

        ranks = [4 * place for place in range(len(RANKS))]
        between = codes((atoms.in_between((a, b), c) for a, b, c in product(ranks, repeat=3)), names["in-between"])
        kinds = (*_SEVENS, _NO_SEVEN)
        shape = (len(kinds), len(kinds), len(kinds) + 1, 2)
        sevens = codes(
            (
                atoms.blazing_sevens((a, b), last, bool(busts))
                for a, b, last, busts in product(kinds, kinds, (*kinds, None), (0, 1))
            ),
            names["blazing-sevens"],
        ).reshape(shape)
        of = np.array([_SEVENS.index(card) if card in _SEVENS else len(_SEVENS) for card in CARDS], np.int8)
        return stored("simulated-21+3", poker, atoms.twenty_one_plus_three), between, sevens, of

    def run(self, first: int, lengths: Array, size: int) -> tuple[int, Book]:
        """Plays stretches."""
        book = BlackjackBook(self.setup, self.cells, size, int(lengths.sum()))
        deck = np.array(self.game.deck, np.uint8)
        bet, first_of = self.bet, self.first
        cells = (
            bet["blackjack"], bet["even-money"], bet["surrender"], bet["lose"], self.insurance,
            first_of["21+3"], first_of["in-between"], first_of["blazing-sevens"],
        )  # fmt: skip
        done = kernels.play(
            np.uint64(self.setup.key), first, lengths, np.zeros(8, np.uint64), np.zeros(8, np.uint64), deck,
            deck.copy(), self.setup.cut, np.zeros(2, np.int64), self.hands, self.dealer, self.sides,
            self.policy.arrays, cells, self.made, self.work, book.split_keys, book.split_counts,
            *book.money, *book.pages,
        )  # fmt: skip
        return int(done), book
