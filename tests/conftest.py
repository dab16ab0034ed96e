"""What all tests share: rule citations, Hypothesis profiles, and a home of their own."""

import asyncio
import os
import random
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytest.register_assert_rewrite("tests.kit")

CHROMIUM = os.environ.get("UPCARD_CHROMIUM") or shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
"""Debian's, without windows where that is there: it takes a third of the time. Playwright's own would be a download."""

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
    # A shell that starts the tests in its background has Ctrl-C ignored, and every process they start inherits that.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


# Whoever works longest begins first, so that no worker is left alone with it at the end. A file's tests stay in one
# worker (--dist loadfile): they share a house, a browser or a solved game.
FIRST = ("staff", "browser", "web", "lab", "cli", "floor", "workshop", "perft", "properties")


def _room(item: pytest.Item) -> str:
    return item.path.relative_to(Path(__file__).parent).parts[0]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """In order of work. And a citation without an id says nothing: `@pytest.mark.rule` must name its rules."""
    rank = {room: place for place, room in enumerate(FIRST)}
    items.sort(key=lambda item: rank.get(_room(item), len(FIRST)))
    for item in items:
        for mark in item.iter_markers("rule"):
            if not mark.args or mark.kwargs:
                raise pytest.UsageError(f'{item.nodeid}: cite rules by id, as in @pytest.mark.rule("BLZ-8")')


@pytest.fixture(scope="session")
def chromium() -> "Iterator[Browser]":
    """Real Chromium, one for all tests of a worker; each opens contexts of its own in it."""
    from playwright.sync_api import expect, sync_playwright

    # A busy machine is no bug: what has to appear may take its time; how fast it is has a test of its own.
    expect.set_options(timeout=15_000)
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        loop = asyncio._get_running_loop()
        yield made
        asyncio._set_running_loop(loop)  # the last test of all may have been one without a browser
        made.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Playwright keeps an event loop running in this thread: it is put aside for tests that want one of their own."""
    loop = asyncio._get_running_loop()
    if loop is None or "chromium" in getattr(item, "fixturenames", ()):
        return (yield)
    asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        asyncio._set_running_loop(loop)
