"""A link as the floor configures it (`docs/floor-commands.md`), read from a file of one's own."""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from upcard.lab.analysis import LabError
from upcard.lab.simulation.meters import MILLION, SimulatedMeter, meters_of
from upcard.rules import registry
from upcard.rules.awards import ORDERS
from upcard.rules.game import Game

_LINK = frozenset({"link", "game", "house", "pays", "meters", "order"})
_METER = frozenset({"base", "reset", "increment", "hidden", "limit", "round-up-to", "implausible", "top-up"})
_MOST = 10**13


@dataclass(frozen=True, slots=True)
class SimulatedLink:
    """A game whose tables feed meters."""

    game: Game
    wager: str
    meters: Mapping[str, SimulatedMeter]


def read_link(path: Path, house: Mapping[str, object], pays: Mapping[str, object]) -> SimulatedLink:
    """A link from a JSON or TOML file: what a `propose` of the floor says of it, or its `change` alone."""
    try:
        text = path.read_text(encoding="utf-8")
        said: Any = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    except OSError as error:
        raise LabError(f"{path} can't be read: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise LabError(f"{path} is neither JSON nor TOML (by its name): {error}") from error
    if isinstance(said, dict) and isinstance(said.get("change"), dict):
        said = said["change"]
    try:
        return link_of(said, house, pays)
    except LabError as error:
        raise LabError(f"{path}: {error}") from error


def link_of(said: Any, house: Mapping[str, object], pays: Mapping[str, object]) -> SimulatedLink:
    """A link from what is said of it; the game is known by its meters, or named."""
    if not isinstance(said, dict) or not isinstance(said.get("meters"), dict) or not said["meters"]:
        raise LabError('a link has "meters": name → base, reset, increment, hidden')
    if unknown := sorted(set(said) - _LINK):
        raise LabError(f"a link has no {unknown[0]!r}; it has {', '.join(sorted(_LINK))}")
    meters = {str(name): _meter(str(name), rows) for name, rows in said["meters"].items()}
    settings = {**_table(said, "house"), **house}
    order = said.get("order")
    if order is not None:
        if order not in ORDERS:
            raise LabError(f"order is {' or '.join(ORDERS)}, not {order!r}")
        settings.setdefault("jackpot-order", order)
    game = _game(said.get("game"), meters, settings, {**_table(said, "pays"), **pays})
    feeds = [
        w.name
        for w in game.wagers
        if set(game.outcomes_of(w.name).meters.values()) & set(meters) and w.placed == "before"
    ]
    missing = [name for name in meters_of(game) if name not in meters]
    if missing:
        raise LabError(f"{game.title} pays from meter {missing[0]!r} too; say what it starts at")
    return SimulatedLink(game, feeds[0], meters)


def _table(said: Mapping[str, Any], key: str) -> dict[str, object]:
    found = said.get(key, {})
    if not isinstance(found, dict):
        raise LabError(f"{key} is a table of names and values, not {found!r}")
    return dict(found)


def _game(
    named: object, meters: Mapping[str, SimulatedMeter], settings: dict[str, object], pays: dict[str, object]
) -> Game:
    """The game that has these meters, under settings that make it pay from them."""
    for name in [str(named)] if named else registry.names():
        kind = registry.game(name)
        paying = _paying(kind, meters)
        if not named and not set(meters) <= set(meters_of(kind(paying))):
            continue
        game = kind({**paying, **settings}, pays)
        if unknown := [meter for meter in meters if meter not in meters_of(game)]:
            has = ", ".join(meters_of(game)) or "none under these settings"
            raise LabError(f"{game.title} has no meter {unknown[0]!r}; it has {has}")
        return game
    raise LabError(f"no game has the meters {', '.join(meters)}")


def _paying(kind: type[Game], meters: Mapping[str, SimulatedMeter]) -> dict[str, object]:
    """The setting under which a game pays from the most of these meters; none where its own rules do."""
    ways: list[dict[str, object]] = [{}]
    ways += [{one.name: value} for one in kind.settings for value in one.values]
    return max(ways, key=lambda way: len(set(meters) & set(meters_of(kind(way)))))


def _meter(name: str, rows: Any) -> SimulatedMeter:
    if not isinstance(rows, dict):
        raise LabError(f"meter {name}: say base, reset and increment, not {rows!r}")
    if unknown := sorted(set(rows) - _METER):
        raise LabError(f"meter {name} has no {unknown[0]!r}; it has {', '.join(sorted(_METER))}")
    base, reset = _whole(name, rows, "base", _MOST), _whole(name, rows, "reset", _MOST)
    rate, hidden = _whole(name, rows, "increment", MILLION), _whole(name, rows, "hidden", MILLION, 0)
    limit = None if rows.get("limit") is None else _whole(name, rows, "limit", _MOST)
    if rate + hidden > MILLION:
        raise LabError(f"meter {name}: increment and hidden rate take more than the whole wager")
    if limit is not None and limit < max(base, reset):
        raise LabError(f"meter {name}: the limit is under its base or reset")
    step = _whole(name, rows, "round-up-to", 100, 0)
    if step not in {0, 1, 100}:
        raise LabError(f"meter {name}: awards round up to 1 or 100 cents, not {step}")
    return SimulatedMeter(base, reset, rate, hidden, limit, step)


def _whole(name: str, rows: Mapping[str, Any], key: str, most: int, default: int | None = None) -> int:
    value = rows.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise LabError(f"meter {name}: {key} is a whole number from 0 to {most:,}, not {value!r}")
    return value
