"""A question to the coach: one open turn, with what its player knows and nothing else."""

from typing import Any

from upcard.cards.card import text
from upcard.rounds.knowledge import Knowledge
from upcard.rounds.record import game_to_json
from upcard.rounds.round import Round
from upcard.rules.needs import Act, Amount, Choice, Partition, Turn

Json = dict[str, Any]


def question(round_: Round, turn: Turn) -> Json:
    """What the lab is told: the rules, and what the turn's player knows. Two with the same key have one answer."""
    known = Knowledge.of(round_, turn.seat, turn.hand)
    return {"rules": game_to_json(round_.game), "known": known.to_json(), "key": known.key}


def read_act(turn: Turn, name: str, value: object) -> Act | None:
    """The legal act that a coach's action stands for; None if it is not open."""
    move = turn.move(name)
    if isinstance(move, Choice) and value is None:
        return Act(turn.seat, turn.hand, name)
    if isinstance(move, Amount):
        amount = value if type(value) is int else move.high
        return Act(turn.seat, turn.hand, name, min(max(amount, move.low), move.high))
    if isinstance(move, Partition) and isinstance(value, list):
        wanted = sorted(sorted(map(str, part)) for part in value)
        for way in move.ways:
            if sorted(sorted(text(card) for card in part) for part in way) == wanted:
                return Act(turn.seat, turn.hand, name, way)
    return None
