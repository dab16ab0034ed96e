"""High Three, rule by rule."""

from pathlib import Path

import pytest
from high_three.game import HighThree, side_outcome

from upcard import Act, Illegal, Round, parse_cards, settle, transcript, view

TRANSCRIPT = Path(__file__).with_name("transcript.txt")


def played(player: str, dealer: str, move: str, **house: str) -> Round:
    """A round of one seat with an Ante of $10 and a side bet of $1."""
    hand = Round(HighThree(house), {1: {"ante": 1000, "pair-or-better": 100}})
    hand.deal(parse_cards(player))
    hand.deal(parse_cards(dealer))
    hand.act(Act(1, 1, move))
    return hand


def paid(hand: Round) -> dict[str, int]:
    """What goes back on each wager."""
    return {line.wager: line.returned for line in hand.lines}


def test_the_ante_is_compulsory() -> None:
    """HTH-1."""
    with pytest.raises(Illegal, match="Ante is compulsory"):
        Round(HighThree(), {1: {"pair-or-better": 100}})


def test_the_dealers_cards_lie_face_down_until_the_players_have_decided() -> None:
    """HTH-2."""
    hand = Round(HighThree(), {1: {"ante": 1000}})
    hand.deal(parse_cards("9s 9h 2c"))
    hand.deal(parse_cards("Kh Qd 3s"))
    assert view(hand, seats=[1])["dealer"]["cards"] == ["??", "??", "??"]
    hand.act(Act(1, 1, "raise-1"))
    assert view(hand)["dealer"]["label"] == "king high"


def test_who_folds_loses_the_ante_and_keeps_the_side_bet() -> None:
    """HTH-3, HTH-6."""
    assert paid(played("9s 9h 2c", "Kh Qd 3s", "fold")) == {"ante": 0, "pair-or-better": 200}


def test_a_dealer_below_jack_high_does_not_play() -> None:
    """HTH-4."""
    assert paid(played("2s 3h 5c", "Th 9d 3s", "raise-2")) == {"ante": 2000, "raise": 2000, "pair-or-better": 0}
    assert paid(played("2s 3h 5c", "Jh 3d 2h", "raise-2")) == {"ante": 0, "raise": 0, "pair-or-better": 0}


def test_the_higher_hand_wins_and_a_tie_is_the_houses_choice() -> None:
    """HTH-5."""
    assert paid(played("9s 9h 2c", "Kh Qd 3s", "raise-2")) == {"ante": 2000, "raise": 4000, "pair-or-better": 200}
    assert paid(played("Ks Qh 3c", "Kh Qd 3s", "raise-1")) == {"ante": 1000, "raise": 1000, "pair-or-better": 0}
    tie = played("Ks Qh 3c", "Kh Qd 3s", "raise-1", ties="dealer")
    assert paid(tie) == {"ante": 0, "raise": 0, "pair-or-better": 0}


@pytest.mark.parametrize(
    ("cards", "outcome"),
    [("Qs Js Ts", "straight-flush"), ("2s 2h 2d", "three-of-a-kind"), ("As 2h 3d", "straight"), ("As 9s 3s", "flush")],
)
def test_what_the_side_bet_is_paid_for(cards: str, outcome: str) -> None:
    """HTH-6."""
    assert side_outcome(parse_cards(cards)) == outcome


def test_a_hand_that_is_written_down_is_settled() -> None:
    seat = {"seat": 1, "cards": "9s 9h 2c", "wagers": {"ante": 1000}, "actions": [["raise-2"]]}
    found = settle({"game": "high-three", "dealer": "Kh Qd 3s", "seats": [seat]})
    assert (found["seats"][0]["staked"], found["seats"][0]["returned"]) == (3000, 6000)


def test_the_table_says_what_is_written_down() -> None:
    written = TRANSCRIPT.read_text("utf-8")
    assert transcript(written) == written
