"""What one bettor's round does to the meters: which claims come together, with their exact chances."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from upcard.lab.analysis import LabError, ProgressiveAnalysis
from upcard.lab.kernels import Progress
from upcard.lab.simulation.jackpots.link import Link
from upcard.lab.solvers import solver
from upcard.rules.awards import WHOLE
from upcard.rules.game import Game

Claims = tuple[tuple[str, int, str], ...]
"""Meter, per cent and outcome of each claim."""
DOLLAR = 100


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


def chances_of(link: Link, progress: Progress) -> Chances:
    """Worked out by the game's solver, at best play."""
    analysis = solver(link.game.name).solve(link.game, progress)
    wager = analysis.wagers[link.wager]
    if not isinstance(wager, ProgressiveAnalysis):
        raise LabError(f"{link.game.title}: {link.wager} pays from no meter")
    claims = _together(link.game) if link.game.name == "three-card-blitz" else _rows(link, wager)
    return Chances(wager, claims, analysis.exact)


def _rows(link: Link, wager: ProgressiveAnalysis) -> dict[Claims, Fraction]:
    """One claim at most in a round: those of the wager's own rows."""
    table, meters = link.game.table_of(link.wager), link.game.outcomes_of(link.wager).meters
    found: defaultdict[Claims, Fraction] = defaultdict(Fraction)
    for row in wager.rows:
        percent = table[row.outcome].percent
        if percent and row.combinations:
            found[(meters[row.outcome], percent, row.outcome),] += row.probability
    return dict(found)


def _together(game: Game) -> dict[Claims, Fraction]:
    """A Double Blitz also takes every Royal Blitz that it holds (BLZ-14): claims of one hand come together."""
    from upcard.lab.three_card_blitz.states import summaries
    from upcard.rules.three_card_blitz import hands

    table, meters = game.table_of("blitz-bonus"), game.outcomes_of("blitz-bonus").meters
    found, every = Counter[Claims](), summaries(game.deck)
    for hand, ways in every.items():
        row, also = hands.progressive_outcome(hand)
        claims = tuple((meters[one], table[one].percent, one) for one in (row, *also) if table[one].percent)
        if claims:
            found[claims] += ways
    of = sum(every.values())
    return {claims: Fraction(ways, of) for claims, ways in found.items()}
