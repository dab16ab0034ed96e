"""High Three: three cards against the dealer's three, who plays with jack high (HTH)."""

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
    parse_cards,
    poker_label,
    three_card,
    three_card_category,
    together,
)

LOWEST = three_card(parse_cards("Jh 3c 2s"))


def qualifies(strength: int) -> bool:
    """The dealer plays with jack high or better (HTH-4)."""
    return strength >= LOWEST


dealer_plays = Named(qualifies, three_card)


def against(player: int, dealer: int) -> str:
    """The higher strength wins, the same ties (HTH-5)."""
    return "tie" if player == dealer else "win" if player > dealer else "lose"


def side_outcome(cards: Sequence[int]) -> str:
    """What the side bet is paid for (HTH-6)."""
    category = three_card_category(cards)
    return "other" if category == "high-card" else category


class HighThree(Game):
    """An Ante, a Raise of one or two Antes after the first look, and a side bet on one's own three cards."""

    name: ClassVar[str] = "high-three"
    title: ClassVar[str] = "High Three"
    summary: ClassVar[str] = "Three cards against the dealer's three; jack high plays."
    rulebook: ClassVar[str] = "HTH"
    hand_size: ClassVar[int] = 3

    wagers: ClassVar[tuple[Wager, ...]] = (
        Wager("ante", "Ante", "ante", "HTH-1", "Plays against the dealer.", required=True),
        Wager("raise", "Raise", "raise", "HTH-3", "One or two Antes.", placed="during"),
        Wager("pair-or-better", "Pair or Better", "pair-or-better", "HTH-6", "Your own three cards.", side=True),
    )
    outcomes: ClassVar[tuple[Outcomes, ...]] = (
        Outcomes("ante", ("win", "dealer-does-not-play", "tie", "lose", "fold")),
        Outcomes("raise", ("win", "dealer-does-not-play", "tie", "lose")),
        Outcomes("pair-or-better", ("straight-flush", "three-of-a-kind", "straight", "flush", "pair", "other")),
    )
    settings: ClassVar[tuple[Setting, ...]] = (Setting("ties", "push", "who wins a tie", "HTH-5", ("push", "dealer")),)

    def model(self) -> Model:
        """Two hands compared by their strength; the dealer's has to qualify. The side bet is apart."""
        return Model(
            strength=three_card,
            facts=(Reads(dealer_plays, "dealer"),),
            side={"pair-or-better": Reads(side_outcome, "player")},
        )

    def label(self, hand: Hand, cards: Sequence[int]) -> str:
        """The poker hand in words."""
        return poker_label(cards) if len(cards) == self.hand_size else ""

    def play(self, t: Table) -> Script:
        """Deal, decide, show, settle (HTH-2 to HTH-6)."""
        for seat in t.in_order():
            yield from t.deal(seat.hand, 3, "owner")
        yield from t.deal(t.dealer, 3, "nobody")
        yield from together([self._decide(t, seat) for seat in t.in_order()])
        yield from t.show(t.dealer)
        for seat in t.right_to_left():
            if t.has_any(seat.number):  # what a bet is paid by lies face up
                yield from t.show(seat.hand)
                self._settle(t, seat)

    def _decide(self, t: Table, seat: Seat) -> Turns:
        """Raise once or twice, or fold (HTH-3)."""
        ante = seat.bets["ante"]
        moves = (
            Choice("raise-1", "Raise 1×", "1", "HTH-3", cost=ante),
            Choice("raise-2", "Raise 2×", "2", "HTH-3", cost=2 * ante),
            Choice("fold", "Fold", "f", "HTH-3"),
        )
        act = yield Turn(seat.number, 1, moves)
        if act.move == "fold":
            seat.hand.status = "folded"
            t.settle(seat.number, "ante", "fold", "HTH-3")
        else:
            t.stake(seat.number, 1, "raise", ante if act.move == "raise-1" else 2 * ante)

    def _settle(self, t: Table, seat: Seat) -> None:
        """Ante and Raise against the dealer, then the side bet (HTH-4 to HTH-6)."""
        if t.has(seat.number, "ante"):
            outcome, rule = "dealer-does-not-play", "HTH-4"
            if dealer_plays(t.dealer.cards):
                outcome, rule = against(three_card(seat.cards), three_card(t.dealer.cards)), "HTH-5"
            if outcome == "tie" and self.house["ties"] == "dealer":
                outcome = "lose"
            t.settle(seat.number, "ante", outcome, rule)
            t.settle(seat.number, "raise", outcome, rule)
        if t.has(seat.number, "pair-or-better"):
            t.settle(seat.number, "pair-or-better", side_outcome(seat.cards), "HTH-6")
