"""Atoms made of smaller atoms: the best of several cards, the best suit, a name for a strength.

They are called like any function of cards. The lab sees what they are made of and works the small part out once: the
strength of seven cards takes 2,598,960 hands of five, not 133,784,560 of seven.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from upcard.cards.card import Card

Atom = Callable[[Sequence[Card]], Any]


@dataclass(frozen=True, slots=True)
class Best:
    """The highest strength that any `size` of the cards held have: ``Best(five_card, 5)``.

    >>> from upcard.cards.card import parse_cards
    >>> from upcard.cards.poker import three_card
    >>> best_three = Best(three_card, 3)
    >>> best_three(parse_cards("As Ks 2d Qs")) == three_card(parse_cards("As Ks Qs"))
    True
    """

    atom: Atom
    size: int

    def __call__(self, cards: Sequence[Card]) -> Any:
        """The best of every `size` cards among these."""
        return max(self.atom(part) for part in combinations(cards, self.size))


@dataclass(frozen=True, slots=True)
class BySuit:
    """What the four suits of the cards held come to: ``BySuit(flush_strength)`` is the best suit's.

    The atom gets the cards of one suit, none of them where the suit is not held, and must not mind which suit it is;
    `join` gets what it says of the four, and must not mind their order.

    >>> from upcard.cards.card import parse_cards
    >>> longest = BySuit(len)
    >>> longest(parse_cards("As Ks 2d Qs"))
    3
    """

    atom: Atom
    join: Callable[[Sequence[Any]], Any] = max

    def __call__(self, cards: Sequence[Card]) -> Any:
        """The four suits together."""
        return self.join([self.atom([card for card in cards if card & 3 == suit]) for suit in range(4)])


@dataclass(frozen=True, slots=True)
class Named:
    """What a strength is called: ``Named(category_name, best_five)`` names the value that `best_five` has found.

    >>> from upcard.cards.card import parse_cards
    >>> from upcard.cards.poker import five_card, five_card_name
    >>> Named(five_card_name, Best(five_card, 5))(parse_cards("As Ad Ks Kd Ah 2c 3c"))
    'full-house'
    """

    name: Callable[[Any], Any]
    strength: Atom

    def __call__(self, cards: Sequence[Card]) -> Any:
        """The name of these cards' strength."""
        return self.name(self.strength(cards))
