"""The atoms of 4 Card Split: what four cards earn, how they may be split, and who wins (SPL).

Pure functions of cards and strengths. The round settles with them and the lab tabulates them, so that each rule is
written once. Outcome names are the row names of the pay tables: a draw hand that wins its Ante is named by its
category ("straight", "other"), an instant winner by the same name with "instant-" before it, because both stand in
the one `ante` pay table and may pay differently (SPL-21).
"""

from collections.abc import Sequence
from enum import IntEnum
from itertools import combinations

from upcard.cards.card import parse_cards, rank
from upcard.cards.poker import four_card_category, is_mini_royal, three_card, three_card_category

Hand = tuple[int, ...]
Split = tuple[Hand, Hand]


class Version(IntEnum):
    """The two sets of dealer's rules in the packet: V1 of December 2014, V2 of April 2015."""

    V1 = 1
    V2 = 2


BLIND_OUTCOMES = (
    "royal-flush",
    "four-of-a-kind",
    "straight-flush",
    "three-of-a-kind",
    "flush",
    "straight",
    "two-pair",
    "high-pair",
    "other",
)
"""The rows of the Blind, best first; "other" is less than a pair of tens and loses (SPL-4)."""

DRAW_OUTCOMES = ("royal-flush", "straight-flush", "three-of-a-kind", "straight", "flush", "other")
"""How a winning Ante is named by its three cards, best first (SPL-12, SPL-20)."""

INSTANT_OUTCOMES = tuple(f"instant-{name}" for name in DRAW_OUTCOMES[:-1])
"""How an instant winner is named, best first (SPL-5)."""

ANTE_OUTCOMES = (*INSTANT_OUTCOMES, *DRAW_OUTCOMES, "tie", "lose", "fold")
"""Everything that can become of an Ante."""

PLAY_OUTCOMES = ("win", "dealer-not-qualified", "tie", "lose")
"""Everything that can become of a Play bet (SPL-11, SPL-12)."""

strength = three_card
"""A hand's place among the 741 (SPL-14)."""

_LOWEST_HIGH_PAIR = rank(parse_cards("Tc")[0])
_LOWEST_QUALIFIER = {
    Version.V1: three_card(parse_cards("Qc 3d 2h")),
    Version.V2: three_card(parse_cards("Kc 3d 2h")),
}


def blind_outcome(cards: Sequence[int]) -> str:
    """The Blind's row for the player's four cards: a pair of tens or better is paid (SPL-4)."""
    category = four_card_category(cards)
    if category == "pair":
        ranks = [rank(card) for card in cards]
        paired = max(ranks, key=ranks.count)
        return "high-pair" if paired >= _LOWEST_HIGH_PAIR else "other"
    return "other" if category == "high-card" else category


def draw_outcome(cards: Sequence[int]) -> str:
    """What three cards are called when they win an Ante: flush or better by name, the rest "other" (SPL-12, SPL-14)."""
    if is_mini_royal(cards):
        return "royal-flush"
    category = three_card_category(cards)
    return category if category in DRAW_OUTCOMES else "other"


def instant_outcome(cards: Sequence[int]) -> str | None:
    """The instant row that three of the four hole cards win, None if they are less than a flush (SPL-5)."""
    outcome = draw_outcome(cards)
    return None if outcome == "other" else f"instant-{outcome}"


def instants(cards: Sequence[int]) -> tuple[Hand, ...]:
    """The instant winners that four hole cards hold, best outcome first; the player claims one of them (SPL-5)."""
    held = [(name, three) for three in combinations(cards, 3) if (name := instant_outcome(three)) is not None]
    return tuple(three for _, three in sorted(held, key=lambda winner: INSTANT_OUTCOMES.index(winner[0])))


def splits(cards: Sequence[int]) -> tuple[Split, ...]:
    """The seven ways to make two hands of four cards: three of 2-2 and four of 3-1 (SPL-6)."""
    first, *rest = cards
    twos = [((first, mate), tuple(card for card in rest if card != mate)) for mate in rest]
    threes = [(tuple(card for card in cards if card != single), (single,)) for single in cards]
    return (*twos, *threes)


def dealer_cards(upcard: int, others: Sequence[int], version: int) -> Hand:
    """The dealer's best hand.

    V2: the upcard with the best two of the other three. V1: the best three of all four (SPL-10).
    """
    if version == Version.V2:
        return max(((upcard, *two) for two in combinations(others, 2)), key=three_card)
    return max(combinations((upcard, *others), 3), key=three_card)


def dealer_hand(upcard: int, others: Sequence[int], version: int) -> int:
    """The strength of the dealer's best hand (SPL-10)."""
    return three_card(dealer_cards(upcard, others, version))


def qualifies(strength: int, version: int) -> bool:
    """Whether the dealer's hand qualifies: king high or better in V2, queen high or better in V1 (SPL-11)."""
    return strength >= _LOWEST_QUALIFIER[Version(version)]


def ante_outcome(cards: Sequence[int], dealer: int) -> str:
    """What becomes of the Ante of a played hand against the dealer's strength, qualified or not (SPL-11, SPL-12)."""
    player = three_card(cards)
    if player > dealer:
        return draw_outcome(cards)
    return "tie" if player == dealer else "lose"


def play_outcome(cards: Sequence[int], dealer: int, version: int) -> str:
    """What becomes of the Play bet: returned where the dealer does not qualify (SPL-11, SPL-12)."""
    if not qualifies(dealer, version):
        return "dealer-not-qualified"
    player = three_card(cards)
    if player > dealer:
        return "win"
    return "tie" if player == dealer else "lose"
