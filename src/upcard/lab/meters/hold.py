"""What a progressive wager holds in the long run, from its seeds, contributions and reserve (B7S-7, REG-7).

Everything that enters a meter is won sooner or later: the contributions, and the seed as often as it is put back. So
the house keeps the wager less its fixed pays, less what goes into the meters, less the reseeds; what is set aside for
reseeds pays for them first (PRG-7).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from upcard.lab.analysis import LabError, ProgressiveAnalysis


@dataclass(frozen=True, slots=True)
class Hold:
    """Where each dollar wagered goes in the long run."""

    fixed: Fraction
    """Paid back by the fixed pays."""
    envy: Fraction
    """Paid for what other players hold."""
    contributions: Fraction
    """Into the meters, and so to players."""
    reseeds: Fraction
    """What putting the seeds back costs, from the reserve or from the house."""
    reserve: Fraction
    """Set aside for reseeds."""
    average: Mapping[str, Fraction]
    """What each meter stands at on average, in dollars, when a wager meets it."""

    @property
    def hold(self) -> Fraction:
        """What stays with the house; a reserve beyond what reseeds need is set aside, not held."""
        return 1 - self.fixed - self.envy - self.contributions - max(self.reseeds, self.reserve)

    @property
    def short(self) -> Fraction:
        """What the reserve lacks for the reseeds: the house adds it."""
        return max(self.reseeds - self.reserve, Fraction(0))


def long_run(
    wager: ProgressiveAnalysis,
    seeds: Mapping[str, Fraction],
    rates: Mapping[str, Fraction],
    reserve: Fraction = Fraction(0),
    other_players: int = 0,
) -> Hold:
    """The long run of a wager whose meters reseed to `seeds` dollars and take `rates` of each wager.

    One bettor a round; what rounding an award to cents or dollars adds is left out.
    """
    for name, given in (("seeds", seeds), ("rates", rates)):
        if set(given) != set(wager.per_dollar):
            raise LabError(
                f"{name} are for {', '.join(sorted(given)) or 'no meter'}; the meters are {', '.join(wager.per_dollar)}"
            )
        if any(value < 0 for value in given.values()):
            raise LabError(f"{name} can't be negative")
    if reserve < 0 or sum(rates.values(), reserve) > 1:
        raise LabError("contributions and reserve together take nothing less than none, and at most the wager")
    stake = wager.stake
    average = {}
    reseeds = Fraction(0)
    for meter, slope in wager.per_dollar.items():
        empties = wager.emptied[meter]
        reseeds += empties * seeds[meter] / stake
        # On average what goes in is what comes out: M times its slope is the contribution and the seeds put back.
        average[meter] = (rates[meter] * stake + empties * seeds[meter]) / slope
    envy = (wager.per_other_bettor or Fraction(0)) * other_players / stake
    return Hold(1 + wager.constant / stake, envy, sum(rates.values(), Fraction(0)), reseeds, reserve, average)
