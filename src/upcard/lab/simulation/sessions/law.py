"""What a round comes to: every result in cents with its exact chance, where the lab knows it.

Three Card Poker and 3 Card Blitz are walked through all their deals by the kernels that simulate them, with any bets
and any strategy that is data. Another game that its model solves exactly is known by the best play with equal bets.
Blackjack and 4 Card Split have hands that share their cards and their dealer: how they come out together is simulated.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, sqrt

from upcard.lab.kernels import Progress, silent
from upcard.lab.registry import lab_of
from upcard.lab.simulation.engines.policies import error_parts, is_optimal
from upcard.lab.simulation.engines.run import every_round, knows_every_round, why_no_kernel
from upcard.lab.simulation.setup import Setup
from upcard.lab.strategies.playing import PARTS, Erring
from upcard.rules.game import Game


@dataclass(frozen=True, slots=True)
class Law:
    """The exact distribution of a round's result on all wagers, in cents."""

    gains: Mapping[int, int]
    """How many of `of` rounds come to each gain."""
    of: int
    most: int | None = None
    """The largest stake of a round, where it is known."""

    @property
    def mean(self) -> Fraction:
        """Cents that a round wins on average."""
        return Fraction(sum(gain * times for gain, times in self.gains.items()), self.of)

    @property
    def sd(self) -> float:
        """The standard deviation of a round's result, in cents."""
        square = Fraction(sum(gain * gain * times for gain, times in self.gains.items()), self.of)
        return sqrt(square - self.mean**2)

    @property
    def step(self) -> int:
        """The cents by which results differ: all are multiples of it."""
        return gcd(*self.gains) or 1

    @property
    def losing(self) -> float:
        """How likely a round loses money."""
        return float(Fraction(sum(times for gain, times in self.gains.items() if gain < 0), self.of))


def why_unknown(setup: Setup) -> str:
    """Why the result of a round is not known exactly; nothing where it is."""
    if len(setup.seats) > 1:
        return "several seats share their cards"
    if setup.continued:
        return "a shoe that goes on makes rounds depend on those before"
    (seat,) = setup.seats.values()
    if knows_every_round(setup.game):
        return why_no_kernel(setup)
    if lab_of(setup.game).engine:
        return why_no_kernel(setup) or f"{setup.game.title}: what hands of one seat come to together is not enumerated"
    if not is_optimal(seat.strategy) or isinstance(seat.strategy, Erring):
        return f"{setup.game.title} is known exactly for the best play only"
    if _equal_bets(setup.game, seat.bets) is None:
        return f"{setup.game.title} is known exactly for equal bets on the game itself, without side bets"
    return ""


def law_of(setup: Setup, progress: Progress = silent) -> Law | None:
    """How likely each result of a round is; None where it is not known exactly."""
    if why_unknown(setup):
        return None
    if not knows_every_round(setup.game):
        return _solved(setup, progress)
    progress(f"{setup.game.title}: every deal of a round")
    (seat,) = setup.seats.values()
    pairs, of = every_round(setup, error_parts(seat.strategy), PARTS)
    gains: Counter[int] = Counter()
    for (_, gain), times in pairs.items():
        gains[gain] += times
    return Law(gains, of, max(stake for stake, _ in pairs))


def _equal_bets(game: Game, bets: Mapping[str, int]) -> int | None:
    """The cents that lie on every wager of the game itself, if it is the same on each and nothing lies elsewhere."""
    needed = {wager.name for wager in game.wagers if wager.placed == "before" and not game.is_side(wager.name)}
    amounts = set(bets.values())
    return amounts.pop() if set(bets) == needed and len(amounts) == 1 else None


def _solved(setup: Setup, progress: Progress) -> Law | None:
    """The results that a game's own solver counts, for the best play."""
    from upcard.lab.solvers import solver

    (seat,) = setup.seats.values()
    analysis = solver(setup.game.name).solve(setup.game, progress)
    unit = _equal_bets(setup.game, seat.bets)
    if analysis.total is None or not analysis.exact or not analysis.total.gains or unit is None:
        return None
    chances = {gain * unit: chance for gain, chance in analysis.total.gains.items()}
    if any(gain.denominator != 1 for gain in chances):
        return None  # the table rounds such a pay; the analysis does not
    of = 1
    for chance in chances.values():
        of = of * chance.denominator // gcd(of, chance.denominator)
    return Law({int(gain): int(chance * of) for gain, chance in chances.items()}, of)
