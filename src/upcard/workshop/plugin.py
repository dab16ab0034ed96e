"""`pytest --upcard-game=NAME`: the checks of a game as tests, one each, beside the tests that its author wrote."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from upcard.workshop.world import World


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option."""
    parser.getgroup("upcard").addoption(
        "--upcard-game",
        action="append",
        default=[],
        metavar="NAME",
        help="check that a game does what every game has to: a name, or package.module:Class; repeatable",
    )


def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Adds a test for each check of each game that was named."""
    for name in config.getoption("--upcard-game"):
        items += GameChecks.from_parent(session, name=f"upcard-check[{name}]", game=name).collect()


class GameChecks(pytest.Collector):
    """The checks of one game."""

    def __init__(self, *, game: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.game = game
        self._world: World | None = None

    @property
    def world(self) -> "World":
        """The rounds that all checks look at, played once."""
        from upcard.workshop.check import ROUNDS, SEED, found_game
        from upcard.workshop.world import World

        if self._world is None:
            self._world = World(found_game(self.game), ROUNDS, SEED)
        return self._world

    def collect(self) -> Iterator["CheckItem"]:
        """One test a check."""
        from upcard.workshop.check import CHECKS

        for name in CHECKS:
            yield CheckItem.from_parent(self, name=name)


class CheckItem(pytest.Item):
    """One check as a test."""

    parent: GameChecks

    def runtest(self) -> None:
        """Looks, and fails where the game does."""
        from upcard.workshop.check import look

        found = look(self.name, self.parent.world)
        if not found.ok:
            raise CheckFailed(found.detail)
        self.user_properties.append(("detail", found.detail))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What the check says, without a trace through its code."""
        if isinstance(excinfo.value, CheckFailed):
            return f"{self.parent.game}, {self.name}: {excinfo.value}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[str, int | None, str]:
        """How the test is called in a report."""
        return str(self.path), None, f"upcard check {self.parent.game}: {self.name}"


class CheckFailed(Exception):
    """A game failed a check."""
