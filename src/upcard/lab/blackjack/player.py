"""Blackjack played by the solver's decisions, split hands by the convention CDZ- (docs/blackjack-math.md).

Somebody beside insures every bet, whatever it is worth, and stands: so that the wager is seen as the analysis reckons
it, for one who knows only the upcard.
"""

from typing import ClassVar, cast

from upcard.cards.shuffle import Source
from upcard.lab.blackjack.bet import Solved, solve
from upcard.lab.blackjack.solver import composition
from upcard.lab.blackjack.tables import hands, slot_of
from upcard.lab.blackjack.terms import Terms
from upcard.lab.blackjack.upcards import DOUBLE, HIT, strategy
from upcard.lab.simulation.players import OTHER, SEAT, UNIT, StrategyPlayer
from upcard.rounds.round import Round
from upcard.rules.blackjack.game import Blackjack
from upcard.rules.game import Game
from upcard.rules.needs import Act, Amount, Turn

_NAMES = {HIT: "hit", DOUBLE: "double"}


class BlackjackPlayer(StrategyPlayer):
    """Plays every hand by its composition, as solved for a full shoe."""

    watched: ClassVar[dict[str, int]] = {"insurance": OTHER}
    beside: ClassVar[str] = "always-insure"

    def __init__(self, game: Game, source: Source) -> None:
        super().__init__(game, source)
        table = cast("Blackjack", game)
        if not table.has_three_suited_sevens():
            del self.bets[SEAT]["blazing-sevens"]
        self.bets[OTHER] = {"bet": UNIT}
        self._shoe, self._terms = composition(table), Terms.of(table).for_play()
        self._known: dict[tuple[int, int, bool, tuple[str, ...]], str] = {}

    def act(self, played: Round, turn: Turn) -> Act:
        """The best move; the seat beside insures and stands."""
        if turn.seat != OTHER:
            return self.best(played, turn)
        names = tuple(move.name for move in turn.moves)
        return _made(turn, next(name for name in ("insurance", "no-insurance", "stand") if name in names))

    def best(self, played: Round, turn: Turn) -> Act:
        """The best move; of an amount the most."""
        seat = played.table.seats[turn.seat]
        up = slot_of(played.table.dealer.cards[0])
        names = tuple(move.name for move in turn.moves)
        key = (up, hands().of(seat.hands[turn.hand - 1].cards), len(seat.hands) > 1, names)
        if key not in self._known:
            self._known[key] = self._decide(*key)
        return _made(turn, self._known[key])

    def _decide(self, up: int, hand: int, is_split: bool, names: tuple[str, ...]) -> str:
        solved: Solved = solve(self._shoe, self._terms, up)
        if "no-insurance" in names:
            worth = solved.insurance(hand)
            return "insurance" if worth is not None and worth > 0.0 and "insurance" in names else "no-insurance"
        if is_split and "split" in names:
            return "split"  # a hand that pairs again is split again
        if "hit" not in names:
            return "stand"
        if not is_split and hands().size[hand] == 2:
            return solved.best(hand)
        acts = strategy(solved.upcard.values, may_double="double" in names)
        return _NAMES.get(int(acts[hand]), "stand")


def _made(turn: Turn, name: str) -> Act:
    move = turn.move(name)
    return Act(turn.seat, turn.hand, name, move.high if isinstance(move, Amount) else None)


player = BlackjackPlayer
