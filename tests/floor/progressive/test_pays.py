"""What a live table pays by hand: fixed pays, Double Blitz and envy, each within what one hand can hold."""

import pytest

from tests.kit.floor import BLITZ, SEVENS, Floor
from upcard.floor.house.recovery import recover
from upcard.floor.reports import audit

CARDS = {"three-card-poker": {"base": 500_000, "reset": 100_000, "increment": 200_000, "hidden": 0}}


@pytest.fixture
def poker(quick: Floor) -> Floor:
    quick.link(meters=CARDS)
    quick.table("T1", game="three-card-poker")
    quick.start("T1", 1, 3, 5)
    return quick


@pytest.fixture
def blitz(quick: Floor) -> Floor:
    quick.link(meters=BLITZ)
    quick.table("T1", game="three-card-blitz", house={"blitz-bonus": "progressive"})
    quick.light("T1", 1, 3, amount=500)
    quick.ok("dora", "start", table="T1")
    return quick


def pay(floor: Floor, seat: int, hand: str, wager: str = "progressive") -> None:
    floor.ok("dora", "pay-hand", table="T1", seat=seat, hand=hand, wager=wager)


def no_pay(floor: Floor, seat: int, hand: str, wager: str = "progressive", do: str = "pay-hand") -> str:
    return floor.no("dora", do, table="T1", seat=seat, hand=hand, wager=wager)


@pytest.mark.rule("TCP-11", "PRG-8", "PRG-10")
def test_a_fixed_pay_is_the_houses_money_and_touches_no_meter(poker: Floor) -> None:
    meter = poker.meter("three-card-poker")
    pay(poker, 3, "royal-other-suit")
    assert poker.balance("patrons:T1") == 500_00 - 300, "500 for 1, and the wager is not returned"
    assert poker.meter("three-card-poker") == meter
    assert "no wager, no pay" in no_pay(poker, 2, "straight")
    assert "pressed already" in no_pay(poker, 3, "royal-other-suit")
    assert "(GEN-2)" in no_pay(poker, 3, "straight")
    assert "one of" in no_pay(poker, 1, "royal-spades"), "that one is pressed as a hit"
    assert recover(poker.house.store).state == poker.state


@pytest.mark.rule("TCP-12")
def test_envy_goes_to_every_other_bettor(poker: Floor) -> None:
    """The hand needs no bet of its own; its own seat has none of it."""
    pay(poker, 3, "royal-spades", "envy")
    assert poker.balance("patrons:T1") == 2 * 100_00 - 300
    pay(poker, 2, "royal-other-suit", "envy")
    assert poker.balance("patrons:T1") == 2 * 100_00 + 3 * 25_00 - 300, "several add up"
    assert "can't be royal-other-suit" in no_pay(poker, 3, "royal-other-suit"), "the same hand was the other royal"
    assert "can't be straight" in no_pay(poker, 3, "straight")
    assert poker.press("T1", 3, "royal-spades")


@pytest.mark.rule("TCP-12")
def test_envy_of_nobody_is_none(quick: Floor) -> None:
    quick.link(meters=CARDS)
    quick.table("T1", game="three-card-poker")
    quick.start("T1", 4)
    assert "nobody else" in no_pay(quick, 4, "royal-spades", "envy")


@pytest.mark.rule("BLZ-14", "BLZ-12", "GEN-2")
def test_seven_cards_hold_two_royals_and_the_double_beside_them(blitz: Floor) -> None:
    """Three Royal Blitzes need nine cards; two and the Double's $1,000 are paid together."""
    blitz.press("T1", 3, "royal-blitz-spades")
    pay(blitz, 3, "double-blitz", "blitz-bonus")
    blitz.press("T1", 3, "royal-blitz-clubs")
    assert "(GEN-2)" in no_pay(blitz, 3, "royal-blitz-hearts", "blitz-bonus", "hit")
    assert "(GEN-2)" in no_pay(blitz, 3, "blitz", "blitz-bonus")
    assert "(GEN-2)" in no_pay(blitz, 3, "five-card-royal", "blitz-bonus", "hit")
    assert blitz.balance("patrons:T1") == 1_000_00 - 1_000
    pay(blitz, 1, "blitz", "blitz-bonus")
    assert "(GEN-2)" in no_pay(blitz, 1, "royal-blitz-hearts", "blitz-bonus", "hit")
    assert blitz.balance("patrons:T1") == 1_030_00 - 1_000
    blitz.ok("dora", "hits-done", table="T1")
    assert not blitz.state.alerts


@pytest.mark.rule("BLZ-14")
def test_two_royals_without_the_double_are_told(blitz: Floor) -> None:
    blitz.press("T1", 3, "royal-blitz-spades")
    blitz.press("T1", 3, "royal-blitz-clubs")
    blitz.ok("dora", "hits-done", table="T1")
    (alert,) = blitz.state.alerts.values()
    assert "double-blitz was not pressed" in alert.what


@pytest.mark.rule("BLZ-14")
def test_a_double_without_its_two_royals_is_told(blitz: Floor) -> None:
    """Its $1,000 are paid beside two jackpots; nobody need press HITS DONE where none is."""
    pay(blitz, 3, "double-blitz", "blitz-bonus")
    blitz.ok("dora", "end", table="T1")
    (alert,) = blitz.state.alerts.values()
    assert alert.what.endswith("seat 3 was paid double-blitz, and of the two beside it were pressed: none")


@pytest.mark.rule("PRG-3", "GEN-4")
def test_a_pay_that_was_pressed_by_mistake_is_taken_back(poker: Floor) -> None:
    pay(poker, 3, "straight")
    pay(poker, 1, "royal-spades", "envy")
    assert "take back" in poker.no("sue", "void-round", table="T1", reason="misdeal")
    take = {"table": "T1", "reason": "another seat"}
    assert "is a dealer" in poker.no("dora", "take-back", seat=3, hand="straight", wager="progressive", **take)
    poker.ok("sue", "take-back", seat=3, hand="straight", wager="progressive", **take)
    poker.ok("sue", "take-back", seat=1, hand="royal-spades", wager="envy", **take)
    assert "was not paid" in poker.no("sue", "take-back", seat=3, hand="straight", wager="progressive", **take)
    assert poker.balance("patrons:T1") == -300
    pay(poker, 3, "straight-flush")
    poker.ok("dora", "end", table="T1")
    assert audit.verify(poker.house.store).entries


@pytest.mark.rule("B7S-21", "PRG-9")
def test_over_the_aggregate_limit_all_winners_are_paid_in_proportion(quick: Floor) -> None:
    quick.link(meters=SEVENS)
    quick.table("T1", house={"aggregate-limit": 210_00})
    quick.start("T1", 1, 3, 6)
    for seat, hand in ((1, "three-sevens"), (3, "two-sevens"), (6, "one-seven")):
        pay(quick, seat, hand, "blazing-sevens")
    opened = quick.state.tables["T1"].round
    assert opened is not None
    total, limit = 200_00 + 25_00 + 2_00, 210_00
    assert sum(line.amount for line in opened.paid) == limit
    assert opened.paid[1].amount in {limit * 25_00 // total, limit * 25_00 // total + 1}
    assert quick.balance("patrons:T1") == limit - 300
    quick.ok("sue", "take-back", table="T1", seat=1, hand="three-sevens", wager="blazing-sevens", reason="two")
    assert quick.balance("patrons:T1") == 27_00 - 300, "what is left has room again"


def test_only_live_tables_pay_by_hand(quick: Floor) -> None:
    quick.table("V", "virtual", "three-card-poker", link=None)
    assert "is virtual" in quick.no("dora", "pay-hand", table="V", seat=1, hand="straight", wager="progressive")
