"""What is asked of a session, and what cannot be."""

from dataclasses import dataclass

from upcard.lab.analysis import LabError
from upcard.lab.simulation.setup import Setup

MOST_ROUNDS = 10_000_000
LARGEST = 10**15
"""Cents: money beyond is a slip of the finger."""


@dataclass(frozen=True, slots=True)
class SessionQuestion:
    """A number of rounds from a bankroll."""

    setup: Setup
    bankroll: int
    rounds: int
    stop_win: int | None = None
    """Cents won at which the player leaves."""
    needs: int | None = None
    """Cents below which there is no further round; the most that a round can stake, if nothing is said."""

    def __post_init__(self) -> None:
        setup, staked = self.setup, self.staked
        if len(setup.seats) != 1:
            raise LabError(f"a session is one player's at one seat, not {len(setup.seats)}")
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise LabError(f"a session has 1 to {MOST_ROUNDS:,} rounds, not {self.rounds:,}")
        if self.stop_win is not None and not 1 <= self.stop_win <= LARGEST:
            raise LabError(f"a player leaves when a sum above 0 is won, not {self.stop_win:,} cents")
        if self.needs is not None and self.needs < staked:
            raise LabError(
                f"a round needs at least what is staked before the deal, {staked:,} cents; not {self.needs:,}"
            )
        least = staked if self.needs is None else self.needs
        if not least <= self.bankroll <= LARGEST:
            raise LabError(
                f"a bankroll of {self.bankroll:,} cents can't cover a round, which needs {least:,} cents"
                if self.bankroll < least
                else f"a bankroll of {self.bankroll:,} cents is more than any table holds; at most {LARGEST:,}"
            )

    @property
    def staked(self) -> int:
        """Cents that lie on the table before the deal."""
        return sum(cents for seat in self.setup.seats.values() for cents in seat.bets.values())

    @property
    def target(self) -> int | None:
        """The bankroll at which the player leaves."""
        return None if self.stop_win is None else self.bankroll + self.stop_win
