"""Blackjack: the wagers, the house's choices and the script of a round (BJK, B7S)."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, cast

from upcard.cards.card import SEVEN, SUITS
from upcard.rules.blackjack import hands, moves
from upcard.rules.blackjack.features import FEATURES, MOVES
from upcard.rules.features import Feature
from upcard.rules.game import Game, Wager
from upcard.rules.needs import UNKNOWN, Act, Illegal, Script, Turn, Turns, together
from upcard.rules.paytable import Outcomes
from upcard.rules.settings import Setting, SettingError
from upcard.rules.table import Hand, Seat, Table

INFINITE = "infinite"
"""A shoe that dealing does not change: for analysis only."""

_NO_SEVENS = "three 7s of one suit need a shoe of at least three decks"
_SEVENS = tuple(4 * SEVEN + suit for suit in range(len(SUITS)))


class Blackjack(Game):
    """A bet against the dealer's hand, insurance, and three side bets."""

    name: ClassVar[str] = "blackjack"
    title: ClassVar[str] = "Blackjack"
    summary: ClassVar[str] = "Closer to 21 than the dealer without going over; a blackjack pays 3 to 2."
    how_to_play: ClassVar[tuple[str, ...]] = (
        "Come closer to 21 than the dealer without going over. An ace is 1 or 11; king, queen and jack are 10.",
        "Hit for another card, or stand. On two cards you may double the bet for one card more, or split a pair.",
        "Late surrender gives up half the bet; insurance, when the dealer shows an ace, is a bet on his blackjack.",
        "An ace with a ten-value card in the first two is a blackjack and pays extra. Equal totals give the bet back.",
    )
    rulebook: ClassVar[str] = "BJK"
    lab: ClassVar[str] = "upcard.lab.blackjack"
    hand_size: ClassVar[int] = 2
    needless: ClassVar[tuple[str, ...]] = ("stand",)
    keeps_shoe: ClassVar[bool] = True

    features: ClassVar[tuple[Feature, ...]] = FEATURES
    moves: ClassVar[Mapping[str, str]] = MOVES

    wagers: ClassVar[tuple[Wager, ...]] = (
        Wager("bet", "Bet", "bet", "BJK-4", "Plays against the dealer's hand.", required=True),
        Wager(
            "insurance",
            "Insurance",
            "insurance",
            "BJK-7",
            "Up to half the bet, on an ace up: wins when the hole card is a ten-value.",
            placed="during",
        ),
        Wager("21+3", "21+3", "21+3", "BJK-20", "Your two cards and the upcard as a poker hand.", side=True),
        Wager(
            "in-between", "In Between", "in-between", "BJK-30", "The upcard falls between your two cards.", side=True
        ),
        Wager(
            "blazing-sevens",
            "Blazing 7s",
            "blazing-sevens",
            "B7S-9",
            "Sevens in your first three cards; three of one suit take the meter.",
            side=True,
            fixed=100,
        ),
    )
    outcomes: ClassVar[tuple[Outcomes, ...]] = (
        Outcomes("bet", ("blackjack", "win", "even-money", "push", "surrender", "lose")),
        Outcomes("insurance", ("win", "lose")),
        Outcomes("21+3", ("straight-flush", "three-of-a-kind", "straight", "flush", "other")),
        Outcomes(
            "in-between",
            ("triple-match", "one-card-spread", "two-card-spread", "three-card-spread", "other-spread", "outside"),
        ),
        Outcomes(
            "blazing-sevens",
            (
                "three-suited-sevens",
                "three-same-colour-sevens",
                "three-sevens",
                "two-sevens",
                "one-seven",
                "other",
            ),
            {"three-suited-sevens": "blazing-sevens", "three-same-colour-sevens": "blazing-sevens"},
        ),
    )
    settings: ClassVar[tuple[Setting, ...]] = (
        Setting("decks", 6, "decks in the shoe; infinite is for analysis only", "BJK-11", (*range(1, 9), INFINITE)),
        Setting("soft-17", "stand", "what the dealer does on soft 17", "BJK-3", ("stand", "hit")),
        Setting("max-hands", 3, "hands a seat can have after splits", "BJK-8", (2, 3, 4)),
        Setting("resplit-aces", "no", "whether split aces that pair again can be split again", "BJK-8", ("no", "yes")),
        Setting("double", "any", "hard totals that can be doubled", "BJK-9", ("any", "9-11", "10-11", "none")),
        Setting("double-after-split", "yes", "whether split hands can be doubled", "BJK-9", ("yes", "no")),
        Setting(
            "surrender", "late", "after the dealer's look for blackjack, or not at all", "BJK-10", ("late", "none")
        ),
        Setting("blackjack-pays", "3:2", "what a blackjack pays", "BJK-4", ("3:2", "6:5", "1:1", "2:1")),
        Setting(
            "smallest-chip",
            None,
            "the table's smallest chip, in cents: insurance and a double for less begin at it and go up by it",
            "BJK-12",
            low=1,
            cents=True,
            odds=False,
        ),
        Setting("penetration", 75, "per cent of the shoe in front of the cut card", "BJK-11", low=1, high=100),
        Setting(
            "third-card",
            "stops",
            "whether Blazing 7s counts the third card that a dealer's blackjack keeps from the player",
            "B7S-6",
            ("stops", "always"),
            lab_only=True,
        ),
    )

    def __init__(
        self,
        house: Mapping[str, object] | None = None,
        pays: Mapping[str, object] | None = None,
        deck: Sequence[int] | None = None,
    ) -> None:
        super().__init__(house, pays, deck)
        chosen = self.house
        self.rules = moves.HouseRules(
            hits_soft_17=chosen["soft-17"] == "hit",
            max_hands=cast("int", chosen["max-hands"]),
            resplit_aces=chosen["resplit-aces"] == "yes",
            double=cast("hands.DoubleSetting", chosen["double"]),
            double_after_split=chosen["double-after-split"] == "yes",
            late_surrender=chosen["surrender"] == "late",
            smallest_chip=cast("int", chosen.get("smallest-chip", self.limits("bet")[0])),
            step=cast("int", chosen.get("smallest-chip", 1)),
        )

    # What the house may decide

    def deck_count(self) -> int:
        """How many decks the shoe has; an infinite one has the cards of one deck in their proportions."""
        count = self.house["decks"]
        return count if isinstance(count, int) else 1

    def default_table(self, table: str) -> str:
        """The bet pays by the table that blackjack-pays names (BJK-4)."""
        return str(self.house["blackjack-pays"]) if table == "bet" else super().default_table(table)

    def fixed_stake(self, wager: Wager) -> int | None:
        """The stake on Blazing 7s is fixed for a link: $1, or what the house sets as minimum and maximum (B7S-9)."""
        low, high = self.limits(wager.name)
        return low if wager.fixed is not None and low == high else wager.fixed

    def check(self) -> None:
        """A house that sets Blazing 7s up needs a shoe in which every award can be won (B7S-9)."""
        own_pays = self.tables["blazing-sevens"] != self.known_tables()["blazing-sevens"]["manual"]
        is_set_up = own_pays or "blazing-sevens.min" in self.house or "blazing-sevens.max" in self.house
        if is_set_up and not self.has_three_suited_sevens():
            raise SettingError(f"blazing-sevens can't be offered: {_NO_SEVENS} (B7S-9)")

    def check_seat(self, bets: Mapping[str, int]) -> None:
        """No bet on an award that the shoe can't make (B7S-9)."""
        if "blazing-sevens" in bets and not self.has_three_suited_sevens():
            raise Illegal(f"there is no Blazing 7s at this table: {_NO_SEVENS}", "B7S-9")

    def has_three_suited_sevens(self) -> bool:
        """Whether the shoe can make three 7s of one suit: three decks or more can (B7S-9)."""
        return self.house["decks"] == INFINITE or any(self.deck_counts.get(seven, 0) >= 3 for seven in _SEVENS)

    def refuse_lab_only(self) -> None:
        """Refuses what only an analysis can have: an infinite shoe can't be dealt from."""
        super().refuse_lab_only()
        if self.house["decks"] == INFINITE:
            raise SettingError("decks=infinite is for analysis only; no table can be dealt with it")

    # What people are told

    def label(self, hand: Hand, cards: Sequence[int]) -> str:
        """The total in words. Blackjacks are marked: an ace and a ten after a split is none (BJK-8)."""
        if len(cards) < self.hand_size:
            return ""
        return "blackjack" if hand.status == "blackjack" else hands.in_words(cards)

    def why_not(self, t: Table, turn: Turn | None, act: Act) -> Illegal | None:
        """The rule against a move."""
        return moves.why_not(self.rules, t, turn, act)

    def check_shown(self, hand: Hand, cards: Sequence[int]) -> None:
        """A hole card that nobody had read must bear out what the dealer's look at it said (BJK-6)."""
        turned = [*(card for card in hand.cards if card != UNKNOWN), *cards]
        if hands.is_blackjack(turned) != (hand.status == "blackjack"):
            said = "blackjack" if hand.status == "blackjack" else "no blackjack"
            raise Illegal(f"the dealer's look at the hole card said {said}; if that was wrong, void the round", "BJK-6")

    # The round

    def play(self, t: Table) -> Script:
        """Deal, side bets, insurance, the dealer's look, blackjacks, players, dealer, pay and take (BJK-14)."""
        yield from self._deal(t)
        self._settle_side_bets(t)
        if hands.offers_insurance(t.dealer.cards[0]):
            yield from together([self._offer_insurance(t, seat) for seat in t.in_order()])
        if hands.peeks(t.dealer.cards[0]):
            yield from self._look_for_blackjack(t)
        if t.dealer.status == "blackjack":
            self._settle_against_blackjack(t)
            return
        self._pay_blackjacks(t)
        for seat in t.in_order():
            yield from self._play_seat(t, seat)
        yield from self._play_dealer(t)
        self._pay_and_take(t)

    def _deal(self, t: Table) -> Script:
        """Two cards face up to each player, the dealer's first up and his second, the hole card, down (BJK-2)."""
        for seat in t.in_order():
            yield from t.deal(seat.hand, 2, "everybody")
            if hands.is_blackjack(seat.cards):
                seat.hand.status = "blackjack"
                seat.hand.done_by_rule = True
        yield from t.deal(t.dealer, 1, "everybody")
        yield from t.deal(t.dealer, 1, "nobody")

    def _settle_side_bets(self, t: Table) -> None:
        """21+3 and In Between, by the player's two cards and the upcard; before insurance (BJK-14, BJK-22)."""
        upcard = t.dealer.cards[0]
        for seat in t.right_to_left():
            if "21+3" in seat.bets:
                t.settle(seat.number, "21+3", hands.twenty_one_plus_three(seat.cards, upcard), "BJK-20")
            if "in-between" in seat.bets:
                t.settle(seat.number, "in-between", hands.in_between(seat.cards, upcard), "BJK-31")

    def _offer_insurance(self, t: Table, seat: Seat) -> Turns:
        """Up to half the bet against a ten in the hole; or even money, paid at once, for a blackjack (BJK-7)."""
        low, limit = self.limits("insurance")
        half = hands.most_insurance(seat.bets["bet"])
        answers = moves.of_insurance(self.rules, seat, low, half if limit is None else min(half, limit))
        if not answers:
            return
        act = yield Turn(seat.number, 1, answers, default="no-insurance")
        if act.move == "insurance":
            t.stake(seat.number, 1, "insurance", cast("int", act.value))
        elif act.move == "even-money":
            self._settle_bet(t, seat, seat.hand, "even-money", "BJK-7")

    def _look_for_blackjack(self, t: Table) -> Script:
        """The dealer looks at the hole card under an ace or a ten-value; insurance is settled by it (BJK-6, BJK-7)."""
        dealer = t.dealer
        known = None if UNKNOWN in dealer.cards else hands.is_blackjack(dealer.cards)
        found = yield from t.peek("Does the dealer have blackjack?", "BJK-6", known)
        if found:
            dealer.status = "blackjack"
            yield from t.show(dealer)
        for seat in t.right_to_left():
            if t.has(seat.number, "insurance"):
                t.settle(seat.number, "insurance", hands.insurance(dealer.cards[1]) if found else "lose", "BJK-7")

    def _settle_against_blackjack(self, t: Table) -> None:
        """A dealer's blackjack ends the round: only another blackjack pushes (BJK-5, BJK-14)."""
        t.cut_short = True
        for seat in t.right_to_left():
            if t.has(seat.number, "bet"):
                natural = seat.hand.status == "blackjack"
                points, _ = hands.total(seat.cards)
                outcome = hands.outcome(points, hands.BLACKJACK, player_blackjack=natural, dealer_blackjack=True)
                self._settle_bet(t, seat, seat.hand, outcome, "BJK-5" if natural else "BJK-14")

    def _pay_blackjacks(self, t: Table) -> None:
        """Blackjacks are paid before anybody plays, now that the dealer can't have one (BJK-4, BJK-6)."""
        for seat in t.right_to_left():
            if seat.hand.status == "blackjack" and t.has(seat.number, "bet"):
                self._settle_bet(t, seat, seat.hand, "blackjack", "BJK-4")

    def _play_seat(self, t: Table, seat: Seat) -> Script:
        """A seat's hands in order; a split makes two of one, and the first of them is played next (BJK-8)."""
        at = 0
        while at < len(seat.hands):
            hand = seat.hands[at]
            if not hand.status:
                yield from self._play_hand(t, seat, hand)
            if seat.hands[at] is hand:
                at += 1

    def _play_hand(self, t: Table, seat: Seat, hand: Hand) -> Script:
        """Hit until the hand stands, busts, is doubled, surrendered or split (BJK-8 to BJK-12)."""
        while options := moves.of_hand(self.rules, seat, hand):
            act = yield from t.ask(Turn(seat.number, hand.number, options))
            match act.move:
                case "hit":
                    yield from t.deal(hand, 1, "everybody")
                    if self._take_bust(t, seat, hand):
                        return
                case "stand":
                    hand.status = "stood"
                    return
                case "double":
                    t.stake(seat.number, hand.number, "bet", cast("int", act.value))
                    yield from t.deal(hand, 1, "everybody")
                    if not self._take_bust(t, seat, hand):
                        hand.status = "doubled"
                        hand.done_by_rule = True
                    return
                case "split":
                    yield from self._split(t, seat, hand)
                    return
                case _:
                    hand.status = "surrendered"
                    self._settle_bet(t, seat, hand, "surrender", "BJK-10")
                    return
        hand.status = "stood"
        hand.done_by_rule = True

    def _split(self, t: Table, seat: Seat, hand: Hand) -> Script:
        """Two hands of one, an equal bet on the second, and the next card to each at once (BJK-8)."""
        first, second = hand.number, hand.number + 1
        t.lay(seat, hand, [(card,) for card in hand.cards])
        t.stake(seat.number, second, "bet", seat.bets["bet"])
        for number in (first, second):
            yield from t.deal(t.hand(seat.number, number), 1, "everybody")

    def _take_bust(self, t: Table, seat: Seat, hand: Hand) -> bool:
        """A bust loses at once, whatever the dealer gets (BJK-1)."""
        if not hands.busts(hand.cards):
            return False
        hand.status = "bust"
        self._settle_bet(t, seat, hand, "lose", "BJK-1")
        return True

    def _play_dealer(self, t: Table) -> Script:
        """The hole card is turned over; the dealer draws to 17 where a bet still depends on it (BJK-3)."""
        dealer = t.dealer
        yield from t.show(dealer)
        if t.stakes:
            while hands.dealer_draws(*hands.total(dealer.cards), self.rules.hits_soft_17):
                yield from t.deal(dealer, 1, "everybody")
            dealer.status = "bust" if hands.busts(dealer.cards) else "stood"

    def _pay_and_take(self, t: Table) -> None:
        """From right to left, every hand that still stands against the dealer's total (BJK-5, BJK-13, B7S-11)."""
        dealer, _ = hands.total(t.dealer.cards)
        for seat in t.right_to_left():
            for hand in seat.hands:
                if t.has(seat.number, "bet", hand.number):
                    outcome = hands.outcome(hands.total(hand.cards)[0], dealer)
                    self._settle_bet(t, seat, hand, outcome, "BJK-5" if outcome == "push" else "BJK-13")

    def _settle_bet(self, t: Table, seat: Seat, hand: Hand, outcome: str, rule: str) -> None:
        """Settles a hand's bet; the progressive wager follows the last hand of the seat (B7S-6, B7S-11)."""
        t.settle(seat.number, "bet", outcome, rule, hand=hand.number)
        if t.has(seat.number, "blazing-sevens") and not any(t.has(seat.number, "bet", h.number) for h in seat.hands):
            sevens = blazing_sevens(seat)
            t.settle(seat.number, "blazing-sevens", sevens, "B7S-8" if sevens == "other" else "B7S-3")


def blazing_sevens(seat: Seat) -> str:
    """A seat's first two cards and the third that was dealt to it, after a split to whichever hand (B7S-2, B7S-5)."""
    first_two, third = seat.dealt[:2], seat.dealt[2:3]
    return hands.blazing_sevens(first_two, third[0] if third else None, hands.busts([*first_two, *third]))
