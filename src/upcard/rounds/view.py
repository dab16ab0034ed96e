"""What a viewer may see of a round: the only way from a round to a client.

A card that the viewer may not see is in no view and in no event, not even encoded; neither are labels or moves worked
out from it. A viewer is a set of seats: a player's own, or none for somebody who only watches.
"""

from collections.abc import Collection, Iterable
from typing import Any

from upcard.cards.card import text
from upcard.rounds.knowledge import Knowledge, blanked
from upcard.rounds.moves import value_as_cards
from upcard.rounds.record import FACE_DOWN, event_to_json, line_to_json
from upcard.rounds.round import Round
from upcard.rules.events import Event
from upcard.rules.game import Sight
from upcard.rules.needs import Amount, Ask, Move, Partition, Turn
from upcard.rules.table import Hand

WATCHER: frozenset[int] = frozenset()
"""Somebody without a seat."""


def view(round_: Round, seats: Collection[int] = WATCHER) -> dict[str, Any]:
    """The round as the holder of these seats sees it."""
    return felt(round_, seats) | {"lines": [line_to_json(line) for line in round_.table.lines]}


def felt(round_: Round, seats: Collection[int] = WATCHER) -> dict[str, Any]:
    """The same without the settled lines, for whoever writes those with more words."""
    table, seen = round_.table, sight(round_, seats)
    return {
        "game": round_.game.name,
        "over": round_.ended,
        "voided": round_.voided,
        "dealer": _hand(round_, table.dealer, seats, seen),
        "board": _hand(round_, table.board, seats, seen) if table.board.cards else None,
        "seats": [
            {
                "seat": seat.number,
                "bets": dict(seat.bets),
                "hands": [_hand(round_, hand, seats, seen) for hand in seat.hands],
                "stakes": [
                    {"hand": hand, "wager": wager, "amount": amount}
                    for (number, hand, wager), amount in table.stakes.items()
                    if number == seat.number
                ],
            }
            for seat in table.in_order()
        ],
        "turns": _turns(round_, seats),
    }


def sight(round_: Round, seats: Collection[int] = WATCHER) -> Sight:
    """The cards that the holder of these seats sees, by place."""
    return {
        (hand.seat, hand.number): tuple([card for card in _visible(hand, seats) if card is not None])
        for hand in round_.table.hands()
    }


def label(round_: Round, hand: Hand, seats: Collection[int] = WATCHER, seen: Sight | None = None) -> str:
    """A hand in words, from the cards alone that the holder of these seats sees; empty where he sees none of it.

    `seen` is his sight, if it is known already.
    """
    if seen is None:
        seen = sight(round_, seats)
    cards = seen[hand.seat, hand.number]
    return round_.game.label_in_sight(hand, cards, seen) if cards else ""


def shown(hand: Hand, seats: Collection[int] = WATCHER) -> list[str]:
    """The cards of a hand as the holder of these seats sees them."""
    return [FACE_DOWN if card is None else text(card) for card in _visible(hand, seats)]


def _visible(hand: Hand, seats: Collection[int]) -> list[int | None]:
    return hand.visible_to(hand.seat if hand.seat in seats else None)


def _hand(round_: Round, hand: Hand, seats: Collection[int], seen: Sight) -> dict[str, Any]:
    cards = seen[hand.seat, hand.number]
    arranged = round_.game.arranged(hand, cards) if cards and len(cards) == len(hand.cards) else None
    return {
        "hand": hand.number,
        "cards": shown(hand, seats),
        "label": label(round_, hand, seats, seen),
        "status": hand.status,
    } | ({"arranged": {"groups": arranged.groups, "counts": arranged.counts}} if arranged else {})


def _turns(round_: Round, seats: Collection[int]) -> list[dict[str, Any]]:
    """Who has to decide; the moves only for the viewer's own seats, since they may depend on cards only he sees.

    `key` is that of his knowledge: as long as it is the same, so is the answer to any question about the turn.
    """
    if not isinstance(round_.need, Ask):
        return []
    return [
        {"seat": turn.seat, "hand": turn.hand} | (_choices(round_, turn) if turn.seat in seats else {})
        for turn in round_.need.turns
    ]


def _choices(round_: Round, turn: Turn) -> dict[str, Any]:
    key = Knowledge.of(round_, turn.seat, turn.hand).key
    return {"moves": [move_to_json(move) for move in turn.moves], "key": key}


def move_to_json(move: Move) -> dict[str, Any]:
    """A legal move in one of the three shapes that every page and terminal can draw."""
    said: dict[str, Any] = {"move": move.name, "label": move.label, "key": move.key, "rule": move.rule}
    if isinstance(move, Amount):
        return (
            said
            | {"shape": "amount", "low": move.low, "high": move.high, "step": move.step}
            | ({"named": [{"cents": cents, "name": name} for cents, name in move.named]} if move.unit else {})
        )
    if isinstance(move, Partition):
        ways = [value_as_cards(way) for way in move.ways]
        return said | {"shape": "partition", "ways": ways} | ({"help": move.help} if move.help else {})
    return said | {"shape": "choice", "cost": move.cost}


def seen_events(events: Iterable[Event], seats: Collection[int] = WATCHER) -> list[dict[str, Any]]:
    """The events as the holder of these seats sees them: hidden cards are blanked before anything is written."""
    return [event_to_json(blanked(event, seats)) for event in events]
