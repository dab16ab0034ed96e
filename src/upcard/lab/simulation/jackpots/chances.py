"""What one bettor's round does to the meters: which claims come together, with their exact chances."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module

from upcard.lab.analysis import LabError, ProgressiveAnalysis
from upcard.lab.kernels import Progress
from upcard.lab.registry import lab_of
from upcard.lab.simulation.jackpots.link import SimulatedLink
from upcard.lab.solvers import solver
from upcard.rules.awards import WHOLE

Claims = tuple[tuple[str, int, str], ...]
"""Meter, per cent and outcome of each claim."""


@dataclass(frozen=True, slots=True)
class Chances:
    """A progressive bet, round by round."""

    analysis: ProgressiveAnalysis
    claims: Mapping[Claims, Fraction]
    """How likely a bettor's round has these claims; the rest has none."""
    exact: bool

    @property
    def any(self) -> Fraction:
        """How likely a bettor's round claims anything."""
        return sum(self.claims.values(), Fraction(0))

    def whole(self, meter: str) -> Fraction:
        """How likely it takes all of a meter."""
        return sum(
            (chance for claims, chance in self.claims.items() if (meter, WHOLE) in {c[:2] for c in claims}),
            Fraction(0),
        )


def chances_of(link: SimulatedLink, progress: Progress) -> Chances:
    """Worked out by the game's solver, at best play."""
    analysis = solver(link.game.name).solve(link.game, progress)
    wager = analysis.wagers[link.wager]
    if not isinstance(wager, ProgressiveAnalysis):
        raise LabError(f"{link.game.title}: {link.wager} pays from no meter")
    together = lab_of(link.game).claims
    claims = import_module(together).claims(link.game, link.wager) if together else _rows(link, wager)
    return Chances(wager, claims, analysis.exact)


def _rows(link: SimulatedLink, wager: ProgressiveAnalysis) -> dict[Claims, Fraction]:
    """One claim at most in a round: those of the wager's own rows."""
    table, meters = link.game.table_of(link.wager), link.game.outcomes_of(link.wager).meters
    found: defaultdict[Claims, Fraction] = defaultdict(Fraction)
    for row in wager.rows:
        percent = table[row.outcome].percent
        if percent and row.combinations:
            found[(meters[row.outcome], percent, row.outcome),] += row.probability
    return dict(found)
