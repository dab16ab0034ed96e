"""What a viewer may see of a round: the only way from a round to a client.

A card that the viewer may not see is in no view and in no event, not even encoded; neither are labels or moves worked
out from it. A viewer is a set of seats: a player's own, or none for somebody who only watches.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

from upcard.cards.card import text
from upcard.rounds.record import FACE_DOWN, event_to_json, line_to_json
from upcard.rounds.round import Round
from upcard.rules.events import Acted, CardsDealt, Event, HandsLaid
from upcard.rules.needs import UNKNOWN, Amount, Ask, Move, Partition
from upcard.rules.table import Hand

WATCHER: frozenset[int] = frozenset()
"""Somebody without a seat."""


def view(round_: Round, seats: Collection[int] = WATCHER) -> dict[str, Any]:
    """The round as the holder of these seats sees it."""
    table = round_.table
    return {
        "game": round_.game.name,
        "over": round_.ended,
        "voided": round_.voided,
        "dealer": _hand(round_, table.dealer, seats),
        "seats": [
            {
                "seat": seat.number,
                "bets": dict(seat.bets),
                "hands": [_hand(round_, hand, seats) for hand in seat.hands],
                "stakes": [
                    {"hand": hand, "wager": wager, "amount": amount}
                    for (number, hand, wager), amount in table.stakes.items()
                    if number == seat.number
                ],
            }
            for seat in table.in_order()
        ],
        "turns": _turns(round_, seats),
        "lines": [line_to_json(line) for line in table.lines],
    }


def _hand(round_: Round, hand: Hand, seats: Collection[int]) -> dict[str, Any]:
    visible = hand.visible_to(hand.seat if hand.seat in seats else None)
    cards = [card for card in visible if card is not None]
    return {
        "hand": hand.number,
        "cards": [FACE_DOWN if card is None else text(card) for card in visible],
        # A label is made from the visible cards alone.
        "label": round_.game.label(hand, cards) if cards else "",
        "status": hand.status,
    }


def _turns(round_: Round, seats: Collection[int]) -> list[dict[str, Any]]:
    """Who has to decide; the moves only for the viewer's own seats, since they may depend on cards only he sees."""
    if not isinstance(round_.need, Ask):
        return []
    return [
        {"seat": turn.seat, "hand": turn.hand}
        | ({"moves": [move_to_json(move) for move in turn.moves]} if turn.seat in seats else {})
        for turn in round_.need.turns
    ]


def move_to_json(move: Move) -> dict[str, Any]:
    """A legal move in one of the three shapes that every page and terminal can draw."""
    said: dict[str, Any] = {"move": move.name, "label": move.label, "key": move.key, "rule": move.rule}
    if isinstance(move, Amount):
        return said | {"shape": "amount", "low": move.low, "high": move.high, "step": move.step}
    if isinstance(move, Partition):
        ways = [[[text(card) for card in part] for part in way] for way in move.ways]
        return said | {"shape": "partition", "ways": ways}
    return said | {"shape": "choice", "cost": move.cost}


def seen_events(events: Iterable[Event], seats: Collection[int] = WATCHER) -> list[dict[str, Any]]:
    """The events as the holder of these seats sees them: hidden cards are blanked before anything is written."""
    return [event_to_json(_blank(event, seats)) for event in events]


def _blank(event: Event, seats: Collection[int]) -> Event:
    if isinstance(event, CardsDealt):
        seen = event.seen_by == "everybody" or (event.seen_by == "owner" and event.seat in seats)
        return event if seen else replace(event, cards=(UNKNOWN,) * len(event.cards))
    if isinstance(event, Acted) and isinstance(event.value, tuple) and event.seat not in seats:
        # How the cards were laid follows in `HandsLaid`, face up or not.
        return replace(event, value=None)
    if isinstance(event, HandsLaid) and not event.face_up and event.seat not in seats:
        return replace(event, hands=tuple((UNKNOWN,) * len(cards) for cards in event.hands))
    return event
