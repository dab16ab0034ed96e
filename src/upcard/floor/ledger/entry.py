"""One entry of the ledger: a command's outcome, its transfers, and the hash that chains it to everything before.

An entry is a row of seven columns. The hash covers all of them and the hash before, over lengths that can't be
shifted, so a changed byte anywhere is found. Transfers stand apart from the body, so that balances are checked
without reading it.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

GENESIS = b"\x00" * 32
"""The hash before the first entry."""


class Transfer(NamedTuple):
    """Money that left one account for another, with its cause: double entry that can't be out of balance."""

    source: str
    target: str
    amount: int
    cause: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of the ledger."""

    seq: int
    epoch: int
    kind: str
    """The verb of the command."""
    command: str
    """Its id."""
    transfers: bytes
    body: bytes
    hash: bytes


class EntryRow(NamedTuple):
    """An entry as it goes into the database."""

    seq: int
    epoch: int
    kind: str
    command: str
    transfers: bytes
    body: bytes
    hash: bytes


_encode = msgspec.json.Encoder(order="sorted").encode
_decode_plain = msgspec.json.Decoder(dict[str, Any]).decode
_decode_transfers = msgspec.json.Decoder(list[Transfer]).decode


def canonical(data: object) -> bytes:
    """The one JSON text of a value: keys sorted, no spaces, UTF-8."""
    return _encode(data)


def in_order(data: object) -> bytes:
    """The JSON text of a value with its keys in their own order."""
    return msgspec.json.encode(data)


def chain(previous: bytes, seq: int, epoch: int, kind: str, command: str, transfers: bytes, body: bytes) -> bytes:
    """The hash of an entry."""
    name, cause = command.encode(), kind.encode()
    head = b"%d:%d:%d:%d:%d:%d:" % (seq, epoch, len(cause), len(name), len(transfers), len(body))
    return hashlib.sha256(b"".join((previous, head, cause, name, transfers, body))).digest()


def make(
    previous: bytes, seq: int, epoch: int, kind: str, command: str, transfers: Sequence[Transfer], body: dict[str, Any]
) -> EntryRow:
    """A new entry behind `previous`."""
    moved, said = canonical(transfers) if transfers else b"[]", canonical(body)
    return EntryRow(seq, epoch, kind, command, moved, said, chain(previous, seq, epoch, kind, command, moved, said))


def read_transfers(data: bytes) -> list[Transfer]:
    """The transfers of an entry."""
    return _decode_transfers(data) if data != b"[]" else []


def read_plain(data: bytes) -> dict[str, Any]:
    """A JSON object as plain values."""
    return _decode_plain(data)


class Broken(Exception):
    """The ledger is not what it was written as: the first bad entry, and what is wrong with it."""

    def __init__(self, seq: int, what: str) -> None:
        super().__init__(f"entry {seq}: {what}")
        self.seq = seq
        self.what = what


def check_links(rows: Iterable[Sequence[Any]], previous: bytes, last: tuple[int, int]) -> bytes:
    """Checks that rows follow each other without a gap and hash as they say; the last hash.

    `last` is the (sequence, epoch) before them. The epoch never falls: a writer that was replaced can't come back.
    """
    seq, epoch = last
    sha256 = hashlib.sha256
    for row in rows:
        number, term, kind, command, transfers, body, digest = row
        seq += 1
        if number != seq:
            raise Broken(seq, f"missing; the next one is {number}")
        if type(term) is not int or term < epoch:
            raise Broken(seq, f"written in epoch {term}, after epoch {epoch} had begun")
        epoch = term
        try:
            cause, name = kind.encode(), command.encode()
            head = b"%d:%d:%d:%d:%d:%d:" % (number, term, len(cause), len(name), len(transfers), len(body))
            found = sha256(b"".join((previous, head, cause, name, transfers, body))).digest()
        except (AttributeError, TypeError, ValueError):
            raise Broken(seq, "it holds something that no entry holds") from None
        if found != digest:
            raise Broken(seq, "its hash does not fit what it says and what came before")
        previous = digest
    return previous
