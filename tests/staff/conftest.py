"""The floor of the manual, served, with browsers for its staff."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.kit.manual import give_cards, set_up
from tests.kit.person import TABLET, Person
from tests.kit.site import Site


def served(folder: Path) -> Site:
    """A floor, open."""
    site = Site(folder).start(set_up)
    give_cards(site)
    return site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    made = served(tmp_path_factory.mktemp("floor"))
    yield made
    made.close()


@pytest.fixture
def new_site(tmp_path: Path) -> Iterator[Callable[[], Site]]:
    """Makes floors that a test may break."""
    made: list[Site] = []

    def make() -> Site:
        made.append(served(tmp_path))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def console(chromium: Browser) -> Iterator[Callable[..., Person]]:
    """Opens a console for a member of staff, in a browser of their own."""
    people: list[Person] = []

    def sit_down(site: Site, who: str, path: str, size: tuple[int, int] = TABLET) -> Person:
        people.append(Person(chromium, site, who, size))
        return people[-1].sign_on(path)

    yield sit_down
    for one in people:
        one.close()
