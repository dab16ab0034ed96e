"""Who plays the simulated rounds of a game without a strategy of its own."""

from upcard.cards.shuffle import Source
from upcard.lab.general.asking import model_of, unlimited
from upcard.lab.general.methods.showdown import Unsuited
from upcard.lab.general.rounds.script import UNIT, Option, Spot, place_of
from upcard.lab.general.solution import Solution, solution
from upcard.lab.kernels import silent
from upcard.lab.simulation.players import StrategyPlayer, WalkingPlayer
from upcard.rounds.round import Round
from upcard.rules.events import Acted
from upcard.rules.game import Game
from upcard.rules.needs import Act, Amount, Turn


class ModelPlayer(StrategyPlayer):
    """Makes the best move of a game that has been worked out; of ties the first that stakes less."""

    def __init__(self, game: Game, source: Source, solved: Solution) -> None:
        super().__init__(game, source)
        self._solved = solved
        self._known: dict[tuple[tuple[tuple[Spot, int], ...], tuple[Option, ...]], Option] = {}

    def act(self, played: Round, turn: Turn) -> Act:
        """The move of the book."""
        cards, made = seen_by(played, turn.seat), moves_of(played, turn.seat)
        key = (tuple(cards.items()), made)
        if key not in self._known:
            self._known[key] = self._solved.book.choice(cards, made)
        name, value = self._known[key]
        move = turn.move(name)
        if isinstance(value, int) and isinstance(move, Amount):  # the book has amounts in cents of the lab's own unit
            value = min(max(value * _scale(played, turn.seat) // UNIT, move.low), move.high)
        return Act(turn.seat, turn.hand, name, value)


def seen_by(played: Round, seat: int) -> dict[Spot, int]:
    """Every card that a player sees, by where it was dealt; other players' are left out."""
    table, cards = played.table, dict[Spot, int]()
    for hand in (table.dealer, table.board, *table.seats[seat].hands):
        place = place_of(hand.seat, hand.number)
        cards |= {(place, at): card for at, card in enumerate(hand.visible_to(seat)) if card is not None}
    return cards


def moves_of(played: Round, seat: int) -> tuple[Option, ...]:
    """The moves that a player has made, with amounts in the lab's own cents."""
    scale = _scale(played, seat)
    return tuple(
        (event.move, event.value * UNIT // scale if isinstance(event.value, int) else event.value)
        for event in played.events
        if isinstance(event, Acted) and event.seat == seat
    )


def _scale(played: Round, seat: int) -> int:
    """The cents of one unit at a seat."""
    bets = played.table.seats[seat].bets
    return bets.get(played.game.main_wager.name) or next(iter(bets.values()))


def player(game: Game, source: Source) -> StrategyPlayer:
    """The player that fits a game: by its book, or walking."""
    free = unlimited(game)
    model = model_of(free)
    if model is not None and (model.strength is not None or model.facts):
        try:
            return ModelPlayer(game, source, solution(free, model, silent))
        except Unsuited:
            pass
    return WalkingPlayer(game, source)
