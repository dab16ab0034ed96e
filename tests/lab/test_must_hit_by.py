"""Must-hit-by meters against a plain walk through every amount and every wager, and against what has to hold."""

from fractions import Fraction
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kit.cli import refused, said
from upcard.lab.analysis import LabError
from upcard.lab.meters.must_hit_by import MustHitBy
from upcard.rules.awards import MICRO

METERS = st.builds(
    MustHitBy,
    reset=st.integers(0, 40),
    ceiling=st.integers(41, 120),
    increment=st.sampled_from([10_000, 33_333, 200_000, 500_000, 1_000_000]),
    stake=st.integers(1, 400),
    base=st.just(Fraction(-1, 50)),
)


class Walk(NamedTuple):
    """One amount, walked to."""

    wagers: int
    award: int


def walk(meter: MustHitBy, amount: int, stands: int) -> Walk:
    """Wager by wager until the meter is there, as the floor does it."""
    wagers = 0
    while stands < amount * MICRO:
        stands = min(stands + meter.stake * meter.increment, meter.ceiling * MICRO)
        wagers += 1
    return Walk(wagers, stands // MICRO)


@given(METERS)
def test_the_cycle_is_that_of_walking_to_every_amount(meter: MustHitBy) -> None:
    walks = [walk(meter, amount, meter.reset * MICRO) for amount in range(meter.reset + 1, meter.ceiling + 1)]
    assert meter.wagers() == Fraction(sum(one.wagers for one in walks), len(walks))
    assert meter.award() == Fraction(sum(one.award for one in walks), len(walks))
    # What is wagered in a cycle goes back by the base game and by the jackpot, and the rest is the house's.
    staked = sum(one.wagers for one in walks) * meter.stake
    back = staked * (1 + meter.base) + sum(one.award for one in walks)
    assert meter.hold() == (staked - back) / staked


@given(METERS, st.data())
def test_the_next_wager_is_worth_its_amounts(meter: MustHitBy, data: st.DataObject) -> None:
    stands = data.draw(st.integers(meter.reset * MICRO, meter.ceiling * MICRO - 1))
    left = range(stands // MICRO + 1, meter.ceiling + 1)
    won = [one.award for amount in left if (one := walk(meter, amount, stands)).wagers <= 1]
    assert meter.chance(stands) == Fraction(len(won), len(left))
    assert meter.ev(stands) == meter.base + Fraction(sum(won), len(left) * meter.stake)
    within = sum(walk(meter, amount, stands).wagers <= 3 for amount in left)
    assert meter.chance(stands, 3) == Fraction(within, len(left))


@given(METERS, st.data())
def test_the_edge_of_a_shown_meter_is_the_average_over_what_it_does_not_show(
    meter: MustHitBy, data: st.DataObject
) -> None:
    shows = data.draw(st.integers(meter.reset, meter.ceiling - 1))
    step = MICRO // 100
    if meter.adds % step:
        return  # the hundredths of a cent below would not be an even sample of it
    evs = [meter.ev(shows * MICRO + at * step) for at in range(100)]
    assert meter.edge(shows) == -sum(evs, Fraction(0)) / 100


@given(METERS)
def test_the_edge_only_falls_and_crosses_at_the_break_even(meter: MustHitBy) -> None:
    edges = [meter.edge(shows) for shows in range(meter.reset, meter.ceiling)]
    assert edges == sorted(edges, reverse=True)
    even = meter.break_even()
    assert even == next((meter.reset + at for at, edge in enumerate(edges) if edge <= 0), None)


def test_a_published_kind_of_meter() -> None:
    """$500 to $1,000, half a per cent of what is wagered: the jackpot gives back that half and the start."""
    meter = MustHitBy(50_000, 100_000, 5_000, 100, Fraction(-1, 10))
    # half a cent a wager: 50,000 amounts, two wagers a cent
    assert meter.wagers() == 50_001
    assert meter.award() == Fraction(50_001, 2) + 50_000
    assert meter.hold() == Fraction(1, 10) - meter.award() / (50_001 * 100)
    assert meter.hits(50_001 * 7) == 7


def test_what_is_no_meter() -> None:
    for wrong in ((100, 100, 1, 1), (0, 10, 0, 1), (0, 10, 1, 0), (0, 20_000_000, 1, 1)):
        with pytest.raises(LabError):
            MustHitBy(*wrong)
    with pytest.raises(LabError, match="not 100"):
        MustHitBy(10, 100, 1, 1).edge(100)


def test_the_command_says_it() -> None:
    asked = ("--reset", "5000", "--must-hit-by", "10000", "--increment", "200000", "--stake", "1000")
    text = said("must-hit-by", *asked, "--ev=-1/20")
    assert "from $50.01 to $100.00" in text
    # $2 a wager: 25 steps, each with 200 of the 5,000 amounts, paid $52, $54 … $100
    assert "once in 13.0 wagers, $76.00 on average" in text
    assert "the house keeps -53.4615 %" in text
    assert "house edge" in said("must-hit-by", *asked, "--meter", "9000")
    assert "below its ceiling" in refused("must-hit-by", *asked[:2], "--must-hit-by", "10", *asked[4:])
    assert "such as -0.005" in refused("must-hit-by", *asked, "--ev", "little")
