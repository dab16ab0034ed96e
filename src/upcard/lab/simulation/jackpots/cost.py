"""What a progressive bet returns in the long run, and what its seeds and rates make it cost."""

from fractions import Fraction

from upcard.lab.analysis import Json
from upcard.lab.simulation.jackpots.chances import Chances
from upcard.lab.simulation.jackpots.link import SimulatedLink
from upcard.lab.simulation.meters import MILLION
from upcard.rules.awards import DOLLAR


def cost(link: SimulatedLink, chances: Chances, stake: int, seats: int) -> Json:
    """In parts of the stake: what comes back by fixed pays, envy, rates and seeds; the rest is the house's.

    A meter pays out what was put in: in the long run the rates, and a seed each time that it was emptied. The hidden
    rate changes nothing for the player; `seed_rate` is the one that pays for the seed.
    """
    said = chances.analysis
    dollars = Fraction(stake, DOLLAR)
    fixed = (said.constant + said.stake) / dollars
    envy = (said.per_other_bettor or Fraction(0)) * (seats - 1) / dollars
    rates = sum((Fraction(meter.rate, MILLION) for meter in link.meters.values()), Fraction(0))
    seeds = {name: meter.reset * chances.whole(name) / stake for name, meter in link.meters.items()}
    returned = fixed + envy + rates + sum(seeds.values(), Fraction(0))
    return {
        "stake": stake,
        "fixed": float(fixed),
        "envy": float(envy),
        "rates": float(rates),
        "seeds": float(sum(seeds.values(), Fraction(0))),
        "returned": float(returned),
        "house_edge": float(1 - returned),
        "seed_rate": {name: float(part * MILLION) for name, part in seeds.items()},
        "hidden_rate": {name: meter.hidden for name, meter in link.meters.items()},
    }
