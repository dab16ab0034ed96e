"""Open Water: three equal bets on three own cards and two common ones; two of them can be taken back (OPW)."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from open_water.features import FEATURES, LOWEST_PAIR
from upcard import (
    Choice,
    Feature,
    Game,
    Hand,
    Model,
    Outcomes,
    Reads,
    Script,
    Seat,
    Setting,
    Table,
    Turn,
    Turns,
    Wager,
    five_card_category,
    poker_label,
    rank,
    together,
)

LEAVE = Choice("leave", "Let it ride", "l", "OPW-3")


def outcome(cards: Sequence[int]) -> str:
    """What five cards are paid for: a pair of tens, or better (OPW-4)."""
    category = five_card_category(cards)
    ranks = [rank(card) for card in cards]
    if category == "pair":
        return "tens-or-better" if max(ranks, key=ranks.count) >= LOWEST_PAIR else "other"
    return "other" if category == "high-card" else category


class OpenWater(Game):
    """Three bets, five cards, no dealer's hand."""

    name: ClassVar[str] = "open-water"
    title: ClassVar[str] = "Open Water"
    summary: ClassVar[str] = "Three equal bets; two of them can be taken back as the common cards come."
    rulebook: ClassVar[str] = "OPW"
    hand_size: ClassVar[int] = 3

    wagers: ClassVar[tuple[Wager, ...]] = (
        Wager("bet-1", "First bet", "bet", "OPW-1", "Can be taken back before the first common card.", required=True),
        Wager("bet-2", "Second bet", "bet", "OPW-1", "Can be taken back later.", equals="bet-1", required=True),
        Wager("bet-3", "Third bet", "bet", "OPW-1", "Stays in any case.", equals="bet-1", required=True),
    )
    outcomes: ClassVar[tuple[Outcomes, ...]] = (
        Outcomes(
            "bet",
            ("royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight", "three-of-a-kind",
             "two-pair", "tens-or-better", "taken-back", "other"),
            withdrawn=("taken-back",),
        ),
    )  # fmt: skip
    settings: ClassVar[tuple[Setting, ...]] = ()
    features: ClassVar[tuple[Feature, ...]] = FEATURES
    moves: ClassVar[Mapping[str, str]] = {"leave": "L", "take-back": "T"}

    def model(self) -> Model:
        """Own and common cards make one hand, and its outcome is all that matters."""
        return Model(facts=(Reads(outcome, "player+board"),))

    def label(self, hand: Hand, cards: Sequence[int]) -> str:
        """Three cards in words."""
        return poker_label(cards) if len(cards) == self.hand_size else ""

    def play(self, t: Table) -> Script:
        """Three cards, a decision, a common card, a decision, the last card (OPW-2 to OPW-4)."""
        for seat in t.in_order():
            yield from t.deal(seat.hand, 3, "owner")
        for wager in ("bet-1", "bet-2"):
            yield from together([self._decide(t, seat, wager) for seat in t.in_order()])
            yield from t.deal(t.board, 1, "everybody")
        for seat in t.right_to_left():
            yield from t.show(seat.hand)
            paid = outcome([*seat.cards, *t.board.cards])
            for bet in self.wagers:
                if t.has(seat.number, bet.name):
                    t.settle(seat.number, bet.name, paid, "OPW-4")

    def _decide(self, t: Table, seat: Seat, wager: str) -> Turns:
        """A bet is left or taken back (OPW-3)."""
        act = yield Turn(seat.number, 1, (LEAVE, Choice("take-back", "Take it back", "t", "OPW-3")))
        if act.move == "take-back":
            t.settle(seat.number, wager, "taken-back", "OPW-3")
