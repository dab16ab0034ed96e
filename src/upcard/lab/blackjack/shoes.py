"""What the cards come from: a shoe, full or played from, or the infinite one."""

from dataclasses import dataclass
from typing import Self

from upcard.cards import card as cards
from upcard.lab.blackjack.tables import CARD_OF, DECK, Counts, slot_of

_NAMES = tuple(cards.RANKS[cards.rank(card)] for card in CARD_OF)
"""A to 9, and T for every ten-value: the lowest card that counts ten."""


_DIGITS = 6
"""Of a count; a longer one is refused before it is read."""


_DEALT = 4
"""Cards that every round takes: the player's two, the upcard and the hole card (BJK-2)."""


class ShoeError(ValueError):
    """A shoe that can't be, with what is wrong about it."""


@dataclass(frozen=True, slots=True)
class Composition:
    """How many cards of each value are in the shoe before the deal."""

    counts: Counts
    infinite: bool = False
    """Cards are drawn in these proportions and never run out."""

    @classmethod
    def without_end(cls) -> Self:
        """The infinite shoe."""
        return cls(DECK, infinite=True)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads ``A=24,2=23,…,T=96``; every value must be given, so that a forgotten one is noticed.

        T stands for every ten-value; J, Q and K may be counted apart and are added to it.
        """
        given: dict[str, int] = {}
        for token in text.replace(" ", "").split(","):
            name, sign, number = token.partition("=")
            rank = "T" if name == "10" else name.upper()
            if not sign or not (number.isascii() and number.isdigit()) or len(rank) != 1 or rank not in cards.RANKS:
                raise ShoeError(f"{token!r} counts no cards; write a rank and a number, as in 'A=24' or 'T=96'")
            if rank in given:
                raise ShoeError(f"{rank} is counted twice")
            if len(number) > _DIGITS:
                raise ShoeError(f"{rank}={number[:_DIGITS]}… is more than any shoe holds")
            given[rank] = int(number)
        missing = [name for name in _NAMES if name not in given]
        if missing:
            raise ShoeError(f"the shoe does not say how many of {', '.join(missing)} it has; write 0 for none")
        counts = [0] * len(_NAMES)
        for rank, n in given.items():
            counts[slot_of(4 * cards.RANKS.index(rank))] += n
        shoe = cls(tuple(counts))
        if shoe.cards < _DEALT:
            raise ShoeError(f"{shoe.cards} cards are too few for a round: two for the player and two for the dealer")
        return shoe

    @property
    def cards(self) -> int:
        """How many cards there are (of the infinite shoe: the sum of the proportions)."""
        return sum(self.counts)

    def __str__(self) -> str:
        return ",".join(f"{name}={n}" for name, n in zip(_NAMES, self.counts, strict=True))
