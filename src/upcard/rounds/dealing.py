"""A round dealt from a shoe: everything but the players' decisions."""

from upcard.cards.shoe import Shoe
from upcard.rounds.round import Round
from upcard.rules.needs import Ask, Deal, Peek


def deal_on(round_: Round, shoe: Shoe) -> None:
    """Deals and peeks until a player has to decide or the round is over."""
    while (need := round_.need) is not None and type(need) is not Ask:
        if type(need) is Deal:
            round_.deal(shoe.deal(need.count))
        elif type(need) is Peek and need.answer is not None:
            round_.peeked(need.answer)
        else:
            raise TypeError(f"a shoe has no answer to {need}")
