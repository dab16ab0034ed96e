"""The vault: where a house's chance and secrets come from, and the only place that knows the cards still in a shoe.

A shoe's order goes into the ledger sealed with the house's key, so that a table continues after a power cut while
nobody who reads the ledger sees a card before it is dealt.
"""

import json
import os
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

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
class Order:
    """A shoe as the vault has it."""

    cards: Cards
    seed: bytes
    leaves: tuple[bytes, ...]


class Vault:
    """Shuffles, seals and opens shoes with one key."""

    def __init__(self, key: bytes, source: Source | None = None, entropy: Callable[[int], bytes] = os.urandom) -> None:
        """`source` and `entropy` are the operating system's for play; a test may give its own."""
        self._box = ChaCha20Poly1305(key)
        self._source = source or SystemSource()
        self._entropy = entropy
        self._opened: OrderedDict[str, Order] = OrderedDict()

    def fresh(self, deck: Sequence[int]) -> Sealed:
        """Shuffles a deck, commits to its order and seals it."""
        order = shuffled(deck, self._source)
        seed, nonce = self._entropy(32), self._entropy(_NONCE)
        content = json.dumps([list(order), seed.hex()]).encode()
        sealed = (nonce + self._box.encrypt(nonce, content, None)).hex()
        made = self._keep(sealed, Order(order, seed, fair.leaves(order, seed)))
        return Sealed(fair.root(made.leaves).hex(), sealed, len(order))

    def open(self, sealed: str) -> Order:
        """The order of a sealed shoe."""
        found = self._opened.get(sealed)
        return found if found is not None else self._keep(sealed, self._open(sealed))

    def _keep(self, sealed: str, order: Order) -> Order:
        self._opened[sealed] = order
        while len(self._opened) > _KEPT:
            self._opened.popitem(last=False)
        return order

    def cards(self, sealed: str) -> Cards:
        """The order of a sealed shoe alone, for whoever deals it again and proves nothing; leaves take time."""
        return self._unseal(sealed)[0]

    def _open(self, sealed: str) -> Order:
        cards, seed = self._unseal(sealed)
        return Order(cards, seed, fair.leaves(cards, seed))

    def _unseal(self, sealed: str) -> tuple[Cards, bytes]:
        raw = bytes.fromhex(sealed)
        try:
            content = self._box.decrypt(raw[:_NONCE], raw[_NONCE:], None)
        except InvalidTag:
            raise VaultError("this house's key does not open the shoe: is the key file the right one?") from None
        cards, seed = json.loads(content)
        return tuple(cards), bytes.fromhex(seed)
