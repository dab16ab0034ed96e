"""Harbor Five: five cards against the dealer's five, one of which lies face up (HBR)."""

from collections.abc import Sequence
from typing import ClassVar

from upcard import (
    Choice,
    Game,
    Hand,
    Model,
    Named,
    Outcomes,
    Reads,
    Script,
    Seat,
    Setting,
    Table,
    Turn,
    Turns,
    Wager,
    five_card,
    five_card_name,
    parse_cards,
    poker_label,
    together,
)

LOWEST = five_card(parse_cards("As Kd 4h 3c 2s"))
FOLD = Choice("fold", "Fold", "f", "HBR-3")


def qualifies(strength: int) -> bool:
    """Ace-king or better plays (HBR-4)."""
    return strength >= LOWEST


category = Named(five_card_name, five_card)
dealer_plays = Named(qualifies, five_card)


def outcome(player: int, dealer: int) -> str:
    """The higher hand wins (HBR-5)."""
    return "tie" if player == dealer else "win" if player > dealer else "lose"


class HarborFive(Game):
    """An Ante, and a Raise of twice the Ante that is paid by the player's hand."""

    name: ClassVar[str] = "harbor-five"
    title: ClassVar[str] = "Harbor Five"
    summary: ClassVar[str] = "Five cards against the dealer's five; one of them is shown, and ace-king qualifies."
    rulebook: ClassVar[str] = "HBR"
    hand_size: ClassVar[int] = 5

    wagers: ClassVar[tuple[Wager, ...]] = (
        Wager("ante", "Ante", "ante", "HBR-1", "Plays against the dealer.", required=True),
        Wager("raise", "Raise", "raise", "HBR-3", "Twice the Ante, paid by your hand.", placed="during"),
    )
    outcomes: ClassVar[tuple[Outcomes, ...]] = (
        Outcomes("ante", ("win", "dealer-does-not-play", "tie", "lose", "fold")),
        Outcomes(
            "raise",
            ("royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight", "three-of-a-kind",
             "two-pair", "pair", "high-card", "dealer-does-not-play", "tie", "lose"),
        ),
    )  # fmt: skip
    settings: ClassVar[tuple[Setting, ...]] = ()

    def model(self) -> Model:
        """Two hands compared; the pay goes by the player's, and the dealer's has to qualify."""
        return Model(strength=five_card, facts=(Reads(category, "player"), Reads(dealer_plays, "dealer")))

    def label(self, hand: Hand, cards: Sequence[int]) -> str:
        """The poker hand in words."""
        return poker_label(cards) if len(cards) == self.hand_size else ""

    def play(self, t: Table) -> Script:
        """Deal, decide, show, settle (HBR-2 to HBR-6)."""
        for seat in t.in_order():
            yield from t.deal(seat.hand, 5, "owner")
        yield from t.deal(t.dealer, 1, "everybody")
        yield from t.deal(t.dealer, 4, "nobody")
        yield from together([self._decide(t, seat) for seat in t.in_order()])
        yield from t.show(t.dealer)
        for seat in t.right_to_left():
            if t.has(seat.number, "ante"):
                yield from t.show(seat.hand)
                self._settle(t, seat)

    def _decide(self, t: Table, seat: Seat) -> Turns:
        """A Raise of twice the Ante, or a fold (HBR-3)."""
        stake = 2 * seat.bets["ante"]
        act = yield Turn(seat.number, 1, (Choice("raise", "Raise", "r", "HBR-3", cost=stake), FOLD))
        if act.move == "raise":
            t.stake(seat.number, 1, "raise", stake)
        else:
            seat.hand.status = "folded"
            t.settle(seat.number, "ante", "fold", "HBR-3")

    def _settle(self, t: Table, seat: Seat) -> None:
        """The Ante at even money, the Raise by the hand; neither fully where the dealer does not play (HBR-4 to 6)."""
        ante = raised = "dealer-does-not-play"
        if dealer_plays(t.dealer.cards):
            ante = raised = outcome(five_card(seat.cards), five_card(t.dealer.cards))
            if ante == "win":
                raised = str(category(seat.cards))
        t.settle(seat.number, "ante", ante, "HBR-5")
        t.settle(seat.number, "raise", raised, "HBR-6")
