"""Staff cards. A card signs a count that only rises, so a copied or repeated swipe is worth nothing.

The house keeps the public key and the last count; the private key is on the card (for the simulator and the terminal:
in a small file). A swipe reads ``CARD.COUNT.SIGNATURE``.
"""

import base64
import binascii
import json
from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey


@dataclass(frozen=True, slots=True)
class Swipe:
    """What a reader read."""

    card: str
    count: int
    signature: bytes


class SwipeError(ValueError):
    """What was read is no swipe."""


def parse_swipe(text: object) -> Swipe:
    """Reads ``CARD.COUNT.SIGNATURE``."""
    parts = text.split(".") if isinstance(text, str) else []
    try:
        card, count, signature = parts
        return Swipe(card, int(count), base64.urlsafe_b64decode(signature))
    except (ValueError, binascii.Error):
        raise SwipeError("a swipe reads CARD.COUNT.SIGNATURE") from None


def genuine(swipe: Swipe, public: str) -> bool:
    """Whether the card with this public key made the swipe."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(
            swipe.signature, _said(swipe.card, swipe.count)
        )
    except (InvalidSignature, ValueError):
        return False
    return True


def _said(card: str, count: int) -> bytes:
    return f"upcard-swipe:{card}:{count}".encode()


class CardKey:
    """The secret side of a card: what the plastic holds."""

    def __init__(self, card: str, private: Ed25519PrivateKey, count: int = 0) -> None:
        self.card = card
        self.count = count
        self._private = private

    @classmethod
    def new(cls, card: str) -> "CardKey":
        """A new card."""
        return cls(card, Ed25519PrivateKey.generate())

    @property
    def public(self) -> str:
        """The half of the key that the house keeps."""
        return self._private.public_key().public_bytes_raw().hex()

    def swipe(self) -> str:
        """The next swipe."""
        self.count += 1
        signature = self._private.sign(_said(self.card, self.count))
        return f"{self.card}.{self.count}.{base64.urlsafe_b64encode(signature).decode()}"

    def save(self, path: Path) -> None:
        """Writes the card to a file that only its owner can read."""
        content = {"card": self.card, "count": self.count, "private": self._private.private_bytes_raw().hex()}
        path.touch(mode=0o600)
        path.write_text(json.dumps(content) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> "CardKey":
        """Reads a card's file; ValueError when it is none."""
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
            private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(content["private"]))
            card, count = content["card"], content["count"]
            if not isinstance(card, str) or type(count) is not int:
                raise TypeError(f"card {card!r} with the count {count!r}")
            return cls(card, private, count)
        except (KeyError, TypeError, json.JSONDecodeError) as error:
            raise ValueError(f"{path} is no card file: {error}") from None
