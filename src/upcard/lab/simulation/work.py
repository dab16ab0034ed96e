"""A simulation's setup on its way to another process or machine, and stretches played there.

What is sent is data: the game's settings and pay tables, bets, strategies as they are written. What comes back are
whole numbers that add up.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from upcard.lab.analysis import LabError
from upcard.lab.simulation.engines.policies import is_optimal
from upcard.lab.simulation.engines.run import EngineName, Play, player_of
from upcard.lab.simulation.results.tally import Tallies
from upcard.lab.simulation.setup import SeatSetup, Setup
from upcard.lab.strategies.named import OPTIMAL, strategy
from upcard.lab.strategies.playing import Erring, Strategy, Written
from upcard.lab.strategies.written import parse_plan, write_plan
from upcard.rounds.record import game_from_json, game_to_json
from upcard.rules.game import Game

_Sent = tuple[str, str, int, int]
"""A strategy: its kind, its text, and its errors as a ratio."""


@dataclass(frozen=True, slots=True)
class Work:
    """A setup as plain data, which any process can play."""

    game: dict[str, Any]
    seats: tuple[tuple[int, tuple[tuple[str, int], ...], _Sent, str], ...]
    seed: str
    continued: bool
    metered: bool
    traced: bool
    look: int
    engine: EngineName

    @classmethod
    def of(cls, setup: Setup, engine: EngineName) -> "Work":
        """A setup to be sent; a strategy that is a function can't be."""
        seats = tuple(
            (number, tuple(seat.bets.items()), _send(seat.strategy), seat.player)
            for number, seat in sorted(setup.seats.items())
        )
        return cls(
            game_to_json(setup.game), seats, setup.seed, setup.continued, setup.metered, setup.traced, setup.look,
            engine,
        )  # fmt: skip

    def setup(self) -> Setup:
        """The setup again."""
        game = game_from_json(self.game)
        seats = {number: SeatSetup(dict(bets), _receive(game, sent), who) for number, bets, sent, who in self.seats}
        return Setup(game, seats, self.seed, self.continued, self.metered, self.traced, self.look)

    def __hash__(self) -> int:
        return hash((self.seats, self.seed, self.engine))


def _send(who: Strategy) -> _Sent:
    if is_optimal(who):
        errors = who.errors if isinstance(who, Erring) else Fraction(0)
        return OPTIMAL, "", errors.numerator, errors.denominator
    if isinstance(who, Written):
        errors = who.plan.errors
        return "plan", write_plan(who.plan.erring(Fraction(0))), errors.numerator, errors.denominator
    raise LabError(f"the strategy {who.name!r} is no data, it plays in this process only; ask for one worker")


def _receive(game: Game, sent: _Sent) -> Strategy:
    kind, text, numerator, denominator = sent
    errors = Fraction(numerator, denominator)
    return strategy(game, OPTIMAL if kind == OPTIMAL else parse_plan(game, text, "the plan sent here"), errors)


@lru_cache(maxsize=4)
def _player(work: Work) -> Play:
    return player_of(work.setup(), work.engine)


def play(work: Work, first: int, lengths: Sequence[int]) -> Tallies:
    """Plays stretches; the tables made for a setup are kept for its next ones."""
    return _player(work)(first, lengths)
