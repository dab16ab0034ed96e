"""What the cards come from: a shoe of whole decks, one that has been played from, or the infinite one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from upcard.cards.card import RANKS
from upcard.lab.blackjack.tables import CARD_OF, DECK, VALUES, Counts
from upcard.rules.blackjack.hands import value

_NAMES = tuple("A" if v == 1 else "T" if value(CARD_OF[slot]) == VALUES[-1] else str(v) for slot, v in enumerate(VALUES))
MOST_DECKS = 8


class ShoeError(ValueError):
    """A shoe that can't be, with what is wrong about it."""


@dataclass(frozen=True, slots=True)
class Composition:
    """How many cards of each value are in the shoe before the deal."""

    counts: Counts
    infinite: bool = False
    """Cards are drawn in these proportions and never run out."""
    decks: int | None = None
    """How many whole decks it is, where it is that."""

    @classmethod
    def of_decks(cls, decks: int) -> Self:
        """A full shoe."""
        if not 1 <= decks <= MOST_DECKS:
            raise ShoeError(f"{decks} decks are no shoe; 1 to {MOST_DECKS} are, or 'infinite'")
        return cls(tuple(decks * n for n in DECK), decks=decks)

    @classmethod
    def without_end(cls) -> Self:
        """The infinite shoe."""
        return cls(DECK, infinite=True)

    @classmethod
    def of_ranks(cls, ranks: Mapping[str, int]) -> Self:
        """A depleted shoe by rank counts; T stands for every ten-value (J, Q and K may be given apart)."""
        counts = dict.fromkeys(VALUES, 0)
        for rank, n in ranks.items():
            if rank not in RANKS or n < 0:
                raise ShoeError(f"{rank}={n} counts no cards; write ranks A, 2 to 9 and T, each with a count")
            counts[value(4 * RANKS.index(rank))] += n
        return cls(tuple(counts.values()))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads ``A=24,2=23,…,T=96``; every value must be given, so that a forgotten one is noticed."""
        ranks: dict[str, int] = {}
        for token in text.replace(" ", "").split(","):
            rank, sign, number = token.partition("=")
            rank = "T" if rank == "10" else rank.upper()
            if not sign or not number.isascii() or not number.isdigit() or rank not in RANKS:
                raise ShoeError(f"{token!r} counts no cards; write a rank and a number, as in 'A=24' or 'T=96'")
            if rank in ranks:
                raise ShoeError(f"{rank} is counted twice")
            ranks[rank] = int(number)
        missing = [name for name in _NAMES if name not in ranks]
        if missing:
            raise ShoeError(f"the shoe does not say how many of {', '.join(missing)} it has; write 0 for none")
        return cls.of_ranks(ranks)

    @property
    def cards(self) -> int:
        """How many cards there are (of the infinite shoe: the sum of the proportions)."""
        return sum(self.counts)

    def __str__(self) -> str:
        return ",".join(f"{name}={n}" for name, n in zip(_NAMES, self.counts, strict=True))
