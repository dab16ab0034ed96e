"""What a seat's rounds came to in their order: the deepest fall, the longest losing run, where it stood on the way.

Stretches are played apart, and their courses put together afterwards: one after another, they are the course of all.
"""

from dataclasses import dataclass, field

import numpy as np

from upcard.lab.kernels import Array
from upcard.lab.simulation.results import course_kernels as kernels


@dataclass(slots=True)
class Course:
    """Rounds in a row, from a stand of nothing."""

    rounds: int = 0
    total: int = 0
    highest: int = 0
    lowest: int = 0
    fall: int = 0
    """The deepest fall from the highest stand so far."""
    first_run: int = 0
    last_run: int = 0
    longest: int = 0
    """The longest run of rounds that lost money; a push ends one."""
    looks: list[int] = field(default_factory=list)
    """What was won between every two looks."""

    def merge(self, later: "Course") -> None:
        """Goes on with the rounds that come after these."""
        self.fall = max(self.fall, later.fall, self.highest - (self.total + later.lowest))
        self.highest = max(self.highest, self.total + later.highest)
        self.lowest = min(self.lowest, self.total + later.lowest)
        self.longest = max(self.longest, later.longest, self.last_run + later.first_run)
        self.last_run = later.last_run + (self.last_run if later.last_run == later.rounds else 0)
        self.first_run += later.first_run if self.first_run == self.rounds else 0
        self.total += later.total
        self.rounds += later.rounds
        self.looks += later.looks


def courses(nets: Array, look: int) -> list[Course]:
    """The course of every seat, from results at [round, place]."""
    found = []
    for place in range(nets.shape[1]):
        looks, course = np.zeros(-(-len(nets) // look), np.int64), np.zeros(7, np.int64)
        kernels.follow(nets, place, look, looks, course)
        total, highest, lowest, fall, first, last, longest = course.tolist()
        found.append(Course(len(nets), total, highest, lowest, fall, first, last, longest, looks.tolist()))
    return found
