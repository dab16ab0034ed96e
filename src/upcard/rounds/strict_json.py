"""JSON that people and machines hand in: an object whose key stands there twice is refused, not guessed at."""

from typing import Any


class Twice(ValueError):
    """A key that stands twice in one object."""


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object for `json.loads` (`object_pairs_hook`); of two amounts of one name JSON would drop the first.

    >>> once([("ante", 500), ("ante", 5)])
    Traceback (most recent call last):
    upcard.rounds.strict_json.Twice: 'ante' is there twice in one JSON object
    """
    read: dict[str, Any] = {}
    for key, value in pairs:
        if key in read:
            raise Twice(f"{key!r} is there twice in one JSON object")
        read[key] = value
    return read
