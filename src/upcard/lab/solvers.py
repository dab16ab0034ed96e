"""Which solver knows which game: its own, or the general one, which works from a game's model or its script."""

from collections.abc import Mapping
from typing import Protocol, cast

from upcard.lab.analysis import Analysis
from upcard.lab.kernels import Progress, silent
from upcard.lab.registry import part
from upcard.rules import registry
from upcard.rules.game import Game


class Solver(Protocol):
    """What a solver's module offers."""

    def solve(self, game: Game, progress: Progress, **options: str) -> Analysis:
        """The exact analysis of a game as configured; `options` are questions only this solver knows."""

    def warm(self, progress: Progress) -> None:
        """Compiles and tabulates everything ahead."""


def solver(game: str) -> Solver:
    """The solver of a game, loaded when it is first asked for; the general one if it has none."""
    return cast("Solver", part(registry.game(game), "solver"))


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
