"""Chapter 8: the wagers that are paid from meters: what they are worth at every meter, and what they hold for good."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from upcard.lab.analysis import Analysis, Json, ProgressiveAnalysis, fraction
from upcard.lab.meters.hold import long_run
from upcard.lab.reports.variants import progressive
from upcard.rules.game import Game

STEPS = 21
"""Points of the line of the edge against the meter."""
BETTORS = range(1, 8)
RATES = (Fraction(5, 100), Fraction(10, 100), Fraction(15, 100), Fraction(20, 100))
SEEDS = (Fraction(0), Fraction(1, 4), Fraction(1, 2))
"""Seeds as a part of the meters at which the wager is fair, rounded to dollars."""


def progressives(
    game: Game,
    analysis: Analysis,
    seeds: Mapping[str, Fraction] | None = None,
    rates: Mapping[str, Fraction] | None = None,
) -> list[Json]:
    """Every progressive wager; seeds (dollars) and rates (parts of the wager) are the house's, where it gives them."""
    return [_told(game, name, wager, seeds, rates) for name, wager in progressive(analysis).items()]


def fair_meter(wager: ProgressiveAnalysis, others: int = 0) -> Fraction:
    """The meter at which the wager is fair, every meter standing at the same amount."""
    envy = (wager.per_other_bettor or Fraction(0)) * others
    return -(wager.constant + envy) / sum(wager.per_dollar.values(), Fraction(0))


def _told(
    game: Game,
    name: str,
    wager: ProgressiveAnalysis,
    seeds: Mapping[str, Fraction] | None,
    rates: Mapping[str, Fraction] | None,
) -> Json:
    fair = fair_meter(wager)
    several = len(wager.per_dollar) > 1
    top = 2 * fair
    return {
        "wager": name,
        "title": game.wager(name).title,
        "stake": float(wager.stake),
        "constant": fraction(wager.constant),
        "per_other_bettor": None if wager.per_other_bettor is None else fraction(wager.per_other_bettor),
        "meters": [
            {
                "meter": meter,
                "per_dollar": fraction(slope),
                "emptied": fraction(wager.emptied[meter]),
                "one_in": float(1 / wager.emptied[meter]) if wager.emptied.get(meter) else None,
            }
            for meter, slope in wager.per_dollar.items()
        ],
        "several": several,
        "break_even": [
            {"bettors": bettors, "meter": fraction(fair_meter(wager, bettors - 1))}
            for bettors in (BETTORS if wager.per_other_bettor else (1,))
        ],
        "line": [
            {"meter": float(meter), "edge": fraction(-_ev(wager, meter) / wager.stake)}
            for step in range(STEPS)
            for meter in [Fraction(round(top * step / (STEPS - 1)))]
        ],
        "long_run": _long_run(wager, seeds, rates, fair),
    }


def _ev(wager: ProgressiveAnalysis, meter: Fraction) -> Fraction:
    return wager.ev(dict.fromkeys(wager.per_dollar, meter))


def _long_run(
    wager: ProgressiveAnalysis,
    seeds: Mapping[str, Fraction] | None,
    rates: Mapping[str, Fraction] | None,
    fair: Fraction,
) -> list[Json]:
    """The hold with the house's seeds and rates; or with a choice of them, so that it can choose."""
    meters = list(wager.per_dollar)
    if seeds is not None and rates is not None:
        pairs = [({m: seeds.get(m, Fraction(0)) for m in meters}, {m: rates.get(m, Fraction(0)) for m in meters})]
    else:
        pairs = [
            (dict.fromkeys(meters, Fraction(round(fair * part))), dict.fromkeys(meters, rate / len(meters)))
            for part in SEEDS
            for rate in RATES
        ]
    return [_hold(wager, meters, seed, rate) for seed, rate in pairs]


def _hold(
    wager: ProgressiveAnalysis, meters: Sequence[str], seeds: Mapping[str, Fraction], rates: Mapping[str, Fraction]
) -> Json:
    found = long_run(wager, seeds, rates)
    return {
        "seeds": {meter: float(seeds[meter]) for meter in meters},
        "rates": {meter: fraction(rates[meter]) for meter in meters},
        "fixed": fraction(found.fixed),
        "contributions": fraction(found.contributions),
        "reseeds": fraction(found.reseeds),
        "hold": fraction(found.hold),
        "average": {meter: fraction(average) for meter, average in found.average.items()},
    }
