"""Who plays the simulated rounds: the lab's own strategy, sitting at a table and seeing what a player there sees.

A player decides and bets; the round deals, checks and settles. So nothing of how a solver adds up its numbers is used
to come to a simulated one.
"""

from abc import ABC, abstractmethod
from importlib import import_module
from typing import ClassVar, cast

from upcard.cards.shuffle import Source
from upcard.lab.walker import Walker
from upcard.rounds.round import Round
from upcard.rules.events import Acted, CardsDealt, CardsShown, Peeked
from upcard.rules.game import Game
from upcard.rules.needs import UNKNOWN, Act, Answer, Turn

SEAT = 1
"""Where the strategy plays."""
OTHER = 2
"""The seat of somebody else, where a wager needs one."""
UNIT = 720_720
"""Cents of one bet: enough divisors that no pay of the rulebook is rounded."""

_PLAYERS = {
    "three-card-poker": "upcard.lab.three_card_poker.player",
    "three-card-blitz": "upcard.lab.three_card_blitz.player",
    "four-card-split": "upcard.lab.four_card_split.player",
    "blackjack": "upcard.lab.blackjack.player",
}


class Player(ABC):
    """Plays by a strategy, with one unit on every wager that can be made before the deal."""

    watched: ClassVar[dict[str, int]] = {}
    """Wagers whose results are taken from another seat than the strategy's."""

    def __init__(self, game: Game, source: Source) -> None:
        """`source` is for choices between which nothing depends, never for cards."""
        self.game = game
        self.source = source
        own = {w.name: game.fixed_stake(w) or UNIT for w in game.wagers if w.placed == "before"}
        self.bets: dict[int, dict[str, int]] = {SEAT: own}

    def seat_of(self, wager: str) -> int:
        """Where a wager is watched."""
        return self.watched.get(wager, SEAT)

    @abstractmethod
    def act(self, played: Round, turn: Turn) -> Act:
        """The move to make."""


class WalkingPlayer(Player):
    """The general walker's decisions, for a game without a strategy of its own; each is worked out once."""

    def __init__(self, game: Game, source: Source) -> None:
        super().__init__(game, source)
        self._known: dict[tuple[Answer, ...], Act] = {}

    def act(self, played: Round, turn: Turn) -> Act:
        """The best move for one who knows what this seat has seen."""
        seen = seen_by_players(played)
        if seen not in self._known:
            options = Walker(self.game, self.bets[SEAT]).options(seen)
            self._known[seen], _ = max(options, key=lambda option: (option[1].main, -option[1].staked))
        return self._known[seen]


def seen_by_players(played: Round) -> tuple[Answer, ...]:
    """The answers that a round was given, with cards that lie face down unread."""
    answers: list[Answer] = []
    unread: dict[tuple[int, int], list[int]] = {}
    for event in played.events:
        if isinstance(event, CardsDealt):
            hand = unread.setdefault((event.seat, event.hand), [])
            hidden = event.seen_by == "nobody"
            hand += [UNKNOWN if hidden else card for card in event.cards]
            answers.append((UNKNOWN,) * len(event.cards) if hidden else event.cards)
        elif isinstance(event, CardsShown):
            hand = unread.get((event.seat, event.hand), [])
            turned = [card for was, card in zip(hand, event.cards, strict=False) if was == UNKNOWN]
            if turned:
                answers.append(tuple(turned))
                unread[event.seat, event.hand] = list(event.cards)
        elif isinstance(event, Peeked):
            answers.append(event.answer)
        elif isinstance(event, Acted):
            answers.append(Act(event.seat, event.hand, event.move, event.value))
    return tuple(answers)


def player(game: Game, source: Source) -> Player:
    """The lab's player of a game as configured."""
    if game.name not in _PLAYERS:
        return WalkingPlayer(game, source)
    return cast("Player", import_module(_PLAYERS[game.name]).player(game, source))
