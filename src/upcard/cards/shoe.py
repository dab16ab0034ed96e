"""The shoe: cards in the order in which they will be dealt, with a cut card (BJK-11)."""

from collections.abc import Sequence

from upcard.cards.card import CARDS, Card, Cards
from upcard.cards.shuffle import Source, shuffled


def decks(count: int) -> Cards:
    """The cards of so many decks, unshuffled."""
    if not 1 <= count <= 8:
        raise ValueError(f"a shoe holds 1 to 8 decks, not {count}")
    return CARDS * count


class ShoeEmpty(RuntimeError):
    """More cards were asked for than the shoe holds."""


class Shoe:
    """A shuffled stack. It belongs to a table, not to a round: the next round goes on where the last one ended."""

    def __init__(self, order: Sequence[Card], penetration: int = 100, dealt: int = 0) -> None:
        """`penetration` is the percentage of the cards in front of the cut card; `dealt` cards are out already."""
        if not 0 < penetration <= 100:
            raise ValueError(f"the cut card stands at 1 to 100 percent of the shoe, not at {penetration}")
        self.order: Cards = tuple(order)
        self.dealt = dealt
        self.cut = len(self.order) * penetration // 100

    @classmethod
    def fresh(cls, cards: Sequence[Card], source: Source, penetration: int = 100) -> "Shoe":
        """Shuffles the cards into a new shoe."""
        return cls(shuffled(cards, source), penetration)

    @property
    def size(self) -> int:
        """How many cards it held when it was shuffled."""
        return len(self.order)

    @property
    def left(self) -> int:
        """How many cards are still in it."""
        return len(self.order) - self.dealt

    @property
    def cut_card_out(self) -> bool:
        """Whether the cut card has come out: the round is finished, then the shoe is shuffled (BJK-11)."""
        return self.dealt >= self.cut

    def deal(self, count: int) -> Cards:
        """The next cards."""
        if count > self.left:
            raise ShoeEmpty(f"the shoe has {self.left} cards left; {count} were asked for")
        cards = self.order[self.dealt : self.dealt + count]
        self.dealt += count
        return cards
