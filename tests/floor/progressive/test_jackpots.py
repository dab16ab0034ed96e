"""A jackpot from the hand's button to the pay desk: the manual's own cases, to the cent."""

import pytest

from tests.kit.floor import PASSWORD, SEVENS, Floor
from upcard.floor import facts

ALL, TEN = "three-suited-sevens", "three-same-colour-sevens"
TEN_THOUSAND = {"blazing-sevens": {**SEVENS["blazing-sevens"], "increment": 0, "hidden": 0}}
"""The examples of the manual have exactly $10,000 on the meter: no contributions."""


@pytest.fixture
def two(quick: Floor) -> Floor:
    """Two live tables on one link with $10,000."""
    quick.link(meters=TEN_THOUSAND)
    quick.table("T1")
    quick.table("T2")
    return quick


def amounts(floor: Floor, *hits: str) -> list[int]:
    return [floor.hit(hit).amount for hit in hits]


def done(floor: Floor, table: str) -> None:
    floor.ok("dora", "hits-done", table=table)


@pytest.mark.rule("B7S-30")
def test_two_whole_jackpots_share_the_meter(two: Floor) -> None:
    two.start("T1", 1, 4)
    first, second = two.press("T1", 1, ALL), two.press("T1", 4, ALL)
    assert amounts(two, first, second) == [500_000, 500_000]
    assert two.meter() == 1_000_000  # reseeded once


@pytest.mark.rule("B7S-31", "PRG-3")
def test_ten_percents_go_by_seat_whatever_was_pressed_first(two: Floor) -> None:
    two.start("T1", 1, 5)
    five = two.press("T1", 5, TEN)
    assert amounts(two, five) == [100_000]
    one = two.press("T1", 1, TEN)
    assert amounts(two, one, five) == [100_000, 90_000]
    assert two.meter() == 810_000


@pytest.mark.rule("B7S-32")
@pytest.mark.parametrize(
    ("hands", "paid", "left"),
    [({2: ALL, 4: TEN}, [1_000_000, 100_000], 900_000), ({2: TEN, 4: ALL}, [100_000, 900_000], 1_000_000)],
)
def test_a_whole_and_a_tenth_go_by_seat(two: Floor, hands: dict[int, str], paid: list[int], left: int) -> None:
    two.start("T1", *hands)
    pressed = {seat: two.press("T1", seat, hands[seat]) for seat in reversed(hands)}
    assert amounts(two, *(pressed[seat] for seat in hands)) == paid
    done(two, "T1")
    for seat in hands:
        two.settle(pressed[seat])
    assert two.balance("patrons:T1") == sum(paid) - 200
    assert two.meter() == left
    two.ok("dora", "end", table="T1")


@pytest.mark.rule("B7S-33", "PRG-2", "REG-12")
def test_across_tables_the_ledgers_order_decides_not_the_clock(two: Floor) -> None:
    two.start("T1", 1)
    two.start("T2", 1)
    late = two.ok("dora", "hit", table="T2", seat=1, hand=TEN, at="2026-03-01T19:00:00Z").fact(facts.HitPending).hit
    early = two.ok("dora", "hit", table="T1", seat=1, hand=TEN, at="2026-03-01T18:59:59Z").fact(facts.HitPending).hit
    assert amounts(two, late, early) == [100_000, 90_000]
    assert two.hit(late).seq < two.hit(early).seq
    assert (two.hit(late).pressed_at, two.hit(early).pressed_at) == (
        "2026-03-01T19:00:00Z",
        "2026-03-01T18:59:59Z",
    )


@pytest.mark.rule("PRG-3")
def test_a_batch_keeps_the_place_of_its_first_press(two: Floor) -> None:
    two.start("T1", 1, 5)
    two.start("T2", 3)
    five = two.press("T1", 5, TEN)
    other = two.press("T2", 3, TEN)
    assert amounts(two, five, other) == [100_000, 90_000]
    one = two.press("T1", 1, TEN)  # of the first batch, though it came last
    assert amounts(two, one, five, other) == [100_000, 90_000, 81_000]


@pytest.mark.rule("PRG-3", "PRG-4")
def test_a_round_whose_hits_were_all_voided_has_lost_its_place(two: Floor) -> None:
    two.start("T1", 1, 2)
    two.start("T2", 3)
    mistake = two.press("T1", 1, ALL)
    other = two.press("T2", 3, ALL)
    two.ok("sue", "void", hit=mistake, reason="nobody held three sevens")
    done(two, "T2")
    two.settle(other)
    assert two.hit(other).amount == 1_000_000
    late = two.press("T1", 2, ALL)
    assert amounts(two, other, late) == [1_000_000, 1_000_000], "it takes the reseeded meter, not what is paid already"
    assert two.meter() == 1_000_000
    again = two.press("T1", 1, TEN)
    assert amounts(two, again, late) == [100_000, 900_000]
    done(two, "T1")
    two.settle(again)
    two.settle(late)
    two.ok("dora", "end", table="T1")
    two.ok("dora", "end", table="T2")
    assert two.state.links["L"].batches == []


@pytest.mark.rule("PRG-1", "REG-1")
def test_pending_moves_the_award_at_once_and_others_play_on(quick: Floor) -> None:
    quick.link()
    quick.table("T1")
    quick.table("T2")
    quick.start("T1", 1, 2, 3)
    assert quick.meter() == 1_000_060, "the meter rises with the wagers"
    hit = quick.press("T1", 1, ALL)
    assert quick.hit(hit).amount == 1_000_060, "every contribution committed before is in it"
    assert quick.balance(f"hit:{hit}") == 1_000_060
    assert quick.meter() == 1_000_000
    quick.start("T2", 1, 2, 3)
    assert quick.meter() == 1_000_060, "other tables play on"
    assert quick.hit(hit).amount == 1_000_060, "what came later is not in it"
    quick.ok("dora", "hits-done", table="T1")
    quick.settle(hit)
    assert quick.balance("patrons:T1") == 1_000_060 - 300
    assert f"hit:{hit}" not in quick.state.accounts


@pytest.mark.rule("PRG-4")
def test_a_voided_hit_gives_back_and_later_ones_are_worked_out_again(quick: Floor) -> None:
    quick.link()
    quick.table("T1")
    quick.table("T2")
    quick.start("T1", 1)
    first = quick.press("T1", 1, ALL)
    quick.start("T2", 2)
    second = quick.press("T2", 2, ALL)
    assert amounts(quick, first, second) == [1_000_020, 1_000_020]
    quick.ok("sue", "void", hit=first, reason="the third 7 was an ace")
    assert quick.hit(first).state == "VOIDED"
    assert amounts(quick, second) == [1_000_040], "both contributions, no reseed between them"
    assert quick.meter() == 1_000_000
    assert quick.balance("reserve:L/blazing-sevens") == 0, "both hidden contributions pay for the one reseed left"
    assert quick.balance("house") == -1_000_000 - (1_000_000 - 10)
    quick.ok("dora", "hits-done", table="T2")
    quick.settle(second)
    assert quick.balance("patrons:T2") == 1_000_040 - 100


@pytest.mark.rule("PRG-4", "PRG-0")
def test_confirmation_goes_in_order(two: Floor) -> None:
    two.start("T1", 1, 2)
    two.start("T2", 1)
    first, second = two.press("T1", 2, TEN), two.press("T2", 1, TEN)
    done(two, "T1")
    done(two, "T2")
    assert "has to be VERIFIED" in str(two.confirm(second).error), "nothing skips a state"
    two.ok("sue", "verify", hit=second)
    refused = two.confirm(second)
    assert not refused.ok
    assert refused.error == (
        f"confirmation goes in order; before hit {second} comes {first} (PENDING, table T1 seat 2) (PRG-4)"
    )
    two.settle(first)
    assert two.confirm(second).ok
    assert "has to be PENDING" in two.no("sue", "verify", hit=second)
    two.ok("sue", "pay", hit=second)
    assert "that is its end" in two.no("sue", "pay", hit=second)
    assert "that is its end" in two.no("sue", "void", hit=second, reason="too late")


@pytest.mark.rule("PRG-0")
def test_a_confirmed_hit_is_not_voided(two: Floor) -> None:
    two.start("T1", 1)
    hit = two.press("T1", 1, TEN)
    done(two, "T1")
    two.ok("sue", "verify", hit=hit)
    assert two.confirm(hit).ok
    assert "only PENDING and VERIFIED ones are voided" in two.no("sue", "void", hit=hit, reason="x")
    assert "has to be VERIFIED" in str(two.confirm(hit).error)


@pytest.mark.rule("PRG-3")
def test_nothing_is_verified_while_hits_still_come_in(two: Floor) -> None:
    two.start("T1", 1, 2)
    hit = two.press("T1", 1, TEN)
    assert "HITS DONE closes them" in two.no("sue", "verify", hit=hit)
    done(two, "T1")
    assert "complete" in two.no("dora", "hit", table="T1", seat=2, hand=TEN)
    assert "pressed already" in two.no("dora", "hits-done", table="T1")
    two.ok("sue", "verify", hit=hit)


@pytest.mark.rule("B7S-13", "B7S-12")
def test_end_game_waits_for_every_hit(two: Floor) -> None:
    two.start("T1", 1)
    hit = two.press("T1", 1, TEN)
    for step in ("PENDING", "VERIFIED", "CONFIRMED"):
        assert f"{hit} ({step}, seat 1)" in two.no("dora", "end", table="T1")
        if step == "PENDING":
            done(two, "T1")
            two.ok("sue", "verify", hit=hit)
        elif step == "VERIFIED":
            assert two.confirm(hit).ok
    two.ok("sue", "pay", hit=hit)
    two.ok("dora", "end", table="T1")
    two.start("T1", 3)  # the system is ready for the next hand


@pytest.mark.rule("PRG-11")
def test_three_different_people(two: Floor) -> None:
    two.start("T1", 1)
    hit = two.press("T1", 1, TEN)
    done(two, "T1")
    assert "is a dealer" in two.no("dora", "verify", hit=hit)
    two.ok("max", "verify", hit=hit)
    refused = two.confirm(hit, by="mia", card="max")
    assert "max's, who pressed or verified this hit" in str(refused.error)
    assert two.confirm(hit, by="max", card="eve").ok, "the executive's card completes what the manager confirms"


@pytest.mark.rule("PRG-11")
@pytest.mark.parametrize("signs_on", [False, True])
def test_three_different_people_where_the_keypad_speaks_for_the_dealer(two: Floor, signs_on: bool) -> None:
    """Whoever pressed START GAME, or signed on at the table, is the dealer of a button that the hardware reports."""
    two.light("T1", 1)
    if signs_on:
        two.ok("max", "sign-on", password=PASSWORD, where="T1")
    two.ok("device:T1" if signs_on else "max", "start", table="T1")
    hit = two.press("T1", 1, TEN, by="device:T1")
    two.ok("device:T1", "hits-done", table="T1")
    assert "or dealt the round, can't verify" in two.no("max", "verify", hit=hit)
    two.ok("sue", "verify", hit=hit)
    assert "or dealt the round" in str(two.confirm(hit, by="mia", card="max").error)
    assert two.confirm(hit, by="mia").ok


@pytest.mark.rule("PRG-11")
def test_self_verification_is_refused(two: Floor) -> None:
    two.start("T1", 1)
    hit = two.press("T1", 1, TEN)
    done(two, "T1")
    two.ok("eve", "staff-change", staff="dora", role="supervisor")
    assert "can't verify it" in two.no("dora", "verify", hit=hit)


@pytest.mark.rule("B7S-13")
def test_the_card_has_to_be_a_managers_and_fresh(two: Floor) -> None:
    two.start("T1", 1)
    hit = two.press("T1", 1, TEN)
    done(two, "T1")
    two.ok("sue", "verify", hit=hit)
    assert "card has to be swiped" in two.no("max", "confirm", hit=hit, pin="2468")
    assert "is a dealer's" in str(two.confirm(hit, card="dora").error)
    assert "is a supervisor's" in str(two.confirm(hit, card="sue").error)
    assert "PIN is wrong" in str(two.confirm(hit, pin="1111").error)
    swipe = two.cards["max"].swipe()
    assert "PIN is wrong" in two.no("max", "confirm", hit=hit, swipe=swipe, pin="0000")
    replayed = two.no("max", "confirm", hit=hit, swipe=swipe, pin="2468")
    assert "was used before" in replayed
    card, count, signature = two.cards["max"].swipe().split(".")
    forged = two.no("max", "confirm", hit=hit, swipe=f"{card}.{int(count) + 5}.{signature}", pin="2468")
    assert "did not make this swipe" in forged
    assert {alert.kind for alert in two.state.alerts.values()} == {"card"}
    assert two.confirm(hit).ok


@pytest.mark.rule("PRG-5")
@pytest.mark.parametrize(
    ("order", "paid", "left"),
    [("split-first", [500_000, 100_000, 500_000], 900_000), ("sequential", [1_000_000, 100_000, 900_000], 1_000_000)],
)
def test_a_tenth_between_two_wholes(quick: Floor, order: str, paid: list[int], left: int) -> None:
    quick.link(meters=TEN_THOUSAND, order=order)
    quick.table("T1")
    quick.start("T1", 1, 2, 3)
    hits = [quick.press("T1", seat, hand) for seat, hand in ((1, ALL), (2, TEN), (3, ALL))]
    assert amounts(quick, *hits) == paid
    done(quick, "T1")
    for hit in hits:
        quick.ok("sue", "verify", hit=hit)
    for hit in hits:
        assert quick.confirm(hit).ok
        quick.ok("sue", "pay", hit=hit)
    assert quick.meter() == left
    assert quick.balance("patrons:T1") == sum(paid) - 300


@pytest.mark.rule("PRG-5")
def test_a_shared_jackpot_waits_for_all_who_share_it(two: Floor) -> None:
    two.start("T1", 1, 2)
    one, other = two.press("T1", 1, ALL), two.press("T1", 2, ALL)
    done(two, "T1")
    two.ok("sue", "verify", hit=one)
    assert "shares its jackpot" in str(two.confirm(one).error)
    two.ok("sue", "void", hit=other, reason="a mispressed seat")
    assert amounts(two, one) == [1_000_000]
    assert two.confirm(one).ok


@pytest.mark.rule("PRG-5", "PRG-4")
def test_a_share_of_a_confirmed_jackpot_is_not_voided(quick: Floor) -> None:
    quick.link(meters={"blazing-sevens": {**TEN_THOUSAND["blazing-sevens"], "base": 1_000_001, "reset": 500_000}})
    quick.table("T1")
    quick.start("T1", 1, 3, 5)
    one, tenth, five = (quick.press("T1", seat, hand) for seat, hand in ((1, ALL), (3, TEN), (5, ALL)))
    assert amounts(quick, one, tenth, five) == [500_001, 50_000, 500_000]
    done(quick, "T1")
    for hit in (one, tenth, five):
        quick.ok("sue", "verify", hit=hit)
    assert quick.confirm(one).ok
    assert "shares a jackpot that is confirmed" in quick.no("sue", "void", hit=five, reason="misread")
    for hit in (tenth, five):
        assert quick.confirm(hit).ok
    assert amounts(quick, one, tenth, five) == [500_001, 50_000, 500_000]
    assert quick.meter() == 450_000


@pytest.mark.rule("GEN-4", "PRG-0")
def test_a_round_with_a_paid_jackpot_stands(two: Floor) -> None:
    two.start("T1", 1)
    hit = two.press("T1", 1, ALL)
    done(two, "T1")
    two.settle(hit)
    patrons = two.balance("patrons:T1")
    assert f"{hit} is PAID" in two.no("sue", "void-round", table="T1", reason="misdeal")
    assert two.balance("patrons:T1") == patrons
    two.ok("dora", "end", table="T1")


@pytest.mark.rule("PRG-6")
def test_awards_that_round_up_are_topped_up_by_the_house(quick: Floor) -> None:
    meter = {"base": 1_000_001, "reset": 0, "increment": 0, "hidden": 0, "round-up-to": 100}
    quick.link(meters={f"blitz-{n}": dict(meter) for n in range(1, 6)})
    quick.table("B1", game="three-card-blitz", house={"blitz-bonus": "progressive"})
    quick.light("B1", 2, amount=500)
    quick.ok("dora", "start", table="B1")
    house = quick.balance("house")
    hit = quick.press("B1", 2, "royal-blitz-spades")
    assert (quick.hit(hit).amount, quick.hit(hit).top_up) == (1_000_100, 99)
    assert quick.balance("house") == house - 99
    quick.ok("sue", "void", hit=hit, reason="misread")
    assert quick.balance("house") == house


@pytest.mark.rule("PRG-7")
def test_a_reseed_comes_from_the_reserve_first(quick: Floor) -> None:
    quick.link(meters={"blazing-sevens": {"base": 0, "reset": 40, "increment": 0, "hidden": 150_000}})
    quick.table("T1")
    quick.start("T1", 1, 2)
    house = quick.balance("house")
    quick.press("T1", 1, ALL)
    assert quick.meter() == 40
    assert quick.balance("reserve:L/blazing-sevens") == 0, "the reserve had 30 cents"
    assert quick.balance("house") == house - 10, "the house paid the rest"


@pytest.mark.rule("REG-6")
def test_a_prize_below_its_reset_is_topped_up_where_the_house_says_so(quick: Floor) -> None:
    quick.link(meters={"blazing-sevens": {**TEN_THOUSAND["blazing-sevens"], "top-up": True}})
    quick.table("T1")
    quick.start("T1", 1, 5)
    one, five = quick.press("T1", 1, TEN), quick.press("T1", 5, TEN)
    assert amounts(quick, one, five) == [100_000, 90_000], "within a round the manual's order holds"
    assert quick.meter() == 1_000_000
    quick.ok("sue", "void", hit=five, reason="x")
    assert quick.meter() == 1_000_000
    assert quick.balance("house") == -1_000_000 - 100_000
