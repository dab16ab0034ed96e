"""A ledger as whoever reports from it reads it: with its chain checked on the way.

A report of a ledger that somebody has changed would tell what the forger wrote. So whoever reads goes through here,
and is told which entry is the first bad one.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from upcard.floor.ledger.entry import GENESIS, Entry, check_links
from upcard.floor.ledger.storage.store import Store


def chunks(store: Store, after: int = 0, upto: int | None = None) -> Iterator[Sequence[Sequence[Any]]]:
    """The rows behind an entry, some thousand at a time; `Broken` names the first that does not fit the chain."""
    previous, last = _head(store, after)
    for chunk in store.chunks(after, upto):
        previous = check_links(chunk, previous, last)
        last = chunk[-1][0], chunk[-1][1]
        yield chunk


def entries(store: Store, after: int = 0, upto: int | None = None) -> Iterator[Entry]:
    """The same, entry by entry: all that come before the first bad one are given out."""
    previous, last = _head(store, after)
    for chunk in store.chunks(after, upto):
        for row in chunk:
            previous = check_links((row,), previous, last)
            last = row[0], row[1]
            yield Entry(*row)


def _head(store: Store, seq: int) -> tuple[bytes, tuple[int, int]]:
    """The hash, number and epoch of an entry. It is taken as it is: whoever reads on behind it has read it."""
    for chunk in store.chunks(seq - 1, seq) if seq else ():
        return chunk[0][6], (chunk[0][0], chunk[0][1])
    return GENESIS, (seq, 0)
