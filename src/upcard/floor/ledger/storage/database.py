"""Opening a database: settings that make a commit durable, one writer, and the schema this software knows."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.parse import quote, unquote

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from upcard.extras import need
from upcard.floor.ledger.private import keep_private
from upcard.floor.ledger.storage.errors import Locked, Missing, Newer, StorageError, translate
from upcard.floor.ledger.storage.schema import HEAD
from upcard.floor.ledger.storage.shape import check_shape

BUSY_MS = 5000
"""How long SQLite waits for a reader or a backup before it says that it is locked."""

SYNCHRONOUS = "FULL"
"""Every commit reaches the medium. In WAL mode anything less gives a commit back to a power cut."""

_ADVISORY_KEY = 0x75706361_7264
"""The PostgreSQL advisory lock of a house's writer."""

_LOCK_PATIENCE = 2.0


def parse_url(text: str) -> URL:
    """A database URL; a plain path is a SQLite file."""
    try:
        url = make_url(text) if "://" in text else URL.create("sqlite", database=text)
    except ArgumentError:
        raise StorageError(f"{text!r} is no database: give a file, or postgresql://user@host/name") from None
    if url.get_backend_name() == "postgresql":
        need("postgres")
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() != "sqlite":
        raise StorageError(f"{url.get_backend_name()} is not supported: give a file, or postgresql://user@host/name")
    if url.database in {None, "", ":memory:"}:
        raise StorageError("a house in memory would lose everything: give a file")
    return url


def named(url: URL) -> str:
    """A database as people type it: its file, or its address, and no password."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    # What the library escapes of a socket's folder nobody has typed.
    return url.set(drivername="postgresql").render_as_string(hide_password=True).replace("%2F", "/")


def file_of(url: URL) -> Path | None:
    """The file of a SQLite database."""
    if url.get_backend_name() != "sqlite" or url.database is None:
        return None
    path = url.database.removeprefix("file:")
    return Path(path if path == url.database else unquote(path))


def writable(path: Path) -> bool:
    """Whether a SQLite file and its folder can be written to: not on a read-only medium, nor by a mere reader."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def for_reading(url: URL) -> URL:
    """A SQLite file that can't be written to, as it is opened: what lies on a read-only medium does not change.

    A log that was not written back yet is part of the file; then SQLite has to look at it, if it can.
    """
    path = file_of(url)
    if path is None or not path.exists() or writable(path):
        return url
    log = Path(f"{path}-wal")
    options = {"mode": "ro", "uri": "true"} | ({} if log.exists() and log.stat().st_size else {"immutable": "1"})
    return url.set(database=f"file:{quote(str(path))}", query=options)


def make_engine(url: URL, *, reading: bool = False) -> Engine:
    """An engine whose commits are durable: SQLite in WAL mode syncs every one."""
    try:
        engine = create_engine(for_reading(url) if reading else url, poolclass=NullPool)
    except NoSuchModuleError as error:
        raise StorageError(str(error)) from None
    if engine.dialect.name == "sqlite":
        durable = () if reading else ("journal_mode = WAL", f"synchronous = {SYNCHRONOUS}", "foreign_keys = ON")

        @event.listens_for(engine, "connect")
        def settings(connection: Any, _record: object) -> None:
            connection.isolation_level = None  # we say BEGIN ourselves
            cursor = connection.cursor()
            for pragma in (f"busy_timeout = {BUSY_MS}", *durable, "journal_size_limit = 67108864"):
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()

        @event.listens_for(engine, "begin")
        def begin(connection: Connection) -> None:
            said = connection.get_execution_options()
            if not said.get("upcard_single"):  # one statement that reads sees one moment by itself
                connection.exec_driver_sql("BEGIN IMMEDIATE" if said.get("upcard_writes") else "BEGIN")

    return engine


def refusing_writes(engine: Engine) -> Engine:
    """The same database, which refuses by itself to be written to."""
    if engine.dialect.name != "sqlite":
        return engine.execution_options(postgresql_readonly=True)
    event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA query_only = ON"))
    return engine


@contextmanager
def translated(where: str) -> Iterator[None]:
    """Errors of the driver come out as ours."""
    try:
        yield
    except DBAPIError as error:
        raise translate(error, where) from error
    except UnicodeDecodeError as error:  # the driver reads names and text before anybody can look at them
        raise StorageError(f"the database {where} is damaged: it holds text that is none") from error


def prepare(engine: Engine, where: str, *, create: bool) -> None:
    """Brings the schema up to date, or says why that can't be; one that is up to date is the one that we made."""
    path = file_of(engine.url)
    if path is not None and not path.exists() and not create:
        raise Missing(f"there is no house at {path}; make one with: upcard floor init")
    if path is not None and create:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Missing(f"the folder {path.parent} can't be made: {error.strerror or error}") from None
        _own(path)
    with translated(where), engine.connect() as connection:
        found = revision(connection)
        if found == HEAD:
            check_shape(connection, where)
            return
        if found is None and not create:
            raise Missing(f"there is no house in {where}; make one with: upcard floor init")
        if found is not None and found > HEAD:
            raise Newer(f"{where} was written by newer software (schema {found}, this one knows {HEAD}): update Upcard")
    migrate(engine, where)


def _own(path: Path) -> None:
    """A new file that only its owner reads; SQLite's log beside it has the same permissions."""
    with suppress(OSError):  # it is there already, or SQLite says better what is wrong with the place
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def revision(connection: Connection) -> str | None:
    """The revision of a database; None when it has none of our tables."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return str(found) if found is not None else None


def migrate(engine: Engine, where: str) -> None:
    """Runs the migrations that are missing."""
    from alembic import command
    from alembic.config import Config
    from alembic.util.exc import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    with translated(where), engine.connect().execution_options(upcard_writes=True) as connection, connection.begin():
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            raise StorageError(f"the database {where} has a schema that no Upcard made: {error}") from error


_NOTICE_SOON = ("tcp_keepalives_idle = 5", "tcp_keepalives_interval = 2", "tcp_keepalives_count = 3")
"""A machine that lost its power says nothing: the server notices after some ten seconds, and not after two hours."""


class WriterLock:
    """One process a house. The lock falls with the process, whatever happens to it.

    The ledger is safe without it (an append is fenced by its sequence number); the lock makes the second writer fail
    at the door, with a sentence, instead of at its first entry.
    """

    def __init__(self, engine: Engine, where: str, patience: float = _LOCK_PATIENCE) -> None:
        """`patience`: the seconds until a server has surely noticed that the process that held it is gone."""
        self._engine, self._where = engine, where
        self._handle: int | None = None
        self._connection: Connection | None = None
        path = file_of(engine.url)
        if path is not None:
            self._lock_file(Path(f"{path}.lock"), where)
            keep_private(path, *(Path(f"{path}{end}") for end in ("-wal", "-shm", ".head", ".lock")))
        else:
            self._lock_server(engine, where, patience)

    def _lock_file(self, path: Path, where: str) -> None:
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            why = error.strerror or error
            raise StorageError(f"the house at {where} can't be opened for writing: {path} can't be ({why})") from None
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.read(handle, 32).decode(errors="replace").strip() or "another process"
            os.close(handle)
            raise Locked(f"the house at {where} is open in process {holder}; one process at a time writes") from None
        os.ftruncate(handle, 0)
        os.write(handle, f"{os.getpid()}\n".encode())
        self._handle = handle

    def _lock_server(self, engine: Engine, where: str, patience: float) -> None:
        deadline = monotonic() + patience
        with translated(where):
            connection = engine.connect()
            for setting in _NOTICE_SOON:
                connection.exec_driver_sql(f"SET {setting}")
            while not (taken := self._advisory(connection, "pg_try_advisory_lock")) and monotonic() < deadline:
                sleep(0.05)
        if not taken:
            connection.close()
            raise Locked(f"the house at {where} is open in another process; one process at a time writes")
        self._connection = connection

    @staticmethod
    def _advisory(connection: Connection, function: str) -> bool:
        done = connection.execute(text(f"SELECT {function}(:key)"), {"key": _ADVISORY_KEY}).scalar()
        connection.commit()
        return bool(done)

    def still_ours(self) -> bool:
        """Whether nobody else has it. One that a server lost, with the line to us, is taken again if it is free."""
        if self._connection is None:
            return True  # a file's lock goes with the process
        try:
            self._connection.execute(text("SELECT 1"))
            self._connection.commit()
        except SQLAlchemyError:
            with suppress(SQLAlchemyError):
                self._connection.close()
            try:
                self._lock_server(self._engine, self._where, 0)
            except Locked:
                return False
            except StorageError:
                return True  # the server does not answer: nobody has it there
        return True

    def release(self) -> None:
        """Lets the next one in."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
        if self._connection is not None:
            with suppress(SQLAlchemyError):  # a server that is gone holds no lock
                self._advisory(self._connection, "pg_advisory_unlock")
            with suppress(SQLAlchemyError):
                self._connection.close()
            self._connection = None
