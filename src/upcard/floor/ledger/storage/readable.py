"""What whoever reads a ledger needs of it: a house's database gives it, and so does a dump of one."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol


class Readable(Protocol):
    """A ledger to read; `Store` and `Archive` say what each of these is."""

    where: str

    @property
    def file(self) -> Path | None:
        """The file that it is, where it is one: its signed head lies beside it."""

    @property
    def log_missing(self) -> bool:
        """Whether no write-ahead log lies beside a SQLite file."""

    def chunks(self, after: int = 0, upto: int | None = None) -> Iterator[Sequence[Sequence[Any]]]:
        """The rows behind an entry, in order, some thousand at a time."""

    def head(self) -> tuple[int, int, bytes]:
        """The last entry's sequence number, epoch and hash."""

    def checkpoints(self) -> list[tuple[int, str, bytes, bytes]]:
        """The signed heads, in order."""

    def snapshots(self) -> list[tuple[int, bytes]]:
        """All snapshots: the entry each was taken after, and the state."""

    def tables(self) -> list[str]:
        """The tables that it holds."""

    def check(self) -> None:
        """Raises `StorageError` where its indexes are not those of its tables."""
