"""The ledger in its database: appended in batches, read in order, never changed."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Select, inspect, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from upcard.floor.ledger.entry import GENESIS, Entry, EntryRow
from upcard.floor.ledger.storage.database import (
    file_of,
    make_engine,
    named,
    parse_url,
    prepare,
    refusing_writes,
    translated,
)
from upcard.floor.ledger.storage.errors import Fenced, StorageError
from upcard.floor.ledger.storage.schema import checkpoint, entry, snapshot

CHUNK = 5000
"""Rows that are read at a time."""

_COLUMNS = "seq, epoch, kind, command, transfers, body, hash"


# A statement of many rows is one step of the driver: it gives Python's lock away once, not once a row, and so does not
# have to wait for the decider between any two rows. A few sizes are enough, and their statements stay prepared. On a
# server one statement takes any number of rows, column by column.
_PIECES = (256, 64, 16, 4, 1)
_COLUMN_TYPES = ("bigint", "bigint", "text", "text", "bytea", "bytea", "bytea")


def _pieces(count: int) -> Iterator[int]:
    """A number of rows as sizes of statements."""
    for size in _PIECES:
        times, count = divmod(count, size)
        yield from [size] * times


class Store:
    """A house's database."""

    def __init__(self, url: str, *, create: bool = False, reading: bool = False) -> None:
        """`reading`: the database itself refuses to be written to, and a copy on a read-only medium is enough."""
        self.url = parse_url(url)
        self.where = named(self.url)
        self.engine: Engine = make_engine(self.url, reading=reading)
        prepare(self.engine, self.where, create=create)
        if reading:
            self.engine = refusing_writes(self.engine)
        self._server = self.engine.dialect.name != "sqlite"
        insert = f"INSERT INTO entry ({_COLUMNS})"
        columns = ", ".join(f"%b::{kind}[]" for kind in _COLUMN_TYPES)
        self._insert_columns = f"{insert} SELECT * FROM unnest({columns})"  # noqa: S608 (constants)
        row = f"({', '.join('?' * 7)})"
        self._insert_rows = {size: f"{insert} VALUES {', '.join([row] * size)}" for size in _PIECES}
        self._writer: Connection | None = None
        self._reader: Connection | None = None

    # Writing

    def append(self, rows: Sequence[EntryRow], kept: Iterable[tuple[int, bytes]] = ()) -> None:
        """Appends rows, and snapshots beside them, in one durable commit: all or nothing."""
        kept = tuple(kept)
        try:
            if self._writer is None:
                self._writer = self._stay(upcard_writes=True)
            if self._server and kept:  # more than one statement
                with self.engine.begin() as connection:
                    self._insert(connection, rows)
                    _keep(connection, kept)
            else:
                with self._writer.begin():
                    self._insert(self._writer, rows)
                    _keep(self._writer, kept)
        except IntegrityError as error:
            _drop(self._writer)
            self._writer = None
            raise Fenced(
                f"another writer has appended to the ledger in {self.where} (entry {rows[0].seq} is there already); "
                "this one stops"
            ) from error
        except DBAPIError:
            _drop(self._writer)
            self._writer = None
            with translated(self.where):
                raise

    def _insert(self, connection: Connection, rows: Sequence[EntryRow]) -> None:
        if self._server:
            if rows:
                columns = tuple([list(column) for column in zip(*rows, strict=True)])
                connection.exec_driver_sql(self._insert_columns, columns)
            return
        at = 0
        for size in _pieces(len(rows)):
            piece = tuple(chain.from_iterable(rows[at : at + size]))
            connection.exec_driver_sql(self._insert_rows[size], piece)
            at += size

    def _stay(self, **options: bool) -> Connection:
        """A connection for one statement after another.

        On a server each is a transaction of its own: one way there and back instead of three, and as durable.
        """
        connection = self.engine.connect().execution_options(**options)
        return connection.execution_options(isolation_level="AUTOCOMMIT") if self._server else connection

    def add_checkpoint(self, seq: int, at: str, digest: bytes, signature: bytes) -> None:
        """Keeps a signed head."""
        row = {"seq": seq, "at": at, "hash": digest, "signature": signature}
        writing = self.engine.connect().execution_options(upcard_writes=True)
        with translated(self.where), writing as connection, connection.begin():
            connection.execute(checkpoint.delete().where(checkpoint.c.seq == seq))
            connection.execute(checkpoint.insert(), row)

    # Reading

    def head(self) -> tuple[int, int, bytes]:
        """The last entry's sequence number, epoch and hash."""
        with translated(self.where), self.engine.connect() as connection:
            query = "SELECT seq, epoch, hash FROM entry ORDER BY seq DESC LIMIT 1"
            found = connection.exec_driver_sql(query).first()
        return (found.seq, found.epoch, _blob(found.hash)) if found else (0, 0, GENESIS)

    def chunks(self, after: int = 0, upto: int | None = None) -> Iterator[Sequence[Sequence[Any]]]:
        """The rows behind an entry, in order, some thousand at a time."""
        last = f" AND seq <= {int(upto)}" if upto is not None else ""
        query = f"SELECT {_COLUMNS} FROM entry WHERE seq > {int(after)}{last} ORDER BY seq"  # noqa: S608 (integers)
        with translated(self.where), self.engine.connect() as connection:
            options = connection.execution_options(stream_results=True, max_row_buffer=CHUNK)
            yield from options.exec_driver_sql(query).partitions(CHUNK)

    def entries(self, after: int = 0, kinds: Sequence[str] = (), upto: int | None = None) -> Iterator[Entry]:
        """Entries in order, all or of some verbs only."""
        for chunk in self.chunks(after, upto):
            for row in chunk:
                if not kinds or row[2] in kinds:
                    yield _entry(row)

    def newest_first(self, before: int | None = None, verb: str = "") -> Iterator[Entry]:
        """Entries from the newest back, all or of one verb; however long the ledger is, the first costs the same."""
        wanted: Select[Any] = select(entry).order_by(entry.c.seq.desc())
        if before is not None:
            wanted = wanted.where(entry.c.seq < before)
        if verb:
            wanted = wanted.where(entry.c.kind == verb)
        with translated(self.where), self.engine.connect() as connection:
            for row in connection.execution_options(stream_results=True, max_row_buffer=500).execute(wanted):
                yield _entry(row)

    def find(self, commands: Sequence[str]) -> dict[str, Entry]:
        """The entries of these commands, as far as they are there."""
        if not commands:
            return {}
        try:
            if self._reader is None:
                self._reader = self._stay(upcard_single=True)
                if self._server:  # the plan is made while the ledger is short, and kept when it is long
                    self._reader.exec_driver_sql("SET enable_seqscan = off")
                    self._reader.commit()
            with self._reader.begin():
                rows = self._reader.exec_driver_sql(*self._find(commands)).all()
        except DBAPIError:
            _drop(self._reader)
            self._reader = None
            with translated(self.where):
                raise
        return {row.command: Entry(*row) for row in rows}

    def _find(self, commands: Sequence[str]) -> tuple[str, tuple[Any, ...]]:
        """The query for some commands, as its driver likes it."""
        query = f"SELECT {_COLUMNS} FROM entry WHERE command "  # noqa: S608 (constants)
        if not self._server:
            return f"{query} IN ({', '.join('?' * len(commands))})", tuple(commands)
        return f"{query} = ANY(%s)", (list(commands),)

    def last_snapshot(self) -> tuple[int, bytes] | None:
        """The newest snapshot: the entry it was taken after, and the state."""
        with translated(self.where), self.engine.connect() as connection:
            query = "SELECT seq, state FROM snapshot ORDER BY seq DESC LIMIT 1"
            found = connection.exec_driver_sql(query).first()
        return (found.seq, _blob(found.state)) if found else None

    def checkpoints(self) -> list[tuple[int, str, bytes, bytes]]:
        """The signed heads, in order."""
        with translated(self.where), self.engine.connect() as connection:
            rows = connection.exec_driver_sql("SELECT seq, at, hash, signature FROM checkpoint ORDER BY seq").all()
        return [(row.seq, str(row.at), _blob(row.hash), _blob(row.signature)) for row in rows]

    def snapshots(self) -> list[tuple[int, bytes]]:
        """All snapshots: the entry each was taken after, and the state."""
        with translated(self.where), self.engine.connect() as connection:
            rows = connection.exec_driver_sql("SELECT seq, state FROM snapshot ORDER BY seq").all()
        return [(row.seq, _blob(row.state)) for row in rows]

    def tables(self) -> list[str]:
        """The tables that the database holds, ours and others."""
        with translated(self.where), self.engine.connect() as connection:
            return sorted(inspect(connection).get_table_names())

    @property
    def file(self) -> Path | None:
        """The file of a SQLite database."""
        return file_of(self.url)

    @property
    def log_missing(self) -> bool:
        """Whether no write-ahead log lies beside a SQLite file."""
        return self.file is not None and not Path(f"{self.file}-wal").exists()

    def check(self) -> None:
        """Raises `StorageError` where a SQLite file's indexes are not those of its tables.

        The chain covers the rows. What was done before is looked up by an index, and a command that a damaged one does
        not find would be done twice. A server's pages have its own checksums.
        """
        if self._server:
            return
        with translated(self.where), self.engine.connect() as connection:
            said = str(connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar())
        if said != "ok":
            raise StorageError(
                f"the database {self.where} is damaged: {said}; restore a copy, or rebuild its indexes with SQLite's "
                "REINDEX and check it with: upcard audit verify"
            )

    def healthy(self) -> None:
        """Raises `StorageError` when the database does not answer."""
        with translated(self.where), self.engine.connect() as connection:
            connection.execute(text("SELECT 1"))

    # Ending

    def disconnect(self) -> None:
        """Lets go of the connections; the next use makes new ones."""
        for connection in (self._writer, self._reader):
            _drop(connection)
        self._writer = self._reader = None

    def close(self) -> None:
        """Closes everything."""
        self.disconnect()
        self.engine.dispose()


def _entry(row: Sequence[Any]) -> Entry:
    return Entry(row[0], row[1], row[2], row[3], _blob(row[4]), _blob(row[5]), _blob(row[6]))


def _blob(value: object) -> bytes:
    """Bytes as they were stored. SQLite lets somebody put a text or a number there: then it is that text's bytes.

    It won't fit its hash, digest or signature, and whoever checks that names it.
    """
    return bytes(value) if isinstance(value, (bytes, memoryview)) else str(value).encode(errors="replace")


def _keep(connection: Connection, kept: Sequence[tuple[int, bytes]]) -> None:
    for seq, state in kept:
        connection.execute(snapshot.delete())
        connection.execute(snapshot.insert(), {"seq": seq, "state": state})


def _drop(connection: Connection | None) -> None:
    """Lets go of a connection, also of one that is gone already."""
    if connection is not None:
        with suppress(DBAPIError):
            connection.close()
