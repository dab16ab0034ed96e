"""Awards of one round: the manual's own examples, and every combination of seven seats."""

from __future__ import annotations

from itertools import product

import pytest

from upcard.rules.awards import CENT, DOLLAR, MICRO, ORDERS, Awarded, AwardError, Claim, Order, awards

METER = "blazing-sevens"


def claims(percents: dict[int, int], meter: str = METER) -> list[Claim]:
    return [Claim(seat, "blazing-sevens", meter, percent, f"{percent}%") for seat, percent in percents.items()]


def paid(settled: Awarded) -> dict[int, int]:
    return {award.claim.seat: award.amount for award in settled.awards}


@pytest.mark.rule("B7S-31")
def test_two_ten_percent_winners_are_paid_one_after_the_other() -> None:
    settled = awards({METER: 1_000_000 * MICRO}, {}, claims({5: 10, 1: 10}))
    assert paid(settled) == {1: 100_000, 5: 90_000}
    assert settled.meters[METER] == 810_000 * MICRO


@pytest.mark.rule("B7S-32")
def test_a_hundred_before_a_ten_reseeds_between_them() -> None:
    settled = awards({METER: 1_000_000 * MICRO}, {METER: 1_000_000 * MICRO}, claims({2: 100, 4: 10}))
    assert paid(settled) == {2: 1_000_000, 4: 100_000}
    assert settled.reseeds == ((METER, 1_000_000 * MICRO),)


@pytest.mark.rule("B7S-32")
def test_a_ten_before_a_hundred_leaves_the_rest() -> None:
    assert paid(awards({METER: 1_000_000 * MICRO}, {}, claims({2: 10, 4: 100}))) == {2: 100_000, 4: 900_000}


@pytest.mark.rule("B7S-30", "PRG-5")
def test_a_split_gives_odd_cents_to_the_lowest_seats_and_reseeds_once() -> None:
    settled = awards({METER: 1_000_001 * MICRO + 5}, {METER: 77 * MICRO}, claims({1: 100, 3: 100, 6: 100}))
    assert paid(settled) == {1: 333_334, 3: 333_334, 6: 333_333}
    assert settled.reseeds == ((METER, 77 * MICRO),)
    assert settled.meters[METER] == 77 * MICRO + 5


@pytest.mark.rule("PRG-5")
def test_a_ten_between_two_hundreds_draws_on_the_reseeded_meter() -> None:
    percents = {1: 100, 2: 10, 3: 100}
    split = awards({METER: 1_000_000 * MICRO}, {METER: 50_000 * MICRO}, claims(percents))
    assert paid(split) == {1: 500_000, 2: 5_000, 3: 500_000}
    assert split.meters[METER] == 45_000 * MICRO
    strictly = awards({METER: 1_000_000 * MICRO}, {METER: 50_000 * MICRO}, claims(percents), order="sequential")
    assert paid(strictly) == {1: 1_000_000, 2: 5_000, 3: 45_000}
    assert len(strictly.reseeds) == 2


@pytest.mark.rule("PRG-6")
def test_ten_percent_rounds_down_and_the_rest_stays() -> None:
    settled = awards({METER: 109 * MICRO + 999_999}, {}, claims({1: 10}))
    assert paid(settled) == {1: 10}
    assert settled.meters[METER] == 99 * MICRO + 999_999


@pytest.mark.rule("BLZ-13", "PRG-6")
@pytest.mark.parametrize(
    ("shown", "fraction", "amount"),
    [(1_000_000, 999_999, 1_000_000), (1_000_001, 0, 1_000_100), (1_000_100, 1, 1_000_100)],
)
def test_a_jackpot_rounds_up_to_a_dollar_from_the_cents_shown(shown: int, fraction: int, amount: int) -> None:
    settled = awards(
        {"blitz-2": shown * MICRO + fraction}, {}, claims({1: 100}, "blitz-2"), round_up_to={"blitz-2": DOLLAR}
    )
    (award,) = settled.awards
    assert (award.amount, award.from_meter, award.house_top_up) == (amount, shown, amount - shown)
    assert settled.meters == {"blitz-2": fraction}


@pytest.mark.rule("BLZ-13")
def test_a_shared_jackpot_is_rounded_up_once() -> None:
    settled = awards({"blitz-1": 1_000_001 * MICRO}, {}, claims({2: 100, 5: 100}, "blitz-1"), round_up_to=DOLLAR)
    assert paid(settled) == {2: 500_050, 5: 500_050}
    assert [award.house_top_up for award in settled.awards] == [49, 50]


@pytest.mark.rule("BLZ-14")
def test_one_seat_takes_two_meters_and_neither_touches_the_other() -> None:
    two = [*claims({3: 100}, "blitz-2"), *claims({3: 100}, "blitz-5")]
    settled = awards({"blitz-2": 700 * MICRO, "blitz-5": 300 * MICRO, "blitz-1": 9}, {"blitz-5": 4}, two)
    assert [award.amount for award in settled.awards] == [700, 300]
    assert settled.meters == {"blitz-1": 9, "blitz-2": 0, "blitz-5": 4}


def by_hand(meter: int, reset: int, percents: tuple[int, ...], order: Order) -> tuple[list[int], int, int]:
    """The rulebook once more, in the plainest way: what each seat draws, the meter after, how often it reseeded."""
    drawn, reseeds = [0] * len(percents), 0
    strictly = order == "sequential" and 10 in percents
    for seat, percent in enumerate(percents):
        shown = meter // MICRO
        if percent == 10:
            drawn[seat] = shown // 10
            meter -= drawn[seat] * MICRO
        elif percent == 100 and (strictly or 100 not in percents[:seat]):
            sharers = [s for s, p in enumerate(percents) if p == 100] if not strictly else [seat]
            for cent in range(len(sharers)):
                drawn[sharers[cent]] = len(range(cent, shown, len(sharers)))  # deal the cents out like cards
            meter, reseeds = meter % MICRO + reset, reseeds + 1
    return drawn, meter, reseeds


@pytest.mark.rule("B7S-30", "B7S-31", "B7S-32", "PRG-5", "PRG-6")
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("step", [CENT, DOLLAR])
@pytest.mark.parametrize("meter", [0, 999_999, 7 * MICRO + 1, 10_007 * MICRO + 123_457])
def test_every_combination_of_seven_seats_conserves_money(order: Order, step: int, meter: int) -> None:
    reset = 5_003 * MICRO + 11
    for percents in product((0, 10, 100), repeat=7):
        won = claims({seat: percent for seat, percent in enumerate(percents) if percent})
        settled = awards({METER: meter}, {METER: reset}, won, order, step)
        drawn, after, reseeds = by_hand(meter, reset, percents, order)
        assert {a.claim.seat: a.from_meter for a in settled.awards} == {
            seat: drawn[seat] for seat, percent in enumerate(percents) if percent
        }
        assert settled.meters[METER] == after
        assert settled.reseeds == ((METER, reset),) * reseeds
        out = sum(award.amount for award in settled.awards) * MICRO
        top_up = sum(award.house_top_up for award in settled.awards) * MICRO
        assert out + settled.meters[METER] == meter + sum(amount for _, amount in settled.reseeds) + top_up
        assert all(0 <= award.house_top_up < step for award in settled.awards)


def test_what_cannot_be_awarded_is_named() -> None:
    with pytest.raises(AwardError, match=r"no meter 'blitz-9': there are blazing-sevens"):
        awards({METER: 0}, {}, claims({1: 100}, "blitz-9"))
    with pytest.raises(AwardError, match="110 %"):
        awards({METER: 0}, {}, claims({1: 110}))
    with pytest.raises(AwardError, match="'at-once' is unknown"):
        awards({METER: 0}, {}, [], order="at-once")  # type: ignore[arg-type]  # what a user's file may say
    with pytest.raises(AwardError, match="round up to 0 cents"):
        awards({METER: 0}, {}, claims({1: 10}), round_up_to=0)
