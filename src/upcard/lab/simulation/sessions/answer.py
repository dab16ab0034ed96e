"""The answer to a session: worked out where a round is known, simulated beside it or in its place."""

from dataclasses import dataclass
from time import perf_counter

from upcard.lab.analysis import Json, LabError
from upcard.lab.crew import Workers, refuse_workers
from upcard.lab.kernels import Progress, silent
from upcard.lab.simulation.engines.run import EngineName
from upcard.lab.simulation.run import engine_for
from upcard.lab.simulation.sessions import simulated
from upcard.lab.simulation.sessions.exact import Exact, work_out
from upcard.lab.simulation.sessions.law import Law, law_of, why_unknown
from upcard.lab.simulation.sessions.question import SessionQuestion
from upcard.lab.simulation.sessions.simulated import PlayedSessions
from upcard.lab.simulation.sessions.spread import Spread


@dataclass(frozen=True, slots=True)
class SessionAnswer:
    """What a session comes to."""

    question: SessionQuestion
    needs: int
    law: Law | None
    worked_out: Exact | None
    played: PlayedSessions
    seconds: float
    method: str

    @property
    def exact(self) -> bool:
        """Whether the chances are worked out and not estimated."""
        return self.worked_out is not None

    @property
    def ruin(self) -> float:
        """How likely the bankroll does not last."""
        return self.played.ruin if self.worked_out is None else self.worked_out.ruin

    @property
    def end(self) -> Spread:
        """The bankroll at the end."""
        return self.played.end if self.worked_out is None else self.worked_out.end

    def to_json(self) -> Json:
        """The form that docs/simulation.md describes."""
        asked, setup = self.question, self.question.setup
        (seat,) = setup.seats.values()
        best, played = self.worked_out or self.played, self.played
        return {
            "game": setup.game.name,
            "house": dict(setup.game.house),
            "pays": {name: table.name for name, table in setup.game.tables.items()},
            "strategy": seat.strategy.name,
            "bets": dict(seat.bets),
            "bankroll": asked.bankroll,
            "rounds": asked.rounds,
            "stop_win": asked.stop_win,
            "needs": self.needs,
            "ruin": best.ruin,
            "exact": self.exact,
            "se": 0.0 if self.exact else played.se,
            **_said(best.end),
            "ahead": best.ahead if asked.stop_win is not None else None,
            "net": _shifted(_said(best.end), asked.bankroll),
            "longest_losing_run": _said(best.runs),
            "drawdown": _said(played.falls),
            "rounds_played": _said(played.lasted),
            "round": {"mean": float(self.law.mean), "sd": self.law.sd} if self.law else None,
            "simulated": {
                "sessions": played.sessions,
                "seed": setup.seed,
                "engine": played.engine,
                "ruin": played.ruin,
                "se": played.se,
                "z": self._apart(),
                **_said(played.end),
                "longest_losing_run": _said(played.runs),
            },
            "method": self.method,
            "seconds": self.seconds,
        }

    def _apart(self) -> float | None:
        """Standard errors between the simulated chance of ruin and the exact one."""
        if self.worked_out is None:
            return None
        return (self.played.ruin - self.worked_out.ruin) / self.played.se


def _said(spread: Spread) -> Json:
    return {"percentiles": dict(spread.percentiles()), "mean": spread.mean, "sd": spread.sd}


def _shifted(said: Json, by: int) -> Json:
    return {"percentiles": {p: cents - by for p, cents in said["percentiles"].items()}, "mean": said["mean"] - by,
            "sd": said["sd"]}  # fmt: skip


def check(
    question: SessionQuestion, *, sessions: int | None = None, engine: EngineName | None = None, workers: Workers = 1
) -> None:
    """Says what can't be played, before anything is prepared."""
    refuse_workers(workers)
    engine_for(question.setup, engine)
    if sessions is not None and not 1 <= sessions <= 10_000_000:
        raise LabError(f"1 to 10,000,000 sessions are played, not {sessions:,}")


def answer(
    question: SessionQuestion,
    *,
    sessions: int | None = None,
    engine: EngineName | None = None,
    workers: Workers = 1,
    progress: Progress = silent,
) -> SessionAnswer:
    """Works a session out, and plays it."""
    check(question, sessions=sessions, engine=engine, workers=workers)
    chosen = engine_for(question.setup, engine)
    begin = perf_counter()
    law = law_of(question.setup, progress)
    needs = question.needs
    if needs is None:
        known = law.most if law else None
        needs = max(known or simulated.largest_stake(question.setup, chosen), question.staked)
    if question.bankroll < needs:
        raise LabError(
            f"a bankroll of {question.bankroll:,} cents can't cover a round, which can need {needs:,} cents; "
            "bring more, bet less, or say with --needs what a round takes"
        )
    exact = work_out(question, law, needs, progress) if law else None
    many = simulated.sessions_for(question, chosen, sessions)
    played = simulated.play(question, needs, sessions=many, engine=chosen, workers=workers, progress=progress)
    seconds = round(perf_counter() - begin, 3)
    return SessionAnswer(question, needs, law, exact, played, seconds, _method(question, law, exact))


def _method(question: SessionQuestion, law: Law | None, exact: Exact | None) -> str:
    if exact is not None:
        return "exact: the bankroll carried from round to round by the chances of all results of a round"
    if law is not None:
        return f"simulated: {question.rounds:,} rounds are too many to carry the bankroll through"
    return f"simulated: {why_unknown(question.setup) or 'the results of a round are not known exactly'}"
