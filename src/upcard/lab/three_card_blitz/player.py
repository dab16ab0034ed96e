"""3 Card Blitz played by the lab's advice on seven known cards (BLZ-6)."""

from upcard.cards.shuffle import Source
from upcard.lab.simulation.players import StrategyPlayer
from upcard.lab.three_card_blitz.advice import worth
from upcard.lab.three_card_blitz.solver import prices
from upcard.lab.three_card_blitz.states import states
from upcard.rounds.round import Round
from upcard.rules.game import Game
from upcard.rules.needs import Act, Turn


class ThreeCardBlitzPlayer(StrategyPlayer):
    """Plays where that is worth more than to fold."""

    def __init__(self, game: Game, source: Source) -> None:
        super().__init__(game, source)
        self._states, self._prices = states(game.deck), prices(game)

    def act(self, played: Round, turn: Turn) -> Act:
        """Play or fold."""
        play, fold = worth(self._states, self._prices, tuple(played.table.seats[turn.seat].cards))
        return Act(turn.seat, turn.hand, "play" if play > fold else "fold")


player = ThreeCardBlitzPlayer
