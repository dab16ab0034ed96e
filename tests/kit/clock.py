"""A page's own clock runs ahead: its timers come due at once, and what waits for half a minute is seen in a blink."""

from collections.abc import Callable

from playwright.sync_api import Page


def wound(page: Page) -> Page:
    """A page whose clock can be put forward; before it opens anything."""
    page.clock.install()
    return page


def ahead(page: Page, what: Callable[[], bool], seconds: int = 2) -> None:
    """Puts the clock forward, step by step, until something is so."""
    for _ in range(400):
        if what():
            return
        page.clock.fast_forward(1000 * seconds)
        page.wait_for_timeout(25)
    raise AssertionError(f"not within {400 * seconds} s of the page's clock")
