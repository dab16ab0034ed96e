"""The totals of 3 Card Blitz: up to three cards of one suit (BLZ-1 to BLZ-3)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from upcard.cards.card import ACE, JACK, MINI_ROYAL, TEN, Card

BLITZ = 31
"""The highest total: an ace and two ten-values of one suit (BLZ-2)."""

_VALUE = tuple(11 if r == ACE else min(r + 2, 10) for r in range(ACE + 1))


def blitz_value(card: Card) -> int:
    """Ace 11, K Q J ten, the others their face value (BLZ-1)."""
    return _VALUE[card >> 2]


@dataclass(frozen=True, slots=True)
class BlitzHand:
    """What 3 Card Blitz sees in seven cards (BLZ-2, BLZ-3)."""

    total: int
    """The highest sum of up to three cards of one suit."""
    blitzes: tuple[int, ...]
    """The suits that make 31."""
    royals: tuple[int, ...]
    """The suits that make 31 with A, K, Q."""
    five_card_royals: tuple[int, ...]
    """The suits held with A, K, Q, J and 10."""
    longest_suit: int
    """How many cards of one suit there are (BLZ-10)."""

    @property
    def is_double_blitz(self) -> bool:
        """Two Blitz combinations in one hand; each needs an ace of its own, so they are in two suits (BLZ-3)."""
        return len(self.blitzes) > 1


_FIVE_ROYAL = MINI_ROYAL | {JACK, TEN}


def blitz_total(cards: Iterable[Card]) -> int:
    """The highest sum of up to three cards of one suit (BLZ-2)."""
    suits: tuple[list[int], ...] = ([], [], [], [])
    for card in cards:
        suits[card & 3].append(_VALUE[card >> 2])
    return max(sum(sorted(values)[-3:]) for values in suits)


def blitz_cards(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that make the total, highest first; of several suits that make it the first one held (BLZ-2)."""
    suits: dict[int, list[Card]] = {}
    for card in cards:
        suits.setdefault(card & 3, []).append(card)
    best = [sorted(held, key=lambda card: (-_VALUE[card >> 2], -card))[:3] for held in suits.values()]
    return tuple(max(best, key=lambda held: sum(_VALUE[card >> 2] for card in held)))


def blitz_hand(cards: Sequence[Card]) -> BlitzHand:
    """Reads a hand of 3 Card Blitz."""
    ranks: tuple[set[int], ...] = (set(), set(), set(), set())
    for card in cards:
        ranks[card & 3].add(card >> 2)
    totals = [sum(sorted(_VALUE[r] for r in held)[-3:]) for held in ranks]
    return BlitzHand(
        total=max(totals),
        blitzes=tuple(s for s in range(4) if totals[s] == BLITZ),
        royals=tuple(s for s in range(4) if ranks[s] >= MINI_ROYAL),
        five_card_royals=tuple(s for s in range(4) if ranks[s] >= _FIVE_ROYAL),
        longest_suit=max(len(held) for held in ranks),
    )
