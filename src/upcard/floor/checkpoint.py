"""Signed heads of the chain. A copy kept off the machine finds a ledger that was cut off or written anew."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from upcard.floor.entry import Broken, read_body
from upcard.floor.keys import Keys, genuine
from upcard.floor.storage.store import Store


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


def stored(store: Store) -> list[Checkpoint]:
    """The checkpoints that a ledger's own database keeps."""
    return [Checkpoint(seq, at, digest.hex(), "", signed.hex()) for seq, at, digest, signed in store.checkpoints()]


def founder(row: Sequence[Any]) -> str | None:
    """The key that the first entry of a ledger names."""
    for kind, said in read_body(row[5])["facts"]:
        if kind == "house-founded":
            return str(said["public"])
    return None


class Pledges:
    """What signed checkpoints say of a ledger, held against it while it is read (PRG-13)."""

    def __init__(self, signed: Iterable[Checkpoint], public: str | None = None) -> None:
        """`public` is the key they must be signed with; without it, the one that the first entry names."""
        self.public = public
        self.kept = 0
        self._waiting: dict[int, list[Checkpoint]] = {}
        for checkpoint in signed:
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
                self.kept += 1

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
            raise Broken(seq + 1, f"missing: {said}")


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
