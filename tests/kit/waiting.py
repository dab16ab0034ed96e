"""Waiting for what has to happen: a test asks again and again, and never sleeps for a time."""

import time
from collections.abc import Callable


def until(
    what: Callable[[], object],
    seconds: float = 10,
    why: object = "it does not come to pass",
    *,
    every: float = 0.01,
    unless: Callable[[], object] = lambda: None,
) -> None:
    """Returns as soon as it is so; `why` is said (a function of no arguments is asked) when it takes longer.

    `unless` says what makes waiting vain: it is said at once. What asks a house by its API asks less often (`every` so
    many seconds): the house limits how often anybody may.
    """
    end = time.monotonic() + seconds
    while not what():
        vain = unless()
        assert not vain, vain
        assert time.monotonic() < end, why() if callable(why) else why
        time.sleep(every)
