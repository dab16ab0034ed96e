"""What a designed wager has to meet: bounds on its edge, its hit frequency, its deviation, its largest pay."""

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from upcard.lab.analysis import LabError

_NUMBER = r"-?\d{1,6}(?:\.\d{1,9})?"
_RANGE = re.compile(rf"({_NUMBER})\s*%?\s*\.\.\s*({_NUMBER})\s*(%?)")
_ONE = re.compile(rf"({_NUMBER})\s*(%?)")


@dataclass(frozen=True, slots=True)
class Bounds:
    """From one number to another, both included."""

    low: Fraction
    high: Fraction

    def __contains__(self, value: Any) -> bool:
        return bool(self.low <= value <= self.high)

    @property
    def middle(self) -> Fraction:
        """Halfway."""
        return (self.low + self.high) / 2

    def off(self, value: Fraction) -> Fraction:
        """How far a value lies outside; 0 inside."""
        return max(self.low - value, value - self.high, Fraction(0))


def read_bounds(option: str, text: str, *, percent: bool) -> Bounds:
    """Reads ``2%..4%`` or one number; a percentage is a part of the stake.

    >>> read_bounds("--edge", "2%..4%", percent=True)
    Bounds(low=Fraction(1, 50), high=Fraction(1, 25))
    """
    found = _RANGE.fullmatch(text.strip())
    alone = None if found else _ONE.fullmatch(text.strip())
    if found is None and alone is None:
        example = "2%..4%" if percent else "2.5..4"
        raise LabError(f"{option} {text!r} is no range; write it as in {option} {example}")
    numbers = (found[1], found[2]) if found else (alone[1], alone[1])  # type: ignore[index]  # one of them matched
    unit = 100 if percent else 1
    low, high = (Fraction(number) / unit for number in numbers)
    if high < low:
        raise LabError(f"{option} {text!r} ends below where it begins; write the lower number first")
    return Bounds(low, high)


@dataclass(frozen=True, slots=True)
class Targets:
    """Everything that is asked of a table."""

    edge: Bounds
    hit: Bounds | None = None
    sd: Bounds | None = None
    fixed: dict[str, str] = field(default_factory=dict)
    """Outcome → pay that has to stay."""
    most: int | None = None
    """The largest pay allowed, to 1."""
