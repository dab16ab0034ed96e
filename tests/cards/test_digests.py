"""A digest of every strength table: a change of one strength of one hand can't go unnoticed.

Where a change is meant, the new digest goes into digests.json together with a line in the changelog: strengths decide
every settlement and every figure of the lab.
"""

import hashlib
import json
from collections.abc import Callable, Iterable
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import pytest

from upcard.cards.card import CARDS
from upcard.cards.poker import four_card, ladder, three_card
from upcard.rules.blackjack.points import blackjack_total
from upcard.rules.three_card_blitz.points import blitz_hand

COMMITTED = json.loads(Path(__file__).with_name("digests.json").read_text("utf-8"))


def five_cards() -> Iterable[object]:
    """Strength and category of every shape: the 2,598,960 hands have no more to them (see test_poker)."""
    strengths, categories = ladder(5)
    return [(ranks, suited, strength, categories[strength]) for (ranks, suited), strength in sorted(strengths.items())]


def blitz_hands() -> Iterable[object]:
    """What every set of up to seven cards of one suit is in 3 Card Blitz."""
    return [blitz_hand([4 * rank for rank in ranks]) for size in range(8) for ranks in combinations(range(13), size)]


def blackjack_totals() -> Iterable[object]:
    """The total of every hand of up to six ranks."""
    return [
        blackjack_total([4 * rank for rank in ranks])
        for size in range(1, 7)
        for ranks in combinations_with_replacement(range(13), size)
    ]


TABLES: dict[str, Callable[[], Iterable[object]]] = {
    "three-card": lambda: [three_card(hand) for hand in combinations(CARDS, 3)],
    "four-card": lambda: [four_card(hand) for hand in combinations(CARDS, 4)],
    "five-card": five_cards,
    "blitz": blitz_hands,
    "blackjack": blackjack_totals,
}


@pytest.mark.parametrize("table", TABLES)
def test_the_strengths_are_those_committed(table: str) -> None:
    rows = "\n".join(str(row) for row in TABLES[table]())
    assert hashlib.sha256(rows.encode()).hexdigest() == COMMITTED[table]


def test_every_committed_digest_is_of_a_table() -> None:
    assert set(COMMITTED) == set(TABLES)
