"""The vault: where a house's chance and secrets come from, and the only place that knows the cards still in a shoe.

A shoe's order goes into the ledger sealed with the house's key, so that a table continues after a power cut while
nobody who reads the ledger sees a card before it is dealt.
"""

import json
import os
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from upcard.cards.card import Cards
from upcard.cards.shuffle import Source, SystemSource, shuffled
from upcard.floor.fair import proof as fair

_NONCE = 12
_KEPT = 1024
"""Shoes that stay open in memory."""


class VaultError(RuntimeError):
    """A sealed shoe that this house's key does not open."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """A shuffled shoe as the ledger has it before its first card."""

    root: str
    sealed: str
    size: int


@dataclass(frozen=True, slots=True)
class ShoeOrder:
    """A shoe as the vault has it."""

    cards: Cards
    seed: bytes
    leaves: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A secret amount as the ledger has it before it is won."""

    commitment: str
    sealed: str


@dataclass(frozen=True, slots=True)
class DrawnAmount:
    """A secret amount as the vault has it."""

    amount: int
    salt: str


class Vault:
    """Shuffles, seals and opens shoes with one key."""

    def __init__(self, key: bytes, source: Source | None = None, entropy: Callable[[int], bytes] = os.urandom) -> None:
        """`source` and `entropy` are the operating system's for play; a test may give its own."""
        self._box = ChaCha20Poly1305(key)
        self._source = source or SystemSource()
        self._entropy = entropy
        self._opened: OrderedDict[str, ShoeOrder] = OrderedDict()
        self._revealed: OrderedDict[str, DrawnAmount] = OrderedDict()

    def fresh(self, deck: Sequence[int]) -> Sealed:
        """Shuffles a deck, commits to its order and seals it."""
        order = shuffled(deck, self._source)
        seed = self._entropy(32)
        sealed = self._seal([list(order), seed.hex()])
        made = self._keep(sealed, ShoeOrder(order, seed, fair.leaves(order, seed)))
        return Sealed(fair.root(made.leaves).hex(), sealed, len(order))

    def open(self, sealed: str) -> ShoeOrder:
        """The order of a sealed shoe."""
        found = self._opened.get(sealed)
        return found if found is not None else self._keep(sealed, self._open(sealed))

    def _keep(self, sealed: str, order: ShoeOrder) -> ShoeOrder:
        self._opened[sealed] = order
        while len(self._opened) > _KEPT:
            self._opened.popitem(last=False)
        return order

    def amount(self, low: int, high: int) -> Drawn:
        """Draws a whole number from `low` to `high`, each as likely as another, commits to it and seals it."""
        amount, salt = low + self._source.below(high - low + 1), self._entropy(32).hex()
        # As many digits whatever was drawn: what is sealed is as long as what is in it, and the ledger is read by many.
        return Drawn(fair.amount_commitment(amount, salt), self._seal([f"{amount:0{len(str(high))}}", salt]))

    def reveal(self, sealed: str) -> DrawnAmount:
        """A sealed amount, with what proves that it is the one that was committed to."""
        found = self._revealed.get(sealed)
        if found is None:
            amount, salt = self._unbox(sealed)
            found = self._revealed[sealed] = DrawnAmount(int(amount), salt)
            while len(self._revealed) > _KEPT:
                self._revealed.popitem(last=False)
        return found

    def _seal(self, content: list[Any]) -> str:
        nonce = self._entropy(_NONCE)
        return (nonce + self._box.encrypt(nonce, json.dumps(content).encode(), None)).hex()

    def _unbox(self, sealed: str) -> list[Any]:
        raw = bytes.fromhex(sealed)
        try:
            content = self._box.decrypt(raw[:_NONCE], raw[_NONCE:], None)
        except InvalidTag:
            raise VaultError("this house's key does not open what is sealed: is the key file the right one?") from None
        found: list[Any] = json.loads(content)
        return found

    def cards(self, sealed: str) -> Cards:
        """The order of a sealed shoe alone, for whoever deals it again and proves nothing; leaves take time."""
        return self._unseal(sealed)[0]

    def _open(self, sealed: str) -> ShoeOrder:
        cards, seed = self._unseal(sealed)
        return ShoeOrder(cards, seed, fair.leaves(cards, seed))

    def _unseal(self, sealed: str) -> tuple[Cards, bytes]:
        cards, seed = self._unbox(sealed)
        return tuple(cards), bytes.fromhex(seed)
