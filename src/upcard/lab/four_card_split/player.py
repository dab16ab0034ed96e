"""4 Card Split played by the solver's best moves (SPL-5 to SPL-7)."""

from itertools import permutations
from typing import TYPE_CHECKING, cast

from upcard.cards.card import Cards
from upcard.cards.shuffle import Source
from upcard.lab.four_card_split.kernels import PAIRS
from upcard.lab.four_card_split.packed_kernels import FOLD_ALL, plays, split_of
from upcard.lab.four_card_split.play import solution
from upcard.lab.kernels import silent
from upcard.lab.simulation.players import StrategyPlayer
from upcard.rounds.round import Round
from upcard.rules.game import Game
from upcard.rules.needs import Act, Turn

if TYPE_CHECKING:
    from upcard.rules.four_card_split.game import FourCardSplit

_OTHER_SUITS = tuple((0, *order) for order in permutations((1, 2, 3)))
"""The names that suits other than the upcard's can have: they are alike."""


class FourCardSplitPlayer(StrategyPlayer):
    """Looks every hand up among the solver's classes.

    Both Antes are equal and either hand may lie at either: a coin decides, so that each Ante has what the analysis says
    of the two.
    """

    def __init__(self, game: Game, source: Source) -> None:
        super().__init__(game, source)
        solved = solution(cast("FourCardSplit", game), silent)
        self._moves = solved.moves
        self._upcards = {card >> 2: row for row, card in enumerate(solved.geometry.upcards.tolist())}
        self._classes = {tuple(cards): place for place, cards in enumerate(solved.geometry.cards.tolist())}
        self._plays: dict[Cards, bool] = {}

    def act(self, played: Round, turn: Turn) -> Act:
        """Split or fold all four; then play or fold each hand."""
        cards = tuple(played.table.hand(turn.seat, turn.hand).cards)
        if turn.move("split") is None:
            return Act(turn.seat, turn.hand, "play" if self._plays[cards] else "fold")
        four, move = self._look_up(cards, played.table.dealer.cards[0])
        if move == FOLD_ALL:
            return Act(turn.seat, turn.hand, "fold")
        parts = _parts(four, split_of(move))
        self._plays = {parts[0]: bool(plays(move, 0)), parts[1]: bool(plays(move, 1))}
        return Act(turn.seat, turn.hand, "split", parts if self.source.below(2) else parts[::-1])

    def _look_up(self, cards: Cards, up: int) -> tuple[Cards, int]:
        """The cards in the order of the class that stands for them, and its best move."""
        to_zero = {0: up & 3, up & 3: 0}
        for order in _OTHER_SUITS:
            named = {(card & ~3) | order[to_zero.get(card & 3, card & 3)]: card for card in cards}
            place = self._classes.get(tuple(sorted(named)))
            if place is not None:
                return tuple(named[card] for card in sorted(named)), int(self._moves[self._upcards[up >> 2], place])
        raise LookupError(f"no class of hands stands for {cards} against {up}")


def _parts(four: Cards, split: int) -> tuple[Cards, Cards]:
    """The two hands of a split as the choice kernels number them."""
    if split < 3:
        (a, b), (c, d) = PAIRS[split].tolist(), PAIRS[5 - split].tolist()
        return (four[a], four[b]), (four[c], four[d])
    single = four[split - 3]
    return tuple(card for card in four if card != single), (single,)


player = FourCardSplitPlayer
