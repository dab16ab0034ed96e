"""3 Card Blitz: the wagers, the house's choice and the script of a round (BLZ)."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from upcard.cards.card import suit
from upcard.rules.awards import DOLLAR
from upcard.rules.features import Feature
from upcard.rules.game import Arrangement, Game, Wager
from upcard.rules.needs import Choice, Script, Turn, Turns, together
from upcard.rules.paytable import Outcomes
from upcard.rules.settings import Setting
from upcard.rules.table import Hand, Seat, Table
from upcard.rules.three_card_blitz import hands
from upcard.rules.three_card_blitz.features import FEATURES, MOVES
from upcard.rules.three_card_blitz.points import BLITZ, blitz_cards, blitz_hand

FOLD = Choice("fold", "Fold", "f", "BLZ-6")
PROGRESSIVE_STAKE = 5 * DOLLAR


class ThreeCardBlitz(Game):
    """Ante, Blind and Play against the dealer's total, and two side bets on one's own seven cards."""

    name: ClassVar[str] = "three-card-blitz"
    title: ClassVar[str] = "3 Card Blitz"
    summary: ClassVar[str] = (
        "The best total of up to three suited cards out of seven, at most 31, against the dealer's."
    )
    how_to_play: ClassVar[tuple[str, ...]] = (
        "Bet an Ante and an equal Blind; the Flush Bonus and the Blitz Bonus are up to you.",
        "You get seven cards. Your points are the best three of one suit: an ace is 11, king, queen and jack are 10.",
        "Fold, or make a Play bet equal to the Ante. The bonus bets stay in action either way.",
        "More points than the dealer win. The Blind pays extra from 27 points; 31, an ace and two tens, is a Blitz.",
    )
    rulebook: ClassVar[str] = "BLZ"
    lab: ClassVar[str] = "upcard.lab.three_card_blitz"
    max_seats: ClassVar[int] = 6  # 6 × 7 cards and the dealer's seven are 49 (GEN-5)
    hand_size: ClassVar[int] = 7
    award_step: ClassVar[int] = DOLLAR  # BLZ-13

    features: ClassVar[tuple[Feature, ...]] = FEATURES
    moves: ClassVar[Mapping[str, str]] = MOVES

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
        Outcomes(
            "blitz-bonus",
            hands.PROGRESSIVE_OUTCOMES,
            hands.METERS,
            "progressive",
            together=hands.ROYALS,
            at_once=hands.ROYALS_AT_ONCE,
            beside="double-blitz",
        ),
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

    def arranged(self, hand: Hand, cards: Sequence[int]) -> Arrangement | None:
        """By suits, the one that counts first, high cards before low ones; up to three of it make the total (BLZ-2)."""
        if len(cards) != self.hand_size:
            return None
        makes = blitz_cards(cards)
        suits: dict[int, list[int]] = {suit(makes[0]): []}
        for place in sorted(range(len(cards)), key=lambda at: -cards[at]):
            suits.setdefault(suit(cards[place]), []).append(place)
        # Of two decks' equal cards there are none here (BLZ-1), so a card names its place.
        return Arrangement(tuple(map(tuple, suits.values())), tuple(cards.index(card) for card in makes))

    def play(self, t: Table) -> Script:
        """Seven cards each, face down; decide, show, settle (BLZ-5)."""
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
