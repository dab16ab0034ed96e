"""How the tables of a game differ, in the words of a player who has to choose one."""

from collections.abc import Mapping

import pytest

from upcard.rules.registry import game
from upcard.web.live.describe import differences


@pytest.mark.parametrize(
    ("name", "one", "other", "said"),
    [
        ("four-card-split", {"version": 1}, {}, "Version: 1; Ante: pay table I; 4-Card Blind: pay table 1a."),
        ("four-card-split", {}, {"ante-1.min": 2500}, "Ante 1: any amount."),
        ("three-card-blitz", {"blitz-bonus": "progressive"}, {}, "Blitz Bonus: progressive, $5."),
        (
            "three-card-blitz",
            {"blitz-bonus.min": 100, "blitz-bonus.max": 10_000},
            {"blitz-bonus": "progressive"},
            "Blitz Bonus: fixed, $1 to $100.",
        ),
        ("blackjack", {"decks": 1, "bet.max": 5000}, {}, "Decks: 1; Bet: up to $50."),
    ],
)
def test_each_wager_is_named_once_with_all_that_sets_it_apart(
    name: str, one: Mapping[str, object], other: Mapping[str, object], said: str
) -> None:
    assert differences(game(name)(one), "virtual", None, [(game(name)(other), "virtual", None)]) == said


def test_where_chips_lie_on_real_felt_is_said_first() -> None:
    tables = game("blackjack")(), game("blackjack")({"soft-17": "hit"})
    said = differences(tables[0], "virtual", None, [(tables[1], "live", "a link")])
    assert said == "Dealt on the screen; Soft 17: stand; no progressive jackpots."
