"""The ways to lay out cards in an order of their own, so that a strategy's choice does not depend on the deal's order.

Hands that are alike up to the names of the suits are laid out alike: the cards are put in the order of the renaming
that makes their set the first of its kind.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import comb

from upcard.cards.card import Cards
from upcard.lab.tables import suit_orders

Way = tuple[Cards, ...]


@lru_cache(maxsize=4096)
def canonical(cards: Cards) -> Cards:
    """The cards of a sorted hand in their canonical order."""
    best = min(suit_orders(), key=lambda order: _number(sorted(order[card] for card in cards)))
    return tuple(sorted(cards, key=lambda card: best[card]))


def _number(cards: Sequence[int]) -> int:
    """The number of a sorted set among all sets of its size."""
    return sum(comb(card, place) for place, card in enumerate(cards, 1))


def in_order(ways: Sequence[Way]) -> tuple[Way, ...]:
    """The ways in canonical order: two and two before three and one; in each the larger hand first."""
    cards = canonical(tuple(sorted(card for part in ways[0] for card in part)))
    place = {card: at for at, card in enumerate(cards)}
    laid = []
    for way in ways:
        parts = [tuple(sorted(place[card] for card in part)) for part in way]
        laid.append(tuple(sorted(parts, key=lambda part: (-len(part), part))))
    return tuple(
        tuple(tuple(cards[at] for at in part) for part in way)
        for way in sorted(laid, key=lambda way: (len(way[0]), way))
    )
