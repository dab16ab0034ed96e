"""Third Card: two own cards, a raise, and one card for all (TCD)."""

from collections.abc import Sequence
from typing import ClassVar

from upcard import (
    BOARD,
    Choice,
    Game,
    Hand,
    Model,
    Outcomes,
    Reads,
    Script,
    Seat,
    Setting,
    Sight,
    Table,
    Turn,
    Turns,
    Wager,
    parse_card,
    poker_label,
    rank,
    three_card_category,
    together,
)

TEN = rank(parse_card("Ts"))
TIMES = (1, 2, 3)


def outcome(cards: Sequence[int]) -> str:
    """What three cards are paid for (TCD-5)."""
    category = three_card_category(cards)
    if category != "pair":
        return "other" if category == "high-card" else category
    ranks = [rank(card) for card in cards]
    return "tens-or-better" if max(ranks, key=ranks.count) >= TEN else "smaller-pair"


class ThirdCard(Game):
    """An Ante and a Raise on two cards and a third; there is no dealer's hand."""

    name: ClassVar[str] = "third-card"
    title: ClassVar[str] = "Third Card"
    summary: ClassVar[str] = "Two cards of your own and one for all; raise before it is turned."
    rulebook: ClassVar[str] = "TCD"
    hand_size: ClassVar[int] = 2

    wagers: ClassVar[tuple[Wager, ...]] = (
        Wager("ante", "Ante", "paid", "TCD-1", "Paid by your hand of three.", required=True),
        Wager("raise", "Raise", "paid", "TCD-3", "One to three Antes, paid the same.", placed="during"),
    )
    outcomes: ClassVar[tuple[Outcomes, ...]] = (
        Outcomes(
            "paid",
            (
                "straight-flush",
                "three-of-a-kind",
                "straight",
                "flush",
                "tens-or-better",
                "smaller-pair",
                "other",
                "fold",
            ),
        ),
    )
    settings: ClassVar[tuple[Setting, ...]] = ()

    def model(self) -> Model:
        """Own and common cards make one hand, and what it is paid for is all that matters."""
        return Model(facts=(Reads(outcome, "player+board"),))

    def label_in_sight(self, hand: Hand, cards: Sequence[int], sight: Sight) -> str:
        """A player's hand in words, with the common card once it lies there; of two cards whether they are a pair."""
        if hand.seat == BOARD:
            return ""
        whole = [*cards, *sight[BOARD, 1]]
        if len(whole) == self.hand_size + 1:
            return poker_label(whole)
        return "pair" if len({rank(card) for card in whole}) < len(whole) else "two cards"

    def play(self, t: Table) -> Script:
        """Two cards, a decision, the card for all, and the pay (TCD-2 to TCD-5)."""
        for seat in t.in_order():
            yield from t.deal(seat.hand, 2, "owner")
        yield from together([self._decide(t, seat) for seat in t.in_order()])
        yield from t.deal(t.board, 1, "everybody")
        for seat in t.right_to_left():
            if t.has_any(seat.number):
                yield from t.show(seat.hand)
                paid = outcome([*seat.cards, *t.board.cards])
                t.settle(seat.number, "ante", paid, "TCD-5")
                t.settle(seat.number, "raise", paid, "TCD-5")

    def _decide(self, t: Table, seat: Seat) -> Turns:
        """Raise by so many Antes, or fold (TCD-3)."""
        ante = seat.bets["ante"]
        moves = [Choice(f"raise-{n}", f"Raise {n}×", str(n), "TCD-3", cost=n * ante) for n in TIMES]
        act = yield Turn(seat.number, 1, (*moves, Choice("fold", "Fold", "f", "TCD-3")))
        if act.move == "fold":
            seat.hand.status = "folded"
            t.settle(seat.number, "ante", "fold", "TCD-3")
        else:
            t.stake(seat.number, 1, "raise", int(act.move[-1]) * ante)
