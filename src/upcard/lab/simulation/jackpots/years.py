"""A link's tables over so many days: every hit drawn by its exact chance, every award by the rules of the floor.

How cards fall at one seat says next to nothing about the seat beside; bettors' rounds are drawn as independent here.
`upcard simulate --meter` plays the cards themselves.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
from typing import Any

import numpy as np

from upcard.lab.analysis import LabError
from upcard.lab.crew import Workers
from upcard.lab.kernels import Progress, silent
from upcard.lab.simulation.jackpots.chances import Chances, Claims
from upcard.lab.simulation.jackpots.link import SimulatedLink
from upcard.lab.simulation.meters import MeterHit, SimulatedMeter, SimulatedMeters
from upcard.lab.simulation.results.tally import Claimed, Tallies
from upcard.lab.simulation.run import shared
from upcard.lab.simulation.setup import SeatSetup, Setup
from upcard.lab.strategies.named import Optimal
from upcard.rounds.record import game_from_json, game_to_json
from upcard.rules.awards import MICRO, WHOLE, Claim

EVENTS = 200_000
"""Claims that are worked out, where nobody says how often the days are to be played."""
MOST_TRIALS = 1_000
_BLOCK = 4_096
_TOGETHER = 64
"""The most times that the days are played in one piece of work that is sent away."""


@dataclass(frozen=True, slots=True)
class Traffic:
    """How much is played."""

    tables: int
    seats: int
    """Bettors at each table."""
    days: int
    rounds_an_hour: int = 50
    hours: int = 24
    stake: int = 100

    def __post_init__(self) -> None:
        for name, value, most in (
            ("tables", self.tables, 10_000), ("days", self.days, 100_000),
            ("rounds an hour", self.rounds_an_hour, 1_000), ("hours a day", self.hours, 24),
        ):  # fmt: skip
            if not 1 <= value <= most:
                raise LabError(f"{name} are 1 to {most:,}, not {value:,}")

    @property
    def rounds_a_day(self) -> int:
        """Rounds of all tables."""
        return self.tables * self.rounds_an_hour * self.hours

    @property
    def bets_a_day(self) -> int:
        """Progressive bets of all tables."""
        return self.rounds_a_day * self.seats

    @property
    def rounds(self) -> int:
        """Rounds in all days."""
        return self.rounds_a_day * self.days


@dataclass(slots=True)
class Years:
    """What the days came to, each time that they were played."""

    trials: int = 0
    whole: list[list[MeterHit]] = field(default_factory=list)
    """By trial: the hits that emptied a meter."""
    parts: Counter[str] = field(default_factory=Counter)
    paid: Counter[str] = field(default_factory=Counter)
    reseeded: Counter[str] = field(default_factory=Counter)
    spilled: Counter[str] = field(default_factory=Counter)
    """Millionths of a cent past the limits."""
    owed: Counter[str] = field(default_factory=Counter)
    """Cents of reseeds that the reserve could not pay."""
    left: Counter[str] = field(default_factory=Counter)
    """Cents on the meters at the end."""

    def add(self, other: "Years") -> None:
        """Takes in the times that come after these."""
        self.trials += other.trials
        self.whole += other.whole
        for own, more in zip(self.counted, other.counted, strict=True):
            own.update(more)

    @property
    def counted(self) -> tuple[Counter[str], ...]:
        """Everything that adds up by meter."""
        return self.parts, self.paid, self.reseeded, self.spilled, self.owed, self.left


def trials_for(floor: Traffic, chances: Chances, wanted: int | None) -> int:
    """How often the days are played."""
    events = float(chances.any) * floor.bets_a_day * floor.days
    return wanted or max(1, min(MOST_TRIALS, int(EVENTS / max(events, 1.0))))


def play(
    link: SimulatedLink,
    floor: Traffic,
    chances: Chances,
    seed: str,
    trials: int,
    progress: Progress = silent,
    workers: Workers = 1,
) -> Years:
    """Plays the days so often; whoever interrupts gets those that are over."""
    found = Years()
    try:
        for part in _played(link, floor, chances.claims, seed, trials, workers):
            found.add(part)
            hits = sum(map(len, found.whole)) / found.trials
            said = f"{found.trials:,} of {trials:,} times {floor.days:,} days, {hits:,.1f} jackpots each"
            progress(f"{link.game.title}: {said}")
    except KeyboardInterrupt:
        if not found.trials:
            raise
    return found


def _played(
    link: SimulatedLink, floor: Traffic, claims: Mapping[Claims, Fraction], seed: str, trials: int, workers: Workers
) -> Iterator[Years]:
    """The days once after another, or many times together elsewhere; the same in all."""
    if isinstance(workers, int):
        setup = _setup(link, floor, seed)
        yield from (_once(setup, link, floor, claims, trial) for trial in range(trials))
        return
    together = shared(trials, _TOGETHER, workers)
    sent = game_to_json(link.game), link.wager, dict(link.meters)
    tasks = (
        (*sent, floor, dict(claims), seed, first, min(together, trials - first)) for first in range(0, trials, together)
    )
    yield from workers.each(some_years, tasks, [link.game.name])


def some_years(
    game: dict[str, Any], wager: str, meters: Mapping[str, SimulatedMeter], floor: Traffic,
    claims: Mapping[Claims, Fraction], seed: str, first: int, many: int,
) -> Years:  # fmt: skip
    """The days so many times from the `first` on."""
    link = SimulatedLink(game_from_json(game), wager, meters)
    setup, found = _setup(link, floor, seed), Years()
    for trial in range(first, first + many):
        found.add(_once(setup, link, floor, claims, trial))
    return found


def _setup(link: SimulatedLink, floor: Traffic, seed: str) -> Setup:
    seats = range(1, floor.seats + 1)
    bets = {link.wager: floor.stake}
    return Setup(link.game, {number: SeatSetup(bets, Optimal(link.game)) for number in seats}, seed, metered=True)


def _once(setup: Setup, link: SimulatedLink, floor: Traffic, claims: Mapping[Claims, Fraction], trial: int) -> Years:
    meters, found = SimulatedMeters.of(setup, link.meters), Years()
    played = Tallies(floor.rounds, claimed=_claims(setup, link, floor, claims, trial))
    meters.lead(played)
    found.trials += 1
    found.whole.append([hit for hit in meters.hits if hit.percent == WHOLE])
    found.parts.update(hit.meter for hit in meters.hits if hit.percent < WHOLE)
    found.paid.update(meters.paid)
    found.reseeded.update(meters.reseeded)
    found.spilled.update(meters.spilled)
    for name, meter in link.meters.items():
        found.left[name] += meters.now[name] // MICRO
        reserve, a_round = 0, floor.seats * floor.stake * meter.hidden
        spent = 0
        for number, reseeded, micro in meters.reseeds:
            if reseeded == name:
                reserve = (number + 1) * a_round - spent
                taken = min(reserve, micro)
                spent += taken
                found.owed[name] += (micro - taken) // MICRO
    return found


def _claims(
    setup: Setup, link: SimulatedLink, floor: Traffic, chances: Mapping[Claims, Fraction], trial: int
) -> list[Claimed]:  # fmt: skip
    """The bettors' rounds that claim something, in their order."""
    if not chances:
        return []
    kinds = list(chances)
    key = int.from_bytes(sha256(f"{setup.seed} {trial}".encode()).digest()[:16], "little")
    source = np.random.Generator(np.random.Philox(key=key))
    any_claim, bets = float(sum(chances.values())), floor.rounds * floor.seats
    share = np.array([float(chance) for chance in chances.values()]) / any_claim
    at, claimed = -1, list[Claimed]()
    while at < bets:
        places = at + np.cumsum(source.geometric(any_claim, _BLOCK))
        which = source.choice(len(kinds), _BLOCK, p=share)
        for place, kind in zip(places.tolist(), which.tolist(), strict=True):
            if place >= bets:
                return claimed
            number, seat = divmod(place, floor.seats)
            claims = tuple(
                Claim(seat + 1, link.wager, meter, percent, outcome) for meter, percent, outcome in kinds[kind]
            )
            claimed.append(Claimed(number, seat + 1, 0, 0, claims))
        at = int(places[-1])
    return claimed
