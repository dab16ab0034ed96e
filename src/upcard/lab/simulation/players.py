"""Who plays the simulated rounds: the lab's own strategy, sitting at a table and seeing what a player there sees.

A player decides and bets; the round deals, checks and settles. So nothing of how a solver adds up its numbers is used
to come to a simulated one.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable
from dataclasses import replace
from typing import ClassVar, cast

from upcard.cards.shuffle import Source
from upcard.lab.general.asking import alone
from upcard.lab.registry import part
from upcard.lab.walking.drawing import as_seen
from upcard.lab.walking.walker import Walker
from upcard.rounds.knowledge import Knowledge
from upcard.rounds.round import Round
from upcard.rules.game import Game
from upcard.rules.needs import Act, Turn

SEAT = 1
"""Where the strategy plays."""
OTHER = 2
"""The seat of somebody else, where a wager needs one."""
UNIT = 720_720
"""Cents of one bet: enough divisors that no pay of the rulebook is rounded."""


class StrategyPlayer(ABC):
    """Plays by a strategy, with one unit on every wager that can be made before the deal."""

    watched: ClassVar[dict[str, int]] = {}
    """Wagers whose results are taken from another seat than the strategy's."""
    beside: ClassVar[str] = "optimal"
    """How another seat is played, where there are bets at one."""

    def __init__(self, game: Game, source: Source) -> None:
        """`source` is for choices between which nothing depends, never for cards."""
        self.game = game
        self.source = source
        own = {w.name: game.fixed_stake(w) or UNIT for w in game.wagers if w.placed == "before"}
        self.bets: dict[int, dict[str, int]] = {SEAT: own}

    def seat_of(self, wager: str) -> int:
        """Where a wager is watched: at the strategy's own seat, if nobody sits at the one that it is taken from."""
        seat = self.watched.get(wager, SEAT)
        return seat if seat in self.bets else SEAT

    @abstractmethod
    def act(self, played: Round, turn: Turn) -> Act:
        """The move to make, at whichever of the seats it has bets."""

    def best(self, played: Round, turn: Turn) -> Act:
        """The strategy's own move, wherever it sits."""
        return self.act(played, turn)


class WalkingPlayer(StrategyPlayer):
    """The general walker's decisions, for a game without a strategy of its own; each is worked out once."""

    def __init__(self, game: Game, source: Source) -> None:
        super().__init__(game, source)
        self._known: dict[Hashable, Act] = {}

    def act(self, played: Round, turn: Turn) -> Act:
        """The best move for one who knows what this seat has seen."""
        bets = played.table.seats[turn.seat].bets
        walker = Walker(self.game, bets)
        known = Knowledge.of(played, turn.seat, turn.hand)
        told = alone(self.game, known).told
        key: Hashable = known
        if callable(walker.alike):  # cards that are alike are one question
            key = (tuple(bets.items()), as_seen(told, walker.alike))
        if key not in self._known:
            self._known[key], _ = max(walker.options(told), key=lambda option: (option[1].main, -option[1].staked))
        return replace(self._known[key], seat=turn.seat)


def player(game: Game, source: Source) -> StrategyPlayer:
    """The lab's player of a game as configured."""
    return cast("StrategyPlayer", part(game, "player").player(game, source))
