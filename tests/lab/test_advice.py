"""Advice: every legal action, best first, in the form of the contract; and what is refused."""

from fractions import Fraction

import pytest

from upcard.cards.card import CardError
from upcard.lab import LabError
from upcard.lab.advice import advise


def test_three_card_poker_plays_queen_six_four_and_folds_queen_six_three() -> None:
    assert advise("three-card-poker", "Qs 6h 4d").best.action == ("play",)
    assert advise("three-card-poker", "Qs 6h 3d").best.action == ("fold",)


@pytest.mark.rule("SPL-6", "SPL-7")
def test_four_card_split_has_all_seven_splits_with_play_or_fold_of_each_hand() -> None:
    advice = advise("four-card-split", "As Ah Kd 2c", "7d")
    splits = {choice.action for choice in advice.choices if choice.action[0] == "split"}
    assert len(splits) == 7
    assert len(advice.choices) == 7 * 4 + 1
    said = advice.to_json()
    assert said["unit"] == "ante"
    first = said["actions"][0]
    assert first["action"][0] == "split"
    assert first["cost"] == "0/1"
    evs = [Fraction(entry["ev"]) for entry in said["actions"]]
    assert evs == sorted(evs, reverse=True)
    assert all(Fraction(entry["cost"]) == evs[0] - ev for entry, ev in zip(said["actions"], evs, strict=True))
    folds = [choice for choice in advice.choices if choice.action == ("fold",)]
    assert [choice.ev for choice in folds] == [-2]


@pytest.mark.rule("SPL-5")
def test_an_instant_winner_is_compulsory_with_the_choice_of_which() -> None:
    advice = advise("four-card-split", "As Ks Qs 2s", "7d")
    claimed = {choice.action[1] for choice in advice.choices}
    assert claimed == {"As Ks Qs", "As Ks 2s", "As Qs 2s", "Ks Qs 2s"}
    assert all(choice.then[0][1] == 2 for choice in advice.choices)
    best_paid = advise("four-card-split", "As Ks Qs 2s", "7d", {"instant": "best-paid"})
    assert {choice.action[1] for choice in best_paid.choices} == {"As Ks Qs"}


def test_the_suits_names_and_the_order_of_cards_do_not_matter() -> None:
    one = advise("four-card-split", "As Ah Kd 2c", "7d").to_json()["actions"]
    other = advise("four-card-split", "2d Kc Ah As", "7c").to_json()["actions"]
    assert [entry["ev"] for entry in one] == [entry["ev"] for entry in other]


@pytest.mark.parametrize(
    ("game", "hand", "up", "reason"),
    [
        ("three-card-poker", "Qs 6h", None, "has 3 cards, not 2"),
        ("three-card-poker", "Qs 6h 4d", "2c", "shows no card"),
        ("three-card-blitz", "Qs 6h 4d", None, "has 7 cards, not 3"),
        ("four-card-split", "Qs 6h 4d 2c", None, "needs the dealer's upcard"),
        ("four-card-split", "Qs 6h 4d 2c", "7d 8d", "one card, not 2"),
    ],
)
def test_hands_that_can_not_be_are_refused(game: str, hand: str, up: str | None, reason: str) -> None:
    with pytest.raises(LabError, match=reason):
        advise(game, hand, up)


def test_a_card_that_is_there_twice_is_named() -> None:
    with pytest.raises(CardError, match="As is there twice"):
        advise("four-card-split", "As As 4d 2c", "7d")
    with pytest.raises(CardError, match="7d is there twice"):
        advise("four-card-split", "As 7d 4d 2c", "7d")
