"""A game that the pages have never heard of is played in Chromium like any other."""

from collections.abc import Callable, Iterator

import pytest

from tests.kit.guest import Guest
from tests.kit.tables import Floor
from tests.sixth_game.game import HighCard
from upcard.rules.registry import register, unregister


@pytest.fixture
def sixth_game() -> Iterator[str]:
    register(HighCard)
    yield HighCard.name
    unregister(HighCard.name)


def test_a_round_of_the_sixth_game(
    sixth_game: str, tmp_path_factory: pytest.TempPathFactory, guest: Callable[..., Guest]
) -> None:
    floor = Floor(tmp_path_factory.mktemp("sixth")).start()
    try:
        table = floor.table(sixth_game, {"ante.min": 500, "match.min": 100})
        floor.stack("9s 9d")
        anna = guest(url=floor.url).sign_in().sit(table).chip(5).bet("ante", "match").deal()
        anna.offered("raise", "fold")
        anna.shot("sixth-game-1-turn")
        anna.move("raise").verdict("You win $60")
        assert anna.lines() == {"Ante": "Tie even", "Raise": "Tie even", "Match": "Match, 12 to 1 +$60"}
        anna.shot("sixth-game-2-result")
        anna.page.goto("about:blank")
    finally:
        floor.stop()
