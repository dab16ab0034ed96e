"""Blackjack with real cards: the hole card lies unread, and somebody looks at it (BJK-6, GEN-4)."""

import pytest

from tests.kit.blackjack import BET
from upcard.cards.card import parse_card, parse_cards
from upcard.rounds.record import round_from_json, round_to_json
from upcard.rounds.round import Round
from upcard.rules.blackjack import Blackjack
from upcard.rules.needs import UNKNOWN, Act, Deal, Illegal, Peek, Show


def live(cards: str, upcard: str, bets: dict[str, int] | None = None) -> Round:
    """A round whose hole card nobody has read."""
    round_ = Round(Blackjack(), {1: bets or BET})
    round_.deal(parse_cards(cards))
    round_.deal(parse_cards(upcard))
    round_.deal([UNKNOWN])
    return round_


def need(round_: Round) -> object:
    """What it waits for."""
    return round_.need


def line(round_: Round, wager: str = "bet") -> tuple[str, int]:
    (found,) = (line for line in round_.lines if line.wager == wager)
    return found.outcome, found.returned


@pytest.mark.rule("BJK-6")
def test_the_look_is_answered_and_the_hole_card_read_at_the_end() -> None:
    round_ = live("Ts 9h", "Kd")
    assert need(round_) == Peek("Does the dealer have blackjack?", "BJK-6", None)
    round_.peeked(False)
    round_.act(Act(1, 1, "stand"))
    assert need(round_) == Show(0, 1, 1)
    round_.shown(parse_cards("6c"))
    assert need(round_) == Deal(0, 1, 1, "everybody")
    round_.deal(parse_cards("Qs"))
    assert line(round_) == ("win", 2000)
    assert round_from_json(round_to_json(round_)).events == round_.events


@pytest.mark.rule("BJK-6", "BJK-7")
def test_a_look_that_finds_blackjack_has_the_card_turned_over() -> None:
    round_ = live("Ts 9h", "Ad")
    round_.act(Act(1, 1, "insurance", 500))
    round_.peeked(True)
    assert need(round_) == Show(0, 1, 1)
    assert round_.lines == []
    round_.shown(parse_cards("Kc"))
    assert (line(round_, "insurance"), line(round_)) == (("win", 1500), ("lose", 0))


@pytest.mark.rule("BJK-7")
def test_a_look_that_finds_none_takes_the_insurance() -> None:
    round_ = live("Ts 9h", "Ad")
    round_.act(Act(1, 1, "insurance", 500))
    round_.peeked(False)
    assert line(round_, "insurance") == ("lose", 0)


@pytest.mark.rule("BJK-2")
def test_no_look_under_other_cards() -> None:
    round_ = live("Ts 6h", "6d")
    round_.act(Act(1, 1, "hit"))
    round_.deal(parse_cards("Td"))
    round_.shown(parse_cards("9c"))
    assert round_.ended
    assert line(round_) == ("lose", 0)


@pytest.mark.rule("BJK-6", "GEN-4")
@pytest.mark.parametrize(("found", "hole", "said"), [(False, "Kc", "no blackjack"), (True, "9c", "blackjack")])
def test_a_hole_card_that_belies_the_look_is_a_misdeal(found: bool, hole: str, said: str) -> None:
    round_ = live("Ts 9h", "Ad")
    round_.act(Act(1, 1, "insurance", 500))
    round_.peeked(found)
    if not found:
        round_.act(Act(1, 1, "stand"))
    events, left = list(round_.events), dict(round_.left)
    with pytest.raises(Illegal, match=f"said {said}; if that was wrong, void the round"):
        round_.shown(parse_cards(hole))
    assert need(round_) == Show(0, 1, 1)
    assert (round_.events, dict(round_.left)) == (events, left)
    round_.void("the hole card was misread")
    assert round_.voided
    assert round_.lines == []


@pytest.mark.rule("GEN-4")
def test_the_card_turned_over_must_still_be_in_the_shoe() -> None:
    round_ = Round(Blackjack({"decks": 1}), {1: BET})
    for cards in ("Ts 9h", "6d"):
        round_.deal(parse_cards(cards))
    round_.deal([UNKNOWN])
    round_.act(Act(1, 1, "stand"))
    for impossible in (parse_card("Ts"), 52, UNKNOWN):
        with pytest.raises(Illegal):
            round_.shown([impossible])
    round_.shown(parse_cards("Td"))
