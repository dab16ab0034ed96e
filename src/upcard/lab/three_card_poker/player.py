"""Three Card Poker played by the solver's decisions (TCP-4), beside another player for envy to look at (TCP-12)."""

from typing import ClassVar

from upcard.cards.card import Cards
from upcard.cards.shuffle import Source
from upcard.lab.simulation.players import OTHER, UNIT, StrategyPlayer
from upcard.lab.three_card_poker.advice import kind_of
from upcard.lab.three_card_poker.counts import deals
from upcard.lab.three_card_poker.solver import meet, played_kinds
from upcard.rounds.round import Round
from upcard.rules.game import Game
from upcard.rules.needs import Act, Turn


class ThreeCardPokerPlayer(StrategyPlayer):
    """Plays or folds as the solver decided for the kind of hand."""

    beside: ClassVar[str] = "always-play"

    def __init__(self, game: Game, source: Source) -> None:
        super().__init__(game, source)
        self.bets[OTHER] = {"pair-plus": UNIT}  # nothing to decide there
        self._dealt = deals(game.deck)
        self._plays = played_kinds(game, self._dealt, meet(game, self._dealt))
        self._known: dict[Cards, str] = {}

    def act(self, played: Round, turn: Turn) -> Act:
        """Play or fold."""
        cards = tuple(played.table.seats[turn.seat].cards)
        if cards not in self._known:
            self._known[cards] = "play" if self._plays[kind_of(self._dealt, cards)] else "fold"
        return Act(turn.seat, turn.hand, self._known[cards])


player = ThreeCardPokerPlayer
