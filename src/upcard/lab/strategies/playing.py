"""A strategy at the table: it sees what a player there sees, and answers the round's turns."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, TypeAlias

from upcard.cards.shuffle import Source
from upcard.lab.strategies.conditions import StrategyError
from upcard.lab.strategies.plan import Plan, every_act, made
from upcard.rounds.round import Round
from upcard.rules.features import HandSight
from upcard.rules.game import Game
from upcard.rules.needs import Act, Turn

PARTS = 1 << 32
"""An error rate is played in whole parts of this."""

Decider: TypeAlias = Callable[[HandSight, Turn], str | Act]
"""A user's function: what is seen and what is legal, to a move's name or a whole answer."""


class Strategy(Protocol):
    """Whoever decides for a seat."""

    @property
    def name(self) -> str:
        """What it is called."""

    def act(self, played: Round, turn: Turn, source: Source) -> Act:
        """The answer to a turn; `source` is for errors and for choices between which nothing depends."""


def sight_of(played: Round, turn: Turn) -> HandSight:
    """What the player of a turn sees: own cards that he may see, and open ones of dealer and board."""
    table, seat = played.table, turn.seat
    seen = [tuple(c for c in hand.visible_to(seat) if c is not None) for hand in table.seats[seat].hands]
    up, board = (
        tuple(card for card in hand.visible_to(None) if card is not None) for hand in (table.dealer, table.board)
    )
    return HandSight(seen[turn.hand - 1], up, (*seen[: turn.hand - 1], *seen[turn.hand :]), board)


@dataclass(frozen=True, slots=True)
class Written:
    """Plays a plan."""

    plan: Plan

    @property
    def name(self) -> str:
        """The plan's name."""
        return self.plan.name

    def act(self, played: Round, turn: Turn, source: Source) -> Act:
        """The plan's move, or now and then any."""
        return slip(self.plan.errors, turn, source) or self.plan.decide(sight_of(played, turn), turn)


@dataclass(frozen=True, slots=True)
class Function:
    """Plays what a user's function says."""

    name: str
    game: Game
    decide: Decider
    errors: Fraction = Fraction(0)

    def act(self, played: Round, turn: Turn, source: Source) -> Act:
        """The function's move; one that is not legal is an error that names it."""
        slipped = slip(self.errors, turn, source)
        if slipped is not None:
            return slipped
        said = self.decide(sight_of(played, turn), turn)
        if isinstance(said, Act):
            return said
        act = made(self.game, turn, said)
        if act is None:
            legal = ", ".join(move.name for move in turn.moves)
            raise StrategyError(f"the strategy {self.name!r} says {said!r}, which is not legal; it can {legal}")
        return act


@dataclass(frozen=True, slots=True)
class Erring:
    """Another strategy, played by somebody who errs."""

    strategy: Strategy
    errors: Fraction

    @property
    def name(self) -> str:
        """The strategy's name."""
        return self.strategy.name

    def act(self, played: Round, turn: Turn, source: Source) -> Act:
        """Now and then any legal move."""
        return slip(self.errors, turn, source) or self.strategy.act(played, turn, source)


def slip(errors: Fraction, turn: Turn, source: Source) -> Act | None:
    """A legal move at random, so often; nothing is drawn where there are no errors."""
    if not errors or source.below(PARTS) >= parts_of(errors):
        return None
    acts = every_act(turn)
    return acts[source.below(len(acts))]


def parts_of(errors: Fraction) -> int:
    """An error rate in parts of `PARTS`."""
    return int(errors * PARTS)
