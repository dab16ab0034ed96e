"""The long run of a progressive wager."""

import random
from fractions import Fraction

import pytest

from upcard.lab import LabError, analyze
from upcard.lab.analysis import ProgressiveAnalysis
from upcard.lab.meters.hold import long_run

SEED, RATE = Fraction(2000), Fraction(1, 5)


def progressive(game: str, wager: str, **house: object) -> ProgressiveAnalysis:
    found = analyze(game, house).wagers[wager]
    assert isinstance(found, ProgressiveAnalysis)
    return found


def test_three_card_poker_to_the_last_part() -> None:
    wager = progressive("three-card-poker", "progressive")
    run = long_run(wager, {"three-card-poker": SEED}, {"three-card-poker": RATE}, other_players=5)
    assert run.fixed == Fraction(601, 1105)
    assert run.reseeds == SEED / 22100
    assert run.envy == 5 * Fraction(175, 22100)
    assert run.hold == 1 - run.fixed - run.envy - RATE - run.reseeds
    # A wager against the average meter wins what the house does not keep.
    others = wager.ev({"three-card-poker": run.average["three-card-poker"]}, others=5)
    assert others == -run.hold


def test_five_meters_each_with_its_own_rate() -> None:
    wager = progressive("three-card-blitz", "blitz-bonus", **{"blitz-bonus": "progressive"})
    meters = [f"blitz-{n}" for n in range(1, 6)]
    seeds = dict.fromkeys(meters, Fraction(500))
    rates = {meter: Fraction(n, 100) for n, meter in enumerate(meters, 1)}
    run = long_run(wager, seeds, rates, Fraction(1, 100))
    assert run.contributions == Fraction(15, 100)
    assert wager.ev(run.average) == -(1 - run.fixed - run.contributions - run.reseeds) * wager.stake
    assert run.short == max(run.reseeds - Fraction(1, 100), 0)


def test_the_reserve_pays_first() -> None:
    wager = progressive("three-card-poker", "progressive")
    seeds, rates = {"three-card-poker": SEED}, {"three-card-poker": RATE}
    bare = long_run(wager, seeds, rates)
    assert long_run(wager, seeds, rates, bare.reseeds).hold == bare.hold
    assert long_run(wager, seeds, rates, bare.reseeds).short == 0
    assert long_run(wager, seeds, rates, bare.reseeds + Fraction(1, 100)).hold == bare.hold - Fraction(1, 100)


def test_the_average_is_where_a_meter_settles() -> None:
    draw = random.Random(7)
    hit, meter, seen, n = 0.01, 100.0, 0.0, 400_000
    for _ in range(n):
        meter += 0.2
        seen += meter
        if draw.random() < hit:
            meter = 100.0
    assert seen / n == pytest.approx((0.2 + hit * 100) / hit, rel=0.02)


def test_wrong_meters_and_rates_are_refused() -> None:
    wager = progressive("three-card-poker", "progressive")
    with pytest.raises(LabError, match="the meters are three-card-poker"):
        long_run(wager, {"other": SEED}, {"three-card-poker": RATE})
    with pytest.raises(LabError, match="can't be negative"):
        long_run(wager, {"three-card-poker": -SEED}, {"three-card-poker": RATE})
    with pytest.raises(LabError, match="at most the wager"):
        long_run(wager, {"three-card-poker": SEED}, {"three-card-poker": RATE}, Fraction(9, 10))
