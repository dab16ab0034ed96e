"""Jackpots beside simulated rounds: contributions of every bet, and the awards of every hit, in the order of play.

How a round is played does not depend on what the meters show, so that rounds can be played anywhere; their claims come
back in their order, and the meters are led through them here, by the same pure function that the floor awards by.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby

import numpy as np

from upcard.lab.analysis import LabError
from upcard.lab.simulation.results.tally import Claimed, Tallies
from upcard.lab.simulation.setup import Setup
from upcard.rules.awards import MICRO, Order, awards
from upcard.rules.game import Game

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class SimulatedMeter:
    """One meter as the house runs it."""

    start: int
    """Cents at the first round."""
    reset: int
    """Cents that it reseeds to."""
    rate: int
    """Parts per million of every stake that go into it."""
    hidden: int = 0
    """Parts per million that go into a reserve for its next seed."""
    limit: int | None = None
    """Cents past which it does not grow."""
    round_up_to: int = 0
    """Cents that its awards round up to; 0 for what the game says."""


@dataclass(frozen=True, slots=True)
class MeterHit:
    """An award from a meter."""

    round: int
    seat: int
    meter: str
    percent: int
    standing: int
    """Cents that the meter showed."""
    amount: int


@dataclass(slots=True)
class SimulatedMeters:
    """Meters led through rounds."""

    game: Game
    by_name: Mapping[str, SimulatedMeter]
    fed: Mapping[str, int]
    """By meter: millionths of a cent that one round puts in."""
    now: dict[str, int]
    """Millionths of a cent."""
    rounds: int = 0
    hits: list[MeterHit] = field(default_factory=list)
    paid: Counter[str] = field(default_factory=Counter)
    reseeded: Counter[str] = field(default_factory=Counter)
    reseeds: list[tuple[int, str, int]] = field(default_factory=list)
    """Round, meter, millionths of a cent."""
    spilled: Counter[str] = field(default_factory=Counter)
    """Millionths of a cent that came past a limit."""

    @classmethod
    def of(cls, setup: Setup, by_name: Mapping[str, SimulatedMeter]) -> "SimulatedMeters":
        """Meters at their start, fed by the bets of a table."""
        game = setup.game
        known = meters_of(game)
        if unknown := [name for name in by_name if name not in known]:
            has = ", ".join(known) or "none under these settings"
            raise LabError(f"{game.title} has no meter {unknown[0]!r}; it has {has}")
        fed: Counter[str] = Counter()
        for seat in setup.seats.values():
            for wager, cents in seat.bets.items():
                for name in set(game.outcomes_of(wager).meters.values()) & set(by_name):
                    fed[name] += cents * by_name[name].rate * MICRO // MILLION
        return cls(game, by_name, fed, {name: meter.start * MICRO for name, meter in by_name.items()})

    def lead(self, played: Tallies) -> None:
        """Leads the meters through rounds, and writes every award into its seat's results."""
        first = self.rounds
        if len(played.trace) > 1:
            played.trace = [np.concatenate(played.trace)]
        for number, claimed in groupby(played.claimed, key=lambda one: one.round):
            self._feed(number + 1)
            self._award(number, list(claimed), played, number - first)
        self._feed(first + played.rounds)

    def _feed(self, upto: int) -> None:
        for name in self.now:
            comes, limit = self.fed.get(name, 0) * (upto - self.rounds), self.by_name[name].limit
            room = comes if limit is None else max(0, limit * MICRO - self.now[name])
            self.now[name] += min(comes, room)
            self.spilled[name] += max(0, comes - room)
        self.rounds = upto

    def _award(self, number: int, claimed: list[Claimed], played: Tallies, at: int) -> None:
        """Awards the claims of a round, which is the one at this place of those played."""
        order = self.game.house["jackpot-order"]
        assert order in {"split-first", "sequential"}
        claims = [claim for one in claimed for claim in one.claims]
        chosen: Order = "sequential" if order == "sequential" else "split-first"
        resets = {name: meter.reset * MICRO for name, meter in self.by_name.items()}
        steps = {name: meter.round_up_to or self.game.award_step for name, meter in self.by_name.items()}
        found = awards(self.now, resets, claims, chosen, steps)
        self.now = dict(found.meters)
        given: Counter[int] = Counter()
        for award in found.awards:
            claim = award.claim
            given[claim.seat] += award.amount
            self.paid[claim.meter] += award.amount
            self.hits.append(MeterHit(number, claim.seat, claim.meter, claim.percent, award.standing, award.amount))
        for name, micro in found.reseeds:
            self.reseeded[name] += micro // MICRO
            self.reseeds.append((number, name, micro))
        for one in claimed if played.seats else ():
            played.seats[one.seat].results[one.staked, one.won + given[one.seat]] += 1
        if played.trace:
            (nets,), places = played.trace, sorted(played.seats)
            for seat, amount in given.items():
                nets[at, places.index(seat)] += amount


def meters_of(game: Game) -> tuple[str, ...]:
    """The meters that a game's pay tables pay from under its settings."""
    return tuple(dict.fromkeys(_metered(game)))


def _metered(game: Game) -> Iterator[str]:
    for wager in game.wagers:
        table = game.table_of(wager.name)
        for outcome, name in game.outcomes_of(wager.name).meters.items():
            if table[outcome].percent:
                yield name
