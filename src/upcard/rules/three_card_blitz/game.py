"""3 Card Blitz: the wagers, the house's choice and the script of a round (BLZ)."""

from collections.abc import Sequence
from typing import ClassVar

from upcard.cards.points import BLITZ, blitz_hand
from upcard.rules.awards import DOLLAR
from upcard.rules.game import Game, Wager
from upcard.rules.needs import Choice, Script, Turn, Turns, together
from upcard.rules.paytable import Outcomes
from upcard.rules.settings import Setting
from upcard.rules.table import Hand, Seat, Table
from upcard.rules.three_card_blitz import hands

FOLD = Choice("fold", "Fold", "f", "BLZ-6")
PROGRESSIVE_STAKE = 5 * DOLLAR


class ThreeCardBlitz(Game):
    """Ante, Blind and Play against the dealer's total, and two side bets on one's own seven cards."""

    name: ClassVar[str] = "three-card-blitz"
    title: ClassVar[str] = "3 Card Blitz"
    summary: ClassVar[str] = (
        "The best total of up to three suited cards out of seven, at most 31, against the dealer's."
    )
    rulebook: ClassVar[str] = "BLZ"
    max_seats: ClassVar[int] = 6  # 6 × 7 cards and the dealer's seven are 49 (GEN-5)
    hand_size: ClassVar[int] = 7
    award_step: ClassVar[int] = DOLLAR  # BLZ-13

    wagers: ClassVar[tuple[Wager, ...]] = (
        Wager("ante", "Ante", "ante", "BLZ-4", "Plays against the dealer's total.", required=True),
        Wager(
            "blind",
            "Blind",
            "blind",
            "BLZ-4",
            "Equal to the Ante; pays extra for a winning total of 27 or more.",
            required=True,
            equals="ante",
        ),
        Wager(
            "play", "Play", "play", "BLZ-6", "Equal to the Ante, to stay in the hand.", placed="during", equals="ante"
        ),
        Wager("flush-bonus", "Flush Bonus", "flush-bonus", "BLZ-10", "Four or more cards of one suit.", side=True),
        Wager(
            "blitz-bonus", "Blitz Bonus", "blitz-bonus", "BLZ-12", "A high total, whatever the dealer has.", side=True
        ),
    )
    outcomes: ClassVar[tuple[Outcomes, ...]] = (
        Outcomes("ante", (*hands.MAIN_OUTCOMES, "fold")),
        Outcomes("play", hands.MAIN_OUTCOMES),
        Outcomes("blind", (*hands.BLIND_WINS, "tie", "lose", "fold")),
        Outcomes("flush-bonus", hands.FLUSH_BONUS_OUTCOMES),
        Outcomes("blitz-bonus", hands.BLITZ_BONUS_OUTCOMES, variant="fixed"),
        Outcomes("blitz-bonus", hands.PROGRESSIVE_OUTCOMES, hands.METERS, "progressive", together=hands.ROYALS),
    )
    settings: ClassVar[tuple[Setting, ...]] = (
        Setting(
            "blitz-bonus",
            "fixed",
            "whether the Blitz Bonus pays fixed odds, or jackpots for a stake of $5",
            "BLZ-15",
            ("fixed", "progressive"),
        ),
    )

    @property
    def is_progressive(self) -> bool:
        """Whether the Blitz Bonus takes its jackpots from meters at this table (BLZ-15)."""
        return self.house["blitz-bonus"] == "progressive"

    def variant(self, table: str) -> str:
        """The Blitz Bonus has two sets of outcomes, and the house chooses between them (BLZ-15)."""
        return str(self.house["blitz-bonus"]) if table == "blitz-bonus" else ""

    def fixed_stake(self, wager: Wager) -> int | None:
        """The progressive Blitz Bonus is always $5 (BLZ-12)."""
        return PROGRESSIVE_STAKE if wager.name == "blitz-bonus" and self.is_progressive else wager.fixed

    def label(self, hand: Hand, cards: Sequence[int]) -> str:
        """The total in words, once all seven cards are seen."""
        if len(cards) != self.hand_size:
            return ""
        held = blitz_hand(cards)
        if held.total < BLITZ:
            return f"{held.total} points"
        return f"{hands.blind_win(held).replace('-', ' ')}, {BLITZ} points"

    def play(self, t: Table) -> Script:
        """Deal, decide, show, settle."""
        for seat in t.in_order():
            yield from t.deal(seat.hand, 7, "owner")
        yield from t.deal(t.dealer, 7, "nobody")

        yield from together([self._decide(t, seat) for seat in t.in_order()])

        yield from t.show(t.dealer)
        dealer = blitz_hand(t.dealer.cards).total
        for seat in t.right_to_left():
            # A folded hand is turned over only where a bonus still depends on it.
            if t.has_any(seat.number):
                yield from t.show(seat.hand)
                self._settle(t, seat, dealer)

    def _decide(self, t: Table, seat: Seat) -> Turns:
        """A Play wager equal to the Ante, or fold Ante and Blind; the bonuses stay in action (BLZ-6)."""
        ante = seat.bets["ante"]
        act = yield Turn(seat.number, 1, (Choice("play", "Play", "p", "BLZ-6", cost=ante), FOLD))
        if act.move == "play":
            t.stake(seat.number, 1, "play", ante)
        else:
            seat.hand.status = "folded"
            t.settle(seat.number, "ante", "fold", "BLZ-6")
            t.settle(seat.number, "blind", "fold", "BLZ-6")

    def _settle(self, t: Table, seat: Seat, dealer: int) -> None:
        """One seat's wagers: the game against the dealer, then the bonuses (BLZ-8 to BLZ-14)."""
        number, held = seat.number, blitz_hand(seat.cards)
        if t.has(number, "ante"):
            outcome = hands.compare(held.total, dealer)
            t.settle(number, "ante", outcome, "BLZ-8")
            t.settle(number, "play", outcome, "BLZ-8")
            t.settle(number, "blind", hands.blind_outcome(held, dealer), "BLZ-9" if outcome == "win" else "BLZ-8")
        if t.has(number, "flush-bonus"):
            t.settle(number, "flush-bonus", hands.flush_bonus_outcome(held), "BLZ-10")
        if t.has(number, "blitz-bonus"):
            if self.is_progressive:
                row, also = hands.progressive_outcome(held)
                t.settle(number, "blitz-bonus", row, "BLZ-14" if also else "BLZ-12", also_claims=also)
            else:
                t.settle(number, "blitz-bonus", hands.blitz_bonus_outcome(held), "BLZ-11")
