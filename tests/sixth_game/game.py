"""High Card: one card each, and the higher one wins (HIC)."""

from collections.abc import Sequence
from typing import ClassVar

from upcard import (
    RANK_NAMES,
    Choice,
    Game,
    Hand,
    Outcomes,
    Script,
    Seat,
    Setting,
    Table,
    Turn,
    Turns,
    Wager,
    rank,
    together,
)


def against(player: int, dealer: int) -> str:
    """The higher rank wins, the same rank ties (HIC-4)."""
    if rank(player) == rank(dealer):
        return "tie"
    return "win" if rank(player) > rank(dealer) else "lose"


class HighCard(Game):
    """An Ante, a Raise after the first look, and a side bet on two cards of one rank."""

    name: ClassVar[str] = "high-card"
    title: ClassVar[str] = "High Card"
    summary: ClassVar[str] = "One card each; the higher one wins."
    rulebook: ClassVar[str] = "HIC"
    hand_size: ClassVar[int] = 1

    wagers: ClassVar[tuple[Wager, ...]] = (
        Wager("ante", "Ante", "ante", "HIC-1", "Plays against the dealer's card.", required=True),
        Wager("raise", "Raise", "raise", "HIC-3", "Equal to the Ante.", placed="during", equals="ante"),
        Wager("match", "Match", "match", "HIC-5", "Your card and the dealer's have one rank.", side=True),
    )
    outcomes: ClassVar[tuple[Outcomes, ...]] = (
        Outcomes("ante", ("win", "tie", "lose", "fold")),
        Outcomes("raise", ("win", "tie", "lose")),
        Outcomes("match", ("match", "other")),
    )
    settings: ClassVar[tuple[Setting, ...]] = (Setting("ties", "push", "who wins a tie", "HIC-4", ("push", "dealer")),)

    def label(self, hand: Hand, cards: Sequence[int]) -> str:
        """The card in a word."""
        return RANK_NAMES[rank(cards[0])]

    def play(self, t: Table) -> Script:
        """Deal, decide, show, settle (HIC-2 to HIC-5)."""
        for seat in t.in_order():
            yield from t.deal(seat.hand, 1, "owner")
        yield from t.deal(t.dealer, 1, "nobody")
        yield from together([self._decide(t, seat) for seat in t.in_order()])
        yield from t.show(t.dealer)
        for seat in t.right_to_left():
            if t.has_any(seat.number):  # what a bet is paid by lies face up
                yield from t.show(seat.hand)
                self._settle(t, seat)

    def _decide(self, t: Table, seat: Seat) -> Turns:
        """Raise or fold (HIC-3)."""
        ante = seat.bets["ante"]
        moves = (Choice("raise", "Raise", "r", "HIC-3", cost=ante), Choice("fold", "Fold", "f", "HIC-3"))
        act = yield Turn(seat.number, 1, moves)
        if act.move == "raise":
            t.stake(seat.number, 1, "raise", ante)
        else:
            seat.hand.status = "folded"
            t.settle(seat.number, "ante", "fold", "HIC-3")

    def _settle(self, t: Table, seat: Seat) -> None:
        """Ante and Raise against the dealer's card, then the Match (HIC-4, HIC-5)."""
        player, dealer = seat.cards[0], t.dealer.cards[0]
        outcome = against(player, dealer)
        if t.has(seat.number, "ante"):
            paid = "lose" if outcome == "tie" and self.house["ties"] == "dealer" else outcome
            t.settle(seat.number, "ante", paid, "HIC-4")
            t.settle(seat.number, "raise", paid, "HIC-4")
        if t.has(seat.number, "match"):
            t.settle(seat.number, "match", "match" if outcome == "tie" else "other", "HIC-5")
