"""What is simulated: a game, who sits at it with which bets and strategy, and how its cards are shuffled."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from upcard.lab.strategies.playing import Strategy
from upcard.rules.game import Game

BY_MARKS = 64
"""Decks of at most so many cards fit into one number, a bit for each card that is gone."""
STRETCH = 16_384
"""Rounds that are dealt from one stretch of the stream, and from one shoe where it goes on.

The n-th stretch is the same wherever it is played.
"""


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """A player: bets before the deal, and how he plays."""

    bets: Mapping[str, int]
    strategy: Strategy
    player: str = ""
    """Who it is, where one player holds several seats (TCP-12)."""


@dataclass(frozen=True, slots=True)
class Setup:
    """One simulation but for its length."""

    game: Game
    seats: Mapping[int, SeatSetup]
    seed: str
    continued: bool = False
    """Whether the shoe goes on over rounds until the cut card comes; otherwise every round has a fresh shuffle."""
    metered: bool = False
    """Whether jackpots are awarded from meters, so that each claim has to be noted in its place."""
    traced: bool = False
    """Whether every round's result and stake are kept in their place."""
    look: int = 0
    """Every how many rounds it is noted what each seat has won since, a power of two; 0: nobody follows the rounds."""

    @property
    def key(self) -> int:
        """The 64 bits of the seed that choose the streams."""
        return int.from_bytes(sha256(self.seed.encode()).digest()[:8], "little")

    @property
    def bets(self) -> dict[int, dict[str, int]]:
        """The bets as a round takes them."""
        return {number: dict(seat.bets) for number, seat in sorted(self.seats.items())}

    @property
    def players(self) -> dict[int, str]:
        """Who sits where, as a round takes it."""
        return {number: seat.player for number, seat in self.seats.items() if seat.player}

    @property
    def marked(self) -> bool:
        """Whether cards are dealt by marking those that are gone: small decks that are shuffled for every round."""
        return not self.game.keeps_shoe and len(self.game.deck) <= BY_MARKS

    @property
    def cut(self) -> int:
        """How many cards lie in front of the cut card; nothing, where every round is shuffled."""
        share = self.game.house.get("penetration", 100)
        assert isinstance(share, int)
        return len(self.game.deck) * share // 100 if self.continued else 0


LOOKS = 512
"""Looks at a simulation, or up to twice as many."""


def look_of(rounds: int) -> int:
    """Every how many rounds it is looked: as often in a long simulation as in a short one, at most once a stretch."""
    return min(STRETCH, 1 << max(0, (rounds // LOOKS).bit_length() - 1))


def lengths(rounds: int, first: int, stretches: int) -> list[int]:
    """How many rounds each of some stretches has, when there are so many rounds in all."""
    return [min(STRETCH, rounds - at * STRETCH) for at in range(first, first + stretches)]
