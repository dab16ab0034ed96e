"""A wrong seat or hand found at verification, and a winner found after END GAME (PRG-3)."""

import pytest

from tests.kit.floor import BLITZ, PIN, SEVENS, Floor
from upcard.floor import facts
from upcard.floor.house.recovery import recover
from upcard.floor.progressive import signs
from upcard.floor.reports import reports

ALL, TEN = "three-suited-sevens", "three-same-colour-sevens"
RISING = {"blazing-sevens": {**SEVENS["blazing-sevens"], "base": 1_500_000, "increment": 0, "hidden": 0}}
"""$15,000 that reseeds to $10,000: who comes first has more."""


@pytest.fixture
def two(quick: Floor) -> Floor:
    quick.link(meters=RISING)
    quick.table("T1")
    quick.table("T2")
    return quick


def late(floor: Floor, by: str = "sue", card: str = "mia", /, **said: object) -> str:
    args = {"table": "T1", "round": "T1-1", "seat": 2, "hand": ALL, "reason": "seen on the film", **said}
    return str(floor.ok(by, "late-hit", swipe=floor.cards[card].swipe(), pin=PIN, **args).fact(facts.HitPending).hit)


def no_late(floor: Floor, by: str = "sue", card: str = "mia", /, **said: object) -> str:
    args = {"table": "T1", "round": "T1-1", "seat": 2, "hand": ALL, "reason": "seen on the film", **said}
    return floor.no(by, "late-hit", swipe=floor.cards[card].swipe(), pin=PIN, **args)


@pytest.mark.rule("PRG-3")
@pytest.mark.parametrize("reason", ["wrong seat", "Wrong  hand: it is seat 4's"])
def test_a_wrong_seat_found_at_verification_leaves_the_winner_a_way(two: Floor, reason: str) -> None:
    """The right press keeps the batch's place: the other table's jackpot, pressed in between, comes behind it."""
    two.start("T1", 1, 4)
    two.start("T2", 3)
    wrong = two.press("T1", 1, ALL)
    other = two.press("T2", 3, ALL)
    for table in ("T1", "T2"):
        two.ok("dora", "hits-done", table=table)
    two.ok("sue", "verify", hit=other)
    two.ok("sue", "void", hit=wrong, reason=reason)
    assert two.hit(other).amount == 1_500_000, "as things stand"
    assert signs.win_view(two.state, two.hit(other))["provisional"]
    refused = two.confirm(other)
    assert refused.refused is not None
    assert (refused.refused.rule, "round T1-1" in refused.refused.reason) == ("PRG-3", True)
    right = two.press("T1", 4, ALL)
    assert (two.hit(right).amount, two.hit(other).amount) == (1_500_000, 1_000_000)
    assert "still coming in" in two.no("sue", "verify", hit=right)
    two.ok("dora", "hits-done", table="T1")
    two.settle(right)
    assert two.confirm(other).ok
    two.ok("dora", "end", table="T1")
    assert two.balance("patrons:T1") == 1_500_000 - 200
    assert recover(two.house.store).state == two.state


@pytest.mark.rule("PRG-3", "PRG-4")
def test_a_batch_that_was_opened_again_holds_nobody_up_for_ever(two: Floor) -> None:
    two.start("T1", 1, 4)
    two.start("T2", 3)
    wrong, other = two.press("T1", 1, ALL), two.press("T2", 3, ALL)
    for table in ("T1", "T2"):
        two.ok("dora", "hits-done", table=table)
    two.ok("sue", "void", hit=wrong, reason="wrong seat")
    two.ok("dora", "hits-done", table="T1")
    two.settle(other)
    assert "complete" in two.no("dora", "hit", table="T1", seat=4, hand=ALL)
    two.ok("dora", "end", table="T1")
    assert two.balance("patrons:T2") == 1_500_000 - 100


@pytest.mark.rule("PRG-3")
def test_another_reason_ends_the_matter(two: Floor) -> None:
    two.start("T1", 1, 4)
    hit = two.press("T1", 1, ALL)
    two.ok("dora", "hits-done", table="T1")
    two.ok("sue", "void", hit=hit, reason="the third seven was an ace")
    assert "complete" in two.no("dora", "hit", table="T1", seat=4, hand=ALL)


@pytest.mark.rule("PRG-3", "PRG-2", "B7S-33")
def test_a_winner_found_after_end_game_comes_last_and_is_paid(two: Floor) -> None:
    two.start("T1", 2)
    two.ok("dora", "end", table="T1")
    two.start("T2", 3)
    other = two.press("T2", 3, TEN)
    two.start("T1", 5)  # the table plays on
    hit = late(two)
    assert hit == "T1-1-2-late"
    assert (two.hit(other).amount, two.hit(hit).amount) == (150_000, 1_350_000)
    assert two.hit(hit).late == "seen on the film"
    two.ok("dora", "end", table="T1")  # the round of now is not the round of the hit
    two.ok("sam", "verify", hit=hit)
    assert "goes in order" in str(two.confirm(hit).error)
    two.ok("dora", "hits-done", table="T2")
    two.settle(other)
    assert two.confirm(hit).ok
    two.ok("sam", "pay", hit=hit)
    two.ok("dora", "end", table="T2")
    assert two.balance("patrons:T1") == 1_350_000 - 200
    assert two.state.links["L"].batches == []
    (row,) = (row for row in reports.hits(two.house.store).rows if row[1] == hit)
    assert "PAID" in row
    assert recover(two.house.store).state == two.state


@pytest.mark.rule("PRG-3", "PRG-11", "B7S-13", "PRG-10", "GEN-2")
def test_a_late_hit_is_signed_and_checked_like_any_other(two: Floor) -> None:
    two.start("T1", 1, 2)
    assert "is being played" in no_late(two)
    pressed = two.press("T1", 1, TEN)
    two.ok("dora", "hits-done", table="T1")
    two.settle(pressed)
    two.ok("dora", "end", table="T1")
    assert "is a dealer" in no_late(two, "dora")
    assert "card has to be swiped" in two.no(
        "sue", "late-hit", table="T1", round="T1-1", seat=2, hand=ALL, reason="x", pin=PIN
    )
    assert "is a supervisor's" in no_late(two, "sam", "sue")
    assert "who enters this hit" in no_late(two, "max", "max")
    assert "no wager, no award" in no_late(two, seat=5)
    assert "paid once" in no_late(two, seat=1)
    assert "is not at hand" in no_late(two, round="T1-9")
    assert "needs 'reason'" in two.no(
        "sue", "late-hit", table="T1", round="T1-1", seat=2, hand=ALL, swipe=two.cards["mia"].swipe(), pin=PIN
    )
    hit = late(two)
    assert "can't verify it" in two.no("sue", "verify", hit=hit)
    two.ok("sam", "verify", hit=hit)
    assert not two.confirm(hit, by="mia", card="sue").ok
    assert two.confirm(hit).ok


@pytest.mark.rule("PRG-3")
def test_a_late_hit_that_was_none_is_voided_and_gives_back(two: Floor) -> None:
    two.start("T1", 2)
    two.ok("dora", "end", table="T1")
    hit = late(two)
    assert two.meter() == 1_000_000
    two.ok("sam", "void", hit=hit, reason="wrong seat")
    assert two.meter() == 1_500_000
    assert two.state.links["L"].batches == []
    assert late(two) == "T1-1-2-late.2"


@pytest.mark.rule("PRG-3", "GEN-4")
def test_a_voided_round_has_no_late_hit(two: Floor) -> None:
    two.start("T1", 2)
    two.ok("sue", "void-round", table="T1", reason="misdeal")
    assert "is not at hand" in no_late(two)


@pytest.mark.rule("PRG-5", "B7S-30")
@pytest.mark.parametrize("order", ["split-first", "sequential"])
def test_several_whole_winners_alone_always_share(quick: Floor, order: str) -> None:
    quick.link(meters=RISING, order=order)
    quick.table("T1")
    quick.start("T1", 1, 4)
    hits = [quick.press("T1", seat, ALL) for seat in (1, 4)]
    assert [quick.hit(hit).amount for hit in hits] == [750_000, 750_000]
    quick.ok("dora", "hits-done", table="T1")
    for hit in hits:
        quick.ok("sue", "verify", hit=hit)
    for hit in hits:
        assert quick.confirm(hit).ok
        quick.ok("sue", "pay", hit=hit)
    assert quick.meter() == 1_000_000, "reseeded once"


@pytest.mark.rule("PRG-5", "B7S-32")
def test_sequential_stays_in_force_when_the_mix_is_half_confirmed(quick: Floor) -> None:
    """Seat 1 10 %, seats 3 and 5 100 %: that the tenth is confirmed first does not make the others share."""
    quick.link(meters=RISING, order="sequential")
    quick.table("T1")
    quick.start("T1", 1, 3, 5)
    hits = [quick.press("T1", seat, hand) for seat, hand in ((1, TEN), (3, ALL), (5, ALL))]
    quick.ok("dora", "hits-done", table="T1")
    worth = [150_000, 1_350_000, 1_000_000]
    assert [quick.hit(hit).amount for hit in hits] == worth
    for hit in hits:
        quick.settle(hit)
        assert [quick.hit(other).amount for other in hits] == worth


@pytest.mark.rule("PRG-11", "B7S-13")
def test_who_pays_may_swipe_a_card_of_their_own(two: Floor) -> None:
    two.start("T1", 1)
    hit = two.press("T1", 1, TEN)
    two.ok("dora", "hits-done", table="T1")
    two.ok("sue", "verify", hit=hit)
    assert two.confirm(hit).ok
    assert "swipes their own" in two.no("mia", "pay", hit=hit, swipe=two.cards["max"].swipe(), pin=PIN)
    assert "PIN is wrong" in two.no("mia", "pay", hit=hit, swipe=two.cards["mia"].swipe(), pin="0000")
    two.ok("mia", "pay", hit=hit, swipe=two.cards["mia"].swipe(), pin=PIN)
    assert two.hit(hit).paid_by == "mia"


@pytest.mark.rule("PRG-3", "BLZ-14", "GEN-2")
def test_a_late_hit_is_no_more_than_seven_cards_hold(quick: Floor) -> None:
    """Two Royal Blitzes and the Double beside them; a third needs nine cards, found late or not."""
    quick.link(meters=BLITZ)
    quick.table("T1", game="three-card-blitz", house={"blitz-bonus": "progressive"})
    quick.light("T1", 2, amount=500)
    quick.ok("dora", "start", table="T1")
    pressed = quick.press("T1", 2, "royal-blitz-spades")
    quick.ok("dora", "hits-done", table="T1")
    quick.settle(pressed)
    quick.ok("dora", "end", table="T1")
    assert late(quick, hand="royal-blitz-hearts") == "T1-1-2-late"
    assert "pressed already" in no_late(quick, hand="royal-blitz-hearts")
    assert "(GEN-2)" in no_late(quick, hand="royal-blitz-clubs")
    assert "(GEN-2)" in no_late(quick, hand="five-card-royal")
    assert "(GEN-2)" in no_late(quick, hand="total-30")


@pytest.mark.rule("PRG-3", "GEN-2", "PRG-10", "PRG-11")
def test_a_fixed_pay_is_found_late_too_and_stands_against_a_higher_hand(two: Floor) -> None:
    """It is the tray's money, so nothing is pending; a hit of the same wager waits until it is taken back."""
    two.start("T1", 2)
    two.ok("dora", "end", table="T1")
    two.start("T1", 5)  # the table plays on
    meter = two.meter()
    assert "who enters this hit" in no_late(two, "max", "max", hand="three-sevens")
    ack = two.ok(
        "sue",
        "late-hit",
        table="T1",
        round="T1-1",
        seat=2,
        hand="three-sevens",
        reason="claimed",
        swipe=two.cards["mia"].swipe(),
        pin=PIN,
    )
    assert ack.fact(facts.LatePay).holder == "mia"
    assert (two.meter(), two.balance("patrons:T1")) == (meter, 200_00 - 200)
    assert "take it back first" in no_late(two, hand=ALL)
    assert "no wager, no award" in no_late(two, seat=5, hand="three-sevens")
    taken = {"table": "T1", "seat": 2, "hand": "three-sevens", "reason": "it was suited"}
    assert "was not paid at seat 2 in round T1-2" in two.no("sam", "take-back", **taken)
    assert "is not at hand" in two.no("sam", "take-back", round="T1-9", **taken)
    two.ok("sam", "take-back", round="T1-1", **taken)
    assert two.balance("patrons:T1") == -200
    assert late(two) == "T1-1-2-late"
    told = [row[-1] for row in reports.events(two.house.store, ("win",)).rows]
    assert any("pay came after END GAME of round T1-1, claimed" in str(said) for said in told)
    assert recover(two.house.store).state == two.state


@pytest.mark.rule("PRG-3", "TCP-12")
def test_envy_is_found_late_too(quick: Floor) -> None:
    quick.link(meters={"three-card-poker": {"base": 500_000, "reset": 100_000, "increment": 0, "hidden": 0}})
    quick.table("T1", game="three-card-poker")
    quick.start("T1", 2, 4)
    quick.ok("dora", "end", table="T1")
    swipe = {"swipe": quick.cards["mia"].swipe(), "pin": PIN}
    said = {"table": "T1", "round": "T1-1", "seat": 2, "hand": "royal-spades", "reason": "seen late"}
    quick.ok("sue", "late-hit", wager="envy", **said, **swipe)
    assert quick.balance("patrons:T1") == 100_00 - 200
    assert late(quick, hand="royal-spades") == "T1-1-2-late", "and its own jackpot beside it"
