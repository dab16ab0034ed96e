"""What many rounds came to, as whole numbers: nothing is averaged before the last round is counted."""

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

from upcard.rounds.round import Round

Came = tuple[tuple[str, ...], int, int]
"""What became of a wager in one round: the outcome of each of its lines, cents staked, cents won or lost."""


@dataclass(slots=True)
class Tally:
    """Rounds by what each wager came to in them; wagers that had no line in a round are not counted there."""

    rounds: int = 0
    wagers: defaultdict[str, Counter[Came]] = field(default_factory=lambda: defaultdict(Counter))
    main: Counter[tuple[int, int]] = field(default_factory=Counter)
    """Cents staked, and won or lost, on all wagers of the game itself; side bets are not in it."""
    claims: defaultdict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    """By meter: how often how many per cent of it were won."""

    def add(self, played: Round, seat: int, seat_of: Callable[[str], int]) -> None:
        """Counts a finished round: the game at `seat`, and each wager at the seat where it is watched."""
        self.rounds += 1
        staked = won = 0
        came: dict[str, tuple[list[str], int, int]] = {}
        is_side = played.game.is_side
        for line in played.lines:
            gain = line.returned - line.stake
            if line.seat == seat and not is_side(line.wager):
                staked += line.stake
                won += gain
            if line.seat == seat_of(line.wager):
                outcomes, stake, before = came.get(line.wager, ([], 0, 0))
                came[line.wager] = ([*outcomes, line.outcome], stake + line.stake, before + gain)
                for claim in line.claims:
                    self.claims[claim.meter][claim.percent] += 1
        self.main[staked, won] += 1
        for wager, (outcomes, stake, gain) in came.items():
            self.wagers[wager][tuple(sorted(outcomes)), stake, gain] += 1

    def merge(self, other: "Tally") -> None:
        """Adds what other rounds came to."""
        self.rounds += other.rounds
        self.main += other.main
        for wager, seen in other.wagers.items():
            self.wagers[wager].update(seen)
        for meter, won in other.claims.items():
            self.claims[meter].update(won)
