"""Fair cards: a shoe's order is bound before its first card, and every card can be opened on its own.

The commitment is a Merkle tree with one salted leaf a card. Its root goes into the ledger before the first round; a
card that was exposed is opened with its salt and the hashes beside its path, which tell nothing of the cards still in
the shoe; when the shoe is retired its seed opens them all. Whoever has the ledger can check it, and needs nothing
else.
"""

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Protocol

SALT = 16


class OpenCard(Protocol):
    """One card of a shoe, opened."""

    @property
    def place(self) -> int:
        """Where in the shoe it lies."""

    @property
    def card(self) -> int:
        """Which card it is."""

    @property
    def salt(self) -> str:
        """What its leaf was salted with."""


def salt(seed: bytes, place: int) -> bytes:
    """The salt of a card: it can't be guessed without the seed, and tells nothing of another card's."""
    return hashlib.sha256(b"salt:%d:" % place + seed).digest()[:SALT]


def leaf(place: int, card: int, salted: bytes) -> bytes:
    """A card's leaf."""
    return hashlib.sha256(b"\x00%d:%d:" % (place, card) + salted).digest()


def amount_commitment(amount: int, salted: str) -> str:
    """What binds a secret amount of money: nobody can tell it from this, and nobody can say another one later."""
    return hashlib.sha256(b"amount:%d:" % amount + bytes.fromhex(salted)).hexdigest()


def _join(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def leaves(order: Sequence[int], seed: bytes) -> tuple[bytes, ...]:
    """All leaves of a shoe."""
    return tuple([leaf(place, card, salt(seed, place)) for place, card in enumerate(order)])


def root(nodes: Sequence[bytes]) -> bytes:
    """The root over leaves: what is committed. An odd node goes up as it is, so a left side is always full."""
    level, sha256 = list(nodes), hashlib.sha256
    while len(level) > 1:
        pairs = zip(level[::2], level[1::2], strict=False)
        above = [sha256(b"\x01" + left + right).digest() for left, right in pairs]
        level = above + level[len(above) * 2 :]
    return level[0]


@cache
def _half(size: int) -> int:
    """The size of the left side of a tree: the largest power of two below its own."""
    return 1 << (size - 1).bit_length() - 1


def prove(nodes: Sequence[bytes], places: Sequence[int]) -> list[str]:
    """The hashes that, with the opened cards, lead to the root."""
    wanted = frozenset(places)
    proof: list[str] = []

    def walk(low: int, high: int) -> None:
        if not any(place in wanted for place in range(low, high)):
            proof.append(root(nodes[low:high]).hex())
        elif high - low > 1:
            middle = low + _half(high - low)
            walk(low, middle)
            walk(middle, high)

    walk(0, len(nodes))
    return proof


def root_of(size: int, opened: Mapping[int, bytes], proof: Sequence[str]) -> bytes:
    """The root that opened leaves and a proof lead to. ValueError where they don't fit."""
    rest = list(reversed(proof))

    def walk(low: int, high: int) -> bytes:
        if not any(low <= place < high for place in opened):
            if not rest:
                raise ValueError("the proof is too short")
            return bytes.fromhex(rest.pop())
        if high - low == 1:
            return opened[low]
        middle = low + _half(high - low)
        return _join(walk(low, middle), walk(middle, high))

    found = walk(0, size)
    if rest:
        raise ValueError("the proof is too long")
    return found


def verify_opened(commitment: str, size: int, cards: Sequence[OpenCard], proof: Sequence[str]) -> bool:
    """Whether these cards lie at these places of the committed shoe."""
    try:
        hashed = {card.place: leaf(card.place, card.card, bytes.fromhex(card.salt)) for card in cards}
        return all(0 <= place < size for place in hashed) and root_of(size, hashed, proof).hex() == commitment
    except ValueError:
        return False


def verify_retired(commitment: str, order: Sequence[int], seed: str) -> bool:
    """Whether this whole order is the committed one."""
    try:
        return root(leaves(order, bytes.fromhex(seed))).hex() == commitment
    except (ValueError, IndexError):
        return False
