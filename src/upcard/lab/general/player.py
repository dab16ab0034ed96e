"""Who plays the simulated rounds of a game without a strategy of its own."""

from upcard.cards.shuffle import Source
from upcard.lab.general.asking import unlimited
from upcard.lab.general.methods.showdown import Unsuited
from upcard.lab.general.rounds.script import Option, Spot, place_of
from upcard.lab.general.solution import Solution, solution
from upcard.lab.kernels import silent
from upcard.lab.simulation.players import StrategyPlayer, WalkingPlayer
from upcard.rounds.round import Round
from upcard.rules.events import Acted
from upcard.rules.game import Game
from upcard.rules.needs import Act, Turn


class ModelPlayer(StrategyPlayer):
    """Makes the best move of a game that has been worked out; of ties the first that stakes less."""

    def __init__(self, game: Game, source: Source, solved: Solution) -> None:
        super().__init__(game, source)
        self._solved = solved
        self._known: dict[tuple[tuple[tuple[Spot, int], ...], tuple[Option, ...]], Option] = {}

    def act(self, played: Round, turn: Turn) -> Act:
        """The move of the book."""
        table = played.table
        cards: dict[Spot, int] = {}
        for hand in (table.dealer, table.board, *table.seats[turn.seat].hands):
            place = place_of(hand.seat, hand.number)
            cards |= {(place, at): card for at, card in enumerate(hand.visible_to(turn.seat)) if card is not None}
        made = tuple(
            (event.move, event.value) for event in played.events if isinstance(event, Acted) and event.seat == turn.seat
        )
        key = (tuple(cards.items()), made)
        if key not in self._known:
            self._known[key] = self._solved.book.choice(cards, made)
        move, value = self._known[key]
        return Act(turn.seat, turn.hand, move, value)


def player(game: Game, source: Source) -> StrategyPlayer:
    """The player that fits a game: by its book, or walking."""
    free = unlimited(game)
    model = free.model()
    if model is not None and (model.strength is not None or model.facts):
        try:
            return ModelPlayer(game, source, solution(free, model, silent))
        except Unsuited:
            pass
    return WalkingPlayer(game, source)
