"""What a pay table pays: ``40 to 1``, ``500 for 1``, ``10% of meter``, ``$1,000``, ``push``, ``half back``."""

import re
from dataclasses import dataclass

_WHOLE = r"(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})"
"""A number as a pay table writes it, with its commas or without."""
_ODDS = re.compile(rf"{_WHOLE} (to|for) {_WHOLE}", re.ASCII)
_PERCENT = re.compile(r"(\d{1,3})% of meter", re.ASCII)
_DOLLARS = re.compile(rf"\${_WHOLE}(?:\.(\d\d))?", re.ASCII)

FORMS = "'40 to 1', '500 for 1', '19 to 20', '10% of meter', '$1,000', 'push', 'lose' or 'half back'"


class PayError(ValueError):
    """A text that says no pay."""


@dataclass(frozen=True, slots=True)
class Pay:
    """One row of a pay table: what goes back for a stake."""

    text: str
    returns_stake: bool
    """Whether the stake itself goes back: "n to 1" returns it, "n for 1" does not (GEN-6)."""
    numerator: int = 0
    denominator: int = 1
    cents: int = 0
    """A fixed sum, whatever the stake (BLZ-12)."""
    percent: int = 0
    """Whole per cent of a meter: an entitlement, not an amount."""

    def winnings(self, stake: int) -> int:
        """What is paid beside the stake, in cents; a part of a cent is rounded down."""
        return stake * self.numerator // self.denominator + self.cents

    def returned(self, stake: int) -> int:
        """Everything that goes back for the stake, in cents, without what comes out of a meter."""
        return stake * self.returns_stake + self.winnings(stake)

    @property
    def wins(self) -> bool:
        """Whether it pays more than nothing and more than the stake back."""
        return bool((self.numerator and self.text != "half back") or self.cents or self.percent)


PUSH = Pay("push", returns_stake=True)
LOSE = Pay("lose", returns_stake=False)
HALF_BACK = Pay("half back", returns_stake=False, numerator=1, denominator=2)
_WORDS = {pay.text: pay for pay in (PUSH, LOSE, HALF_BACK)}


def parse_pay(text: object) -> Pay:
    """Reads a pay; a bare number is refused, since it does not say whether the stake comes back."""
    if not isinstance(text, str):
        raise PayError(f"{text!r} does not say what is paid; write {FORMS}")
    if text in _WORDS:
        return _WORDS[text]
    if odds := _ODDS.fullmatch(text):
        times, per = int(odds[1].replace(",", "")), int(odds[3].replace(",", ""))
        if times and per:
            return Pay(text, returns_stake=odds[2] == "to", numerator=times, denominator=per)
    elif percent := _PERCENT.fullmatch(text):
        if 1 <= int(percent[1]) <= 100:
            return Pay(text, returns_stake=False, percent=int(percent[1]))
    elif sum_ := _DOLLARS.fullmatch(text):
        cents = 100 * int(sum_[1].replace(",", "")) + int(sum_[2] or 0)
        if cents:
            return Pay(text, returns_stake=False, cents=cents)
    raise PayError(f"{text!r} is no pay; write {FORMS}")
