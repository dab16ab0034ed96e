"""River Pair: two cards of one's own, two on the board that are turned one by one, and no dealer's hand (RIV)."""

from collections.abc import Sequence
from typing import ClassVar

from upcard.cards.card import RANK_NAMES, Cards, rank
from upcard.rules.game import Game, Sight, Wager
from upcard.rules.needs import BOARD, Choice, Move, Script, Turn
from upcard.rules.paytable import Outcomes
from upcard.rules.table import Hand, Seat, Table


def pairs(cards: Sequence[int], board: Sequence[int]) -> Cards:
    """The ranks of one's own cards that lie on the board too (RIV-3)."""
    there = {rank(card) for card in board}
    return tuple(sorted({rank(card) for card in cards} & there))


class RiverPair(Game):
    """An Ante, and a bet or none before each card of the board is turned."""

    name: ClassVar[str] = "river-pair"
    title: ClassVar[str] = "River Pair"
    summary: ClassVar[str] = "Pair a card of the board."
    rulebook: ClassVar[str] = "RIV"
    hand_size: ClassVar[int] = 2

    wagers: ClassVar[tuple[Wager, ...]] = (
        Wager("ante", "Ante", "pair", "RIV-1", "A card of yours lies on the board too.", required=True),
        Wager("raise", "Raise", "pair", "RIV-2", "One Ante before each card is turned.", placed="during"),
    )
    outcomes: ClassVar[tuple[Outcomes, ...]] = (Outcomes("pair", ("two-pairs", "pair", "nothing")),)
    settings = ()

    def label(self, hand: Hand, cards: Sequence[int]) -> str:
        """The ranks that lie there."""
        return " and ".join(RANK_NAMES[rank(card)] for card in cards)

    def label_in_sight(self, hand: Hand, cards: Sequence[int], sight: Sight) -> str:
        """What the hand makes with the board."""
        found = pairs(cards, sight[BOARD, 1]) if hand.seat > 0 else ()
        return "pair of " + " and ".join(RANK_NAMES[r] + "s" for r in found) if found else self.label(hand, cards)

    def play(self, t: Table) -> Script:
        """Deal, raise or check before each card of the board, settle (RIV-1 to RIV-3)."""
        for seat in t.in_order():
            yield from t.deal(seat.hand, 2, "owner")
        for _ in range(2):  # one by one, since they are turned one by one
            yield from t.deal(t.board, 1, "nobody")
        for place in range(2):
            for seat in t.in_order():
                yield from self._decide(t, seat)
            yield from t.reveal(t.board, place)
        for seat in t.right_to_left():
            found = len(pairs(seat.cards, t.board.cards))
            yield from t.show(seat.hand)
            for wager in ("ante", "raise"):
                if t.has(seat.number, wager):
                    t.settle(seat.number, wager, ("nothing", "pair", "two-pairs")[found], "RIV-3")

    def _decide(self, t: Table, seat: Seat) -> Script:
        """Raise by one Ante, or check (RIV-2)."""
        raises = self._raise(seat.bets["ante"])
        act = yield from t.ask(Turn(seat.number, 1, (raises, Choice("check", "Check", "c", "RIV-2"))))
        if act.move == "raise":
            t.stake(seat.number, 1, "raise", act.value if isinstance(act.value, int) else seat.bets["ante"])

    def _raise(self, ante: int) -> Move:
        return Choice("raise", "Raise", "r", "RIV-2", cost=ante)


class RiverRaise(RiverPair):
    """The same with raises of one to three Antes."""

    name: ClassVar[str] = "river-raise"
    title: ClassVar[str] = "River Raise"
    wagers: ClassVar[tuple[Wager, ...]] = (
        RiverPair.wagers[0],
        Wager("raise", "Raise", "pair", "RIV-2", "1 to 3 Antes.", placed="during", multiple_of="ante", times=(1, 3)),
    )

    def _raise(self, ante: int) -> Move:
        return self.raise_by("raise", ante, "raise", "Raise", "r")
