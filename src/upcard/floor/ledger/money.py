"""Accounts and amounts. Every amount in the book is a whole number of millionths of a cent.

One unit for the whole book, the meters' (PRG-6), makes a contribution of $0.0000325 balance exactly like a bet of $10.
People see cents.
"""

from upcard.rules import words
from upcard.rules.awards import MICRO

HOUSE = "house"
"""The house's own money: it pays fixed awards, round-ups and what a reserve can't."""

CAGE = "cage"
"""The cage: where chips are bought and cashed."""


def player(name: str) -> str:
    """A player's account."""
    return f"player:{name}"


def patrons(table: str) -> str:
    """The people at a live table: chips that are counted nowhere else."""
    return f"patrons:{table}"


def tray(table: str) -> str:
    """A table's chip tray."""
    return f"tray:{table}"


def meter(link: str, name: str) -> str:
    """What a meter shows, with its fractions of a cent."""
    return f"meter:{link}/{name}"


def reserve(link: str, name: str) -> str:
    """The pool that the hidden rate fills and that pays the next reseed (REG-3, PRG-7)."""
    return f"reserve:{link}/{name}"


def overflow(link: str, name: str) -> str:
    """What came in past a meter's limit (REG-4)."""
    return f"overflow:{link}/{name}"


def hit(name: str) -> str:
    """What is held for a pending hit (PRG-1)."""
    return f"hit:{name}"


def payable(name: str) -> str:
    """A confirmed hit that waits to be paid out."""
    return f"payable:{name}"


WORKED_OUT_AGAIN = {
    "round-up worked out again": "round-up",
    "round-up taken back": "round-up",
    "reseed taken back": "reseed",
    "reseed worked out again": "reseed",
}
"""Causes that take a posting of the house back, and the posting."""

MAY_OWE = ("house", "cage", "tray", "patrons")
"""Kinds of account that may stand below zero: the house's own, and the chips outside it."""


def kind(account: str) -> str:
    """The kind of an account: `player` of `player:anna`."""
    return account.partition(":")[0]


def micro(cents: int) -> int:
    """Cents as millionths."""
    return cents * MICRO


def shown(amount: int) -> int:
    """The whole cents of an amount: what a display shows."""
    return amount // MICRO


def dollars(cents: int) -> str:
    """Cents as people write them.

    >>> dollars(1234567), dollars(-5)
    ('$12,345.67', '-$0.05')
    """
    return words.dollars(cents, full=True)


def exact(amount: int) -> str:
    """Millionths of a cent as dollars, with every fraction that is there.

    >>> exact(123_450_000), exact(123_450_000 + 25)
    ('$1.2345', '$1.23450025')
    """
    sign = "-" if amount < 0 else ""
    whole, rest = divmod(abs(amount), 100 * MICRO)
    digits = f"{rest:08d}".rstrip("0")
    return f"{sign}${whole:,}.{digits.ljust(2, '0')}"
