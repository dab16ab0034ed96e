"""The felt during a round: hands, stakes, what has been settled. A game's script writes on it; others read."""

from collections.abc import Generator, Mapping, Sequence
from typing import TYPE_CHECKING

from upcard.cards.card import Cards
from upcard.rules.awards import Claim
from upcard.rules.events import (
    CardsDealt,
    CardsShown,
    CardsTurned,
    Event,
    HandsLaid,
    Line,
    PayLimited,
    Peeked,
    StakePlaced,
    WagerSettled,
)
from upcard.rules.needs import BOARD, DEALER, UNKNOWN, Act, Answer, Ask, Deal, Need, Peek, SeenBy, Show, Turn

if TYPE_CHECKING:
    from upcard.rules.game import Game


class Hand:
    """Cards that are played as one hand."""

    __slots__ = ("cards", "done_by_rule", "lots", "number", "seat", "seen", "status")

    def __init__(self, seat: int, number: int) -> None:
        self.seat = seat
        self.number = number
        self.cards: list[int] = []
        self.seen: list[SeenBy] = []
        self.lots: list[int] = []
        """How many cards came with each deal: those of one deal have no order."""
        self.status = ""
        """What became of it, in a word: folded, stood, bust, blackjack …"""
        self.done_by_rule = False
        """Whether the rules ended it without a move (21 stands by itself)."""

    def visible_to(self, seat: int | None) -> list[int | None]:
        """The cards as the player of a seat sees them (None: somebody who only watches); None for a face-down card."""
        own = seat == self.seat
        return [
            card if card != UNKNOWN and (seen == "everybody" or (own and seen == "owner")) else None
            for card, seen in zip(self.cards, self.seen, strict=True)
        ]


class Seat:
    """A place at the table with bets on it."""

    __slots__ = ("bets", "dealt", "hands", "number")

    def __init__(self, number: int, bets: Mapping[str, int]) -> None:
        self.number = number
        self.bets = bets
        """The stakes before the deal, by wager."""
        self.hands = [Hand(number, 1)]
        self.dealt: list[int] = []
        """Every card dealt to the seat, in the order it came, whichever hand it went to (B7S-5)."""

    @property
    def hand(self) -> Hand:
        """The first hand; the only one as long as nothing is split."""
        return self.hands[0]

    @property
    def cards(self) -> list[int]:
        """The cards of the first hand."""
        return self.hands[0].cards


class Table:
    """One round's felt."""

    def __init__(
        self, game: "Game", bets: Mapping[int, Mapping[str, int]], players: Mapping[int, str] | None = None
    ) -> None:
        self.game = game
        self.players = players or {}
        """Who sits where, for those who hold more than one seat (TCP-12)."""
        self.seats = {number: Seat(number, bets[number]) for number in sorted(bets)}
        self.dealer = Hand(DEALER, 1)
        self.board = Hand(BOARD, 1)
        """Community cards: a hand that belongs to nobody, dealt and turned like any other."""
        self.stakes: dict[tuple[int, int, str], int] = {
            (number, game.wager(wager).hand, wager): cents
            for number, seat in self.seats.items()
            for wager, cents in seat.bets.items()
        }
        """What stands on the felt now, by seat, hand and wager; a settled stake is gone from here."""
        self.lines: list[Line] = []
        self.cut_short = False
        """Whether the dealer's hand ended the round before the players had acted (BJK-14)."""
        self.journal: list[Event] = []

    # Seats and hands

    def in_order(self) -> list[Seat]:
        """The seats from the dealer's left to his right: the order of dealing."""
        return list(self.seats.values())

    def right_to_left(self) -> list[Seat]:
        """The seats from the dealer's right to his left: the order of paying (B7S-11, SPL-13)."""
        return list(reversed(self.seats.values()))

    def hands(self) -> list[Hand]:
        """Every hand that lies on the table: the dealer's, the board, then each seat's."""
        return [self.dealer, self.board, *[hand for seat in self.seats.values() for hand in seat.hands]]

    def hand(self, seat: int, number: int) -> Hand:
        """A hand by its seat (0: the dealer; -1: the board) and number."""
        if seat > DEALER:
            return self.seats[seat].hands[number - 1]
        return self.dealer if seat == DEALER else self.board

    def lay(self, seat: Seat, hand: Hand, parts: Sequence[Cards]) -> None:
        """Lays a hand's cards out in several hands; later hands of the seat move up, and their stakes with them."""
        at = seat.hands.index(hand)
        more = len(parts) - 1
        for later in reversed(seat.hands[at + 1 :]):
            for key in [k for k in self.stakes if k[0] == seat.number and k[1] == later.number]:
                self.stakes[seat.number, later.number + more, key[2]] = self.stakes.pop(key)
            later.number += more
        seen = hand.seen[0]
        new = [Hand(seat.number, hand.number + i) for i in range(len(parts))]
        for part, laid in zip(parts, new, strict=True):
            laid.cards = list(part)
            laid.seen = [seen] * len(part)
            laid.lots = [len(part)]
        seat.hands[at : at + 1] = new
        face_up = all(s == "everybody" for h in seat.hands for s in h.seen)
        self.journal.append(HandsLaid(seat.number, tuple(tuple(h.cards) for h in seat.hands), face_up))

    def same_player(self, seat: int, other: int) -> bool:
        """Whether two seats are one player's."""
        return seat == other or (seat in self.players and self.players[seat] == self.players.get(other))

    # What the script needs from outside

    def deal(self, hand: Hand, count: int, seen_by: SeenBy) -> Generator[Need, Answer, None]:
        """Has cards dealt to a hand."""
        cards = yield Deal(hand.seat, hand.number, count, seen_by)
        assert isinstance(cards, tuple)
        hand.cards += cards
        hand.seen += [seen_by] * count
        hand.lots.append(count)
        if hand.seat > DEALER:
            self.seats[hand.seat].dealt += cards
        self.journal.append(CardsDealt(hand.seat, hand.number, cards, seen_by))

    def ask(self, turn: Turn) -> Generator[Need, Answer, Act]:
        """Has one player decide."""
        act = yield Ask((turn,))
        assert isinstance(act, Act)
        return act

    def peek(self, question: str, rule: str, answer: bool | None) -> Generator[Need, Answer, bool]:
        """Has the dealer look at the hole card."""
        seen = yield Peek(question, rule, answer)
        assert isinstance(seen, bool)
        self.journal.append(Peeked(question, seen))
        return seen

    def show(self, hand: Hand) -> Generator[Need, Answer, None]:
        """Turns a hand face up for everybody."""
        yield from self._read(hand, range(len(hand.cards)))
        hand.seen = ["everybody"] * len(hand.cards)
        self.journal.append(CardsShown(hand.seat, hand.number, tuple(hand.cards)))

    def reveal(self, hand: Hand, *places: int) -> Generator[Need, Answer, None]:
        """Turns single cards of a hand face up for everybody; they are counted from 0 as they were dealt.

        Cards that are dealt together have no order, so those that are turned at different times are dealt one by one.
        """
        first = 0
        for lot in hand.lots:
            if 0 < len(set(places) & set(range(first, first + lot))) < lot:
                raise ValueError(f"{lot} cards were dealt together and not all are turned; deal such cards one by one")
            first += lot
        yield from self._read(hand, places, single=True)
        for place in places:
            hand.seen[place] = "everybody"
        cards = tuple([hand.cards[place] for place in places])
        self.journal.append(CardsTurned(hand.seat, hand.number, places, cards))

    def _read(self, hand: Hand, places: Sequence[int], *, single: bool = False) -> Generator[Need, Answer, None]:
        """Has the unread ones of these cards read."""
        unread = tuple([place for place in places if hand.cards[place] == UNKNOWN])
        if unread:
            read = yield Show(hand.seat, hand.number, len(unread), unread if single else ())
            assert isinstance(read, tuple)
            for place, card in zip(unread, read, strict=True):
                hand.cards[place] = card

    # Money

    def stake(self, seat: int, hand: int, wager: str, amount: int) -> None:
        """Puts more of a player's money on the felt."""
        key = (seat, hand, wager)
        self.stakes[key] = self.stakes.get(key, 0) + amount
        self.journal.append(StakePlaced(seat, hand, wager, amount))

    def has(self, seat: int, wager: str, hand: int = 1) -> bool:
        """Whether a stake stands on that wager."""
        return (seat, hand, wager) in self.stakes

    def has_any(self, seat: int) -> bool:
        """Whether anything of that seat still stands on the felt."""
        return any(key[0] == seat for key in self.stakes)

    def settle(
        self,
        seat: int,
        wager: str,
        outcome: str,
        rule: str,
        *,
        hand: int = 1,
        base: int | None = None,
        also_claims: tuple[str, ...] = (),
    ) -> None:
        """Settles one wager by its pay table.

        `base` is the amount that a bonus without a stake of its own is reckoned on (TCP-7); `also_claims` are outcomes
        whose jackpots it takes besides its own row (BLZ-14): from their meters, or what the house's table pays instead.
        """
        stake = self.stakes.pop((seat, hand, wager), 0)
        table = self.game.table_of(wager)
        pay = table[outcome]
        returned = pay.returned(stake) if base is None else pay.winnings(base)
        claims: tuple[Claim, ...] = ()
        if pay.percent or also_claims:
            metered = [row for row in (outcome, *also_claims) if table[row].percent]
            claims = tuple(
                [Claim(seat, wager, self.game.meter_of(wager, row), table[row].percent, row) for row in metered]
            )
            returned += sum(table[row].winnings(stake) for row in also_claims)
        line = Line(seat, hand, wager, stake, outcome, pay.text, returned, rule, claims)
        self.lines.append(line)
        self.journal.append(WagerSettled(line))

    def limit(self, at: int, line: Line) -> None:
        """Replaces a settled line by what the aggregate limit leaves of it (PRG-9)."""
        self.lines[at] = line
        self.journal.append(PayLimited(line))
