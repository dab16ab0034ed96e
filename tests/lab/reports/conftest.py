"""One report of each game, made once; every form is asked about the same numbers."""

from functools import cache

import pytest

from upcard.lab.analysis import Json
from upcard.lab.reports.document import Grid
from upcard.lab.reports.layout.chapters import document
from upcard.lab.reports.par import ReportOrder, report
from upcard.rules import registry

ROUNDS = 5_000
GAMES = ("three-card-poker", "three-card-blitz", "blackjack")


@cache
def made(game: str) -> Json:
    """The report of a game as the rulebook has it."""
    return report(registry.game(game)(), ReportOrder(f"upcard par {game}", "2026-01-31", ROUNDS))


@pytest.fixture(params=GAMES)
def said(request: pytest.FixtureRequest) -> Json:
    return made(request.param)


@pytest.fixture
def poker() -> Json:
    return made("three-card-poker")


@pytest.fixture
def tables() -> dict[str, Grid]:
    """The tables of blackjack's report by their titles."""
    blocks = [block for chapter in document(made("blackjack")).chapters for block in chapter.blocks]
    return {block.title: block for block in blocks if isinstance(block, Grid)}
