"""Money as people read and write it. Cents everywhere else."""

import re

from upcard.rules.words import dollars

_DOLLARS = re.compile(r"\$?(\d[\d,]*)?(?:\.(\d{1,2}))?")


def net(cents: int) -> str:
    """A result with its sign, in words a screen reader speaks well.

    >>> net(500), net(-500), net(0)
    ('up $5', 'down $5', 'even')
    """
    return "even" if cents == 0 else f"{'up' if cents > 0 else 'down'} {dollars(abs(cents))}"


def parse_dollars(text: str) -> int | None:
    """Dollars as typed (``10``, ``$2.50``, ``1,000``) in cents; None for anything else."""
    typed = _DOLLARS.fullmatch(text.strip())
    if not typed or (typed[1] is None and typed[2] is None):
        return None
    return 100 * int((typed[1] or "0").replace(",", "")) + int((typed[2] or "0").ljust(2, "0"))
