"""What new tables and links begin with: a game's settings and pay tables, meters that leave the house an edge."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from upcard.floor.doors.play import games
from upcard.rules import registry
from upcard.rules.game import Game
from upcard.rules.settings import Setting, SettingError
from upcard.rules.words import meter_title
from upcard.web.live.describe import setting_info

Json = dict[str, Any]


def _meter(base: int, increment: int, hidden: int, **more: Any) -> Json:
    return {"base": base, "reset": base, "increment": increment, "hidden": hidden, **more}


_WHOLE = {"round-up-to": 100}
METERS: dict[str, dict[str, Json]] = {
    "blackjack": {"blazing-sevens": _meter(1_000_000, 150_000, 50_000, **{"top-up": True})},
    "three-card-poker": {"three-card-poker": _meter(500_000, 200_000, 50_000)},
    "three-card-blitz": {
        "blitz-1": _meter(1_000_000, 40_000, 20_000, **_WHOLE),
        "blitz-2": _meter(30_000, 30_000, 10_000, **_WHOLE),
        "blitz-3": _meter(25_000, 30_000, 10_000, **_WHOLE),
        "blitz-4": _meter(20_000, 30_000, 10_000, **_WHOLE),
        "blitz-5": _meter(15_000, 30_000, 10_000, **_WHOLE),
    },
}
"""By game, its meters: cents, and parts per million of each wager.

What they start from leaves the house an edge on every wager, as a real floor's would: a Royal Blitz of a suit comes
once in 637 hands, so its meter is small.
"""
USUAL = _meter(500_000, 150_000, 50_000)
"""A meter of a game that nothing is known of."""


@lru_cache(maxsize=1)
def templates() -> list[Json]:
    """Every game that a table can have, with the choices of its house."""
    return [_template(registry.game(name)()) for name in registry.names()]


def _template(game: Game) -> Json:
    progressive = _progressive(game)
    meters = {} if progressive is None else METERS.get(game.name, {})
    names = (
        [] if progressive is None else [meter for each in games.meters_of(progressive[1]).values() for meter in each]
    )
    return {
        "game": game.name,
        "title": game.title,
        "seats": game.default_seats,
        "max_seats": game.max_seats,
        "feeds": [wager.name for wager in game.wagers if wager.placed == "before"],
        "settings": [setting_info(game, setting) for setting in game.all_settings().values() if _offered(setting)],
        "pays": [
            {"table": kind.table, "names": list(offered)}
            for kind in game.outcomes
            if kind.variant == game.variant(kind.table) and len(offered := game.offered_tables(kind.table)) > 1
        ],
        "progressive": None
        if progressive is None
        else {
            "house": dict(progressive[0]),
            "meters": [
                {"meter": name, "title": meter_title((progressive[1],), name), **_shown(meters.get(name, USUAL))}
                for name in dict.fromkeys(names)
            ],
        },
    }


def _offered(setting: Setting) -> bool:
    """Whether a house chooses it: not what only the lab asks."""
    return not setting.lab_only and setting.name != "jackpot-order"  # a link has its own


def _progressive(game: Game) -> tuple[Mapping[str, Any], Game] | None:
    """The settings under which a game feeds meters, the fewest there are; None where it never does."""
    if games.meters_of(game):
        return {}, game
    for setting in game.settings:
        for value in setting.values:
            try:
                found = type(game)({setting.name: value})
            except SettingError:
                continue
            if games.meters_of(found):
                return {setting.name: value}, found
    return None


def _shown(meter: Json) -> Json:
    return {
        **{key: meter[key] for key in ("base", "reset", "increment", "hidden")},
        "round_up_to": meter.get("round-up-to", 1),
        "top_up": meter.get("top-up", False),
    }
