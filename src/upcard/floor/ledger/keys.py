"""The house's keys: one signs checkpoints, one seals shoes. They lie beside the database, not in it."""

import json
import os
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from upcard.floor.ledger.private import keep_private
from upcard.floor.ledger.storage.errors import Missing, StorageError


class Keys:
    """Both keys of a house."""

    def __init__(self, signing: bytes, vault: bytes) -> None:
        self._signing = Ed25519PrivateKey.from_private_bytes(signing)
        self.vault = vault

    @classmethod
    def new(cls) -> "Keys":
        """New keys, from the operating system's generator."""
        return cls(os.urandom(32), os.urandom(32))

    @property
    def public(self) -> str:
        """What checks the house's signatures."""
        return self._signing.public_key().public_bytes_raw().hex()

    def sign(self, message: bytes) -> bytes:
        """Signs."""
        return self._signing.sign(message)

    def save(self, path: Path) -> None:
        """Writes a file that only its owner can read; never over another."""
        content = json.dumps({"signing": self._signing.private_bytes_raw().hex(), "vault": self.vault.hex()})
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    file.write(content + "\n")
                    file.flush()
                    os.fsync(file.fileno())
            except OSError:
                path.unlink()  # a file of half a key would only be in the way
                raise
        except OSError as error:
            raise StorageError(f"the house's keys can't be written to {path}: {error.strerror or error}") from None

    @classmethod
    def load(cls, path: Path) -> "Keys":
        """Reads the file of a house's keys."""
        try:
            keep_private(path)
            content = json.loads(path.read_text(encoding="utf-8"))
            return cls(bytes.fromhex(content["signing"]), bytes.fromhex(content["vault"]))
        except FileNotFoundError:
            raise Missing(f"the house's keys are not at {path}; name their file with --keys") from None
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise StorageError(f"{path} holds no keys of a house: {error}") from None


def genuine(public: str, message: bytes, signature: bytes) -> bool:
    """Whether the house with this public key signed the message."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True
