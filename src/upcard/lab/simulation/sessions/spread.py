"""Where bankrolls stand at the end of a session, and on the way there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum, sqrt

import numpy as np

from upcard.lab.kernels import Array

PERCENTILES = (1, 5, 25, 50, 75, 95, 99)


@dataclass(frozen=True, slots=True)
class Spread:
    """Levels in cents, ascending, with their weights."""

    levels: Array
    weights: Array

    @classmethod
    def seen(cls, values: Array) -> "Spread":
        """Values that were seen once each."""
        levels, counts = np.unique(values, return_counts=True)
        return cls(levels, counts / len(values))

    @property
    def mean(self) -> float:
        """The mean level."""
        return fsum(self.levels * self.weights) / self._all

    @property
    def sd(self) -> float:
        """The standard deviation."""
        return sqrt(fsum((self.levels - self.mean) ** 2 * self.weights) / self._all)

    @property
    def _all(self) -> float:
        return fsum(self.weights)

    def percentiles(self, wanted: Sequence[int] = PERCENTILES) -> Mapping[str, int]:
        """The lowest level that so many per cent do not pass."""
        reached = np.cumsum(self.weights) / self._all
        places = [min(int(np.searchsorted(reached, p / 100 - 1e-12)), len(self.levels) - 1) for p in wanted]
        return {str(p): int(self.levels[at]) for p, at in zip(wanted, places, strict=True)}
