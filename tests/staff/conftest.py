"""The floor of the manual, served, with browsers for its staff."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.staff.house import CARDS, set_up
from tests.staff.people import TABLET, Person
from tests.web.conftest import Site
from upcard.web.demo import card_file
from upcard.web.wallet import Wallet


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A module's tests share a floor and a browser, so they stay together in one worker."""
    for item in items:
        if "/tests/staff/" in item.path.as_posix():
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


def served(folder: Path) -> Site:
    """A floor, open."""
    site = Site(folder).start(set_up)
    give_cards(site)
    return site


def give_cards(site: Site) -> None:
    """Puts the cards into the demo's drawer."""
    site.app.state.wallet = Wallet({who: card_file(site.database, who) for who in CARDS}, site.people)


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
