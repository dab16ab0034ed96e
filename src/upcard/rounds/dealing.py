"""A round dealt from a shoe, and the shoe from round to round: the same at every table, wherever it stands."""

from typing import Protocol

from upcard.cards.shoe import Shoe
from upcard.cards.shuffle import Source
from upcard.rounds.round import Round
from upcard.rules.game import Game
from upcard.rules.needs import Ask, Deal, Peek

CARDS_A_HAND = 3
"""What a hand may come to, in times of the cards it starts with: what is kept in the shoe for the next round."""


class Stack(Protocol):
    """A shoe, as far as it has to be known to keep it or to shuffle."""

    @property
    def size(self) -> int:
        """Its cards when it was full."""

    @property
    def dealt(self) -> int:
        """How many of them are out."""

    @property
    def cut(self) -> int:
        """How many of them are in front of the cut card."""


def fresh_shoe(game: Game, source: Source) -> Shoe:
    """The game's cards, shuffled, with the cut card where the house has it."""
    return Shoe.fresh(game.deck, source, game.penetration())


def goes_on(game: Game, shoe: Stack, seats: int) -> bool:
    """Whether the next round comes from the same shoe, at a table of so many seats (BJK-11).

    It is shuffled even before its cut card is out where it might not last for all seats and the dealer.
    """
    lasts = shoe.size - shoe.dealt >= (seats + 1) * CARDS_A_HAND * max(1, game.hand_size)
    return game.keeps_shoe and shoe.dealt < shoe.cut and lasts


def deal_on(round_: Round, shoe: Shoe) -> None:
    """Deals and peeks until a player has to decide or the round is over."""
    while (need := round_.need) is not None and type(need) is not Ask:
        if type(need) is Deal:
            round_.deal(shoe.deal(need.count))
        elif type(need) is Peek and need.answer is not None:
            round_.peeked(need.answer)
        else:
            raise TypeError(f"a shoe has no answer to {need}")
