"""A deck as the general methods see it: which ranks, which suits, how many of each card; and classes of its hands."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from upcard.cards.card import Cards
from upcard.lab.general.hands import index_kernels as index
from upcard.lab.kernels import Array


@dataclass(frozen=True, slots=True)
class Deck:
    """Every rank in every suit, each card equally often: then the suits can be renamed."""

    ranks: tuple[int, ...]
    suits: tuple[int, ...]
    copies: int

    @classmethod
    def of(cls, cards: Sequence[int]) -> "Deck | None":
        """The deck of these cards; None where the suits are not alike."""
        counts = Counter(cards)
        ranks = tuple(sorted({card >> 2 for card in cards}))
        suits = tuple(sorted({card & 3 for card in cards}))
        copies = set(counts.values())
        if len(copies) != 1 or len(counts) != len(ranks) * len(suits):
            return None
        return cls(ranks, suits, copies.pop())

    @property
    def size(self) -> int:
        """How many cards it has."""
        return len(self.ranks) * len(self.suits) * self.copies

    @property
    def mask(self) -> int:
        """Its ranks as a mask."""
        return sum(1 << rank for rank in self.ranks)

    @property
    def renamings(self) -> int:
        """In how many ways the suits can be renamed."""
        ways = 1
        for n in range(2, len(self.suits) + 1):
            ways *= n
        return ways

    def cards(self, masks: Sequence[int]) -> Cards:
        """The cards of a class, in its own names of the suits."""
        return tuple(
            4 * rank + suit
            for rank in self.ranks
            for suit, mask in zip(self.suits, masks, strict=False)
            if mask >> rank & 1
        )

    def masks(self, cards: Sequence[int]) -> list[int]:
        """Cards as masks, one for each suit of the deck."""
        found = [0, 0, 0, 0]
        for card in cards:
            found[self.suits.index(card & 3)] |= 1 << (card >> 2)
        return found


@dataclass(frozen=True)
class Classes:
    """Every class of so many cards of one deck."""

    deck: Deck
    size: int

    @cached_property
    def masks(self) -> Array:
        """Four masks a class; -1 in a class that this deck does not deal."""
        found: Array = index.every_class(
            self.size, self.deck.mask, len(self.deck.suits), index.CODES, index.MASKS, index.STARTS, index.PLACES,
            index.SHAPES, index.SIZES,
        )  # fmt: skip
        return found

    @cached_property
    def stabilisers(self) -> Array:
        """In how many ways suits can be renamed without a change; 0 in a class that is not dealt."""
        found: Array = index.stabilisers(self.masks, len(self.deck.suits))
        return found

    @cached_property
    def weights(self) -> Array:
        """How many hands each class has."""
        stab = self.stabilisers.astype("int64")
        return (self.deck.renamings // stab.clip(1)) * (stab > 0)

    @property
    def first(self) -> int:
        """The number of the first of them among the classes of all sizes."""
        return int(index.SIZES[self.size])

    def place(self, cards: Sequence[int]) -> int:
        """Where the class of these cards is."""
        a, b, c, d = self.deck.masks(cards)
        return int(index.number(a, b, c, d, index.CODES, index.STARTS, index.PLACES)) - self.first

    def hand(self, place: int) -> Cards:
        """A hand of a class."""
        return self.deck.cards(self.masks[place].tolist())


@cache
def classes(deck: Deck, size: int) -> Classes:
    """The classes of a deck, made once."""
    return Classes(deck, size)
