"""From counts and pay tables to exact expectations: a wager's rows, its EV, its spread."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from upcard.rules.bets import followed
from upcard.rules.game import Game
from upcard.rules.odds import Pay
from upcard.rules.paytable import PayTable


class FixedSum(ValueError):
    """A pay in dollars on a wager of any stake: it has no expectation for a unit."""

    def __init__(self, pay: Pay) -> None:
        super().__init__(
            f"{pay.text!r} is a fixed sum, and the stake is not fixed: an analysis needs odds, as in '5 to 1'"
        )


def net(pay: Pay, stake: int | None = None) -> Fraction:
    """What the player gains or loses on one unit staked, meters aside; a fixed sum needs the stake in cents (GEN-6)."""
    gain = Fraction(pay.numerator, pay.denominator) + pay.returns_stake - 1
    if pay.cents:
        if stake is None:
            raise FixedSum(pay)
        gain += Fraction(pay.cents, stake)
    return gain


def bonus(pay: Pay, unit: int | None = None) -> Fraction:
    """What a bonus without a stake of its own gives, in units: of the wager it is reckoned on, or of so many cents."""
    gain = Fraction(pay.numerator, pay.denominator)
    if pay.cents:
        if unit is None:
            raise FixedSum(pay)
        gain += Fraction(pay.cents, unit)
    return gain


def staked_at_deal(game: Game) -> int:
    """Units that lie before the deal for one on the main wager: its own, and those of the wagers that follow it."""
    return sum(followed(game, {game.main_wager.name: 1}).values())


@dataclass(frozen=True, slots=True)
class OutcomeRow:
    """One outcome of a wager: how often, and what it means for one unit."""

    outcome: str
    combinations: int
    of: int
    pays: str
    net: Fraction
    """The gain for one unit: of the stake, or of the Ante for a bet or bonus that is reckoned in Antes."""
    wins: bool

    @property
    def probability(self) -> Fraction:
        """How likely it is."""
        return Fraction(self.combinations, self.of)

    @property
    def share(self) -> Fraction:
        """What it adds to the expectation."""
        return self.probability * self.net


def rows(
    counts: Mapping[str, int], of: int, table: PayTable, gain: Mapping[str, Fraction] | None = None
) -> tuple[OutcomeRow, ...]:
    """The rows of a wager in the order of its pay table; outcomes that can't happen are kept with 0."""
    strangers = set(counts) - set(table.pays)
    if strangers:
        raise ValueError(f"pay table {table.name!r} of {table.table} has no row for {', '.join(sorted(strangers))}")
    return tuple(
        OutcomeRow(name, counts.get(name, 0), of, pay.text, net(pay) if gain is None else gain[name], pay.wins)
        for name, pay in table.pays.items()
        if gain is None or name in gain
    )


def expectation(of_rows: Sequence[OutcomeRow]) -> Fraction:
    """The sum of probability times gain, exactly."""
    return sum((row.share for row in of_rows), Fraction(0))


def second_moment(of_rows: Sequence[OutcomeRow]) -> Fraction:
    """The sum of probability times gain squared, exactly."""
    return sum((row.share * row.net for row in of_rows), Fraction(0))


def deviation(ev: Fraction, square: Fraction) -> float:
    """The standard deviation, from the mean and the mean of squares."""
    return math.sqrt(square - ev * ev)
