"""Chromium and a house that is really served. Browsers run one after the other: two cores are soon busy."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.guest import Guest
from tests.browser.house import Floor

# A busy machine is no bug: what has to appear may take its time; how fast it is has a test of its own.
expect.set_options(timeout=15_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All of these in one worker."""
    for item in items:
        if "/tests/browser/" in item.path.as_posix():
            item.add_marker(pytest.mark.xdist_group("browser"))


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
