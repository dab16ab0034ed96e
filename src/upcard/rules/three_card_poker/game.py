"""Three Card Poker: the wagers, the house's choices and the script of a round (TCP)."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from upcard.rules.features import Feature
from upcard.rules.game import Game, Wager
from upcard.rules.needs import Choice, Illegal, Script, Turn, Turns, together
from upcard.rules.paytable import Outcomes
from upcard.rules.settings import Setting
from upcard.rules.table import Hand, Seat, Table
from upcard.rules.three_card_poker import hands
from upcard.rules.three_card_poker.features import FEATURES, MOVES
from upcard.rules.words import poker_label

FOLD = Choice("fold", "Fold", "f", "TCP-4")


class ThreeCardPoker(Game):
    """The Ante against the dealer, Pair Plus on the cards alone, and side bets, all before the deal (TCP-3)."""

    name: ClassVar[str] = "three-card-poker"
    title: ClassVar[str] = "Three Card Poker"
    summary: ClassVar[str] = "Three cards against the dealer's three; the dealer plays with queen high or better."
    how_to_play: ClassVar[tuple[str, ...]] = (
        "Bet the Ante to play against the dealer, Pair Plus on your own three cards, or both.",
        "Look at your three cards, then fold, or make a Play bet equal to the Ante.",
        "The dealer plays with queen high or better. If he does not, the Ante is paid and the Play bet comes back.",
        "The higher hand wins Ante and Play. A straight or better also earns the Ante Bonus; side bets have tables.",
    )
    rulebook: ClassVar[str] = "TCP"
    lab: ClassVar[str] = "upcard.lab.three_card_poker"
    hand_size: ClassVar[int] = 3

    features: ClassVar[tuple[Feature, ...]] = FEATURES
    moves: ClassVar[Mapping[str, str]] = MOVES

    wagers: ClassVar[tuple[Wager, ...]] = (
        Wager("ante", "Ante", "ante", "TCP-2", "Plays against the dealer's hand."),
        Wager(
            "play", "Play", "play", "TCP-4", "Equal to the Ante, to stay in the hand.", placed="during", equals="ante"
        ),
        Wager(
            "ante-bonus", "Ante Bonus", "ante-bonus", "TCP-7", "A straight or better, with a Play bet.", placed="never"
        ),
        Wager("pair-plus", "Pair Plus", "pair-plus", "TCP-2", "A pair or better, whatever the dealer has.", side=True),
        Wager(
            "six-card-bonus",
            "6 Card Bonus",
            "six-card-bonus",
            "TCP-13",
            "The best five of your three cards and the dealer's three.",
            side=True,
            needs=("ante", "pair-plus"),
        ),
        Wager(
            "progressive",
            "Progressive",
            "progressive",
            "TCP-13",
            "Always $1: A-K-Q of spades takes the meter.",
            side=True,
            fixed=100,
            needs=("ante", "pair-plus"),
        ),
        Wager(
            "envy",
            "Envy",
            "envy",
            "TCP-12",
            "Another player's A-K-Q suited, with a Progressive bet of your own.",
            placed="never",
            side=True,
        ),
    )
    outcomes: ClassVar[tuple[Outcomes, ...]] = (
        Outcomes("ante", ("win", "dealer-does-not-play", "tie", "lose", "fold")),
        Outcomes("play", ("win", "dealer-does-not-play", "tie", "lose")),
        Outcomes("ante-bonus", ("straight-flush", "three-of-a-kind", "straight", "other")),
        Outcomes("pair-plus", ("straight-flush", "three-of-a-kind", "straight", "flush", "pair", "other")),
        Outcomes(
            "six-card-bonus",
            (
                "royal-flush",
                "straight-flush",
                "four-of-a-kind",
                "full-house",
                "flush",
                "straight",
                "three-of-a-kind",
                "other",
            ),
        ),
        Outcomes(
            "progressive",
            ("royal-spades", "royal-other-suit", "straight-flush", "three-of-a-kind", "straight", "other"),
            {"royal-spades": "three-card-poker"},
        ),
        Outcomes("envy", ("royal-spades", "royal-other-suit", "other")),
    )
    settings: ClassVar[tuple[Setting, ...]] = (
        Setting(
            "pair-plus-on-fold",
            "stays",
            "whether a fold forfeits Pair Plus together with the Ante",
            "TCP-8",
            ("stays", "loses"),
        ),
    )

    def check_seat(self, bets: Mapping[str, int]) -> None:
        """A player bets the Ante, or Pair Plus, or both (TCP-2)."""
        if "ante" not in bets and "pair-plus" not in bets:
            raise Illegal("a player bets the Ante, or Pair Plus, or both", "TCP-2")

    def label(self, hand: Hand, cards: Sequence[int]) -> str:
        """The poker hand in words."""
        return poker_label(cards) if len(cards) == self.hand_size else ""

    def play(self, t: Table) -> Script:
        """Three cards each from one deck; decide, show, settle (TCP-1)."""
        for seat in t.in_order():
            yield from t.deal(seat.hand, 3, "owner")
        yield from t.deal(t.dealer, 3, "nobody")

        yield from together([self._decide(t, seat) for seat in t.in_order() if t.has(seat.number, "ante")])

        yield from t.show(t.dealer)
        dealer = hands.strength(t.dealer.cards)
        royals = self._royals(t)
        for seat in t.right_to_left():
            # A folded hand is turned over only where something still depends on it.
            if t.has_any(seat.number) or seat.number in royals:
                yield from t.show(seat.hand)
            self._settle(t, seat, dealer)
        self._settle_envy(t, royals)

    def _decide(self, t: Table, seat: Seat) -> Turns:
        """Fold, or a Play bet equal to the Ante (TCP-4)."""
        ante = seat.bets["ante"]
        act = yield Turn(seat.number, 1, (Choice("play", "Play", "p", "TCP-4", cost=ante), FOLD))
        if act.move == "play":
            t.stake(seat.number, 1, "play", ante)
        else:
            seat.hand.status = "folded"
            t.settle(seat.number, "ante", "fold", "TCP-4")
            if self.house["pair-plus-on-fold"] == "loses" and t.has(seat.number, "pair-plus"):
                t.settle(seat.number, "pair-plus", "other", "TCP-8")

    def _settle(self, t: Table, seat: Seat, dealer: int) -> None:
        """One seat's wagers: the game against the dealer, then the pay tables (TCP-6 to TCP-11)."""
        number, cards = seat.number, seat.cards
        if t.has(number, "ante"):
            player = hands.strength(cards)
            t.settle(number, "ante", hands.ante_outcome(player, dealer), "TCP-6")
            t.settle(number, "play", hands.play_outcome(player, dealer), "TCP-6")
            bonus = hands.ante_bonus_outcome(cards)
            if self.table_of("ante-bonus")[bonus].wins:
                t.settle(number, "ante-bonus", bonus, "TCP-7", base=seat.bets["ante"])
        if t.has(number, "pair-plus"):
            t.settle(number, "pair-plus", hands.pair_plus_outcome(cards), "TCP-8")
        if t.has(number, "six-card-bonus"):
            t.settle(number, "six-card-bonus", hands.six_card_outcome([*cards, *t.dealer.cards]), "TCP-10")
        if t.has(number, "progressive"):
            t.settle(number, "progressive", hands.progressive_outcome(cards), "TCP-11")

    def _royals(self, t: Table) -> dict[int, str]:
        """The seats whose hands pay an envy bonus to others, where somebody has made the bet that wins it (TCP-12)."""
        if not any("progressive" in seat.bets for seat in t.in_order()):
            return {}
        found = {seat.number: hands.envy_outcome(seat.cards) for seat in t.in_order()}
        return {number: royal for number, royal in found.items() if self.table_of("envy")[royal].wins}

    def _settle_envy(self, t: Table, royals: Mapping[int, str]) -> None:
        """Each royal of another player pays every player with a progressive bet; several add up (TCP-12)."""
        for seat in t.right_to_left() if royals else ():
            if "progressive" in seat.bets:
                for number, royal in royals.items():
                    if not t.same_player(number, seat.number):
                        t.settle(seat.number, "envy", royal, "TCP-12", base=0)
