"""Guests in Chromium, at a house that is really served."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.kit.guest import Guest
from tests.kit.tables import Floor


@pytest.fixture(scope="session")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    """A house that all tests share; each opens tables of its own in it."""
    made = Floor(tmp_path_factory.mktemp("house")).start()
    yield made
    made.stop()


@pytest.fixture
def guest(chromium: Browser, floor: Floor) -> Iterator[Callable[..., Guest]]:
    """Makes guests, each in a browser of their own."""
    made: list[Guest] = []

    def make(url: str | None = None, **options: Any) -> Guest:
        made.append(Guest(chromium, url or floor.url, **options))
        return made[-1]

    yield make
    for one in made:
        one.close()
