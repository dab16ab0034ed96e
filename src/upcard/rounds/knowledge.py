"""What a player knows of a round: one key for whoever advises, plays or asks.

Advice depends on everything its player has seen and on nothing else: on cards by the place where they lie, on stakes,
on the moves that are open and on what was told so far. `Knowledge` is that and no more. It compares and hashes by value
and goes through JSON, so the coach, the bots, a simulated player and the page that asks again all mean the same by "the
same question".
"""

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from upcard.cards.card import Cards
from upcard.rounds.moves import read_value, value_as_text
from upcard.rounds.record import read_cards, show_cards
from upcard.rounds.round import Round
from upcard.rules.events import Acted, CardsDealt, CardsShown, CardsTurned, Event, HandsLaid, Peeked
from upcard.rules.needs import BOARD, DEALER, UNKNOWN, Act, Amount, Answer, Choice, Deal, Move, Show
from upcard.rules.table import Hand


@dataclass(frozen=True, slots=True)
class SeenHand:
    """A hand as the player sees it; UNKNOWN for every card that lies face down for him."""

    seat: int
    hand: int
    cards: Cards

    @property
    def seen(self) -> Cards:
        """The cards that he sees."""
        return tuple(card for card in self.cards if card != UNKNOWN)


@dataclass(frozen=True, slots=True)
class Stake:
    """What stands on a wager now."""

    seat: int
    hand: int
    wager: str
    cents: int


@dataclass(frozen=True, slots=True)
class OpenMove:
    """A move that is open, with the least and the most that it adds to the stakes."""

    name: str
    low: int = 0
    high: int = 0


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What the player of one hand knows when it is his turn. Two that are equal are the same question."""

    rules: str
    """The digest of the rules in force."""
    seat: int
    hand: int
    hands: tuple[SeenHand, ...]
    """The dealer's, the board, then every seat's, by number."""
    bets: tuple[Stake, ...]
    """What was bet before the first card."""
    stakes: tuple[Stake, ...]
    """What stands on the felt now."""
    moves: tuple[OpenMove, ...]
    told: tuple[Answer, ...]
    """The round's answers as he has seen them, with UNKNOWN for a card that he has not; one that was turned over since
    stands where it was dealt. With the blanks filled in they make a round that he can't tell from this one."""
    together: tuple[tuple[int, ...], ...] = ()
    """Seats that are one player's."""

    @classmethod
    def of(cls, round_: Round, seat: int, hand: int = 1) -> "Knowledge":
        """What the player of a hand knows of a round as it stands."""
        table = round_.table
        turn = round_.turn_of(seat, hand)
        holders: dict[str, list[int]] = {}
        for number, who in table.players.items():
            if number in table.seats:
                holders.setdefault(who, []).append(number)
        return cls(
            rules=round_.game.digest,
            seat=seat,
            hand=hand,
            hands=tuple(_seen(laid, seat) for laid in table.hands()),
            bets=tuple(
                sorted(
                    (
                        Stake(number, round_.game.wager(wager).hand, wager, cents)
                        for number, place in table.seats.items()
                        for wager, cents in place.bets.items()
                    ),
                    key=_place,  # in whatever order they were placed, or read out of a ledger
                )
            ),
            stakes=tuple(sorted((Stake(*key, cents) for key, cents in table.stakes.items()), key=_place)),
            moves=tuple(_open(move) for move in turn.moves) if turn else (),
            told=told(round_, {seat}),
            together=tuple(sorted(tuple(sorted(seats)) for seats in holders.values() if len(seats) > 1)),
        )

    @property
    def own(self) -> tuple[SeenHand, ...]:
        """The hands of the player's own seat, in order."""
        return tuple(laid for laid in self.hands if laid.seat == self.seat)

    @property
    def cards(self) -> Cards:
        """The cards of the hand that it is about, as far as he sees them."""
        return self.own[self.hand - 1].seen

    @property
    def dealer(self) -> Cards:
        """The dealer's cards that he sees."""
        return next(laid.seen for laid in self.hands if laid.seat == DEALER)

    @property
    def board(self) -> Cards:
        """The community cards that lie open."""
        return next(laid.seen for laid in self.hands if laid.seat == BOARD)

    @property
    def key(self) -> str:
        """A short text that is the same where the knowledge is, and otherwise another."""
        return hashlib.sha256(json.dumps(self.to_json(), separators=(",", ":")).encode()).hexdigest()[:32]

    def to_json(self) -> dict[str, Any]:
        """Everything, as plain JSON."""
        return {
            "rules": self.rules,
            "seat": self.seat,
            "hand": self.hand,
            "hands": [[laid.seat, laid.hand, show_cards(laid.cards)] for laid in self.hands],
            "bets": [[bet.seat, bet.hand, bet.wager, bet.cents] for bet in self.bets],
            "stakes": [[stake.seat, stake.hand, stake.wager, stake.cents] for stake in self.stakes],
            "moves": [[move.name, move.low, move.high] for move in self.moves],
            "told": [_answer_to_json(answer) for answer in self.told],
            "together": [list(seats) for seats in self.together],
        }

    @classmethod
    def from_json(cls, written: Mapping[str, Any]) -> "Knowledge":
        """Reads what `to_json` wrote."""
        return cls(
            rules=written["rules"],
            seat=written["seat"],
            hand=written["hand"],
            hands=tuple(SeenHand(seat, hand, read_cards(cards)) for seat, hand, cards in written["hands"]),
            bets=tuple(Stake(*bet) for bet in written["bets"]),
            stakes=tuple(Stake(*stake) for stake in written["stakes"]),
            moves=tuple(OpenMove(*move) for move in written["moves"]),
            told=tuple(_answer_from_json(answer) for answer in written["told"]),
            together=tuple(tuple(seats) for seats in written["together"]),
        )


def _seen(hand: Hand, seat: int) -> SeenHand:
    visible = hand.visible_to(hand.seat if hand.seat == seat else None)
    return SeenHand(hand.seat, hand.number, tuple([UNKNOWN if card is None else card for card in visible]))


def _place(stake: Stake) -> tuple[int, int, str]:
    return stake.seat, stake.hand, stake.wager


def _open(move: Move) -> OpenMove:
    if isinstance(move, Amount):
        return OpenMove(move.name, move.low, move.high)
    cost = move.cost if isinstance(move, Choice) else 0
    return OpenMove(move.name, cost, cost)


def _answer_to_json(answer: Answer) -> Any:
    if isinstance(answer, Act):
        return [answer.seat, answer.hand, answer.move, value_as_text(answer.value)]
    return answer if isinstance(answer, bool) else show_cards(answer)


def _answer_from_json(written: Any) -> Answer:
    if isinstance(written, list):
        seat, hand, move, value = written
        return Act(seat, hand, move, read_value(value))
    return written if isinstance(written, bool) else read_cards(written)


# What was seen of what happened


def blanked(event: Event, seats: Collection[int]) -> Event:
    """An event as the holder of these seats saw it: cards that are hidden from him are UNKNOWN."""
    if isinstance(event, CardsDealt):
        seen = event.seen_by == "everybody" or (event.seen_by == "owner" and event.seat in seats)
        return event if seen else replace(event, cards=(UNKNOWN,) * len(event.cards))
    if isinstance(event, Acted) and isinstance(event.value, tuple) and event.seat not in seats:
        # How the cards were laid follows in `HandsLaid`, face up or not.
        return replace(event, value=None)
    if isinstance(event, HandsLaid) and not event.face_up and event.seat not in seats:
        return replace(event, hands=tuple((UNKNOWN,) * len(cards) for cards in event.hands))
    return event


def told(round_: Round, seats: Collection[int]) -> tuple[Answer, ...]:
    """The answers of a round as the holder of these seats has seen them, with UNKNOWN for a card that he has not."""
    seen = _Told(seats)
    for event in round_.events:
        seen.take(event)
    return tuple([tuple(answer) if isinstance(answer, list) else answer for answer in seen.answers])


_Slot = tuple[int, int]
"""Where a card was dealt: the number of the answer, and its place in it."""


class _Told:
    """Takes a round's events and keeps its answers as the holder of these seats sees them."""

    def __init__(self, seats: Collection[int]) -> None:
        self.seats = seats
        self.answers: list[list[int] | Act | bool] = []
        self._cards: list[Cards] = []
        """The cards of each answer as they are, seen or not."""
        self._lies: dict[tuple[int, int], list[_Slot]] = {}

    def take(self, event: Event) -> None:
        """One event more."""
        match event:
            case CardsDealt():
                seen = blanked(event, self.seats)
                assert isinstance(seen, CardsDealt)
                slots = [(len(self.answers), at) for at in range(len(event.cards))]
                self._lies.setdefault((event.seat, event.hand), []).extend(slots)
                self._add(list(seen.cards), event.cards)
            case CardsShown():
                for slot, card in zip(self._lies[event.seat, event.hand], event.cards, strict=True):
                    self._dealt(slot)[slot[1]] = card
            case CardsTurned():
                lies = self._lies[event.seat, event.hand]
                for place, card in zip(event.places, event.cards, strict=True):
                    self._dealt(lies[place])[lies[place][1]] = card
            case HandsLaid():
                self._lay(event)
            case Acted():
                hidden = event.seat not in self.seats and isinstance(event.value, tuple) and not self._open(event)
                self._add(Act(event.seat, event.hand, event.move, None if hidden else event.value))
            case Peeked():
                self._add(event.answer)

    def _add(self, answer: list[int] | Act | bool, cards: Cards = ()) -> None:
        self.answers.append(answer)
        self._cards.append(cards)

    def _dealt(self, slot: _Slot) -> list[int]:
        cards = self.answers[slot[0]]
        assert isinstance(cards, list)
        return cards

    def _open(self, act: Acted) -> bool:
        """Whether the cards that somebody laid out lay open already."""
        return all(self._dealt(slot)[slot[1]] != UNKNOWN for slot in self._lies[act.seat, act.hand])

    def _lay(self, event: HandsLaid) -> None:
        """The same cards in other hands: each is found where it was dealt."""
        places = sorted(place for place in self._lies if place[0] == event.seat)
        slots = [slot for place in places for slot in self._lies.pop(place)]
        for number, cards in enumerate(event.hands, 1):
            found = self._lies[event.seat, number] = []
            for card in cards:
                slot = next(slot for slot in slots if self._cards[slot[0]][slot[1]] == card)
                slots.remove(slot)
                found.append(slot)


def face_down(round_: Round) -> tuple[Answer, ...]:
    """The answers of the same round where nobody has read the cards that lie face down: what its players know together.

    A card is unread until the script turns it over; that is an answer of its own then, as on a live table.
    """
    bets = {number: seat.bets for number, seat in round_.table.seats.items()}
    whole, known = (Round(round_.game, bets, round_.table.players) for _ in range(2))
    shown = [event for event in round_.events if isinstance(event, CardsShown | CardsTurned)]
    for answer in round_.answers:
        need = whole.need
        whole.give(answer)
        if isinstance(need, Deal) and need.seen_by == "nobody":
            known.give((UNKNOWN,) * need.count)
        elif not isinstance(need, Show):
            known.give(answer)
        while isinstance(turned := known.need, Show) and not isinstance(whole.need, Show):
            unread = known.table.hand(turned.seat, turned.hand).cards
            event = shown[sum(isinstance(event, CardsShown | CardsTurned) for event in known.events)]
            places = event.places if isinstance(event, CardsTurned) else range(len(event.cards))
            turning = zip(places, event.cards, strict=True)
            known.give(tuple([card for place, card in turning if unread[place] == UNKNOWN]))
    return known.answers
