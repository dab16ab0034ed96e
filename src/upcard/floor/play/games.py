"""The games of the floor's tables: built from what the ledger says, and asked what a progressive needs to know."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from upcard.floor.commands.ask import Refused
from upcard.floor.ledger.entry import canonical
from upcard.floor.state import FloorTable
from upcard.rules import registry
from upcard.rules.game import Game
from upcard.rules.paytable import PayTableError
from upcard.rules.registry import UnknownGame
from upcard.rules.settings import SettingError


def build(name: str, house: Mapping[str, Any], pays: Mapping[str, Any]) -> Game:
    """A game under a table's settings; a refusal that says what is wrong with them.

    `pays` names a table of the sources, or holds one: ``{"name", "source", "pays": {outcome: "40 to 1"}}``.
    """
    try:
        return _build(name, canonical(house), canonical(pays))
    except (UnknownGame, SettingError, PayTableError) as error:
        raise Refused(str(error), "REG-13") from None


@lru_cache(maxsize=256)
def _build(name: str, house: bytes, pays: bytes) -> Game:
    tables = json.loads(pays)
    for wager, chosen in tables.items():
        if isinstance(chosen, str) and chosen.endswith(".toml"):
            # The ledger has to tell a round by itself; a file can be changed, or be somebody else's.
            raise PayTableError(f"{wager!r}: a file can't be named here; give its rows as {{name, source, pays}}")
    made = registry.game(name)(json.loads(house), tables)
    made.refuse_lab_only()
    return made


def of(table: FloorTable) -> Game:
    """A table's game."""
    if table.built is None:
        table.built = build(table.game, table.house, table.pays)
    return table.built


@lru_cache(maxsize=256)
def progressives(game: Game) -> dict[str, dict[str, tuple[str, int]]]:
    """The wagers that claim meters: wager → outcome (a hand's button) → (meter, per cent)."""
    found: dict[str, dict[str, tuple[str, int]]] = {}
    for wager in game.wagers:
        if wager.placed != "before":
            continue
        rows = game.table_of(wager.name).pays
        claims = {
            outcome: (game.meter_of(wager.name, outcome), pay.percent) for outcome, pay in rows.items() if pay.percent
        }
        if claims:
            found[wager.name] = claims
    return found


@lru_cache(maxsize=256)
def meters_of(game: Game) -> dict[str, tuple[str, ...]]:
    """The meters that each progressive wager feeds."""
    return {
        wager: tuple(dict.fromkeys(meter for meter, _ in outcomes.values()))
        for wager, outcomes in progressives(game).items()
    }


@lru_cache(maxsize=1024)
def stakes(game: Game, wager: str) -> tuple[int, int | None]:
    """The smallest and largest stake on a wager at a table, in cents (B7S-20, B7S-9)."""
    low, high = game.limits(wager)
    fixed = game.fixed_stake(game.wager(wager))
    return (low, high) if fixed is None else (max(low, fixed), min(high or fixed, fixed))


@lru_cache(maxsize=1024)
def highest(game: Game, wager: str) -> int | None:
    """The largest stake on a wager; None where there is no limit, or no such wager."""
    return stakes(game, wager)[1] if any(wager == known.name for known in game.wagers) else None
