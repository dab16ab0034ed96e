"""Many tables side by side: what the player of each sees, and what the last action brought, as arrays for kernels.

A card is its number from 1 on, 0 is no card; the rows of a table are the dealer's cards, the board's, and the player's
hands.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np

from upcard.cards.card import CARDS, Cards
from upcard.cards.shoe import ShoeEmpty
from upcard.lab.kernels import Array
from upcard.lab.simulation.engines.book import Book
from upcard.lab.simulation.steps import draw_kernels as chance

NONE = 0
FACE_DOWN = len(CARDS) + 1
DEALER_ROW, BOARD_ROW, OWN_ROW = range(3)
HANDS = 4
"""Hands that a player may come to."""
WIDE = 22
"""Places of a hand: the longest there is are 21 aces."""


class TableShoe:
    """The shoe of one table, for whoever plays the script: the cards that the kernels deal there."""

    def __init__(self, deck: Sequence[int], key: int) -> None:
        self._state, self._order = np.zeros(8, np.uint64), np.array(deck, np.uint8)
        chance.begin(self._state, np.uint64(key))
        self.dealt = 0

    def deal(self, count: int) -> Cards:
        """The next cards."""
        if self.dealt + count > len(self._order):
            raise ShoeEmpty(f"the shoe has {len(self._order) - self.dealt} cards left; {count} were asked for")
        cards = [int(chance.draw(self._state, self._order, self.dealt + i)) for i in range(count)]
        self.dealt += count
        return tuple(cards)


@dataclass(frozen=True, slots=True)
class Felt:
    """Many tables side by side, in arrays that kernels read and write."""

    state: Array
    """At [table]: the stream that its cards are drawn from."""
    order: Array
    """At [table]: its shoe, the cards that are dealt in front."""
    cards: Array
    hand: Array
    """The hand that a decision is about; 0 where the round is over without one."""
    stakes: Array
    """At [table, hand, wager], in units."""
    mask: Array
    """At [table, action]: whether it can be done."""
    gain: Array
    """Cents that the round has brought, where it is over; a kernel may leave a code of its engine's there before."""
    over: Array

    @classmethod
    def of(cls, deck: Sequence[int], many: int, wagers: int, actions: int) -> "Felt":
        """Tables with nothing on them."""
        return cls(
            np.zeros((many, 8), np.uint64),
            np.tile(np.array(deck, np.uint8), (many, 1)),
            np.zeros((many, OWN_ROW + HANDS, WIDE), np.int8),
            np.zeros(many, np.int64),
            np.zeros((many, HANDS, wagers), np.float32),
            np.zeros((many, actions), np.int8),
            np.zeros(many, np.int64),
            np.zeros(many, np.bool_),
        )

    def begin(self, keys: Sequence[int], deck: Sequence[int]) -> None:
        """Every table's stream from its start, as a `TableShoe` begins."""
        self.order[:] = np.array(deck, np.uint8)
        for table, key in enumerate(keys):
            chance.begin(self.state[table], np.uint64(key))

    def pay(self, book: Book) -> None:
        """What the rounds that are over brought, by the codes that a kernel left."""
        codes = self.gain[self.over]
        for code in np.unique(codes).tolist():
            book.meaning(0, code)
        self.gain[self.over] = book.gain[0][codes]

    @property
    def arrays(self) -> tuple[Array, ...]:
        """What a kernel writes."""
        return self.state, self.order, self.cards, self.hand, self.stakes, self.mask, self.gain, self.over


class Stepper(Protocol):
    """A game that is played a decision at a time."""

    unasked: ClassVar[str]
    """A strategy that the game's engine can be made with; nobody asks it."""

    def deal(self, which: Array) -> None:
        """Deals a new round at some tables, up to its first decision."""

    def step(self, actions: Array) -> None:
        """Makes a move at every table; an action that can't be is the first that can."""
