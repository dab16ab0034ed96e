"""What the solver takes from a blackjack table's rules: the settings that steer play, and what each outcome nets."""

from dataclasses import dataclass
from fractions import Fraction

from upcard.rules.blackjack.hands import DoubleSetting
from upcard.rules.odds import Pay

STRATEGIES = {
    "CDZ-": "post-split hands follow the pre-split composition-dependent strategy",
    "CDP1": "post-split hands follow the strategy that is best with the other card of the pair known to be out",
    "CDP": "post-split hands follow the strategy that is best with every card of the pair known to be out so far",
}
"""How split hands are played (see docs/blackjack-math.md)."""


@dataclass(frozen=True, slots=True)
class Terms:
    """A table as the solver sees it. Nets are for a stake of one: what comes back, less the stake."""

    hits_soft_17: bool
    max_hands: int
    resplit_aces: bool
    double: DoubleSetting
    double_after_split: bool
    surrender: bool
    blackjack: Fraction
    win: Fraction
    push: Fraction
    lose: Fraction
    surrendered: Fraction
    insurance_win: Fraction
    insurance_lose: Fraction

    def net(self, outcome: str) -> Fraction:
        """What an outcome of the bet nets."""
        nets = {"blackjack": self.blackjack, "win": self.win, "push": self.push, "lose": self.lose}
        return nets[outcome]


def net(pay: Pay) -> Fraction:
    """What a pay nets for a stake of one, exactly (a table rounds to the cent; the mathematics does not)."""
    return Fraction(pay.numerator, pay.denominator) + (1 if pay.keeps else 0) - 1
