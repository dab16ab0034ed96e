"""A math report as data: one object with twelve chapters, from the exact analysis of a game as configured."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from upcard.lab.analysis import Json, LabError
from upcard.lab.kernels import Progress, silent
from upcard.lab.memorable.findings import find
from upcard.lab.reports.chapters.examples import examples
from upcard.lab.reports.chapters.identity import identity
from upcard.lab.reports.chapters.progressive import progressives
from upcard.lab.reports.chapters.sensitivity import sensitivity
from upcard.lab.reports.chapters.together import play, together
from upcard.lab.reports.chapters.verification import manifest, verification
from upcard.lab.reports.chapters.volatility import pace, volatility
from upcard.lab.reports.chapters.wagers import figures, outcomes
from upcard.lab.reports.variants import analysed
from upcard.lab.simulation.report import compare
from upcard.lab.simulation.run import compared, engine_for, refuse
from upcard.rules.game import Game

FORMAT = 1
ROUNDS = 10_000
KERNEL_ROUNDS = 200_000
"""Rounds of the simulation by the script, and where a game has a kernel."""
SEED = "report"
PROTECTION = (
    "Kept for game protection: counting, hole-card and collusion studies are not part of this version of the report."
)


@dataclass(frozen=True, slots=True)
class ReportOrder:
    """What a report is asked for beside the game."""

    command: str
    date: str
    """Of the report, as it is to be printed; nothing in it reads a clock."""
    rounds: int | None = None
    """Rounds of the simulation; None for as many as the game's engine plays in a second or two."""
    seed: str = SEED
    seeds: Mapping[str, Fraction] | None = None
    """Dollars that each meter starts from."""
    rates: Mapping[str, Fraction] | None = None
    """The part of a wager that each meter takes."""


def report(game: Game, order: ReportOrder, progress: Progress = silent) -> Json:
    """The whole report. The same game, order and software give the same object."""
    refuse(game, order.rounds or ROUNDS)
    progress(f"solving {game.title}")
    analysis = analysed(game)
    seed = f"{order.seed}/{game.digest[:16]}"
    engine = engine_for(compared(game, seed), None)
    rounds = order.rounds or (KERNEL_ROUNDS if engine == "kernel" else ROUNDS)
    progress(f"playing {rounds:,} rounds of {game.title}")
    played = play(game, rounds, seed)
    said: Json = {
        "format": FORMAT,
        "identity": identity(game, order.command, order.date),
        "examples": examples(game),
        "analysis": analysis.to_json(),
        "outcomes": outcomes(game, analysis),
        "figures": figures(analysis, played.tally),
        "together": together(analysis, played),
        "strategies": _strategies(game, progress),
        "sensitivity": sensitivity(game, analysis, progress),
        "progressive": progressives(game, analysis, order.seeds, order.rates),
        "volatility": volatility(analysis),
        "protection": {"note": PROTECTION},
        "pace": pace(analysis.total),
        "verification": verification(game, analysis, compare(game, analysis, played.tally, seed, engine)),
    }
    said["manifest"] = manifest(said, seed, order.command)
    return said


def _strategies(game: Game, progress: Progress) -> Json:
    """Chapter 6; without strategies where the game says nothing of its hands to make rules of."""
    try:
        return find(game, progress).to_json()
    except LabError as error:
        return {"strategies": [], "errors": [], "note": str(error)}
