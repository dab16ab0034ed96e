"""What Three Card Poker sees in the cards: who qualifies, who wins, which row of a pay table a hand meets."""

from collections.abc import Sequence

from upcard.cards.card import QUEEN, SUITS
from upcard.cards.poker import best_five_category, is_mini_royal, ladder, three_card, three_card_category

SPADES = SUITS.index("s")

# The worst hand with a queen on top is Q-3-2 of more than one suit: TCP-5 asks for it or better.
_QUEEN_HIGH = ladder(3)[0][(0, 1, QUEEN), False]

strength = three_card
"""A hand's place among the 741 (TCP-9)."""

category = three_card_category


def qualifies(dealer: int) -> bool:
    """Whether the dealer plays: queen high or better (TCP-5)."""
    return dealer >= _QUEEN_HIGH


def ante_outcome(player: int, dealer: int) -> str:
    """What becomes of an Ante with a Play bet beside it (TCP-6)."""
    if not qualifies(dealer):
        return "dealer-does-not-play"
    if player > dealer:
        return "win"
    return "tie" if player == dealer else "lose"


play_outcome = ante_outcome
"""The Play bet meets the same outcomes as the Ante; its pay table differs (TCP-6)."""


def ante_bonus_outcome(cards: Sequence[int]) -> str:
    """Straight or better, regardless of the dealer's hand (TCP-7)."""
    hand = category(cards)
    return hand if hand in {"straight-flush", "three-of-a-kind", "straight"} else "other"


def pair_plus_outcome(cards: Sequence[int]) -> str:
    """A pair or better, regardless of the dealer's hand (TCP-8)."""
    hand = category(cards)
    return "other" if hand == "high-card" else hand


def six_card_outcome(cards: Sequence[int]) -> str:
    """The best five of the player's three and the dealer's three (TCP-10)."""
    hand = best_five_category(cards)
    return "other" if hand in {"two-pair", "pair", "high-card"} else hand


def envy_outcome(cards: Sequence[int]) -> str:
    """What a hand gives the other players with a progressive bet (TCP-12)."""
    if not is_mini_royal(cards):
        return "other"
    return "royal-spades" if cards[0] & 3 == SPADES else "royal-other-suit"


def progressive_outcome(cards: Sequence[int]) -> str:
    """The player's own three cards on the progressive (TCP-11)."""
    royal = envy_outcome(cards)
    return royal if royal != "other" else ante_bonus_outcome(cards)
