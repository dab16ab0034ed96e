"""Signed heads of the chain. A copy kept off the machine finds a ledger that was cut off or written anew."""

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from upcard.floor.facts import HouseFounded, read_body
from upcard.floor.ledger.entry import Broken
from upcard.floor.ledger.keys import Keys, genuine
from upcard.floor.ledger.storage.errors import StorageError
from upcard.floor.ledger.storage.readable import Readable


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """After entry `seq` the chain stood at `hash`, says the holder of `public`."""

    seq: int
    at: str
    hash: str
    public: str
    signature: str

    @staticmethod
    def message(seq: int, at: str, digest: str) -> bytes:
        """What is signed."""
        return f"upcard-checkpoint:{seq}:{at}:{digest}".encode()

    @classmethod
    def sign(cls, keys: Keys, seq: int, at: str, digest: bytes) -> "Checkpoint":
        """A signed head."""
        signature = keys.sign(cls.message(seq, at, digest.hex()))
        return cls(seq, at, digest.hex(), keys.public, signature.hex())

    def genuine(self, public: str) -> bool:
        """Whether the house with this key signed it."""
        try:
            signature = bytes.fromhex(self.signature)
        except ValueError:
            return False
        return genuine(public, self.message(self.seq, self.at, self.hash), signature)

    def write(self, path: Path) -> None:
        """Appends it to a file: a line a checkpoint."""
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(self)) + "\n")


def stored(store: Readable) -> list[Checkpoint]:
    """The checkpoints that a ledger's own database keeps."""
    return [Checkpoint(seq, at, digest.hex(), "", signed.hex()) for seq, at, digest, signed in store.checkpoints()]


def head_of(path: Path) -> Path:
    """Where the last signed head lies beside a house's file, so that a shorter copy in its place is found."""
    return path.with_name(f"{path.name}.head")


def keep_head(beside: Path | None, signed: Checkpoint) -> None:
    """Keeps the last signed head beside a database that is a file: whole or not at all."""
    if beside is None:
        return
    path = head_of(beside)
    new = path.with_name(f"{path.name}.new")
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        file.write(json.dumps(asdict(signed)) + "\n")
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def kept_head(store: Readable) -> list[Checkpoint]:
    """The head that is kept beside the database, if there is one."""
    if store.file is None or not head_of(store.file).exists():
        return []
    try:
        return read_checkpoints(head_of(store.file))
    except (OSError, ValueError) as error:
        raise StorageError(f"the signed head beside the database can't be read: {error}") from None


def founder(row: Sequence[Any]) -> str | None:
    """The key that the first entry of a ledger names."""
    for fact in read_body(row[5]).facts:
        if isinstance(fact, HouseFounded):
            return fact.public
    return None


class Pledges:
    """What signed checkpoints say of a ledger, held against it while it is read (PRG-13)."""

    def __init__(
        self, signed: Iterable[Checkpoint], public: str | None = None, beside: Iterable[Checkpoint] = ()
    ) -> None:
        """`public` is the key they must be signed with; without it, the one that the first entry names.

        `beside` is the head kept beside the database: it counts for the ledger's length, and not among the others.
        """
        self.public = public
        self.kept = 0
        self.reach = 0
        """The last entry that a checkpoint was signed for."""
        self._waiting: dict[int, list[Checkpoint]] = {}
        self._beside = tuple(beside)
        for checkpoint in (*signed, *self._beside):
            self._waiting.setdefault(checkpoint.seq, []).append(checkpoint)

    def hold(self, rows: Sequence[Sequence[Any]]) -> None:
        """The next rows; `Broken` names the first that a checkpoint contradicts."""
        if rows and rows[0][0] == 1:
            self._found(rows[0])
        for row in rows if self._waiting else ():
            for signed in self._waiting.pop(row[0], []):
                if self.public is None or not signed.genuine(self.public):
                    raise Broken(signed.seq, "a checkpoint of it is not signed by this house")
                if signed.hash != bytes(row[6]).hex():
                    what = "it is not the one that a checkpoint was signed for: the ledger was written anew"
                    raise Broken(signed.seq, what)
                self.kept += signed not in self._beside
                self.reach = max(self.reach, signed.seq)

    def _found(self, row: Sequence[Any]) -> None:
        found = founder(row)
        if self.public is None:
            self.public = found
        elif found != self.public:
            raise Broken(1, f"the house was founded with the key {found}, not with {self.public}")

    def end(self, seq: int) -> None:
        """The ledger ends here; `Broken` if a checkpoint was signed for more of it."""
        if self._waiting:
            said = f"a checkpoint says that the ledger has {max(self._waiting)} entries, and it ends at {seq}"
            why = "it was cut off, or copied without its write-ahead log (the -wal file beside it)"
            raise Broken(seq + 1, f"missing: {said}: {why}")


def _read(row: Any) -> Checkpoint:
    found = Checkpoint(**row)
    if type(found.seq) is not int or not all(
        isinstance(getattr(found, key), str) for key in ("at", "hash", "signature")
    ):
        raise TypeError(f"a checkpoint of entry {found.seq!r}")
    return found


def read_checkpoints(path: Path) -> list[Checkpoint]:
    """The checkpoints in a file; ValueError when it holds something else."""
    try:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        return [_read(row) for row in rows]
    except (TypeError, json.JSONDecodeError) as error:
        raise ValueError(f"{path} is no file of checkpoints: {error}") from None
