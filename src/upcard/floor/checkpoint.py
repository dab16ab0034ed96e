"""Signed heads of the chain. A copy kept off the machine finds a ledger that was cut off or written anew."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from upcard.floor.keys import Keys, genuine


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


def read_checkpoints(path: Path) -> list[Checkpoint]:
    """The checkpoints in a file; ValueError when it holds something else."""
    try:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        return [Checkpoint(**row) for row in rows]
    except (TypeError, json.JSONDecodeError) as error:
        raise ValueError(f"{path} is no file of checkpoints: {error}") from None
