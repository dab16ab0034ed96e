"""Blackjack for its kernel: hands and what follows them, the dealer, side bets, cells, and who does what (BJK, B7S)."""

from collections.abc import Sequence
from itertools import product
from typing import cast

import numpy as np

from upcard.cards.card import CARDS, RANKS, SEVEN, Cards, rank
from upcard.lab.blackjack.tables import CARD_OF, hands, slot_of
from upcard.lab.kernels import Array, stored
from upcard.lab.simulation.engines import blackjack_kernels as kernels
from upcard.lab.simulation.engines.blackjack_policy import Policy
from upcard.lab.simulation.engines.book import Book, BookCell, Digits, settled
from upcard.lab.simulation.setup import Setup
from upcard.lab.simulation.stream_kernels import AHEAD, new_stream
from upcard.lab.tables import codes
from upcard.rules.blackjack import hands as atoms
from upcard.rules.blackjack.game import Blackjack

_SIDES = ("21+3", "in-between", "blazing-sevens")
_BET = ("blackjack", "win", "even-money", "push", "surrender", "lose")
_SEVENS = tuple(card for card in CARDS if rank(card) == SEVEN)
_NO_SEVEN = next(card for card in CARDS if card not in _SEVENS)


TOO_MANY = -1
"""What the kernel says where there is no room for a split."""
SPLITS = 4096
"""Room for so many different ways to come out of a split; four times as many each time that it does not suffice."""


def alike(after: Array, told: Sequence[Array]) -> tuple[Array, Array]:
    """The kind of each hand, and one hand of each kind: small tables stay where the processor has them at hand.

    Of one kind are hands of which the same is told, and which lead to hands of one kind, card by card.
    """
    kinds, many = np.unique(np.column_stack(told), axis=0, return_inverse=True)[1].reshape(-1), 0
    while kinds.max() >= many:
        many = int(kinds.max()) + 1
        rows = np.column_stack([kinds, np.where(after < 0, -1, kinds[after])])
        kinds = np.unique(rows, axis=0, return_inverse=True)[1].reshape(-1)
    return kinds, np.unique(kinds, return_index=True)[1]


class Splits:
    """Every way in which a seat came out of a split, with what else it won and lost, by numbers that stay."""

    def __init__(self) -> None:
        self.many = np.zeros(1, np.int64)
        self._make(np.zeros((SPLITS, 2), np.int64))

    def _make(self, rows: Array) -> None:
        self.rows, self.slots = rows, np.full(4 * len(rows), -1, np.int64)

    @property
    def arrays(self) -> tuple[Array, Array, Array]:
        """What the kernel looks them up in."""
        return self.slots, self.rows, self.many

    def grow(self) -> None:
        """Makes room for more; those known keep their numbers."""
        known = self.rows
        self._make(np.zeros((4 * len(known), 2), np.int64))
        self.many[0] = 0
        for split, rest in known.tolist():
            kernels.number_of(split, rest, *self.arrays)


class BlackjackEngine:
    """Tables for the kernel, made for one setup."""

    def __init__(self, setup: Setup) -> None:
        self.setup, self.game = setup, cast("Blackjack", setup.game)
        self.numbers = sorted(setup.seats)
        self.policy = Policy(self.game, [setup.seats[number] for number in self.numbers])
        self._lay_out()
        self.cells = {number: self._cells_of(number) for number in self.numbers}
        self.splits = Splits()
        rows = {wager: len(self.game.table_of(wager).pays) for wager in _SIDES}
        self.digits = Digits({"bet": len(_BET) * kernels.LEVELS, "insurance": kernels.INSURED, **rows})
        self.book = Book(setup, self.decode, self.digits.width)
        self._tabulate()
        self.sides = self._sides()
        self.made = np.array([[w in setup.seats[n].bets for w in _SIDES] for n in self.numbers], np.bool_)
        self.has_sides = self.made.any(axis=1)
        seats, most = len(self.numbers), kernels.MOST_HANDS + 1
        self.work = (
            np.zeros((seats, 2), np.int64), np.zeros(seats, np.int64), np.zeros((seats, 1), np.int64),
            np.zeros((seats, most), np.int64), np.zeros((seats, most), np.int64), np.zeros((seats, most), np.int64),
            np.zeros(seats, np.int64), np.zeros(seats, np.int64),
        )  # fmt: skip

    def _tabulate(self) -> None:
        """What is known of hands; those that are alike in it, and lead to such as are, are one kind."""
        table = hands()
        pair = np.array([self._half(tuple(counts)) for counts in table.counts.tolist()], np.int8)
        offers, peeks, draws, meets, against, insured = self._dealer()
        kinds, ones = alike(table.after, [table.total, table.natural, pair, draws, against, *self.policy.by_hand])
        after = np.where(table.after < 0, -1, kinds[table.after])[ones]
        slots = np.array([slot_of(card) for card in CARDS], np.int8)
        singles = kinds[[table.of((card,)) for card in CARD_OF]]
        self.hands = (
            slots, after.astype(np.int16), singles.astype(np.int16), table.total[ones].astype(np.int8),
            table.natural[ones], pair[ones],
        )  # fmt: skip
        self.dealer = offers, peeks, draws[ones], meets, against[ones], insured
        self.plays = self.policy.of(ones)

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

    def _cells_of(self, number: int) -> list[BookCell | None]:
        setup, bets = self.setup, self.setup.seats[number].bets
        cells: list[BookCell | None] = [None] * self.width
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

    def decode(self, place: int, code: int) -> list[BookCell]:
        """The cells of a seat in a round: of one hand, or of several after a split."""
        number = self.numbers[place]
        cells, bets = self.cells[number], self.setup.seats[number].bets
        split = 0
        if code >= self.digits.width:
            split, code = (int(one) for one in self.splits.rows[(code - self.digits.width) // 2])
        bet, insurance, *sides = self.digits.read(code)
        at = [] if split else [bet]
        while split:
            split, cell = divmod(split, kernels.PARTS)
            at.append(cell - 1)
        if insurance:
            at.append(self.insurance + insurance - 1)
        at += [self.first[wager] + row for wager, row in zip(_SIDES, sides, strict=True) if wager in bets]
        return [cell for cell in (cells[one] for one in at) if cell is not None]

    def run(self, first: int, lengths: Array) -> tuple[int, Array]:
        """Plays stretches."""
        said = np.zeros((int(lengths.sum()), len(self.numbers)), np.int32)
        deck, bet = np.array(self.game.deck, np.uint8), self.bet
        cells = bet["blackjack"], bet["even-money"], bet["surrender"], bet["lose"]
        sizes = *(self.digits.sizes[wager] for wager in _SIDES), self.digits.width
        order = np.zeros(len(deck) + AHEAD, np.uint8)
        while True:
            done = kernels.play(
                np.uint64(self.setup.key), first, lengths, new_stream(), new_stream(), deck, order, self.setup.cut,
                self.hands, self.dealer, self.sides, self.plays, cells, sizes, self.made, self.has_sides, self.work,
                self.splits.arrays, said,
            )  # fmt: skip
            if done != TOO_MANY:
                return int(done), said
            self.splits.grow()
