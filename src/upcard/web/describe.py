"""What a game says of itself, in the shapes of the API. Nothing here knows a single game."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from upcard.rules.game import Game, Wager
from upcard.rules.paytable import PayTable
from upcard.rules.registry import game as find_game
from upcard.rules.registry import names
from upcard.rules.rulebook import rules_of
from upcard.rules.settings import Setting
from upcard.web.words import label

EVERY_GAME = "GEN"
"""The prefix of the rules of every game."""

Json = dict[str, Any]


def game_cards() -> list[Json]:
    """The games there are."""
    return [game_card(find_game(name)) for name in names()]


def game_card(game: type[Game] | Game) -> Json:
    """A game in a list."""
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "max_seats": game.max_seats,
        "default_seats": game.default_seats,
    }


@lru_cache(maxsize=64)
def game_info(game: Game) -> Json:
    """Everything a game says of itself."""
    return {
        **game_card(game),
        "hand_size": game.hand_size,
        "rules": rules_info(game),
        "settings": settings_info(game),
        "wagers": wagers_info(game),
        "pay_tables": [
            {**pay_table(rows), "in_force": rows.name == force.name}
            for table, force in game.tables.items()
            for rows in {**game.offered_tables(table), force.name: force}.values()
        ],
    }


@lru_cache(maxsize=64)
def rules_info(game: Game) -> list[Json]:
    """The rules that a game, its wagers and its settings stand on; the rules of every game last."""
    ids = [wager.rule for wager in game.wagers] + [setting.rule for setting in game.settings]
    prefixes = dict.fromkeys([game.rulebook, *(id_.rpartition("-")[0] for id_ in ids)])
    prefixes.pop(EVERY_GAME, None)
    return [
        {"id": rule.id, "section": rule.section, "text": rule.text}
        for prefix in (*prefixes, EVERY_GAME)
        for rule in rules_of(prefix)
    ]


@lru_cache(maxsize=64)
def settings_info(game: Game) -> list[Json]:
    """The house's choices; of the limits only those that are set."""
    return [
        _setting(game, setting)
        for setting in game.all_settings().values()
        if not setting.lab_only and (setting.default is not None or setting.name in game.house)
    ]


def _setting(game: Game, setting: Setting) -> Json:
    return {
        "name": setting.name,
        "value": game.house.get(setting.name),
        "default": setting.default,
        "meaning": setting.meaning,
        "rule": setting.rule,
        "values": list(setting.values),
        "low": setting.low,
        "high": setting.high,
    }


@lru_cache(maxsize=64)
def wagers_info(game: Game) -> list[Json]:
    """The bet spots."""
    return [_wager(game, wager) for wager in game.wagers]


def _wager(game: Game, wager: Wager) -> Json:
    low, high = game.limits(wager.name)
    rows = game.table_of(wager.name)
    return {
        "name": wager.name,
        "title": wager.title,
        "help": wager.help,
        "rule": wager.rule,
        "placed": wager.placed,
        "side": wager.side,
        "required": wager.required,
        "equals": wager.equals,
        "at_least": wager.at_least,
        "fixed": game.fixed_stake(wager),
        "needs": list(wager.needs),
        "hand": wager.hand,
        "min": low if f"{wager.name}.min" in game.house else None,
        "max": high,
        "meters": list(dict.fromkeys(game.meter_of(wager.name, o) for o, pay in rows.pays.items() if pay.percent)),
        "pay_table": pay_table(rows),
    }


def pay_table(rows: PayTable) -> Json:
    """A pay table."""
    return {
        "table": rows.table,
        "name": rows.name,
        "source": rows.source,
        "rows": [
            {"outcome": name, "label": label(name, pay.text), "pays": pay.text} for name, pay in rows.pays.items()
        ],
    }


@lru_cache(maxsize=64)
def main_wager(game: Game) -> Wager:
    """The wager that the game is about: the first that is placed before the deal and is no side bet."""
    return next(wager for wager in game.wagers if wager.placed == "before" and not wager.side)


@lru_cache(maxsize=64)
def variant(game: Game) -> str:
    """What sets a table apart: settings that are not the usual ones, pay tables that do not go with them."""
    usual, said, own = type(game)(), [], {}
    for setting in game.settings:
        value = game.house.get(setting.name)
        if not setting.lab_only and value is not None and value != usual.house.get(setting.name):
            own[setting.name] = value
            said.append(f"{setting.name.replace('-', ' ')} {value}")
    belongs = type(game)(own).tables
    for table, rows in game.tables.items():
        if rows.texts() != belongs[table].texts():
            said.append(f"{table.replace('-', ' ')} pay table {rows.name}")
    return ", ".join(said)


@lru_cache(maxsize=256)
def meter_title(games: Iterable[Game], meter: str) -> str:
    """What a meter is for, in the words of the games that feed it: the wager and the hand that takes most of it."""
    best: tuple[int, str] | None = None
    for game in games:
        for wager in game.wagers:
            for outcome, pay in game.table_of(wager.name).pays.items():
                if pay.percent and game.meter_of(wager.name, outcome) == meter and (not best or pay.percent > best[0]):
                    best = (pay.percent, f"{wager.title}: {label(outcome)}")
    return best[1] if best else label(meter)
