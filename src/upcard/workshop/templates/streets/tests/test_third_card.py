"""Third Card, rule by rule."""

from pathlib import Path

import pytest
from third_card.game import ThirdCard, outcome

from upcard import Act, Illegal, Round, parse_cards, settle, transcript, view

TRANSCRIPT = Path(__file__).with_name("transcript.txt")


def dealt(cards: str) -> Round:
    """A round of one seat with an Ante of $10, before the decision."""
    hand = Round(ThirdCard(), {1: {"ante": 1000}})
    hand.deal(parse_cards(cards))
    return hand


def paid(hand: Round) -> dict[str, int]:
    """What goes back on each wager."""
    return {line.wager: line.returned for line in hand.lines}


def test_the_ante_is_compulsory() -> None:
    """TCD-1."""
    with pytest.raises(Illegal, match="not placed before the deal"):
        Round(ThirdCard(), {1: {"raise": 1000}})


def test_a_players_cards_are_his_own() -> None:
    """TCD-2."""
    hand = dealt("9s 9h")
    assert view(hand, seats=[1])["seats"][0]["hands"][0]["label"] == "pair"
    assert view(hand)["seats"][0]["hands"][0]["cards"] == ["??", "??"]


def test_a_raise_is_one_to_three_antes_and_who_folds_loses_the_ante() -> None:
    """TCD-3."""
    hand = dealt("9s 4h")
    assert [move.label for move in hand.need.turns[0].moves] == ["Raise 1×", "Raise 2×", "Raise 3×", "Fold"]
    hand.act(Act(1, 1, "fold"))
    assert paid(hand) == {"ante": 0}


def test_one_card_is_turned_for_everybody() -> None:
    """TCD-4."""
    hand = dealt("As Ks")
    hand.act(Act(1, 1, "raise-3"))
    hand.deal(parse_cards("Qs"))
    assert view(hand)["board"]["cards"] == ["Qs"]
    assert paid(hand) == {"ante": 21_000, "raise": 63_000}


@pytest.mark.parametrize(
    ("cards", "what"),
    [("2s 2h 2d", "three-of-a-kind"), ("As 2h 3d", "straight"), ("As 9s 3s", "flush"), ("Ts Th 3d", "tens-or-better"),
     ("9s 9h Ad", "smaller-pair"), ("As Kh 9d", "other")],
)  # fmt: skip
def test_what_a_hand_of_three_is_paid_for(cards: str, what: str) -> None:
    """TCD-5."""
    assert outcome(parse_cards(cards)) == what


def test_a_hand_that_is_written_down_is_settled() -> None:
    seat = {"seat": 1, "cards": "9s 9h", "wagers": {"ante": 1000}, "actions": [["raise-1"]]}
    found = settle({"game": "third-card", "dealer": "", "board": "Ad", "seats": [seat]})
    assert (found["seats"][0]["staked"], found["seats"][0]["returned"]) == (2000, 2000)


def test_the_table_says_what_is_written_down() -> None:
    written = TRANSCRIPT.read_text("utf-8")
    assert transcript(written) == written
