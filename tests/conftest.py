"""What all tests share: rule citations, Hypothesis profiles, and a home of their own."""

import os
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHROMIUM = os.environ.get("UPCARD_CHROMIUM", "/usr/bin/chromium")
"""Debian's; Playwright's own would be a download."""

# No deadline: a busy machine is no bug. CI draws the same examples every time, so that a red run can be repeated;
# people draw new ones.
settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("default"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")

# Settings, databases and logs of a person who runs the tests are neither read nor touched, also by the processes the
# tests start. (Caches may be shared: compiled kernels are keyed by their sources.)
_home = tempfile.TemporaryDirectory(prefix="upcard-tests-")


# One seed for all workers, drawn by the first process: whoever runs the tests sees it and can give it again.
SEED = os.environ.setdefault("UPCARD_SEED", str(random.SystemRandom().randrange(10**9)))


def pytest_report_header() -> str:
    """What to give again to see the same power cuts."""
    return f"UPCARD_SEED={SEED}"


def pytest_configure() -> None:
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        os.environ[variable] = str(Path(_home.name) / variable)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A citation without an id says nothing: `@pytest.mark.rule` must name its rules."""
    for item in items:
        for mark in item.iter_markers("rule"):
            if not mark.args or mark.kwargs:
                raise pytest.UsageError(f'{item.nodeid}: cite rules by id, as in @pytest.mark.rule("BLZ-8")')


@pytest.fixture(scope="module")
def chromium() -> "Iterator[Browser]":
    """Real Chromium. Closed with the module: as long as Playwright runs, its event loop is this thread's."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield made
        made.close()
