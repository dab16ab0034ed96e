"""4 Card Split: the wagers, the house's choices and the script of a round, versions 1 and 2 (SPL)."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from upcard.cards.card import Cards, show
from upcard.rules.features import Feature, Laying
from upcard.rules.four_card_split import hands
from upcard.rules.four_card_split.features import FEATURES, LAYINGS, MOVES
from upcard.rules.game import Game, Wager
from upcard.rules.needs import DEALER, Act, Choice, Illegal, Partition, Script, Turn, Turns, together
from upcard.rules.paytable import Outcomes
from upcard.rules.settings import Setting
from upcard.rules.table import Hand, Seat, Table
from upcard.rules.words import poker_label

FOLD_ALL = Choice("fold", "Fold all four", "f", "SPL-17")
FOLD = Choice("fold", "Fold", "f", "SPL-7")

_TABLES = {
    # The pay tables that belong together: version → Ante table → Blind table (SPL-22, SPL-23).
    1: {"I": "1a", "II": "2a"},
    2: {"V2": "P3"},
}


INSTANT = (
    "Three of your cards make a flush, a straight or better. They are laid as one hand and paid at once on one Ante, "
    "without a Play bet and whatever the dealer has; the fourth card is a hand of its own. It has to be claimed."
)
"""What a claim is, for somebody who meets one (SPL-5)."""


class FourCardSplit(Game):
    """Four cards make two hands of three against the dealer's best three; the Blind pays on the four alone."""

    name: ClassVar[str] = "four-card-split"
    title: ClassVar[str] = "4 Card Split"
    summary: ClassVar[str] = (
        "Four cards are split into two hands of three cards, each with its own Ante against the dealer."
    )
    how_to_play: ClassVar[tuple[str, ...]] = (
        "Bet two equal Antes and the 4-Card Blind. Your four cards alone settle the Blind: a pair of tens or better.",
        "Lay the four cards into two hands, two and two or three and one, or fold them all.",
        "Three cards that make a flush, a straight or better are an instant winner: paid at once against any dealer.",
        "For each other hand fold, or bet Play equal to its Ante. It is filled up to three cards; the higher wins.",
    )
    rulebook: ClassVar[str] = "SPL"
    lab: ClassVar[str] = "upcard.lab.four_card_split"
    max_seats: ClassVar[int] = 8  # 8 × 6 cards and the dealer's four are 52 (GEN-5)
    hand_size: ClassVar[int] = 4

    features: ClassVar[tuple[Feature, ...]] = FEATURES
    moves: ClassVar[Mapping[str, str]] = MOVES
    layings: ClassVar[Mapping[str, Laying]] = LAYINGS

    wagers: ClassVar[tuple[Wager, ...]] = (
        Wager("ante-1", "Ante 1", "ante", "SPL-2", "Plays the first hand against the dealer's.", required=True),
        Wager(
            "ante-2",
            "Ante 2",
            "ante",
            "SPL-2",
            "Equal to Ante 1; plays the second hand.",
            required=True,
            equals="ante-1",
            hand=2,
        ),
        Wager(
            "blind",
            "4-Card Blind",
            "blind",
            "SPL-2",
            "At least one Ante; pays for a pair of tens or better in the four cards.",
            required=True,
            at_least="ante-1",
        ),
        Wager(
            "play-1",
            "Play 1",
            "play",
            "SPL-7",
            "Equal to the Ante, to play the first hand.",
            placed="during",
            equals="ante-1",
        ),
        Wager(
            "play-2",
            "Play 2",
            "play",
            "SPL-7",
            "Equal to the Ante, to play the second hand.",
            placed="during",
            equals="ante-2",
            hand=2,
        ),
    )
    outcomes: ClassVar[tuple[Outcomes, ...]] = (
        Outcomes("ante", hands.ANTE_OUTCOMES),
        Outcomes("blind", hands.BLIND_OUTCOMES),
        Outcomes("play", hands.PLAY_OUTCOMES),
    )
    settings: ClassVar[tuple[Setting, ...]] = (
        Setting(
            "version",
            2,
            "which rules the dealer plays by, and which pay tables go with them: April 2015 (2) or December 2014 (1)",
            "SPL-10",
            (1, 2),
        ),
        Setting(
            "instant",
            "choose",
            "which of several instant winners is claimed: the player's choice, or the one that pays best",
            "SPL-5",
            ("choose", "best-paid"),
        ),
    )

    @property
    def version(self) -> int:
        """1 or 2: how the dealer's hand is made, and what it qualifies with (SPL-10, SPL-11)."""
        return int(self.house["version"])

    def default_table(self, table: str) -> str:
        """The tables that go with the version, and with the Ante table where one is asked for (SPL-22, SPL-23)."""
        belongs = _TABLES[self.version]
        first = next(iter(belongs))
        if table == "ante":
            return first
        if table == "blind":
            return belongs.get(self.tables["ante"].name, belongs[first])
        return super().default_table(table)

    def label(self, hand: Hand, cards: Sequence[int]) -> str:
        """The poker hand in words: the player's four, a hand of three, or the dealer's best three of four."""
        if hand.seat == DEALER:
            if len(cards) < self.hand_size:
                return ""
            best = hands.dealer_cards(cards[0], cards[1:], self.version)
            short = "" if hands.qualifies(hands.strength(best), self.version) else ", does not qualify"
            return self.label(Hand(1, 1), best) + short
        if len(cards) == 3 and hands.draw_outcome(cards) == "royal-flush":
            return "royal flush"
        return poker_label(cards) if len(cards) >= 3 else ""

    def claimable(self, cards: Sequence[int], ante: int) -> tuple[Cards, ...]:
        """The instant winners among four cards, one of which must be claimed with an Ante of so many cents (SPL-5)."""
        held = hands.instants(cards)
        if self.house["instant"] == "choose" or len(held) < 2:
            return held
        table = self.tables["ante"]
        paid = {three: table[hands.instant_outcome(three) or ""].returned(ante) for three in held}
        return tuple(three for three in held if paid[three] == max(paid.values()))

    # The round

    def play(self, t: Table) -> Script:
        """Four cards each from one deck, the dealer's first and the players' face up; the Blind, the split, the
        supplementary cards, the dealer's hand, and the two hands (SPL-1, SPL-3, SPL-16).
        """
        for seat in t.in_order():
            yield from t.deal(seat.hand, 4, "everybody")
        yield from t.deal(t.dealer, 1, "everybody")
        yield from t.deal(t.dealer, 3, "nobody")
        for seat in t.in_order():
            t.settle(seat.number, "blind", hands.blind_outcome(seat.cards), "SPL-4")

        yield from together([self._decide(t, seat) for seat in t.in_order()])

        for seat in t.in_order():
            for hand in _active(seat):
                if len(hand.cards) < 3:
                    yield from t.deal(hand, 3 - len(hand.cards), "nobody")
        yield from t.show(t.dealer)
        dealer = hands.dealer_hand(t.dealer.cards[0], t.dealer.cards[1:], self.version)
        if not hands.qualifies(dealer, self.version):
            # All Play bets are returned before the first hand is compared (SPL-11).
            for seat in t.right_to_left():
                for hand in _active(seat):
                    t.settle(seat.number, f"play-{hand.number}", "dealer-not-qualified", "SPL-11", hand=hand.number)
        for seat in t.right_to_left():
            yield from self._resolve(t, seat, dealer)

    def _decide(self, t: Table, seat: Seat) -> Turns:
        """Fold everything, or split; then Play or fold for each hand that is no instant winner (SPL-5 to SPL-8)."""
        number, ante, four = seat.number, seat.bets["ante-1"], tuple(seat.cards)
        winners = self.claimable(four, ante)
        if winners:
            ways = tuple((three, tuple(card for card in four if card not in three)) for three in winners)
            act = yield Turn(number, 1, (Partition("split", "Claim an instant winner", "s", "SPL-5", ways, INSTANT),))
        else:
            act = yield Turn(number, 1, (Partition("split", "Split", "s", "SPL-6", hands.splits(four)), FOLD_ALL))
        if act.move == "fold":
            seat.hand.status = "folded"
            t.settle(number, "ante-1", "fold", "SPL-17", hand=1)
            t.settle(number, "ante-2", "fold", "SPL-17", hand=2)
            return
        assert isinstance(act.value, tuple)
        t.lay(seat, seat.hand, act.value)
        # An instant winner is paid as soon as it is shown (SPL-9, SPL-18).
        for hand in seat.hands:
            won = hands.instant_outcome(hand.cards) if len(hand.cards) == 3 else None
            if won is not None:
                hand.status = "instant winner"
                t.settle(number, f"ante-{hand.number}", won, "SPL-5", hand=hand.number)
        for hand in seat.hands:
            if not hand.status:
                yield from self._play_or_fold(t, hand, ante)

    def _play_or_fold(self, t: Table, hand: Hand, ante: int) -> Turns:
        """A Play bet equal to the hand's Ante, or the Ante is lost (SPL-7)."""
        act = yield Turn(hand.seat, hand.number, (Choice("play", "Play", "p", "SPL-7", cost=ante), FOLD))
        if act.move == "play":
            hand.status = "played"
            t.stake(hand.seat, hand.number, f"play-{hand.number}", ante)
        else:
            hand.status = "folded"
            t.settle(hand.seat, f"ante-{hand.number}", "fold", "SPL-7", hand=hand.number)

    def _resolve(self, t: Table, seat: Seat, dealer: int) -> Script:
        """One player's hands are turned over and compared: Play, then Ante (SPL-12, SPL-13)."""
        for hand in _active(seat):
            if "nobody" in hand.seen:
                yield from t.show(hand)
            if t.has(seat.number, f"play-{hand.number}", hand.number):
                outcome = hands.play_outcome(hand.cards, dealer, self.version)
                t.settle(seat.number, f"play-{hand.number}", outcome, "SPL-12", hand=hand.number)
            outcome = hands.ante_outcome(hand.cards, dealer)
            t.settle(seat.number, f"ante-{hand.number}", outcome, "SPL-12", hand=hand.number)

    # Refusals

    def why_not(self, t: Table, turn: Turn | None, act: Act) -> Illegal | None:
        """Why a move is not allowed now, in the words of its rule."""
        seat = t.seats.get(act.seat)
        if seat is None or act.move not in {"split", "play", "fold"}:
            return None
        split = turn.move("split") if turn is not None else None
        if isinstance(split, Partition):
            return _not_with_these_cards(seat, split, act)
        if act.move == "split" and (turn is not None or seat.hand.status):
            return Illegal(f"seat {act.seat} has split or folded; its cards can't be changed any more", "SPL-8")
        if turn is not None or not 1 <= act.hand <= len(seat.hands):
            return None
        where, status = f"hand {act.hand} of seat {act.seat}", seat.hands[act.hand - 1].status
        if status == "instant winner":
            return Illegal(f"{where} is an instant winner, paid without a Play bet", "SPL-5")
        return Illegal(f"{where} is {status} already", "SPL-8") if status else None


def _not_with_these_cards(seat: Seat, split: Partition, act: Act) -> Illegal | None:
    """What is wrong with a move before the split."""
    if act.move == "play":
        return Illegal(f"seat {seat.number} splits its four cards first; each hand has its own Play bet", "SPL-7")
    if split.rule != "SPL-5":
        return None
    ways = " or ".join(f"[{show(three)}] and [{show(single)}]" for three, single in split.ways)
    reason = f"seat {seat.number} holds an instant winner and must split {ways}"
    return Illegal(reason, "SPL-5" if act.move == "split" else "SPL-17")


def _active(seat: Seat) -> list[Hand]:
    """The hands that still play against the dealer."""
    return [hand for hand in seat.hands if hand.status == "played"]
