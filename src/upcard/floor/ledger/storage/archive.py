"""A dump of PostgreSQL's own pg_dump, made, put back and read as the ledger it holds, without a server.

Reading goes through pg_restore, which writes the rows of a table as COPY's text. So a backup can be checked where no
database runs, entry by entry, like any other ledger.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from sqlalchemy.engine import URL

from upcard.floor.ledger.entry import GENESIS
from upcard.floor.ledger.storage.errors import StorageError
from upcard.floor.ledger.storage.schema import metadata

MAGIC = b"PGDMP"
"""How a dump in pg_dump's own format begins."""

CHUNK = 5000


def is_archive(path: Path) -> bool:
    """Whether a file is such a dump."""
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def dump(url: URL, to: Path) -> None:
    """Dumps a house's tables as they are in one moment, while it is open."""
    tables = [f"--table={name}" for name in (*metadata.tables, "alembic_version")]
    options = ["--format=custom", "--no-owner", "--no-privileges", *tables, f"--file={to}"]
    _run("pg_dump", url, options)


def put_back(path: Path, url: URL) -> None:
    """Puts a dump into an empty database: all of it or nothing."""
    options = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges"]
    _run("pg_restore", url, [*options, str(path)])


def _run(program: str, url: URL, options: Sequence[str]) -> None:
    # The password goes by the environment: what stands in the command line, everybody on the machine can read.
    secret = {"PGPASSWORD": str(url.password)} if url.password else {}
    plain = URL.create("postgresql", url.username, None, url.host, url.port, url.database, url.query)
    asked = [_program(program), "--no-password", f"--dbname={plain.render_as_string()}", *options]
    done = subprocess.run(  # noqa: S603 (a program of PostgreSQL, found on the path)
        asked, env={**os.environ, **secret}, capture_output=True, text=True, umask=0o077, check=False
    )
    if done.returncode:
        raise StorageError(f"{program} failed: {_said(done.stderr)}")


def _said(text: str) -> str:
    """What a program complained of, in one line."""
    return " ".join(text.split())[:500] or "it did not say why"


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise StorageError(
            f"{name} is not on the PATH; PostgreSQL's client programs bring it (Debian: apt-get install "
            "postgresql-client), in the server's version or a newer one"
        )
    return found


class Archive:
    """A dump as a ledger: what `Store` gives to whoever reads, from a file."""

    def __init__(self, path: Path) -> None:
        self.where = str(path)
        self._file = path

    @property
    def file(self) -> Path:
        """The file that it is."""
        return self._file

    @property
    def log_missing(self) -> bool:
        """A dump has no write-ahead log to lose."""
        return False

    def _rows(self, table: str) -> Iterator[list[Any]]:
        """The rows of a table, in the columns' order of our schema."""
        # PostgreSQL's own program, named by its whole path, with words of our own and no shell.
        asked = [_program("pg_restore"), "--data-only", f"--table={table}", "--file=-", str(self.file)]
        columns = list(metadata.tables[table].columns.keys())
        numbers = [columns.index(name) for name in ("seq", "epoch") if name in columns]
        blobs = [at for at, column in enumerate(metadata.tables[table].columns) if _is_blob(column.type)]
        with subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8") as reading:  # noqa: S603
            assert reading.stdout is not None
            assert reading.stderr is not None
            order: list[int] | None = None
            for line in reading.stdout:
                if order is None:
                    order = _order(line, table, columns)
                elif line == "\\.\n":
                    order = None
                else:
                    said = line.rstrip("\n").split("\t")
                    if len(said) != len(columns):
                        raise StorageError(f"{self.file} holds a row of {table} that can't be read")
                    yield _values([said[at] for at in order], numbers, blobs, str(self.file))
            wrong = reading.stderr.read()
        if reading.returncode:
            raise StorageError(f"the dump {self.file} can't be read: {_said(wrong)}")

    def chunks(self, after: int = 0, upto: int | None = None) -> Iterator[Sequence[Sequence[Any]]]:
        """The entries behind one, in order, some thousand at a time.

        A server stores rows where it has room, so a few may come early: they wait for those before them.
        """
        waiting: dict[int, list[Any]] = {}
        chunk: list[list[Any]] = []
        due = 1
        for row in self._rows("entry"):
            waiting[row[0]] = row
            while (found := waiting.pop(due, None)) is not None:
                if due > after and (upto is None or due <= upto):
                    chunk.append(found)
                due += 1
            if len(chunk) >= CHUNK:
                yield chunk
                chunk = []
        # Behind a gap: whoever checks the chain names what is missing.
        chunk += [waiting[seq] for seq in sorted(waiting) if seq > after and (upto is None or seq <= upto)]
        if chunk:
            yield chunk

    @cached_property
    def _head(self) -> tuple[int, int, bytes]:
        found = (0, 0, GENESIS)
        for chunk in self.chunks():
            found = (chunk[-1][0], chunk[-1][1], chunk[-1][6])
        return found

    def head(self) -> tuple[int, int, bytes]:
        """The last entry's sequence number, epoch and hash."""
        return self._head

    def checkpoints(self) -> list[tuple[int, str, bytes, bytes]]:
        """The signed heads, in order."""
        return sorted((row[0], row[1], row[2], row[3]) for row in self._rows("checkpoint"))

    def snapshots(self) -> list[tuple[int, bytes]]:
        """All snapshots: the entry each was taken after, and the state."""
        return sorted((row[0], row[1]) for row in self._rows("snapshot"))

    def tables(self) -> list[str]:
        """The tables that a dump of ours holds."""
        return sorted([*metadata.tables, "alembic_version"])

    def check(self) -> None:
        """A dump has no indexes that could be wrong; the server makes them anew."""


def _is_blob(kind: object) -> bool:
    return type(kind).__name__ == "LargeBinary"


_COPY = re.compile(r"COPY (?:\w+\.)?(\w+) \(([^)]*)\) FROM stdin;\n")


def _order(line: str, table: str, columns: Sequence[str]) -> list[int] | None:
    """Where our columns stand in the rows that follow, if this line begins them."""
    found = _COPY.fullmatch(line)
    if found is None or found[1] != table:
        return None
    there = [name.strip().strip('"') for name in found[2].split(",")]
    if set(there) != set(columns):
        raise StorageError(f"the dump's table {table} has the columns {', '.join(there)}, not those of this software")
    return [there.index(name) for name in columns]


_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def _values(said: Sequence[str], numbers: Sequence[int], blobs: Sequence[int], where: str) -> list[Any]:
    """One row of COPY's text as values."""
    row: list[Any] = [_unescaped(value) if "\\" in value else value for value in said]
    try:
        for at in numbers:
            row[at] = int(row[at])
        for at in blobs:
            row[at] = bytes.fromhex(row[at].removeprefix("\\x"))
    except ValueError:
        raise StorageError(f"the dump {where} holds a value that can't be read") from None
    return row


def _unescaped(value: str) -> str:
    return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), value)
