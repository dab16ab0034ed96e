"""What an exact analysis says: every wager with its outcomes, the game as a whole, and the form that programs read."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from upcard.lab.pricing import OutcomeRow, deviation, expectation, second_moment
from upcard.rules.game import Game

Json = dict[str, Any]


class LabError(ValueError):
    """A question that the lab can't answer, with the reason."""


def fraction(value: Fraction) -> str:
    """An exact number as the contract writes it: ``"-686689/20358520"``."""
    return f"{value.numerator}/{value.denominator}"


@dataclass(frozen=True, slots=True)
class WagerAnalysis:
    """A wager with a fixed expectation."""

    rows: tuple[OutcomeRow, ...]
    per: str = "stake"
    """What one unit is: the wager's own stake, or another's (a Play bet and a bonus are reckoned per Ante)."""
    note: str = ""

    @property
    def ev(self) -> Fraction:
        """The player's expectation for one unit."""
        return expectation(self.rows)

    @property
    def sd(self) -> float:
        """The standard deviation for one unit."""
        return deviation(self.ev, second_moment(self.rows))

    @property
    def hit_frequency(self) -> Fraction:
        """How often it is paid."""
        return sum((row.probability for row in self.rows if row.wins), Fraction(0))

    @property
    def frequencies(self) -> Mapping[str, Fraction]:
        """How many lines of each outcome a round has on average."""
        often: dict[str, Fraction] = {}
        for row in self.rows:
            often[row.outcome] = often.get(row.outcome, Fraction(0)) + row.probability
        return often

    @property
    def gains(self) -> Mapping[str, frozenset[Fraction]]:
        """What a line of each outcome can win or lose, in units."""
        return {row.outcome: frozenset(r.net for r in self.rows if r.outcome == row.outcome) for row in self.rows}

    @property
    def largest(self) -> OutcomeRow | None:
        """The row with the largest gain that can happen."""
        return max((row for row in self.rows if row.combinations), key=lambda row: row.net, default=None)

    def to_json(self) -> Json:
        """The contract's form, and what a reader wants beside it."""
        said = {"ev": fraction(self.ev), "sd": self.sd, "outcomes": [row_json(row) for row in self.rows]}
        largest = self.largest
        return said | {
            "per": self.per,
            "hit_frequency": float(self.hit_frequency),
            "largest_pay": largest.pays if largest else None,
            **({"note": self.note} if self.note else {}),
        }


@dataclass(frozen=True, slots=True)
class ProgressiveAnalysis:
    """A wager that is linear in its meters, in dollars for its fixed stake."""

    rows: tuple[OutcomeRow, ...]
    """With the gain in dollars, meters at zero."""
    stake: Fraction
    """The fixed stake in dollars."""
    per_dollar: Mapping[str, Fraction]
    """What each dollar on a meter is worth to one bettor."""
    per_other_bettor: Fraction | None = None
    """What envy adds for each other player at the table, in dollars."""
    note: str = ""
    emptied: Mapping[str, Fraction] = field(default_factory=dict)
    """How likely a wager is to take all of a meter, so that it reseeds."""

    @property
    def constant(self) -> Fraction:
        """The expectation with every meter at zero, in dollars, the stake taken off."""
        return expectation(self.rows)

    @property
    def break_even(self) -> Fraction | None:
        """The meter at which the wager is fair, where there is one meter only."""
        if len(self.per_dollar) != 1:
            return None
        (slope,) = self.per_dollar.values()
        return -self.constant / slope

    def ev(self, meters: Mapping[str, Fraction], others: int = 0) -> Fraction:
        """The expectation in dollars with the meters at these dollars, and so many other players at the table."""
        envy = (self.per_other_bettor or Fraction(0)) * others
        return (
            self.constant + envy + sum((slope * meters[name] for name, slope in self.per_dollar.items()), Fraction(0))
        )

    def to_json(self) -> Json:
        """The contract's form."""
        said: Json = {
            "ev": {
                "constant": fraction(self.constant),
                "per_dollar": {meter: fraction(slope) for meter, slope in self.per_dollar.items()},
            },
            "sd": deviation(self.constant, second_moment(self.rows)),
            "outcomes": [row_json(row) for row in self.rows],
            "per": "wager",
            "stake": float(self.stake),
            "hit_frequency": float(sum((row.probability for row in self.rows if row.wins), Fraction(0))),
            "note": self.note or "sd is for meters at zero",
        }
        if self.break_even is not None:
            said["break_even"] = fraction(self.break_even)
        if self.per_other_bettor is not None:
            said["per_other_bettor"] = fraction(self.per_other_bettor)
        return said


@dataclass(frozen=True, slots=True)
class EnvyAnalysis:
    """A bonus for what other players hold: so much for each of them (TCP-12)."""

    rows: tuple[OutcomeRow, ...]
    """With the gain in dollars, for one other player."""

    @property
    def ev(self) -> Fraction:
        """Dollars for each other player at the table."""
        return expectation(self.rows)

    def to_json(self) -> Json:
        """The contract's form."""
        return {
            "ev": fraction(self.ev),
            "per_other_bettor": fraction(self.ev),
            "sd": deviation(self.ev, second_moment(self.rows)),
            "outcomes": [row_json(row) for row in self.rows],
            "per": "other player",
        }


AnyWager = WagerAnalysis | ProgressiveAnalysis | EnvyAnalysis


class Later(Mapping[str, AnyWager]):
    """Wagers that are worked out when somebody first looks at them: a game's expectation may be known long before."""

    def __init__(self, make: Callable[[], Mapping[str, AnyWager]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> Mapping[str, AnyWager]:
        return self._make()

    def __getitem__(self, name: str) -> AnyWager:
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)


@dataclass(frozen=True, slots=True)
class Total:
    """The game as a whole under optimal play, for one unit of `per`."""

    per: str
    ev: Fraction
    average_wager: Fraction
    """The average of everything staked in a round."""
    sd: float | Callable[[], float]
    """The standard deviation, or how to work it out when somebody asks."""
    decisions: Mapping[str, Fraction] = field(default_factory=dict)
    """How often each decision is taken."""
    note: str = ""
    exact: bool = True
    """Whether `ev` is the number itself; otherwise it is one that was added up in floating point (blackjack's)."""
    gains: Mapping[Fraction, Fraction] = field(default_factory=dict)
    """How likely each result of a round is, in units; empty where the solver counts wagers and not rounds."""
    ties: str = "smaller stake"
    """Which of two moves that are worth the same is made: the average wager depends on it."""

    @property
    def element_of_risk(self) -> Fraction:
        """The expectation for one unit of all that is staked."""
        return self.ev / self.average_wager

    @property
    def deviation(self) -> float:
        """The standard deviation of a round's result."""
        return self.sd() if callable(self.sd) else self.sd

    def to_json(self) -> Json:
        """The contract's form."""
        return {
            "per": self.per,
            "ev": fraction(self.ev) if self.exact else float(self.ev),
            "element_of_risk": fraction(self.element_of_risk) if self.exact else float(self.element_of_risk),
            "average_wager": float(self.average_wager),
            "sd": self.deviation,
            "decisions": {name: float(often) for name, often in self.decisions.items()},
            "ties": self.ties,
            **({"note": self.note} if self.note else {}),
        }


def total_of(
    per: str, staked: Fraction, decisions: Mapping[str, Fraction], results: Mapping[Fraction, int], of: int
) -> Total:
    """The game as a whole from how many of `of` rounds come to each result."""
    gains = {gain: Fraction(count, of) for gain, count in results.items() if count}
    ev = sum((gain * chance for gain, chance in gains.items()), Fraction(0))
    square = sum((gain * gain * chance for gain, chance in gains.items()), Fraction(0))
    return Total(per, ev, staked, deviation(ev, square), decisions, gains=gains)


@dataclass(frozen=True, slots=True)
class Analysis:
    """Everything the lab says about a game under one house's rules."""

    game: str
    title: str
    house: Mapping[str, object]
    pays: Mapping[str, str]
    wagers: Mapping[str, AnyWager]
    total: Total | None
    method: str
    errors: Mapping[str, float] = field(default_factory=dict)
    """The standard error of the game (`total`) and of every wager that is estimated; empty: all is exact."""

    @property
    def exact(self) -> bool:
        """Whether every figure is worked out and none estimated."""
        return not self.errors

    def estimated(self, errors: Mapping[str, float]) -> "Analysis":
        """The same figures as estimates with these standard errors."""
        return replace(self, errors=dict(errors))

    @classmethod
    def of(cls, game: Game, wagers: Mapping[str, AnyWager], total: Total | None, method: str) -> "Analysis":
        """An analysis of a game as configured."""
        pays = {name: table.name for name, table in game.tables.items()}
        return cls(game.name, game.title, dict(game.house), pays, wagers, total, method)

    def to_json(self) -> Json:
        """The contract's form."""
        return {
            "game": self.game,
            "house": dict(self.house),
            "pays": dict(self.pays),
            "exact": self.exact,
            "wagers": {name: self._said(name, wager.to_json()) for name, wager in self.wagers.items()},
            **({"total": self._said("total", self.total.to_json())} if self.total else {}),
            "method": self.method,
        }

    def _said(self, name: str, said: Json) -> Json:
        """A part of it: exact, or an estimate with its error."""
        if name not in self.errors and (self.exact or name != "total"):
            return said | {"exact": True}
        rounded = {key: _rounded(said[key]) for key in ("ev", "element_of_risk", "average_wager") if key in said}
        return said | rounded | {"exact": False, "se": self.errors.get(name, 0.0)}


def _rounded(figure: Any) -> Any:
    """An estimate is no fraction of whole numbers that anybody should trust."""
    return float(Fraction(figure)) if isinstance(figure, str) else figure


def row_json(row: OutcomeRow) -> Json:
    """One outcome of a wager."""
    return {
        "outcome": row.outcome,
        "combinations": row.combinations,
        "of": row.of,
        "pays": row.pays,
        "probability": float(row.probability),
        "one_in": row.of / row.combinations if row.combinations else None,
        "return": float(row.share),
    }
