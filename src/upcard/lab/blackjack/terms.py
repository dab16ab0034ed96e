"""What the solver takes from a blackjack table's rules: the settings that steer play, and what each outcome nets."""

from dataclasses import dataclass, replace
from fractions import Fraction

from upcard.lab.pricing import net
from upcard.rules.blackjack.game import Blackjack
from upcard.rules.blackjack.hands import DoubleSetting


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
    even_money: Fraction
    insurance_win: Fraction
    insurance_lose: Fraction

    @classmethod
    def of(cls, game: Blackjack) -> "Terms":
        """The terms of a table as configured."""
        bet, insurance = game.table_of("bet").pays, game.table_of("insurance").pays
        return cls(
            hits_soft_17=game.rules.hits_soft_17,
            max_hands=game.rules.max_hands,
            resplit_aces=game.rules.resplit_aces,
            double=game.rules.double,
            double_after_split=game.rules.double_after_split,
            surrender=game.rules.late_surrender,
            blackjack=net(bet["blackjack"]),
            win=net(bet["win"]),
            push=net(bet["push"]),
            lose=net(bet["lose"]),
            surrendered=net(bet["surrender"]),
            even_money=net(bet["even-money"]),
            insurance_win=net(insurance["win"]),
            insurance_lose=net(insurance["lose"]),
        )

    def for_play(self) -> "Terms":
        """The terms without what decides nothing: how a hand is played does not depend on what a blackjack is paid."""
        return replace(self, blackjack=Fraction(0), even_money=Fraction(0))

    def net(self, outcome: str) -> Fraction:
        """What an outcome of the bet nets."""
        nets = {"blackjack": self.blackjack, "win": self.win, "push": self.push, "lose": self.lose}
        return self.surrendered if outcome == "surrender" else nets[outcome]

    def insurance(self, outcome: str) -> Fraction:
        """What an outcome of insurance nets."""
        return {"win": self.insurance_win, "lose": self.insurance_lose}[outcome]
