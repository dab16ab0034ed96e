"""The totals of blackjack (BJK-1)."""

from collections.abc import Iterable

from upcard.cards.card import ACE, Card

_VALUE = tuple(1 if r == ACE else min(r + 2, 10) for r in range(ACE + 1))


def blackjack_value(card: Card) -> int:
    """The ace counts 1 here, K Q J ten, the others their face value (BJK-1)."""
    return _VALUE[card >> 2]


def blackjack_total(cards: Iterable[Card]) -> tuple[int, bool]:
    """The total of a hand, and whether it is soft: one ace counts 11 where that busts nothing (BJK-1)."""
    hard = 0
    ace = False
    for card in cards:
        value = _VALUE[card >> 2]
        hard += value
        ace = ace or value == 1
    return (hard + 10, True) if ace and hard <= 11 else (hard, False)
