"""House settings: what a house may decide where the rulebook leaves it a choice. A closed list a game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

Value: TypeAlias = str | int


MOST_DIGITS = 15
"""Longer numbers are refused before they are read."""


class SettingError(ValueError):
    """A setting that does not exist, or a value it can't have."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One choice of the house."""

    name: str
    default: Value | None
    """None: not set, and nothing applies."""
    meaning: str
    rule: str
    values: tuple[Value, ...] = ()
    """The allowed values; empty for a whole number from `low` to `high`."""
    low: int = 0
    high: int | None = None
    lab_only: bool = False
    """Whether it is an assumption of an analysis that no table can be dealt with."""
    cents: bool = False
    """Whether it is an amount of money; one that is no choice of rules, but a limit of the table."""
    odds: bool = True
    """Whether it can change how likely a hand is; limits and the order of payment don't (REG-11)."""

    def allowed(self) -> str:
        """The allowed values in words."""
        if self.values:
            return " | ".join(str(value) for value in self.values)
        return f"a whole number from {self.low}" + (f" to {self.high}" if self.high is not None else "")

    def parse(self, raw: object) -> Value:
        """The value that a text, number or yes/no stands for."""
        text = ("yes" if raw else "no") if isinstance(raw, bool) else str(raw).strip()
        for value in self.values:
            if text.lower() == str(value).lower():
                return value
        if not self.values and text.isdecimal() and len(text) <= MOST_DIGITS:
            number = int(text)
            if number >= self.low and (self.high is None or number <= self.high):
                return number
        raise SettingError(f"{self.name} can't be {raw!r}; it is {self.allowed()}")


def parse_house(settings: Mapping[str, Setting], house: Mapping[str, object]) -> dict[str, Value]:
    """Every setting with its value: the house's own where given, the default otherwise."""
    for name in house:
        if name not in settings:
            raise SettingError(f"there is no setting {name!r}; the settings are {', '.join(settings)}")
    values: dict[str, Value] = {}
    for name, setting in settings.items():
        if name in house:
            values[name] = setting.parse(house[name])
        elif setting.default is not None:
            values[name] = setting.default
    return values
