"""Blackjack as `upcard settle` reads it: the contract's actions, in time order over the seat's hands."""

from typing import Any

import pytest

from upcard.rounds.scenario import ScenarioError, settle
from upcard.rules.needs import Illegal


def seat(cards: str, *actions: list[Any], **wagers: int) -> dict[str, Any]:
    return {"seat": 1, "cards": cards, "wagers": {"bet": 1000} | wagers, "actions": list(actions)}


def bets(dealer: str, player: dict[str, Any]) -> list[tuple[int, str, int]]:
    """(stake, outcome, returned) of the bet on each hand."""
    (settled,) = settle({"game": "blackjack", "dealer": dealer, "seats": [player]})["seats"]
    lines = sorted((line for line in settled["lines"] if line["wager"] == "bet"), key=lambda line: line["hand"])
    return [(line["stake"], line["outcome"], line["returned"]) for line in lines]


@pytest.mark.rule("B7S-6", "BJK-14")
def test_the_contracts_example() -> None:
    settled = settle(
        {
            "game": "blackjack",
            "house": {"decks": 6},
            "pays": {},
            "dealer": "Ah Kd",
            "seats": [
                {
                    "seat": 1,
                    "cards": "7s 7h",
                    "wagers": {"bet": 1000, "21+3": 500, "blazing-sevens": 100},
                    "actions": [["hit", "7d"], ["stand"]],
                }
            ],
            "meters": {"blazing-sevens": 1_000_000},
            "resets": {"blazing-sevens": 1_000_000},
        }
    )
    (player,) = settled["seats"]
    assert [(line["wager"], line["outcome"], line["returned"]) for line in player["lines"]] == [
        ("21+3", "other", 0),
        ("bet", "lose", 0),
        ("blazing-sevens", "two-sevens", 2500),
    ]
    assert (player["staked"], player["returned"]) == (1600, 2500)
    assert settled["dealer"] == {"cards": "Ah Kd", "label": "blackjack"}
    assert settled["meters"] == {"blazing-sevens": 1_000_000}
    assert settled["unused"] == ["7d"], "the dealer's blackjack ended the round before it"


def test_a_queue_runs_over_the_hands_in_order() -> None:
    player = seat("8s 8h", ["split", "3d 8c"], ["double", 500, "Th"], ["split", "Kd 9h"], ["stand"], ["hit", "Qc"])
    assert bets("9d 8c", player) == [(1500, "win", 3000), (1000, "win", 2000), (1000, "lose", 0)]


@pytest.mark.rule("BJK-12")
@pytest.mark.parametrize("stands", [[], [["stand"]], [["stand"], ["stand"]]])
def test_a_needless_stand_is_ignored(stands: list[list[str]]) -> None:
    assert bets("9d 8c", seat("7s 7h", ["hit", "7d"], *stands)) == [(1000, "win", 2000)]
    assert bets("9d 8c", seat("As Ah", ["split", "5d 6d"], *stands)) == [(1000, "lose", 0), (1000, "push", 1000)]
    assert bets("9d 8c", seat("As Kh", *stands)) == [(1000, "blackjack", 2500)]


@pytest.mark.rule("BJK-7")
def test_no_insurance_answer_means_declined() -> None:
    assert bets("Ad 8c", seat("Ts 9h", ["stand"])) == [(1000, "push", 1000)]
    assert bets("Ad 8c", seat("As Kh")) == [(1000, "blackjack", 2500)]
    assert bets("Ad 8c", seat("As Kh", ["even-money"])) == [(1000, "even-money", 2000)]


@pytest.mark.rule("BJK-1")
def test_dealers_cards_that_are_not_needed_come_back() -> None:
    settled = settle({"game": "blackjack", "dealer": "9d 7c Kd 2h", "seats": [seat("Ts 6h", ["hit", "Th"])]})
    assert settled["unused"] == ["Kd", "2h"]
    assert settled["dealer"] == {"cards": "9d 7c", "label": "hard 16"}


@pytest.mark.rule("BJK-7", "BJK-9", "BJK-10", "BJK-12")
@pytest.mark.parametrize(
    ("player", "rule"),
    [
        (seat("Ts 6h", ["surrender"], ["surrender"]), "BJK-10"),
        (seat("Ts 6h", ["hit", "2c"], ["surrender"]), "BJK-10"),
        (seat("6s 5h", ["double", 1001, "Th"]), "BJK-9"),
        (seat("Ts 6h", ["insurance", 500], ["stand"]), "BJK-7"),
        (seat("Ts 6h", ["hit", "Th"], ["hit", "2c"]), "BJK-12"),
    ],
)
def test_what_the_rules_refuse_is_named_with_its_rule(player: dict[str, Any], rule: str) -> None:
    with pytest.raises(Illegal) as refused:
        bets("9d 8c", player)
    assert refused.value.rule == rule


@pytest.mark.parametrize(
    ("player", "says"),
    [
        (seat("Ts 6h", ["hit", "2c"]), "end early: hand 1 can hit, stand"),
        (seat("Ts 6h"), "can hit, stand, double, surrender"),
        (seat("Ts 6h", ["hit"]), "1 missing"),
        (seat("Ts"), "1 missing"),
    ],
)
def test_what_a_scenario_leaves_open_is_named(player: dict[str, Any], says: str) -> None:
    with pytest.raises(ScenarioError, match=says):
        bets("9d 8c", player)


def test_too_few_dealers_cards_are_counted() -> None:
    with pytest.raises(ScenarioError, match="the dealer needs 1 more card here: 1 missing"):
        bets("9d 7c", seat("Ts 8h", ["stand"]))
