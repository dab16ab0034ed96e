"""Narrows: two cards, and a third between them; a Raise once the first two lie there (NAR)."""

from collections.abc import Sequence
from typing import ClassVar

from upcard import (
    Choice,
    Game,
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
    rank,
    together,
)

SPREADS = {1: "spread-1", 2: "spread-2", 3: "spread-3"}


def between(cards: Sequence[int]) -> int:
    """How many ranks lie between two cards; -1 for a pair (NAR-2)."""
    low, high = sorted(rank(card) for card in cards)
    return high - low - 1


def result(first: Sequence[int], third: Sequence[int]) -> str:
    """What a third card makes of the first two (NAR-4)."""
    low, high = sorted(rank(card) for card in first)
    new = rank(third[0])
    if low == high:
        return "three-alike" if new == low else "tie"
    if high - low == 1:
        return "tie"  # nothing lies between: no third card is dealt
    return SPREADS.get(high - low - 1, "spread-4-or-more") if low < new < high else "lose"


class Narrows(Game):
    """A Bet on a card between two others, and a Raise when the gap is seen."""

    name: ClassVar[str] = "narrows"
    title: ClassVar[str] = "Narrows"
    summary: ClassVar[str] = "Will the third card lie between the first two?"
    rulebook: ClassVar[str] = "NAR"
    hand_size: ClassVar[int] = 2

    wagers: ClassVar[tuple[Wager, ...]] = (
        Wager("bet", "Bet", "bet", "NAR-1", "The third card lies between.", required=True),
        Wager("raise", "Raise", "bet", "NAR-3", "Equal to the Bet.", placed="during", equals="bet"),
    )
    outcomes: ClassVar[tuple[Outcomes, ...]] = (
        Outcomes("bet", ("three-alike", "spread-1", "spread-2", "spread-3", "spread-4-or-more", "tie", "lose")),
    )
    settings: ClassVar[tuple[Setting, ...]] = (Setting("decks", 6, "how many decks", "NAR-1", low=1, high=8),)

    def deck_count(self) -> int:
        """One to eight."""
        return int(self.house["decks"])

    def model(self) -> Model:
        """The gap decides about the Raise; the third card about everything."""
        return Model(facts=(Reads(between, "player[:2]"), Reads(result, "player[:2], player[2]")))

    def play(self, t: Table) -> Script:
        """Two cards, a Raise or none, a third card (NAR-2 to NAR-4)."""
        for seat in t.in_order():
            yield from t.deal(seat.hand, 2, "everybody")
        yield from together([self._decide(t, seat) for seat in t.in_order() if between(seat.cards) > 0])
        for seat in t.in_order():
            if between(seat.cards):
                yield from t.deal(seat.hand, 1, "everybody")
        for seat in t.right_to_left():
            first, third = seat.cards[:2], seat.cards[2:]
            paid = result(first, third) if third else "tie"
            t.settle(seat.number, "bet", paid, "NAR-4")
            if t.has(seat.number, "raise"):
                t.settle(seat.number, "raise", paid, "NAR-4")

    def _decide(self, t: Table, seat: Seat) -> Turns:
        """Another bet of the same amount, or not (NAR-3)."""
        bet = seat.bets["bet"]
        moves = (Choice("raise", "Raise", "r", "NAR-3", cost=bet), Choice("stay", "Stay", "s", "NAR-3"))
        act = yield Turn(seat.number, 1, moves)
        if act.move == "raise":
            t.stake(seat.number, 1, "raise", bet)
