"""Copies of a house, taken while it is open, and put back: complete, checked, or not there at all.

A copy is one file with its signed head beside it (`copy.db` and `copy.db.head`). The head says how far the copy must
reach: one that lost its end, or its write-ahead log, is refused. The house's keys are in no copy: whoever has both
reads its shoes and writes in its name.
"""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.engine import URL

from upcard.floor.commands.command import now
from upcard.floor.ledger.checkpoint import Checkpoint, founder, head_of, keep_head, kept_head, read_checkpoints
from upcard.floor.ledger.entry import Broken
from upcard.floor.ledger.keys import Keys
from upcard.floor.ledger.storage import archive
from upcard.floor.ledger.storage.archive import Archive, is_archive
from upcard.floor.ledger.storage.database import file_of, make_engine, named, parse_url, revision, translated
from upcard.floor.ledger.storage.errors import Missing, StorageError
from upcard.floor.ledger.storage.readable import Readable
from upcard.floor.ledger.storage.store import Store
from upcard.floor.reports import audit


class CopyError(StorageError):
    """A copy that can't be taken, or that is not put back, and why."""


@dataclass(frozen=True, slots=True)
class Copied:
    """A copy that was taken or put back."""

    where: str
    entries: int
    signed: Checkpoint
    """The newest signed head that it was held against."""


# Taking one


def back_up(url: str, keys: Keys, to: Path) -> Copied:
    """Copies a house that may be open, checks the copy, and signs how far it reaches. Nothing is ever overwritten."""
    if head_of(to).exists():
        raise CopyError(f"{head_of(to)} is there already, and nothing is overwritten")
    source = Store(url, reading=True)
    try:
        known = kept_head(source)
        with _in_place(to) as part:
            if source.file is not None:
                _copy_file(source, part)
            else:
                archive.dump(source.url, part)
            signed = _sign(part, keys)
            with _opened(part) as copy:
                entries = _checked(copy, [signed, *known])
            _sync(part)
            keep_head(to, signed)
    finally:
        source.close()
    return Copied(str(to), entries, signed)


def _copy_file(source: Store, part: Path) -> None:
    """SQLite's own way to copy a database that is written to: one moment of it, its log included."""
    with translated(source.where), closing(source.engine.raw_connection()) as proxy:
        reader = proxy.driver_connection
        assert isinstance(reader, sqlite3.Connection)
        try:
            with closing(sqlite3.connect(part)) as copy:
                reader.execute("BEGIN")
                reader.execute("SELECT seq FROM entry LIMIT 1").fetchall()  # from here on it is the same moment
                reader.backup(copy, pages=4096)
                copy.execute("PRAGMA journal_mode = DELETE")  # a file that needs no log beside it
        except sqlite3.Error as error:
            raise CopyError(f"{source.where} can't be copied to {part.parent}: {error}") from None


def _sign(part: Path, keys: Keys) -> Checkpoint:
    """Signs the copy's last entry."""
    with _opened(part) as copy:
        seq, _, head = copy.head()
        first = next(iter(copy.chunks(upto=1)), None)
    if first is None:
        raise Missing("there is no house in it: its ledger is empty")
    if founder(first[0]) != keys.public:
        raise CopyError("these are not the keys of this house; name its own with --keys")
    return Checkpoint.sign(keys, seq, now(), head)


def _checked(copy: Readable, signed: list[Checkpoint]) -> int:
    """Checks chain, sums, signed heads and snapshots; how many entries there are."""
    try:
        return audit.verify(copy, signed, replay=False).entries
    except Broken as broken:
        raise CopyError(f"the copy is not good, and nothing was kept of it: {broken}") from None


@contextmanager
def _opened(path: Path) -> Iterator[Readable]:
    """A copy, to read."""
    if is_archive(path):
        yield Archive(path)
        return
    store = Store(str(path), reading=True)
    try:
        yield store
    finally:
        store.close()


# Putting one back


def restore(source: Path, url: str, checkpoints: list[Checkpoint] | None = None) -> Copied:
    """Puts a copy where no house is. Its signed head, or one that was kept elsewhere, says how far it must reach."""
    if not source.is_file():
        raise Missing(f"there is no copy at {source}")
    signed = [*(checkpoints or ()), *_beside(source)]
    if not signed:
        raise CopyError(
            f"nothing says how far {source} should reach: {head_of(source)} is missing. A copy of the bare file may "
            "lack its write-ahead log; name a signed head that was kept elsewhere with --checkpoints"
        )
    target = parse_url(url)
    to = file_of(target)
    if is_archive(source) != (to is None):
        kind, other = ("a file", "PostgreSQL") if to is not None else ("PostgreSQL", "a file")
        raise CopyError(f"this is a copy of a house in {other}, and --database names {kind}")
    entries = _restore_file(source, to, signed) if to is not None else _restore_dump(source, target, signed)
    newest = max(signed, key=lambda found: found.seq)
    if to is None or newest.seq > max((found.seq for found in _beside(to)), default=0):
        keep_head(to, newest)
    return Copied(named(target), entries, newest)


def _beside(source: Path) -> list[Checkpoint]:
    try:
        return read_checkpoints(head_of(source)) if head_of(source).exists() else []
    except (OSError, ValueError) as error:
        raise CopyError(f"the signed head beside the copy can't be read: {error}") from None


def _restore_file(source: Path, to: Path, signed: list[Checkpoint]) -> int:
    _no_loss(source, to)
    with suppress(OSError):  # where it can't be made, the file can't be either, and that is said
        to.parent.mkdir(parents=True, exist_ok=True)
    with _in_place(to) as part:
        store = Store(str(source), reading=True)
        try:
            _copy_file(store, part)
        finally:
            store.close()
        with _opened(part) as copy:
            entries = _checked(copy, signed)
        _sync(part)
    return entries


def _no_loss(source: Path, to: Path) -> None:
    """The head beside the place where the house was says what it had; a copy that has less would lose it quietly."""
    left = max((found.seq for found in _beside(to)), default=0)
    with _opened(source) as copy:
        reach = copy.head()[0]
    if left > reach:
        raise CopyError(
            f"{head_of(to)} says that the house there had {left:,} entries, and this copy has {reach:,}: find a newer "
            "copy, or move that file away if the rest is lost for good"
        )


def _restore_dump(source: Path, target: URL, signed: list[Checkpoint]) -> int:
    dumped = Archive(source)
    _checked(dumped, signed)
    where = named(target)
    engine = make_engine(target, reading=True)
    try:
        with translated(where), engine.connect() as connection:
            if revision(connection) is not None:
                raise CopyError(f"there is a house in {where} already; a copy is put into an empty database")
    finally:
        engine.dispose()
    archive.put_back(source, target)
    store = Store(target.render_as_string(hide_password=False), reading=True)
    try:
        return _checked(store, signed)
    finally:
        store.close()


# Files


@contextmanager
def _in_place(to: Path) -> Iterator[Path]:
    """A file to write beside a place, readable by its owner only; it takes the place when it is whole."""
    for there in (to, Path(f"{to}-wal")):
        if there.exists():
            raise CopyError(f"{there} is there already, and nothing is overwritten")
    part = to.with_name(f".{to.name}.{os.getpid()}.part")
    try:
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as error:
        raise CopyError(f"{to} can't be written: {error.strerror or error}") from None
    try:
        yield part
        _take_place(part, to)
        _sync(to.parent)
    except OSError as error:
        raise CopyError(f"{to} can't be written: {error.strerror or error}") from None
    finally:
        for left in (part, Path(f"{part}-journal"), Path(f"{part}-wal"), Path(f"{part}-shm")):
            with suppress(OSError):
                left.unlink()


def _take_place(part: Path, to: Path) -> None:
    try:
        os.link(part, to)  # which, unlike a rename, takes nobody's place
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        part.rename(to)


_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS}
"""What file systems say that know no second name for a file: sticks, some shares."""


def _sync(path: Path) -> None:
    """Until a file, or a folder's list of files, is on the medium."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
