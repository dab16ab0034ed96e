"""A meter that is won at a secret amount: what a wager on it is worth, and how often it is won, exactly.

The amount is a whole cent above the start up to the ceiling, each as likely as another, and the wager that brings the
meter there wins what it shows then. So a meter that shows m without having been won has its amount among the cents
above m, and the next wager, which adds c, wins with the cents that it passes over those that are left. The jackpot is
worth more the nearer the ceiling is: near enough, the wager is worth more than it costs.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from upcard.lab.analysis import Json, LabError, fraction
from upcard.rules.awards import MICRO

LONGEST = 10_000_000
"""Cents between start and ceiling that are counted one by one."""


@dataclass(frozen=True, slots=True)
class MustHitBy:
    """A meter, and the wager that plays for it."""

    reset: int
    """What it starts from, in cents."""
    ceiling: int
    increment: int
    """Parts per million of a wager that the meter shows."""
    stake: int
    """The wager, in cents."""
    base: Fraction = Fraction(0)
    """What the wager is worth to its player without the meter, for one unit."""

    def __post_init__(self) -> None:
        """Refuses what no meter can be."""
        if not 0 <= self.reset < self.ceiling:
            raise LabError(f"a meter starts below its ceiling; {self.reset} is not below {self.ceiling} cents")
        if not 0 < self.increment <= MICRO:
            raise LabError(f"an increment is 1 to {MICRO} parts per million of the wager, not {self.increment}")
        if self.stake < 1:
            raise LabError("a wager is at least one cent")
        if self.ceiling - self.reset > LONGEST:
            raise LabError(f"start and ceiling are at most {LONGEST:,} cents apart")

    @property
    def adds(self) -> int:
        """What a wager brings the meter, in millionths of a cent."""
        return self.stake * self.increment

    def _passed(self, stands: int, wagers: int = 1) -> tuple[int, int]:
        """The cents that the next wagers pass, and those that are left, from a meter in millionths of a cent."""
        shows = stands // MICRO
        if not self.reset <= shows < self.ceiling:
            raise LabError(f"the meter shows {self.reset} cents or more, and less than {self.ceiling}; not {shows}")
        return min((stands + wagers * self.adds) // MICRO, self.ceiling) - shows, self.ceiling - shows

    def chance(self, stands: int, wagers: int = 1) -> Fraction:
        """How likely it is won within the next wagers, from what it stands at in millionths of a cent."""
        return Fraction(*self._passed(stands, wagers))

    def ev(self, stands: int) -> Fraction:
        """What the next wager is worth to its player, for one unit of the stake."""
        passed, left = self._passed(stands)
        return self.base + Fraction(passed * (stands // MICRO + passed), left * self.stake)

    def edge(self, shows: int) -> Fraction:
        """The house edge while the meter shows so many cents, averaged over the fraction of a cent behind them."""
        cents, rest = divmod(self.adds, MICRO)
        left = self.ceiling - shows
        self._passed(shows * MICRO)  # refuses a meter that can't be
        worth = Fraction(0)
        for passes, often in ((cents, Fraction(MICRO - rest, MICRO)), (cents + 1, Fraction(rest, MICRO))):
            passes_now = min(passes, left)
            worth += often * passes_now * (shows + passes_now)
        return -self.base - worth / (left * self.stake)

    def break_even(self) -> int | None:
        """The lowest cents at which the wager is worth what it costs or more; None where it never is.

        Nearer the ceiling the chance rises and the jackpot too, so the edge only falls.
        """
        low, high = self.reset, self.ceiling - 1
        if self.edge(high) > 0:
            return None
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if self.edge(middle) <= 0 else (middle + 1, high)
        return low

    def wagers(self) -> Fraction:
        """Wagers between two hits on average, from a meter at its start to the cent."""
        return Fraction(int(self._wagers().sum()), self.ceiling - self.reset)

    def award(self) -> Fraction:
        """The jackpot on average, in cents, from a meter at its start to the cent."""
        shown = np.minimum(self.reset + self._wagers() * self.adds // MICRO, self.ceiling)
        return Fraction(int(shown.sum()), self.ceiling - self.reset)

    def _wagers(self) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
        """How many wagers it takes for each amount."""
        above = np.arange(1, self.ceiling - self.reset + 1, dtype=np.int64)
        return -(-above * MICRO // self.adds)

    def hold(self) -> Fraction:
        """What the house keeps of a wager in the long run, jackpots taken off; a cycle begins at the start itself."""
        return -self.base - self.award() / (self.wagers() * self.stake)

    def hits(self, wagers: int) -> Fraction:
        """Jackpots in so many wagers, in the long run."""
        return wagers / self.wagers()

    def points(self, count: int = 11) -> Iterator[int]:
        """Cents to show the edge at: from the start to the last cent before the ceiling, evenly."""
        last = self.ceiling - 1
        yield from dict.fromkeys(self.reset + (last - self.reset) * at // (count - 1) for at in range(count))

    def to_json(self) -> Json:
        """For programs."""
        even = self.break_even()
        return {
            "reset": self.reset,
            "must_hit_by": self.ceiling,
            "increment": self.increment,
            "stake": self.stake,
            "base_ev": fraction(self.base),
            "wagers_between_hits": fraction(self.wagers()),
            "average_award": fraction(self.award()),
            "hold": fraction(self.hold()),
            "break_even": even,
            "edges": [{"meter": shows, "edge": fraction(self.edge(shows))} for shows in self.points()],
            "exact": True,
        }
