"""Seed and rates of a progressive wager for a target hold, and how often its meters are hit."""

from dataclasses import dataclass
from fractions import Fraction

from upcard.lab.analysis import Json, LabError, ProgressiveAnalysis, fraction
from upcard.lab.design.targets import Bounds
from upcard.lab.meters.hold import long_run
from upcard.lab.reports.variants import analysed
from upcard.rules.game import Game

STEP = Fraction(1, 200)
"""Rates are looked for in steps of half a per cent of the wager."""
SEEDS = (0, 100, 250, 500, 1_000, 2_000, 2_500, 5_000, 7_500, 10_000, 15_000, 20_000, 25_000, 50_000, 75_000, 100_000)
TOLD = 20


@dataclass(frozen=True, slots=True)
class Metered:
    """One choice of seed and rate, the same for every meter of the wager."""

    seed: int
    rate: Fraction
    hold: Fraction
    average: Fraction
    """What the first meter stands at on average when it is hit, in dollars."""

    def to_json(self) -> Json:
        """For programs."""
        rate, hold, average = map(fraction, (self.rate, self.hold, self.average))
        return {"seed": self.seed, "rate": rate, "hold": hold, "average": average}


@dataclass(frozen=True, slots=True)
class MeterDesign:
    """What a search for a seed and a rate came to."""

    wager: str
    found: tuple[Metered, ...]
    between: Fraction
    """Wagers between two hits of a meter, on average."""
    bets: int | None
    nearest: Metered | None
    binding: str

    def to_json(self) -> Json:
        """For programs."""
        said: Json = {
            "wager": self.wager,
            "tables": [one.to_json() for one in self.found],
            "wagers_between_hits": fraction(self.between),
            "days_between_hits": None if self.bets is None else float(self.between / self.bets),
        }
        if self.nearest is not None:
            said["nearest"] = self.nearest.to_json()
        return said | ({"binding": self.binding} if self.binding else {})


def design_meters(
    game: Game, name: str, hold: Bounds, days: Bounds | None = None, bets: int | None = None
) -> MeterDesign:
    """Seeds and rates whose long-run hold lies in the range; `bets` a day turn wagers between hits into days."""
    wager = analysed(game).wagers.get(name)
    if not isinstance(wager, ProgressiveAnalysis):
        raise LabError(f"{name} of {game.title} is paid from no meter; --hold is for a progressive wager")
    if days is not None and bets is None:
        raise LabError("days between hits need to know how many bets a day are made: --bets-a-day N")
    often = max(wager.emptied.values(), default=Fraction(0))
    if not often:
        raise LabError(f"no outcome of {name} takes a meter whole; there is no time between hits")
    every = [_made(wager, seed, STEP * steps) for seed in SEEDS for steps in range(1, 200)]
    possible = [one for one in every if one is not None]
    between = 1 / often
    found = sorted((one for one in possible if one.hold in hold), key=lambda one: _rank(one, hold))
    binding, nearest = "", None
    if not found:
        nearest = min(possible, key=lambda one: hold.off(one.hold))
        binding = f"the hold: {100 * float(nearest.hold):.4f} % is the nearest that a seed and a rate come to"
    if days is not None and bets is not None and between / bets not in days:
        apart = f"{float(between / bets):,.1f} days with {bets:,} bets a day"
        binding = f"the time between hits: it follows from the cards, and is {apart}"
        nearest = nearest or found[0]
        found = []
    return MeterDesign(name, tuple(found[:TOLD]), between, bets, nearest, binding)


def _made(wager: ProgressiveAnalysis, seed: int, rate: Fraction) -> Metered | None:
    meters = list(wager.per_dollar)
    try:
        found = long_run(wager, dict.fromkeys(meters, Fraction(seed)), dict.fromkeys(meters, rate / len(meters)))
    except LabError:
        return None
    return Metered(seed, rate, found.hold, found.average[meters[0]])


def _rank(one: Metered, hold: Bounds) -> tuple[Fraction, int]:
    """Near the middle of the range first; of those, rates of whole per cents."""
    return Fraction(abs(one.hold - hold.middle) // STEP + (one.rate * 100).denominator), -one.seed
