"""Sessions played round by round, one after another, from the stream of a seed."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from upcard.lab.crew import Crew, Workers
from upcard.lab.kernels import Array, Progress, silent
from upcard.lab.simulation.engines.run import EngineName
from upcard.lab.simulation.run import SENT, TOGETHER, parts, played_by, shared
from upcard.lab.simulation.sessions import session_kernels as kernels
from upcard.lab.simulation.sessions.exact import POINTS
from upcard.lab.simulation.sessions.question import LARGEST, SessionQuestion
from upcard.lab.simulation.sessions.spread import Spread
from upcard.lab.simulation.setup import STRETCH, Setup, lengths
from upcard.lab.simulation.work import Work
from upcard.lab.simulation.work import play as play_stretches

ROUNDS: dict[EngineName, int] = {"kernel": 20_000_000, "round": 200_000}
"""Rounds that are played where nobody says how many sessions."""
FEWEST, MOST = 100, 20_000
PILOT: dict[EngineName, int] = {"kernel": 2_000_000, "round": 20_000}
"""Rounds in which the largest stake is looked for where it is not known."""
_ENDLESS = 4 * LARGEST


@dataclass(frozen=True, slots=True)
class PlayedSessions:
    """What sessions came to."""

    sessions: int
    rounds: int
    engine: str
    levels: Array
    """At [session, point]: the bankroll on the way, of the first `MOST` sessions."""
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


def sessions_for(question: SessionQuestion, engine: EngineName, wanted: int | None = None) -> int:
    """How many sessions are played."""
    return wanted or max(FEWEST, min(MOST, ROUNDS[engine] // question.rounds))


def play(
    question: SessionQuestion,
    needs: int,
    *,
    sessions: int,
    engine: EngineName,
    workers: Workers = 1,
    progress: Progress = silent,
) -> PlayedSessions:
    """Plays so many sessions; whoever interrupts gets those that have ended."""
    setup, rounds = replace(question.setup, traced=True), question.rounds
    limits = Limits(
        question.bankroll, rounds, needs, _ENDLESS if question.target is None else question.target, sessions
    )
    page, done = limits.page(sessions), 0
    walked = (
        _walked(setup, limits, page, engine, workers)
        if isinstance(workers, int)
        else _sent(workers, Work.of(setup, engine), limits, page)
    )
    try:
        for ended in walked:
            done = ended
            if done:
                ruined = float((page.ends[:done, 1] == kernels.RUINED).mean())
                band = 1.96 * sqrt(ruined * (1 - ruined) / done)
                said = f"ruined {ruined * 100:.2f} % ± {band * 100:.2f}"
                progress(f"{setup.game.title}: {done:,} of {sessions:,} sessions, {said}")
    except KeyboardInterrupt:
        if not done:
            raise
    return PlayedSessions(done, rounds, played_by(engine, workers), page.levels[:done], page.ends[:done])


@dataclass(frozen=True, slots=True)
class Limits:
    """What every session begins with, and where it ends."""

    bankroll: int
    rounds: int
    needs: int
    ceiling: int
    sessions: int

    @property
    def every(self) -> int:
        """Rounds from one point on the way to the next."""
        return -(-self.rounds // POINTS)

    def page(self, sessions: int) -> "SessionPage":
        """Room for so many sessions, before the first round."""
        levels = np.zeros((min(sessions, MOST), -(-self.rounds // self.every) + 1), np.int64)
        levels[:, 0] = self.bankroll
        state = np.zeros(8, np.int64)
        state[2] = state[6] = self.bankroll
        return SessionPage(levels, np.zeros((sessions, 5), np.int64), state)


@dataclass(frozen=True, slots=True)
class SessionPage:
    """Where sessions are written down, as a kernel wants it (`session_kernels.play_on`)."""

    levels: Array
    ends: Array
    state: Array

    def play_on(self, limits: Limits, nets: Array) -> int:
        """Goes on with rounds that were won or lost; says how many sessions are over."""
        kernels.play_on(
            nets, self.state, limits.rounds, limits.bankroll, limits.needs, limits.ceiling, limits.every,
            self.levels, self.ends,
        )  # fmt: skip
        return int(self.state[0])


def _walked(setup: Setup, limits: Limits, page: SessionPage, engine: EngineName, workers: int) -> Iterator[int]:
    """How many sessions are over, after every block of rounds."""
    for part in parts(setup, limits.sessions * limits.rounds, engine=engine, workers=workers):
        for block in part.trace:
            yield page.play_on(limits, block[:, 0])


def _sent(crew: Crew, work: Work, limits: Limits, page: SessionPage) -> Iterator[int]:
    """How many sessions are over, after each part that comes back from a crew."""
    most = max(1, SENT[work.engine] * STRETCH // limits.rounds)
    together, done = shared(limits.sessions, most, crew), 0
    tasks = (
        (work, limits, first, min(together, limits.sessions - first)) for first in range(0, limits.sessions, together)
    )
    for levels, ends in crew.each(some_sessions, tasks, [work.game["game"]]):
        room = max(0, min(len(levels), len(page.levels) - done))
        page.levels[done : done + room], page.ends[done : done + len(ends)] = levels[:room], ends
        done += len(ends)
        yield done


def some_sessions(work: Work, limits: Limits, first: int, many: int) -> tuple[Array, Array]:
    """Sessions from the `first` on, by themselves: the rounds before them are dealt to others."""
    page, begin, end = limits.page(many), first * limits.rounds, (first + many) * limits.rounds
    for stretch in range(begin // STRETCH, -(-end // STRETCH), TOGETHER[work.engine]):
        last = min(stretch + TOGETHER[work.engine], -(-end // STRETCH))
        for block in play_stretches(work, stretch, lengths(end, stretch, last - stretch)).trace:
            page.play_on(limits, block[max(0, begin - stretch * STRETCH) :, 0])
    return page.levels, page.ends


def largest_stake(setup: Setup, engine: EngineName) -> int:
    """The largest stake of a round that comes in a fixed number of them, whatever the seed."""
    (number,) = setup.seats
    return max(
        stake
        for part in parts(replace(setup, seed="the largest stake"), PILOT[engine], engine=engine)
        for stake, _ in part.seats[number].results
    )
