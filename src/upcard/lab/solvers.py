"""Which solver knows which game: an optional extra; a game without one is walked through its own rounds."""

from collections.abc import Mapping
from importlib import import_module
from typing import Protocol, cast

from upcard.lab.analysis import Analysis
from upcard.lab.kernels import Progress, silent
from upcard.rules import registry
from upcard.rules.game import Game

_SOLVERS = {
    "three-card-poker": "upcard.lab.three_card_poker.solver",
    "three-card-blitz": "upcard.lab.three_card_blitz.solver",
    "four-card-split": "upcard.lab.four_card_split.solver",
    "blackjack": "upcard.lab.blackjack.solver",
}
_WALKER = "upcard.lab.walker"


class Solver(Protocol):
    """What a solver's module offers."""

    def solve(self, game: Game, progress: Progress, **options: str) -> Analysis:
        """The exact analysis of a game as configured; `options` are questions only this solver knows."""

    def warm(self, progress: Progress) -> None:
        """Compiles and tabulates everything ahead."""


def register_solver(game: str, module: str) -> None:
    """Says which module solves a game."""
    _SOLVERS[game] = module


def solver_names() -> tuple[str, ...]:
    """The games that have a solver of their own."""
    return tuple(_SOLVERS)


def solver(game: str) -> Solver:
    """The solver of a game, loaded when it is first asked for; the general walker if it has none."""
    return cast("Solver", import_module(_SOLVERS.get(game, _WALKER)))


def analyze(
    game: str,
    house: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    *,
    progress: Progress = silent,
    **options: str,
) -> Analysis:
    """The exact analysis of a game under a house's settings and pay tables, with optimal play."""
    configured = registry.game(game)(house, pays)
    return solver(game).solve(configured, progress, **options)
