"""High Card, rule by rule."""

from pathlib import Path

import pytest
from high_card.game import HighCard, against

from upcard import Act, Illegal, Round, parse_card, parse_cards, settle, transcript, view

TRANSCRIPT = Path(__file__).with_name("transcript.txt")


def played(player: str, dealer: str, move: str, **house: str) -> Round:
    """A round of one seat with an Ante of $10 and a Match of $1."""
    hand = Round(HighCard(house), {1: {"ante": 1000, "match": 100}})
    hand.deal(parse_cards(player))
    hand.deal(parse_cards(dealer))
    hand.act(Act(1, 1, move))
    return hand


def paid(hand: Round) -> dict[str, int]:
    """What goes back on each wager."""
    return {line.wager: line.returned for line in hand.lines}


def test_the_ante_is_compulsory() -> None:
    """HIC-1."""
    with pytest.raises(Illegal, match="Ante is compulsory"):
        Round(HighCard(), {1: {"match": 100}})


def test_the_dealers_card_lies_face_down_until_the_players_have_decided() -> None:
    """HIC-2."""
    hand = Round(HighCard(), {1: {"ante": 1000}})
    hand.deal(parse_cards("9s"))
    hand.deal(parse_cards("Kh"))
    assert view(hand, seats=[1])["dealer"]["cards"] == ["??"]
    assert view(hand)["seats"][0]["hands"][0]["cards"] == ["??"], "a player's card is his own"
    hand.act(Act(1, 1, "raise"))
    assert view(hand)["dealer"]["cards"] == ["Kh"]


def test_who_folds_loses_the_ante_and_keeps_the_match() -> None:
    """HIC-3, HIC-5."""
    assert paid(played("9s", "9h", "fold")) == {"ante": 0, "match": 1300}


@pytest.mark.parametrize(
    ("player", "dealer", "outcome"), [("Ks", "Qd", "win"), ("2s", "3d", "lose"), ("9s", "9h", "tie")]
)
def test_the_higher_rank_wins(player: str, dealer: str, outcome: str) -> None:
    """HIC-4."""
    assert against(parse_card(player), parse_card(dealer)) == outcome


def test_ante_and_raise_win_even_money_and_a_tie_is_the_houses_choice() -> None:
    """HIC-4, HIC-5."""
    assert paid(played("Ks", "Qd", "raise")) == {"ante": 2000, "raise": 2000, "match": 0}
    assert paid(played("9s", "9h", "raise")) == {"ante": 1000, "raise": 1000, "match": 1300}
    assert paid(played("9s", "9h", "raise", ties="dealer")) == {"ante": 0, "raise": 0, "match": 1300}


def test_a_hand_that_is_written_down_is_settled() -> None:
    seat = {"seat": 1, "cards": "Ks", "wagers": {"ante": 1000}, "actions": [["raise"]]}
    found = settle({"game": "high-card", "dealer": "Qd", "seats": [seat]})
    assert (found["seats"][0]["staked"], found["seats"][0]["returned"]) == (2000, 4000)


def test_the_table_says_what_is_written_down() -> None:
    written = TRANSCRIPT.read_text("utf-8")
    assert transcript(written) == written
