"""A scanned table as its dealer runs it: the bets to declare, what the round asks for next, what goes back to whom.

The cards are as everybody sees them. A card that only its player may see was read by the scanner, not by the dealer: it
is on no console, and neither are the ways in which it could be laid.
"""

from typing import Any

from upcard.floor.doors.play import games
from upcard.floor.state import FloorTable
from upcard.rounds.record import FACE_DOWN
from upcard.rounds.round import Round
from upcard.rounds.view import move_to_json
from upcard.rules.game import Game
from upcard.rules.needs import Ask, Turn
from upcard.web.live import views
from upcard.web.live.mirror import Mirror
from upcard.web.staff.payout import asked

Json = dict[str, Any]


def declared(game: Game) -> list[Json]:
    """The wagers that START GAME names: those before the deal, but for the ones on a sensor (PRG-10)."""
    on_sensors = games.meters_of(game)
    found = []
    for wager in game.wagers:
        if wager.placed == "before" and wager.name not in on_sensors:
            low, high = game.limits(wager.name)
            found.append(
                {
                    "wager": wager.name,
                    "title": wager.title,
                    "side": wager.side,
                    "fixed": game.fixed_stake(wager),
                    "equals": wager.equals,
                    "min": low,
                    "max": high,
                }
            )
    return found


def felt(mirror: Mirror, table: FloorTable) -> Json | None:
    """The round that is being played, as it lies; None between rounds and where nobody enters cards."""
    shown = mirror.shown.get(table.id)
    if table.kind != "scanned" or table.round is None or shown is None or shown.id != table.round.id:
        return None
    seen = views.round_view(mirror.state, table.id, shown, None)
    return {
        "step": len(shown.round.events),
        "view": seen,
        "need": _need(shown.round, seen),
        "results": views.results(mirror.state, table.id, shown),
    }


def _need(played: Round, seen: Json) -> Json | None:
    """What the round asks for: cards, the dealer's look, or players' decisions."""
    need = played.need
    if need is None:
        return None
    if isinstance(need, Ask):
        return {"need": "moves", "turns": [_turn(turn, seen) for turn in need.turns]}
    return asked(need)


def _turn(turn: Turn, seen: Json) -> Json:
    moves = [move_to_json(move) for move in turn.moves]
    hands = next(seat["hands"] for seat in seen["seats"] if seat["seat"] == turn.seat)
    if any(FACE_DOWN in hand["cards"] for hand in hands):
        for move in moves:
            if "ways" in move:
                move["ways"] = []  # they would tell the cards
    return {"seat": turn.seat, "hand": turn.hand, "default": turn.default, "moves": moves}
