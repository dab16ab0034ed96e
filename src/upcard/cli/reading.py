"""Files that a user names: read as text or JSON, or standard input in their place; and written."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from upcard.cli.errors import UserError
from upcard.rounds.strict_json import Twice, once

STDIN = "-"


def read_text(name: str) -> str:
    """The text of a file, or of standard input for ``-``."""
    try:
        raw = sys.stdin.buffer.read() if name == STDIN else Path(name).read_bytes()
    except OSError as error:
        raise UserError(f"{name} can't be read: {error.strerror or error}") from error
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UserError(f"{_called(name)} is not text in UTF-8: {error}") from error


def parse_json(text: str, name: str) -> Any:
    """What a JSON text says."""
    try:
        return json.loads(text, object_pairs_hook=once)
    except Twice as error:
        raise UserError(f"{_called(name)}: {error}") from error
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise UserError(f"{_called(name)} is not JSON: {error.msg} ({where})") from error
    except ValueError as error:  # a number of thousands of digits
        raise UserError(f"{_called(name)} holds a number that is too long: {error}") from error
    except RecursionError as error:
        raise UserError(f"{_called(name)} is nested too deeply") from error


def read_json(name: str) -> Any:
    """What a JSON file says."""
    return parse_json(read_text(name), name)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """While a file that the user named is written: a disk that does not let us is the user's to mend."""
    try:
        yield
    except OSError as error:
        raise UserError(f"{path} can't be written: {error.strerror or error}") from error


def _called(name: str) -> str:
    return "standard input" if name == STDIN else name
