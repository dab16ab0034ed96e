"""Shuffles, through one narrow interface: whole numbers below a bound, drawn without bias.

Play draws them from the operating system's generator; tests from a seed. Both shuffle by the same Fisher–Yates walk,
so a test of the walk is a test of the shuffle that is played with.
"""

import random
import secrets
from collections.abc import Sequence
from typing import Protocol

from upcard.cards.card import Card, Cards


class Source(Protocol):
    """Where a shuffle takes its numbers from."""

    def below(self, bound: int) -> int:
        """A whole number from 0 to bound - 1, each equally likely."""


class SystemSource:
    """The operating system's cryptographic generator: the only source that deals for play."""

    def below(self, bound: int) -> int:
        """`secrets.randbelow` rejects what would bias the remainder."""
        return secrets.randbelow(bound)


class SeededSource:
    """A repeatable source, for tests, demonstrations and the trainer's set hands. Never for play."""

    def __init__(self, seed: int | str) -> None:
        self._bits = random.Random(seed).getrandbits

    def below(self, bound: int) -> int:
        """Draws just enough bits, and anew where they reach the bound: rejecting those leaves no bias."""
        if bound < 1:
            raise ValueError(f"nothing lies below {bound}; a bound is at least 1")
        size = bound.bit_length()
        drawn = self._bits(size)
        while drawn >= bound:
            drawn = self._bits(size)
        return drawn


def shuffled(cards: Sequence[Card], source: Source) -> Cards:
    """The cards in a random order: every order equally likely (Fisher–Yates)."""
    order, below = list(cards), source.below
    for last in range(len(order) - 1, 0, -1):
        pick = below(last + 1)
        order[last], order[pick] = order[pick], order[last]
    return tuple(order)
