"""A session worked out: the distribution of the bankroll, carried from round to round by the law of one round."""

from dataclasses import dataclass
from math import log

import numpy as np

from upcard.lab.kernels import Array, Progress, silent
from upcard.lab.simulation.sessions import session_kernels as kernels
from upcard.lab.simulation.sessions.law import Law
from upcard.lab.simulation.sessions.question import SessionQuestion
from upcard.lab.simulation.sessions.spread import Spread

LEAST = 1e-22
"""What is less likely than this at either end of the distribution is dropped, each round."""
WORK = 20_000_000_000
"""How many numbers are added up at most: some ten seconds. A longer session is simulated."""
POINTS = 100
"""Points on the way that a picture shows."""
_NEVER = 1e-16


@dataclass(frozen=True, slots=True)
class Exact:
    """What a session comes to."""

    ruin: float
    ahead: float
    """How likely the player leaves with what he wanted to win."""
    end: Spread
    runs: Spread
    """The longest losing run."""
    fan: tuple[tuple[int, Spread], ...]
    """Rounds played, and where bankrolls stand then."""


def points(rounds: int) -> list[int]:
    """After how many rounds a picture looks, from 0 to the end."""
    every = -(-rounds // POINTS)
    return [*range(0, rounds, every), rounds]


def work_out(question: SessionQuestion, law: Law, needs: int, progress: Progress = silent) -> Exact | None:
    """Carries the bankroll through a session; None where that would take too long."""
    step, bankroll = law.step, question.bankroll
    rest = bankroll % step
    gains = sorted(law.gains)
    steps = np.array([gain // step for gain in gains], np.int64)
    chances = np.array([law.gains[gain] / law.of for gain in gains])
    floor = -(-(needs - rest) // step)
    beyond = (bankroll - rest) // step + int(steps.max()) * question.rounds + 1
    ceiling = beyond if question.target is None else min(-(-(question.target - rest) // step), beyond)
    ruined_low, ahead_low = floor + int(min(steps.min(), 0)), ceiling
    ruined = np.zeros(floor - ruined_low)
    ahead = np.zeros(int(max(steps.max(), 1)))
    now, low = np.ones(1), (bankroll - rest) // step
    played, work = 0, 0
    looks = points(question.rounds)
    fan = []
    for look in looks:
        now, low, _, more = kernels.carry(
            now, low, steps, chances, floor, ceiling, look - played, ruined, ruined_low, ahead, ahead_low, LEAST
        )
        played, work = look, work + int(more)
        if played and work * (question.rounds / played) > WORK and work > WORK // POINTS:
            return None
        fan.append((look, _spread(step, rest, (ruined, ruined_low), (now, low), (ahead, ahead_low))))
        progress(f"{question.setup.game.title}: {played:,} of {question.rounds:,} rounds worked out")
    return Exact(
        float(ruined.sum()), float(ahead.sum()), fan[-1][1], losing_runs(law.losing, question.rounds), tuple(fan)
    )


def _spread(step: int, rest: int, *parts: tuple[Array, int]) -> Spread:
    levels = np.concatenate([low + np.arange(len(weights)) for weights, low in parts])
    every = np.concatenate([weights for weights, _ in parts])
    order = np.argsort(levels[every > 0], kind="stable")
    return Spread(levels[every > 0][order] * step + rest, every[every > 0][order])


def losing_runs(losing: float, rounds: int) -> Spread:
    """How long the longest run of losing rounds is, in so many independent ones."""
    if losing in {0.0, 1.0}:
        return Spread(np.array([rounds if losing else 0]), np.ones(1))
    most = min(rounds, int(log(_NEVER / rounds) / log(losing)) + 1)
    within = kernels.no_longer_run(losing, rounds, most)
    return Spread(np.arange(most + 1), np.diff(within, prepend=0.0))
