"""The answer about a link: what is exact, what its days came to when they were played, what the bet costs."""

from collections import Counter
from dataclasses import dataclass
from math import expm1, log1p
from time import perf_counter

import numpy as np

from upcard.lab.analysis import Json, LabError
from upcard.lab.crew import Workers
from upcard.lab.kernels import Array, Progress, silent
from upcard.lab.simulation.jackpots.chances import Chances, chances_of
from upcard.lab.simulation.jackpots.cost import cost
from upcard.lab.simulation.jackpots.link import SimulatedLink
from upcard.lab.simulation.jackpots.years import Traffic, Years, play, trials_for
from upcard.lab.simulation.meters import MeterHit
from upcard.lab.simulation.sessions.spread import Spread


@dataclass(frozen=True, slots=True)
class JackpotAnswer:
    """What a link does on such a floor."""

    link: SimulatedLink
    floor: Traffic
    chances: Chances
    years: Years
    seed: str
    seconds: float

    def to_json(self) -> Json:
        """The form that docs/simulation.md describes."""
        floor, link = self.floor, self.link
        return {
            "game": link.game.name,
            "house": dict(link.game.house),
            "pays": {name: table.name for name, table in link.game.tables.items()},
            "wager": link.wager,
            "tables": floor.tables,
            "seats": floor.seats,
            "days": floor.days,
            "rounds_a_day": floor.rounds_a_day,
            "bets_a_day": floor.bets_a_day,
            "seed": self.seed,
            "trials": self.years.trials,
            "meters": {name: self._meter(name) for name in link.meters},
            "money": self._money(),
            "bet": cost(link, self.chances, floor.stake, floor.seats),
            "seconds": self.seconds,
        }

    def _meter(self, name: str) -> Json:
        meter, years, trials = self.link.meters[name], self.years, self.years.trials
        chance = float(self.chances.whole(name))
        many = chance * self.floor.bets_a_day
        return {
            "base": meter.start, "reset": meter.reset, "increment": meter.rate, "hidden": meter.hidden,
            "limit": meter.limit,
            "chance": chance,
            "exact": self.chances.exact,
            "one_in": 1 / chance if chance else None,
            "days_between": {"mean": 1 / many if many else None, **_spread(self.between(name))},
            "at_hit": _spread(self.at_hit(name)),
            "two_in_a_day": two_or_more(chance, self.floor.bets_a_day),
            "two_in_a_day_seen": self._days_with_two(name),
            "jackpots": sum(hit.meter == name for hits in years.whole for hit in hits) / trials,
            "parts": years.parts[name] / trials,
            "paid": years.paid[name] / trials,
            "reseeded": years.reseeded[name] / trials,
            "reseeded_by_house": years.owed[name] / trials,
            "past_limit": years.spilled[name] / 1_000_000 / trials,
            "stands_at": years.left[name] / trials,
        }  # fmt: skip

    def _money(self) -> Json:
        """Cents of all days, on average: what is bet, what goes into meters and reserves, what is paid out."""
        years, floor, trials = self.years, self.floor, self.years.trials
        bet = floor.stake * floor.bets_a_day * floor.days
        rates = {name: (meter.rate, meter.hidden) for name, meter in self.link.meters.items()}
        return {
            "bet": bet,
            "into_meters": sum(bet * shown / 1_000_000 for shown, _ in rates.values()),
            "into_reserves": sum(bet * hidden / 1_000_000 for _, hidden in rates.values()),
            "paid_from_meters": sum(years.paid.values()) / trials,
            "reseeded": sum(years.reseeded.values()) / trials,
            "reseeded_by_house": sum(years.owed.values()) / trials,
        }

    def days(self, hit: MeterHit) -> float:
        """The day of a hit, counted from the first."""
        return (hit.round + 1) / self.floor.rounds_a_day

    def between(self, name: str) -> Array:
        """Days from one time that a meter was emptied to the next, within each time that the days were played."""
        found: list[float] = []
        for hits in self.years.whole:
            when = sorted({hit.round for hit in hits if hit.meter == name})
            found += (np.diff(when) / self.floor.rounds_a_day).tolist()
        return np.array(found)

    def at_hit(self, name: str) -> Array:
        """Cents that a meter showed when it was emptied."""
        return np.array([hit.standing for hits in self.years.whole for hit in hits if hit.meter == name])

    def _days_with_two(self, name: str) -> float:
        """The share of the days played on which a meter was taken twice or more."""
        several = 0
        for hits in self.years.whole:
            by_day = Counter(hit.round // self.floor.rounds_a_day for hit in hits if hit.meter == name)
            several += sum(times > 1 for times in by_day.values())
        return several / (self.years.trials * self.floor.days)


def two_or_more(chance: float, bets: int) -> float:
    """How likely something of this chance comes twice or more in so many bets."""
    if chance <= 0:
        return 0.0
    none = bets * log1p(-chance)
    # 1 - (1-p)^n - n·p·(1-p)^(n-1), without the digits that cancel out.
    return -expm1(none) - bets * chance * float(np.exp((bets - 1) * log1p(-chance)))


def _spread(values: Array) -> Json:
    if not len(values):
        return {"seen": 0}
    seen = Spread.seen(values)
    places = np.percentile(values, [1, 5, 25, 50, 75, 95, 99], method="inverted_cdf").tolist()
    named = dict(zip(("1", "5", "25", "50", "75", "95", "99"), places, strict=True))
    return {"seen": len(values), "percentiles": named, "mean_seen": seen.mean, "sd": seen.sd}


def check(link: SimulatedLink, floor: Traffic, trials: int | None = None) -> None:
    """Says what can't be, before anything is worked out."""
    if not 1 <= floor.seats <= link.game.max_seats:
        raise LabError(f"{link.game.title} has 1 to {link.game.max_seats} seats, not {floor.seats}")
    fixed = link.game.fixed_stake(link.game.wager(link.wager))
    low, high = link.game.limits(link.wager)
    if fixed is not None and floor.stake != fixed:
        raise LabError(f"{link.wager} is always {fixed:,} cents, not {floor.stake:,}")
    if floor.stake < low or (high is not None and floor.stake > high):
        raise LabError(f"{link.wager} is {low:,} to {high or 'any number of'} cents, not {floor.stake:,}")
    if trials is not None and not 1 <= trials <= 1_000_000:
        raise LabError(f"the days are played 1 to 1,000,000 times, not {trials:,}")


def answer(
    link: SimulatedLink,
    floor: Traffic,
    *,
    seed: str = "1",
    trials: int | None = None,
    progress: Progress = silent,
    workers: Workers = 1,
) -> JackpotAnswer:
    """Works out what can be, and plays the days."""
    check(link, floor, trials)
    begin = perf_counter()
    chances = chances_of(link, progress)
    years = play(link, floor, chances, seed, trials_for(floor, chances, trials), progress, workers)
    return JackpotAnswer(link, floor, chances, years, seed, round(perf_counter() - begin, 3))
