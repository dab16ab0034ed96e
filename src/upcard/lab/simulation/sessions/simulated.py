"""Sessions played round by round, one after another, from the stream of a seed."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from upcard.lab.kernels import Array, Progress, silent
from upcard.lab.simulation.engines.run import EngineName
from upcard.lab.simulation.run import parts
from upcard.lab.simulation.sessions import session_kernels as kernels
from upcard.lab.simulation.sessions.exact import POINTS
from upcard.lab.simulation.sessions.question import LARGEST, Question
from upcard.lab.simulation.sessions.spread import Spread
from upcard.lab.simulation.setup import Setup

ROUNDS: dict[EngineName, int] = {"kernel": 20_000_000, "round": 200_000}
"""Rounds that are played where nobody says how many sessions."""
FEWEST, MOST = 100, 20_000
PILOT: dict[EngineName, int] = {"kernel": 2_000_000, "round": 20_000}
"""Rounds in which the largest stake is looked for where it is not known."""
_ENDLESS = 4 * LARGEST


@dataclass(frozen=True, slots=True)
class Played:
    """What sessions came to."""

    sessions: int
    rounds: int
    engine: EngineName
    levels: Array
    """At [session, point]: the bankroll on the way."""
    ends: Array
    """At [session]: the last bankroll, what it is, rounds played, longest losing run, deepest fall."""

    @property
    def ruin(self) -> float:
        """The share of sessions that were ruined."""
        return float((self.ends[:, 1] == kernels.RUINED).mean())

    @property
    def se(self) -> float:
        """Its standard error; not nothing where none or all were ruined (a session more of either is reckoned)."""
        share = (self.ruin * self.sessions + 1) / (self.sessions + 2)
        return sqrt(share * (1 - share) / self.sessions)

    @property
    def ahead(self) -> float:
        """The share of sessions that ended with what was to be won."""
        return float((self.ends[:, 1] == kernels.AHEAD).mean())

    @property
    def end(self) -> Spread:
        """The last bankroll."""
        return Spread.seen(self.ends[:, 0])

    @property
    def lasted(self) -> Spread:
        """Rounds played."""
        return Spread.seen(self.ends[:, 2])

    @property
    def runs(self) -> Spread:
        """The longest losing run."""
        return Spread.seen(self.ends[:, 3])

    @property
    def falls(self) -> Spread:
        """The deepest fall from the highest bankroll so far."""
        return Spread.seen(self.ends[:, 4])


def sessions_for(question: Question, engine: EngineName, wanted: int | None = None) -> int:
    """How many sessions are played."""
    return wanted or max(FEWEST, min(MOST, ROUNDS[engine] // question.rounds))


def play(
    question: Question,
    needs: int,
    *,
    sessions: int,
    engine: EngineName,
    workers: int = 1,
    progress: Progress = silent,
) -> Played:
    """Plays so many sessions; whoever interrupts gets those that have ended."""
    setup, rounds = replace(question.setup, traced=True), question.rounds
    every = -(-rounds // POINTS)
    levels = np.zeros((sessions, -(-rounds // every) + 1), np.int64)
    levels[:, 0] = question.bankroll
    ends = np.zeros((sessions, 5), np.int64)
    state = np.zeros(8, np.int64)
    state[2] = state[6] = question.bankroll
    ceiling = _ENDLESS if question.target is None else question.target
    try:
        for nets in traced(setup, sessions * rounds, engine, workers):
            kernels.play_on(nets, state, rounds, question.bankroll, needs, ceiling, every, levels, ends)
            done = int(state[0])
            if done:
                ruined = float((ends[:done, 1] == kernels.RUINED).mean())
                band = 1.96 * sqrt(ruined * (1 - ruined) / done)
                said = f"ruined {ruined * 100:.2f} % ± {band * 100:.2f}"
                progress(f"{setup.game.title}: {done:,} of {sessions:,} sessions, {said}")
    except KeyboardInterrupt:
        if not state[0]:
            raise
    done = int(state[0])
    return Played(done, rounds, engine, levels[:done], ends[:done])


def traced(setup: Setup, rounds: int, engine: EngineName, workers: int) -> Iterator[Array]:
    """What the only seat wins in each of so many rounds, block by block."""
    for part in parts(setup, rounds, engine=engine, workers=workers):
        yield from (block[:, 0] for block in part.trace)


def largest_stake(setup: Setup, engine: EngineName) -> int:
    """The largest stake of a round that comes in a fixed number of them, whatever the seed."""
    (number,) = setup.seats
    return max(
        stake
        for part in parts(replace(setup, seed="the largest stake"), PILOT[engine], engine=engine)
        for stake, _ in part.seats[number].results
    )
