"""Where the command `upcard` begins, with the standard library alone: settling a hand needs no more than that."""

import json
import os
import sys
from typing import NoReturn

from upcard.cli.errors import EXIT_CODE, explained
from upcard.cli.reading import read_json
from upcard.extras import need
from upcard.rounds import scenario


def main() -> None:
    """Runs the command line; `upcard settle FILE` goes straight to its work, for everything else Typer is loaded."""
    given = sys.argv[1:]
    if len(given) == 2 and given[0] == "settle" and not given[1].startswith("--"):
        _settle(given[1])
    try:
        need("cli")
    except ImportError as error:
        _refuse(explained(error))
    from upcard.cli.main import app

    app()


def settled(file: str) -> str:
    """What `upcard settle FILE` prints."""
    return json.dumps(scenario.settle(read_json(file)), indent=2, ensure_ascii=False)


def _settle(file: str) -> NoReturn:
    try:
        print(settled(file))
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read us has gone; the interpreter must not try to write again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except Exception as error:
        reason = explained(error)
        if reason is None:
            raise
        _refuse(reason)
    sys.exit(0)


def _refuse(reason: str | None) -> NoReturn:
    print(f"upcard: {reason}", file=sys.stderr)
    sys.exit(EXIT_CODE)
