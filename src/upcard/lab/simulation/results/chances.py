"""The statistics of simulated rounds: means, and how far frequencies are from what is expected."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import copysign, erfc, exp, fsum, gamma, inf, log, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_FEW = 5
"""Outcomes expected less often are counted together: below, chi-square is no chi-square."""

_NEAR = 0.05
"""So near to what is expected, the saddlepoint is lost in rounding, and plain standard errors are as good."""
_EXACT = 1e-12
_HALVINGS = 80


def mean_of(seen: Mapping[Fraction, int]) -> Fraction:
    """The mean of values that were seen so often."""
    return sum((value * times for value, times in seen.items()), Fraction(0)) / sum(seen.values())


def variance_of(seen: Mapping[Fraction, int]) -> Fraction:
    """The variance of values that were seen so often."""
    squares: Counter[Fraction] = Counter()
    for value, times in seen.items():
        squares[value**2] += times
    return mean_of(squares) - mean_of(seen) ** 2


def deviate_of_mean(chances: Mapping[Fraction, Fraction], mean: Fraction, times: int) -> float:
    """Standard errors that are as unlikely as this mean of so many draws from a known distribution.

    A jackpot that comes once in 20,000 rounds is no normal deviate in a few thousand of them: one of them is much, and
    two are hardly more surprising. The saddlepoint says how much (the r* of Barndorff-Nielsen, after Lugannani and
    Rice); where nothing is rare it comes to the plain standard errors.
    """
    expected = sum((value * chance for value, chance in chances.items()), Fraction(0))
    square = sum((value**2 * chance for value, chance in chances.items()), Fraction(0))
    sd = sqrt(square - expected**2)
    values = np.array([float(value - expected) / sd for value in chances])
    weights = np.array([float(chance) for chance in chances.values()])
    apart = float(mean - expected) / sd
    if abs(apart) * sqrt(times) < _NEAR:
        return apart * sqrt(times)
    for end in (values.min(), values.max()):
        if (apart - end) * end >= 0:  # all draws at one end, or beyond what can be drawn
            every = sqrt(-2 * times * log(weights[values == end].sum()))
            return copysign(every if abs(apart - end) < _EXACT else inf, end)
    tilt = _tilt(values, weights, apart)
    top = (tilt * values).max()
    tilted = weights * np.exp(tilt * values - top)
    cumulant = float(np.log(tilted.sum()) + top)
    variance = float(tilted @ (values - apart) ** 2 / tilted.sum())
    root = copysign(sqrt(max(2 * times * (tilt * apart - cumulant), 0.0)), tilt)
    return root + log(tilt * sqrt(times * variance) / root) / root


def _tilt(values: Floats, weights: Floats, mean: float) -> float:
    """The exponential weight under which the values have this mean; it lies strictly between them."""

    def tilted(tilt: float) -> float:
        weighed = weights * np.exp(tilt * values - (tilt * values).max())
        return float(weighed @ values / weighed.sum())

    far = copysign(1.0, mean)
    while (tilted(far) - mean) * far < 0:
        far *= 2
    near = 0.0
    for _ in range(_HALVINGS):
        middle = (near + far) / 2
        if (tilted(middle) - mean) * far < 0:
            near = middle
        else:
            far = middle
    return (near + far) / 2


def goodness_of_fit(
    often: Mapping[str, float], lines: Mapping[tuple[str, ...], int], times: int
) -> tuple[float, int, float]:
    """All outcomes together: chi-square, its degrees of freedom, and the standard errors that are as unlikely.

    `often` is how many lines of each outcome one round has on average, `lines` in how many of `times` rounds which
    outcomes came together; the rest of the rounds had none.
    """
    seen: Counter[str] = Counter()
    for outcomes, rounds in lines.items():
        for outcome in outcomes:
            seen[outcome] += rounds
    if any(n and not often.get(outcome) for outcome, n in seen.items()):
        return inf, 1, inf  # something happened that can't
    groups = _groups({outcome: p * times for outcome, p in often.items()})
    if any(len(outcomes) > 1 for outcomes in lines):
        square, freedom = _several_lines(groups, often, lines, times)
    else:
        square, freedom = _one_line(groups, often, seen, times)
    return square, freedom, _deviate(square, freedom) if freedom else 0.0


def _groups(expected: Mapping[str, float]) -> list[list[str]]:
    """Outcomes that are counted by themselves, and rare ones together with the next."""
    ranked = sorted((outcome for outcome, n in expected.items() if n), key=lambda outcome: expected[outcome])
    groups: list[list[str]] = [[]]
    for outcome in ranked:
        if sum(expected[one] for one in groups[-1]) >= _FEW:
            groups.append([])
        groups[-1].append(outcome)
    return groups


def _one_line(
    groups: list[list[str]], often: Mapping[str, float], seen: Mapping[str, int], times: int
) -> tuple[float, int]:
    """Pearson's chi-square of rounds with at most one line each; those without one are a cell too."""
    cells = [(sum(seen.get(one, 0) for one in group), sum(often[one] for one in group) * times) for group in groups]
    room = times - sum(expected for _, expected in cells)
    if room >= _FEW:
        cells.append((times - sum(seen.values()), room))
    square = sum((n - expected) ** 2 / expected for n, expected in cells if expected)
    return square, len(cells) - 1


def _several_lines(
    groups: list[list[str]], often: Mapping[str, float], lines: Mapping[tuple[str, ...], int], times: int
) -> tuple[float, int]:
    """Lines of one round (hands of a split) go together: their own covariance stands in for a multinomial's."""
    counted = np.array([[sum(outcomes.count(one) for one in group) for group in groups] for outcomes in lines], float)
    weight = np.array(list(lines.values())) / times
    mean = weight @ counted
    covariance = (counted * weight[:, None]).T @ counted - np.outer(mean, mean)
    apart = mean - np.array([sum(often[one] for one in group) for group in groups])
    square = float(times * apart @ np.linalg.pinv(covariance, hermitian=True) @ apart)
    return square, int(np.linalg.matrix_rank(covariance, hermitian=True))


def chi_square_tail(square: float, freedom: int) -> float:
    """How likely a chi-square is at least so large, by its closed forms for whole degrees of freedom."""
    half = square / 2
    odd = freedom % 2
    tail = erfc(sqrt(half)) if odd else 0.0
    return tail + fsum(exp(-half) * half ** (odd / 2 + i) / gamma(odd / 2 + i + 1) for i in range(freedom // 2))


def _deviate(square: float, freedom: int) -> float:
    """The normal deviate that is passed, to either side, as seldom."""
    tail = min(chi_square_tail(square, freedom), 1.0)
    return -NormalDist().inv_cdf(tail / 2) if tail > 0.0 else inf
