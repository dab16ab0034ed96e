"""What a command shows while the lab works: what it is doing, on stderr, so that stdout stays clean."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

FIRST_TIME = "compiling, the first time only; this can take a minute (`upcard warm` does it ahead)"


@contextmanager
def waiting(game: str) -> Iterator[Callable[[str], None]]:
    """Shows what the lab says it does; without a terminal only that it has to compile."""
    from upcard.lab.kernels import is_warm, mark_warm

    cold = not is_warm(game)
    if not sys.stderr.isatty():
        if cold:
            print(f"{game}: {FIRST_TIME}", file=sys.stderr, flush=True)
        yield lambda _: None
    else:
        from rich.console import Console

        with Console(stderr=True).status(f"{game}: {FIRST_TIME}" if cold else game) as status:
            yield lambda doing: status.update(f"{doing}; {FIRST_TIME}" if cold else doing)
    mark_warm(game)
