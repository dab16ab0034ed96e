"""Compiled work in a thread of its own, so that whoever waits sees how far it is and can leave at once."""

import threading
import time
from collections.abc import Callable

LOOK = 0.2
"""Seconds between two looks."""


def aside(work: Callable[[], None], look: Callable[[float], None]) -> None:
    """Does work that leaves the interpreter to others; `look` is told the seconds that have passed, now and then.

    An interrupt (Ctrl-C, a stopped job) ends the waiting, not the compiled code: that goes on by itself to its end, or
    to the end of the process.
    """
    failed: list[Exception] = []

    def run() -> None:
        try:
            work()
        except Exception as error:  # noqa: BLE001 (raised again where somebody waits)
            failed.append(error)

    thread, begun = threading.Thread(target=run, daemon=True), time.monotonic()
    thread.start()
    while thread.is_alive():
        thread.join(LOOK)
        if thread.is_alive():
            look(time.monotonic() - begun)
    if failed:
        raise failed[0]
