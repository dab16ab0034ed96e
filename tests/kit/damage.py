"""Data that is damaged at some place, and what comes of it: an answer, or an error that says what is wrong."""

from collections.abc import Callable
from typing import Any

from upcard.cli.errors import explained


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in JSON data, as the keys that lead to it."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, part in inner for place in places(part, (*path, key)))]


def bug(do: Callable[[], object]) -> Exception | None:
    """What it brought up that is no explanation."""
    try:
        do()
    except Exception as error:  # noqa: BLE001 (the test asks which errors there are)
        return None if explained(error) else error
    return None
