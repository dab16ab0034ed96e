"""How results are distributed: counts of what was won, as estimates, percentiles and bars."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate
from math import sqrt

from upcard.lab.analysis import Json
from upcard.lab.simulation.sessions.spread import PERCENTILES

NORMAL_95 = 1.959963984540054
"""How many standard errors to either side hold the truth 95 times in 100."""
BARS = 400
"""At most so many different results are said one by one; more are put together in as many bars of equal width."""


def estimate(gains: Mapping[int, int], rounds: int, unit: int) -> Json:
    """The mean result for a unit, over so many rounds, with its standard error; rounds without one gained nothing."""
    total = sum(gain * times for gain, times in gains.items())
    squares = sum(gain * gain * times for gain, times in gains.items())
    mean = Fraction(total, rounds * unit)
    sd = sqrt(max(Fraction(squares, rounds * unit * unit) - mean * mean, Fraction(0)))
    se = sd / sqrt(rounds)
    band = [float(mean) - NORMAL_95 * se, float(mean) + NORMAL_95 * se]
    return {"mean": float(mean), "se": se, "sd": sd, "ci95": band, "exact": None, "z": None}


def percentiles(gains: Mapping[int, int], rounds: int) -> dict[str, int]:
    """The lowest result that so many per cent of the rounds do not pass."""
    ranked = sorted(gains)
    reached = list(accumulate(gains[gain] for gain in ranked))
    return {
        str(p): next(gain for gain, upto in zip(ranked, reached, strict=True) if 100 * upto >= p * rounds)
        for p in PERCENTILES
    }


def bars(gains: Mapping[int, int]) -> list[Json]:
    """How many rounds came to each result, or to one from `from` to `to`."""
    least, most = min(gains), max(gains)
    wide = 1 if len(gains) <= BARS else -(-(most - least + 1) // BARS)
    found: dict[int, Json] = {}
    for gain, rounds in sorted(gains.items()):
        low = least + (gain - least) // wide * wide
        bar = found.setdefault(low, {"from": low, "to": low + wide - 1, "rounds": 0})
        bar["rounds"] += rounds
    return list(found.values())
