"""The general walker analyses a game it has never heard of, and says so where it can't."""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from tests.sixth_game.game import HighCard
from upcard.cards.card import CARDS
from upcard.lab import LabError, analyze
from upcard.lab.analysis import WagerAnalysis
from upcard.lab.solvers import solver_names
from upcard.lab.walker import Walker, hands_of
from upcard.rules import registry
from upcard.rules.three_card_poker import ThreeCardPoker


@pytest.fixture(autouse=True)
def sixth_game() -> Iterator[None]:
    registry.register(HighCard)
    yield
    registry.unregister(HighCard.name)


def test_a_sixth_game_is_analysed_without_a_solver() -> None:
    assert HighCard.name not in solver_names()
    analysis = analyze("high-card")
    assert analysis.total is not None
    # By hand: rank r beats 4 r of the other 51 cards and ties with 3; a raise is right where 2 (wins - losses) > -51.
    wins = [4 * r for r in range(13)]
    losses = [51 - 3 - won for won in wins]
    both = list(zip(wins, losses, strict=True))
    expected = sum((max(Fraction(2 * (w - x), 51), Fraction(-1)) for w, x in both), Fraction(0))
    assert analysis.total.ev == expected / 13
    match = analysis.wagers["match"]
    assert isinstance(match, WagerAnalysis)
    assert {row.outcome: row.probability for row in match.rows} == {"match": Fraction(1, 17), "other": Fraction(16, 17)}
    raises = Fraction(sum(2 * (w - x) > -51 for w, x in both), 13)
    assert analysis.total.decisions == {"raise": raises, "fold": 1 - raises}


def test_house_settings_count() -> None:
    mild, hard = (analyze("high-card", {"ties": who}).total for who in ("push", "dealer"))
    assert mild is not None
    assert hard is not None
    assert hard.ev < mild.ev


def test_a_tree_that_is_too_large_is_refused_at_once_and_says_what_to_do() -> None:
    with pytest.raises(LabError, match=r"more than 400,000 ways.*a model"):
        Walker(ThreeCardPoker(), {"ante": 100}).outlook()


def test_hands_of_a_shoe_are_counted_with_their_ways() -> None:
    shoe = {0: 2, 1: 1, 2: 3}
    drawn = dict(hands_of(shoe, 2))
    assert drawn == {(0, 0): 1, (0, 1): 2, (0, 2): 6, (1, 2): 3, (2, 2): 3}
    assert sum(drawn.values()) == 6 * 5 // 2
    assert len(list(hands_of(dict.fromkeys(CARDS, 1), 2))) == 1326
