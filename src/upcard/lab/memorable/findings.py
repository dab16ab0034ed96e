"""What a search for short strategies comes to: lists of rules with their exact cost, and what errors cost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Protocol, cast

from upcard.lab.analysis import Json, fraction
from upcard.lab.kernels import Progress, silent
from upcard.lab.registry import part
from upcard.lab.strategies.conditions import features_of
from upcard.lab.strategies.plan import Plan, PlanRule
from upcard.rules.features import Feature
from upcard.rules.game import Game
from upcard.rules.words import spaced

NO_WORDS: Mapping[str, str] = MappingProxyType({})
ERRORS = 10
"""How many errors are listed."""
PLAIN_ERROR = Fraction(1, 4)
"""An error that costs more than a quarter of a unit each time is one that nearly everybody sees."""


@dataclass(frozen=True, slots=True)
class Found:
    """One strategy."""

    name: str
    rules: tuple[str, ...]
    ev: Fraction
    cost: Fraction
    """Against the best play."""
    exact: bool = True
    """Whether the expectation is the number itself; good to 1e-12 counts as that for blackjack."""
    se: float | None = None
    """Of a simulated one."""
    plan: Plan | None = None
    """As the simulator takes it; None for the best play, which has a rule for every hand."""
    naive: bool = False
    """Whether it was not found but is what people do unasked."""

    def to_json(self) -> Json:
        """The contract's form."""
        said: Json = {
            "name": self.name,
            "rules": list(self.rules),
            "ev": fraction(self.ev),
            "cost": fraction(self.cost),
            "exact": self.exact,
            "naive": self.naive,
        }
        return said if self.se is None else said | {"se": self.se}


@dataclass(frozen=True, slots=True)
class Error:
    """A common mistake."""

    error: str
    frequency: Fraction
    """Of rounds in which it can be made."""
    cost: Fraction
    """A round, where it is made every time."""

    def to_json(self) -> Json:
        """For programs."""
        each = self.cost / self.frequency if self.frequency else Fraction(0)
        return {
            "error": self.error,
            "frequency": fraction(self.frequency),
            "each": fraction(each),
            "cost": fraction(self.cost),
        }


@dataclass(frozen=True, slots=True)
class Findings:
    """Everything that is found for a game."""

    game: Game
    unit: str
    strategies: tuple[Found, ...]
    errors: tuple[Error, ...] = ()
    more: Json = field(default_factory=dict)
    """What only this game has: a chart, its exceptions, index numbers."""

    @property
    def words(self) -> Mapping[str, str]:
        """What the rules speak of, as the game explains it."""
        plans = [one.plan for one in self.strategies if one.plan is not None]
        asked = {name for plan in plans for name in plan.asks}
        return {spaced(feature.name): feature.help for feature in features_of(self.game) if feature.name in asked}

    def to_json(self) -> Json:
        """The contract's form: fewest rules first, the optimal one last."""
        return {
            "game": self.game.name,
            "unit": self.unit,
            "strategies": [one.to_json() for one in self.strategies],
            "words": dict(self.words),
            "errors": [one.to_json() for one in self.errors],
            "errors_note": (
                "The frequency is how often a round gives the occasion, the cost what a round loses where the error "
                "is made each time; what costs more than a quarter of a unit each time is left out: nearly everybody "
                "sees it."
            ),
            **self.more,
        }


class Finder(Protocol):
    """What a game's strategies module offers."""

    def find(self, game: Game, progress: Progress) -> Findings:
        """The short strategies of a game as configured."""


def find(game: Game, progress: Progress = silent) -> Findings:
    """The short strategies of a game: by its own search, or the general one."""
    return cast("Finder", part(game, "strategies")).find(game, progress)


def ranked(found: Sequence[Found], best: Found) -> tuple[Found, ...]:
    """Fewest rules first, of as many the cheapest first, the best play last."""
    return (*sorted(found, key=lambda one: (len(one.rules), one.cost, one.name)), best)


def costliest(errors: Sequence[Error]) -> tuple[Error, ...]:
    """The ten that cost most, of those that are not plain to everybody."""
    kept = [one for one in errors if one.cost > 0 and one.cost / one.frequency <= PLAIN_ERROR]
    return tuple(sorted(kept, key=lambda one: -one.cost)[:ERRORS])


def in_words(game: Game, rule: PlanRule, ways: Mapping[str, str] = NO_WORDS) -> str:
    """A rule as a person says it: ``play when total 19 or more``; ways of laying cards by their words."""
    said = f"{rule.move} {ways.get(rule.way, rule.way)}".strip()
    if not rule.when:
        return said
    features = {feature.name: feature for feature in features_of(game)}
    parts = [_condition(features[one.feature], one.comparison, one.value, str(one)) for one in rule.when]
    return f"{said} when {' and '.join(parts)}"


def _condition(feature: Feature, comparison: str, value: int, written: str) -> str:
    if value == 0 and comparison in {"=", "!="} and not feature.flag:
        counted = feature.show(1).isdecimal()
        if comparison == "=":
            return f"no {spaced(feature.name)}"
        return f"{spaced(feature.name)} 1 or more" if counted else spaced(feature.name)
    if feature.flag or comparison not in {">=", "<="}:
        return spaced(written) if feature.flag else written
    said = feature.show(value)
    more, less = ("more", "less") if said.isdecimal() else ("better", "worse")
    return f"{spaced(feature.name)} {said} or {more if comparison == '>=' else less}"
