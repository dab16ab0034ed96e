"""A house whose lab works."""

from collections.abc import Iterator

import pytest

from tests.kit.site import Site


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One for all tests: its processes are warm after the first question."""
    served = Site(tmp_path_factory.mktemp("house")).start()
    yield served
    served.close()
