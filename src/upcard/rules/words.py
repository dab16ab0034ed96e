"""Hands and names in words, for labels on the felt and for screen readers."""

import re
from collections.abc import Sequence

from upcard.cards.card import RANK_NAMES
from upcard.cards.poker import ladder, shape_of


def spaced(kebab: str) -> str:
    """A name from a pay table in plain words.

    >>> spaced("dealer-does-not-play"), spaced("total-27-30")
    ('dealer does not play', 'total 27–30')
    """
    return re.sub(r"(?<=\d)-(?=\d)", "–", kebab).replace("-", " ")


def _plural(rank: int) -> str:
    name = RANK_NAMES[rank]
    return name + ("es" if name.endswith("x") else "s")


def poker_label(cards: Sequence[int]) -> str:
    """Three to five cards in words: ``pair of nines``, ``king high``, ``straight flush``."""
    strengths, categories = ladder(len(cards))
    category = categories[strengths[shape_of(cards)]]
    ranks = sorted(card >> 2 for card in cards)
    most = max(ranks, key=lambda r: (ranks.count(r), r))
    if category == "high-card":
        return f"{RANK_NAMES[most]} high"
    if category == "pair":
        return f"pair of {_plural(most)}"
    if category in {"three-of-a-kind", "four-of-a-kind"}:
        return f"{category.partition('-')[0]} {_plural(most)}"
    return spaced(category)
