"""A house that is really served, one for the tests of a module, and others that a test may break."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit.site import Site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    served = Site(tmp_path_factory.mktemp("house")).start()
    yield served
    served.close()


@pytest.fixture
def new_site(tmp_path: Path) -> Iterator[Callable[..., Site]]:
    """Makes houses that a test may break."""
    made: list[Site] = []

    def make(**options: Any) -> Site:
        made.append(Site(tmp_path, **options).start())
        return made[-1]

    yield make
    for one in made:
        one.close()
