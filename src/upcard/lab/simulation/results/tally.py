"""What many rounds came to, as whole numbers: nothing is averaged before the last round is counted."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from upcard.lab.kernels import Array
from upcard.lab.simulation.results.course import Course, courses
from upcard.rounds.round import Round
from upcard.rules.awards import Claim

Came = tuple[tuple[str, ...], int, int]
"""What became of a wager in one round: the outcome of each of its lines, cents staked, cents won or lost."""


@dataclass(slots=True)
class Tally:
    """One seat's rounds by what each wager came to; wagers that had no line in a round are not counted there."""

    rounds: int = 0
    wagers: defaultdict[str, Counter[Came]] = field(default_factory=lambda: defaultdict(Counter))
    main: Counter[tuple[int, int]] = field(default_factory=Counter)
    """Cents staked, and won or lost, on all wagers of the game itself; side bets are not in it."""
    results: Counter[tuple[int, int]] = field(default_factory=Counter)
    """The same on all wagers together, awards from meters included where there are meters."""
    claims: defaultdict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    """By meter: how often how many per cent of it were won."""

    def add(self, played: Round, seat: int, seat_of: Callable[[str], int] | None = None) -> tuple[int, int]:
        """Counts a finished round: the game at `seat`, and each wager at the seat where it is watched.

        Says what was staked and won on all wagers; whoever has meters adds the awards and counts that himself.
        """
        self.rounds += 1
        staked = won = every_stake = every_gain = 0
        came: dict[str, tuple[list[str], int, int]] = {}
        is_side = played.game.is_side
        for line in played.lines:
            gain = line.returned - line.stake
            if line.seat == seat:
                every_stake += line.stake
                every_gain += gain
                if not is_side(line.wager):
                    staked += played.game.at_risk(line.wager, line.outcome, line.stake)
                    won += gain
            if line.seat == (seat if seat_of is None else seat_of(line.wager)):
                outcomes, stake, before = came.get(line.wager, ([], 0, 0))
                came[line.wager] = ([*outcomes, line.outcome], stake + line.stake, before + gain)
                for claim in line.claims:
                    self.claims[claim.meter][claim.percent] += 1
        self.main[staked, won] += 1
        for wager, (outcomes, stake, gain) in came.items():
            self.wagers[wager][tuple(sorted(outcomes)), stake, gain] += 1
        return every_stake, every_gain

    def merge(self, other: "Tally") -> None:
        """Adds what other rounds came to."""
        self.rounds += other.rounds
        self.main += other.main
        self.results += other.results
        for wager, seen in other.wagers.items():
            self.wagers[wager].update(seen)
        for meter, won in other.claims.items():
            self.claims[meter].update(won)


@dataclass(frozen=True, slots=True)
class Claimed:
    """Claims of one seat in one round, which wait for their awards."""

    round: int
    """Counted from the first of the simulation."""
    seat: int
    staked: int
    won: int
    """What the seat won or lost in that round without its award."""
    claims: tuple[Claim, ...]


@dataclass(slots=True)
class Tallies:
    """What rounds came to, seat by seat."""

    rounds: int = 0
    seats: dict[int, Tally] = field(default_factory=dict)
    claimed: list[Claimed] = field(default_factory=list)
    """In the order of the rounds, the lowest seat first."""
    trace: list[Array] = field(default_factory=list)
    """Each round's result at [round, seat], block by block, where that was asked for."""
    staked: list[Array] = field(default_factory=list)
    """What was staked in it, likewise."""
    courses: dict[int, Course] = field(default_factory=dict)
    """Seat by seat, where somebody follows the rounds."""

    def merge(self, other: "Tallies") -> None:
        """Adds the rounds that come after these."""
        self.rounds += other.rounds
        for number, tally in other.seats.items():
            self.seats.setdefault(number, Tally()).merge(tally)
        self.claimed += other.claimed
        self.trace += other.trace
        self.staked += other.staked
        for number, course in other.courses.items():
            self.courses.setdefault(number, Course()).merge(course)

    def follow(self, look: int) -> None:
        """Works the courses out from the results of all rounds."""
        for block in self.trace:
            for number, course in zip(sorted(self.seats), courses(block, look), strict=True):
                self.courses.setdefault(number, Course()).merge(course)

    def let_go(self) -> None:
        """Forgets the rounds one by one, which nobody asks for any more."""
        self.trace, self.staked = [], []

    def watched(self, seat: int, seat_of: Mapping[str, int]) -> Tally:
        """One seat's tally, with some wagers watched at others."""
        own = self.seats[seat]
        found = Tally(own.rounds, defaultdict(Counter, own.wagers), own.main, own.results, own.claims)
        for wager, other in seat_of.items():
            found.wagers[wager] = self.seats[other].wagers[wager]
        return found
