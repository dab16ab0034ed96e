"""The condition under which a move is made: ``total >= 12 and upcard in 2..6``, ``hand Q-6-4 or better``, ``not soft``.

A condition asks a game's features and compares whole numbers; which hand or card is the higher one, only the game says.
"""

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from upcard.lab.analysis import LabError
from upcard.lab.general.asking import model_of
from upcard.lab.kernels import Array
from upcard.rules.features import Feature, NoSuchValue
from upcard.rules.game import Game

_COMPARISONS: Final[Mapping[str, Callable[[Any, int], Any]]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "!=": operator.ne,
    "=": operator.eq,
    ">": operator.gt,
    "<": operator.lt,
}
_COMPARED = re.compile(r"([\w-]+)\s*(>=|<=|!=|=|>|<)\s*(\S+)")
_BETTER = re.compile(r"([\w-]+)\s+(\S+)\s+or\s+(better|higher|more|worse|lower|less)")
_BETWEEN = re.compile(r"([\w-]+)\s+in\s+(\S+?)\.\.(\S+)")
_PLAIN = re.compile(r"(not\s+)?([\w-]+)")
_AND = re.compile(r"\s+and\s+")
HELP = "write it as in 'total >= 12', 'upcard in 2..6', 'hand Q-6-4 or better', 'soft' or 'not pair', joined by 'and'"


class StrategyError(LabError):
    """A strategy that can't be played, with what is wrong about it."""


@dataclass(frozen=True, slots=True)
class Condition:
    """One comparison of a feature with a number."""

    feature: str
    comparison: str
    value: int
    text: str
    """As a person reads it."""

    def holds(self, value: int) -> bool:
        """Whether a hand whose feature has this value meets it."""
        return bool(_COMPARISONS[self.comparison](value, self.value))

    def holds_in(self, values: Array) -> Array:
        """For many hands at once: which of them meet it."""
        held: Array = np.asarray(_COMPARISONS[self.comparison](values, self.value), bool)
        return held

    def __str__(self) -> str:
        return self.text


def features_of(game: Game) -> tuple[Feature, ...]:
    """What can be said of a hand: in the game's own words, or for want of them in those of its model."""
    if game.features or model_of(game) is None:
        return game.features
    from upcard.lab.strategies.derived import derived

    return derived(game)


def feature_of(game: Game, name: str) -> Feature:
    """A game's feature by its name."""
    every = features_of(game)
    for feature in every:
        if feature.name == name:
            return feature
    known = ", ".join(feature.name for feature in every) or "no features at all"
    raise StrategyError(f"{game.title} says nothing of a hand's {name!r}; it names {known}")


def condition(game: Game, feature: str, comparison: str, value: int) -> Condition:
    """A condition made of its parts: what a search for short strategies writes."""
    asked = feature_of(game, feature)
    if comparison not in _COMPARISONS:
        raise StrategyError(f"{comparison!r} compares nothing; the comparisons are {' '.join(_COMPARISONS)}")
    if asked.flag and comparison in {"=", "!="}:
        holds = (value == 1) == (comparison == "=")
        return Condition(feature, "=", int(holds), feature if holds else f"not {feature}")
    return Condition(feature, comparison, value, f"{feature} {comparison} {asked.show(value)}")


def parse_when(game: Game, text: str) -> tuple[Condition, ...]:
    """Reads a condition; an empty one always holds."""
    if not text.strip():
        return ()
    return tuple(one for part in _AND.split(text.strip()) for one in _parse_part(game, part.strip()))


def _parse_part(game: Game, text: str) -> tuple[Condition, ...]:
    if found := _COMPARED.fullmatch(text):
        return (_read(game, found[1], found[2], found[3], text),)
    if found := _BETTER.fullmatch(text):
        up = found[3] in {"better", "higher", "more"}
        return (_read(game, found[1], ">=" if up else "<=", found[2], text),)
    if found := _BETWEEN.fullmatch(text):
        return _read(game, found[1], ">=", found[2], text), _read(game, found[1], "<=", found[3], text)
    if found := _PLAIN.fullmatch(text):
        asked = feature_of(game, found[2])
        if asked.flag:
            return (condition(game, asked.name, "=", int(not found[1])),)
        return (Condition(asked.name, "=" if found[1] else "!=", 0, " ".join(text.split())),)
    raise StrategyError(f"{text!r} is no condition; {HELP}")


def _read(game: Game, name: str, comparison: str, value: str, text: str) -> Condition:
    asked = feature_of(game, name)
    try:
        return condition(game, name, comparison, asked.read(value))
    except NoSuchValue as error:
        raise StrategyError(f"{text!r}: {error}") from error
