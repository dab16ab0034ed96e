"""Sweeps of the exact lab on a crew: one analysis or report after another, each worked out somewhere."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from upcard.lab.analysis import Json
from upcard.lab.crew import Crew
from upcard.lab.solvers import analyze
from upcard.rounds.record import game_from_json, game_to_json
from upcard.rules.game import Game

if TYPE_CHECKING:
    from upcard.lab.reports.par import ReportOrder

Asked: TypeAlias = tuple[str, Mapping[str, object], Mapping[str, object]]
"""A game, house settings, pay tables."""


def analyses(crew: Crew, every: Iterable[Asked]) -> Iterator[Json]:
    """What `upcard analyze` says of each, in their order."""
    asked = list(every)
    return crew.each(_analysis, asked, {name for name, _, _ in asked})


def _analysis(game: str, house: Mapping[str, object], pays: Mapping[str, object]) -> Json:
    return analyze(game, house, pays).to_json()


def reports(crew: Crew, every: Iterable[tuple[Game, "ReportOrder"]]) -> Iterator[Json]:
    """The math report of each game as configured, in their order."""
    asked = [(game_to_json(game), order) for game, order in every]
    return crew.each(_report, asked, {game["game"] for game, _ in asked})


def _report(game: dict[str, Any], order: "ReportOrder") -> Json:
    from upcard.lab.reports.par import report

    return report(game_from_json(game), order)
