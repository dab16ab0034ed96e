"""A simulation as a whole: which rounds were played, and whether they bear the exact analysis out."""

from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter

from upcard.cards.shuffle import SeededSource
from upcard.lab.analysis import Analysis, Json
from upcard.lab.crew import Workers
from upcard.lab.kernels import Progress, silent
from upcard.lab.simulation.engines.run import EngineName
from upcard.lab.simulation.players import SEAT, player
from upcard.lab.simulation.results.checks import LIMIT, FigureCheck, checks, in_units
from upcard.lab.simulation.results.tally import Tally
from upcard.lab.simulation.run import compared, engine_for, gathered, parts, played_by, refuse
from upcard.lab.simulation.seating import watched
from upcard.lab.solvers import solver
from upcard.rules import registry
from upcard.rules.game import Game


@dataclass(frozen=True, slots=True)
class Simulation:
    """Rounds that were played, beside what was computed."""

    analysis: Analysis
    seed: str
    tally: Tally
    checks: tuple[FigureCheck, ...]
    engine: str = "round"
    seconds: float = 0.0

    @property
    def agrees(self) -> bool:
        """Whether chance explains every difference."""
        return all(check.agrees for check in self.checks)

    @property
    def worst(self) -> FigureCheck:
        """The figure that is furthest off."""
        return max(self.checks, key=lambda check: abs(check.z))

    def to_json(self) -> Json:
        """The form that docs/lab.md describes."""
        return {
            "game": self.analysis.game,
            "house": dict(self.analysis.house),
            "pays": dict(self.analysis.pays),
            "rounds": self.tally.rounds,
            "seed": self.seed,
            "limit": LIMIT,
            "agrees": self.agrees,
            "checks": [check.to_json() for check in self.checks],
            "outcomes": {wager: self._outcomes(wager) for wager in self.analysis.wagers},
            "engine": self.engine,
            "seconds": self.seconds,
            "wagers": {name: self._estimate(name) for name in self.analysis.wagers},
            "total": self._estimate("total"),
        }

    def _estimate(self, wager: str) -> Json:
        """The mean of a wager, or of the game as a whole, beside what it is exactly."""
        for check in self.checks:
            if (check.wager, check.figure) == (wager, "ev"):
                said = check.to_json()
                return {"mean": said["simulated"], "se": said["se"], "exact": said["exact"], "z": said["z"]}
        return {"mean": None, "se": None, "exact": None, "z": None}

    def _outcomes(self, wager: str) -> Json:
        """How often each outcome came, by lines, and how often it comes in a round or each time the bet is made."""
        often = in_units(self.analysis.wagers[wager]).frequencies
        came: Json = {name: {"exact": float(n)} for name, n in often.items()}
        for outcomes, rounds in [(key[0], n) for key, n in self.tally.wagers[wager].items()]:
            for outcome in outcomes:
                entry = came.setdefault(outcome, {"exact": 0.0})
                entry["lines"] = entry.get("lines", 0) + rounds
        return {name: {"lines": 0, **entry} for name, entry in came.items()}


def compare(
    game: Game, analysis: Analysis, tally: Tally, seed: str, engine: str = "round", seconds: float = 0.0
) -> Simulation:
    """Puts rounds that were played beside an analysis."""
    return Simulation(analysis, seed, tally, tuple(checks(game, analysis, tally)), engine, seconds)


def simulate_game(
    name: str,
    house: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    *,
    rounds: int,
    seed: str,
    jobs: Workers = 1,
    progress: Progress = silent,
    engine: EngineName | None = None,
) -> Simulation:
    """Analyses a game, plays it, and compares."""
    game = registry.game(name)(house, pays)
    refuse(game, rounds, jobs)
    setup = compared(game, seed)
    chosen = engine_for(setup, engine)
    played = parts(setup, rounds, engine=chosen, workers=jobs)
    analysis = solver(name).solve(game, progress)
    begin = perf_counter()
    found = gathered(setup, played, rounds, progress)
    seconds = perf_counter() - begin
    tally = found.watched(SEAT, watched(player(game, SeededSource(""))))
    return compare(game, analysis, tally, seed, played_by(chosen, jobs), round(seconds, 3))
