"""What a command shows while the lab works: what it is doing, on stderr, so that stdout stays clean."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

FIRST_TIME = "compiling, the first time only; this can take a minute (`upcard warm` does it ahead)"

NOTHING = ""
"""What a game compiles that is walked through its script."""


def _compiled(game: str) -> str:
    """What has to be compiled for a game: its own solver, the general one of its kind, or nothing."""
    from upcard.lab.registry import lab_of
    from upcard.rules import registry
    from upcard.rules.model import Model

    kind = registry.game(game)
    if lab_of(kind).solver:
        return game
    try:
        model = kind().model()
    except Exception:  # noqa: BLE001 (a game's own code: what is asked of the lab says what is wrong with it)
        return NOTHING
    if not isinstance(model, Model):
        return NOTHING
    if model.kept is not None:
        return "a-game-of-exchanges"
    return "a-showdown" if model.strength is not None else "a-game-in-streets" if model.facts else NOTHING


@contextmanager
def waiting(game: str) -> Iterator[Callable[[str], None]]:
    """Shows what the lab says it does; without a terminal only that it has to compile."""
    from upcard.lab.kernels import is_warm, mark_warm

    name = _compiled(game)
    cold = name != NOTHING and not is_warm(name)
    if not sys.stderr.isatty():
        said = not cold

        def tell(_: str) -> None:
            nonlocal said
            if not said:  # with the first word from the lab: what it refuses is refused before
                print(f"{game}: {FIRST_TIME}", file=sys.stderr, flush=True)
                said = True

        yield tell
    else:
        from rich.console import Console

        with Console(stderr=True).status(f"{game}: {FIRST_TIME}" if cold else game) as status:
            yield lambda doing: status.update(f"{doing}; {FIRST_TIME}" if cold else doing)
    if cold:
        mark_warm(name)
