"""A variant of a game: settings and pay tables, read or refused, and said again."""

import shlex
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from upcard.rules.game import Game
from upcard.rules.paytable import PayTable, PayTableError, table_toml
from upcard.rules.registry import UnknownGame
from upcard.rules.registry import game as find_game
from upcard.rules.settings import Setting, SettingError
from upcard.web.edge.problems import Refusal
from upcard.web.edge.written import refuse_files, refuse_halves
from upcard.web.live.describe import game_card, pay_table, rules_info, setting_info, wagers_info

Json = dict[str, Any]


def read(name: str, house: Mapping[str, object], pays: Mapping[str, object]) -> Game:
    """The game under these settings and pay tables; `Refusal` says what can't be."""
    refuse_halves({"game": name, "house": house, "pays": pays})
    refuse_files(pays)
    try:
        return find_game(name)(house, pays)
    except UnknownGame as unknown:
        raise Refusal("not-found", str(unknown)) from None
    except (PayTableError, SettingError) as error:
        raise Refusal("invalid", " ".join(str(error).split())) from None


def refuse_lab_only(game: Game) -> None:
    """Settings with which nobody can deal."""
    try:
        game.refuse_lab_only()
    except SettingError as error:
        raise Refusal("refused", str(error)) from None


def named(game: Game) -> str:
    """What an analysis depends on and repeats: the rules, and the names of the tables."""
    return f"{game.digest} {' '.join(f'{table}={rows.name}' for table, rows in game.tables.items())}"


def is_known(game: Game, rows: PayTable) -> bool:
    """Whether a pay table is one that comes with the game."""
    known = game.offered_tables(rows.table).get(rows.name)
    return known is not None and known.texts() == rows.texts()


def own_settings(game: Game) -> Json:
    """The settings that are not as they would be by themselves."""
    usual = type(game)().house
    return {name: value for name, value in game.house.items() if value != usual.get(name)}


def own_tables(game: Game) -> list[PayTable]:
    """The pay tables that are not those in force by themselves under these settings."""
    usual = type(game)(own_settings(game)).tables
    return [rows for table, rows in game.tables.items() if (rows.name, rows.texts()) != _said(usual[table])]


def written_tables(game: Game) -> Json:
    """The pay tables that are not in force by themselves: a known one by its name, another in full."""
    return {
        rows.table: rows.name
        if is_known(game, rows)
        else {"name": rows.name, "source": rows.source, "pays": rows.texts()}
        for rows in own_tables(game)
    }


def _said(rows: PayTable) -> tuple[str, dict[str, str]]:
    return rows.name, rows.texts()


def options(game: Game) -> tuple[list[str], dict[str, str]]:
    """The options of the command line that stand for a variant, and the pay-table files that they name."""
    files: dict[str, str] = {}
    said = [part for name, value in own_settings(game).items() for part in ("--house", f"{name}={value}")]
    for rows in own_tables(game):
        choice = rows.name
        if not is_known(game, rows):
            choice = f"{rows.table}.toml"
            files[choice] = table_toml(rows)
        said += ["--pays", f"{rows.table}={choice}"]
    return said, files


def command(game: Game, verb: str = "analyze", *more: str) -> str:
    """The line that asks the same question in a terminal."""
    return shlex.join(["upcard", verb, game.name, *more, *options(game)[0]])


def address(game: Game) -> str:
    """The page of the lab that shows this variant, as `pages/lab/parts/state.js` reads it."""
    movable = {setting.name for setting in _movable(game)}
    said = [(f"house.{name}", str(value)) for name, value in own_settings(game).items() if name in movable]
    for rows in own_tables(game):
        if is_known(game, rows):
            said.append((f"pays.{rows.table}", rows.name))
            continue
        usual = game.offered_tables(rows.table)[game.default_table(rows.table)].texts()
        said += [
            (f"pays.{rows.table}.{outcome}", pay) for outcome, pay in rows.texts().items() if pay != usual[outcome]
        ]
    return f"/lab/{game.name}{'?' if said else ''}{urlencode(said)}"


def describe(game: Game) -> Json:
    """Everything that can be moved in a variant, where it stands now, and how to say it again."""
    usual = type(game)()
    by_itself = type(game)(own_settings(game)).tables
    return {
        **game_card(game),
        "digest": game.digest,
        "hand_size": game.hand_size,
        "main": game.main_wager.name,
        "deck": len(game.deck),
        "settings": [
            {**setting_info(game, setting), "usual": usual.house.get(setting.name), "lab_only": setting.lab_only}
            for setting in _movable(game)
        ],
        "tables": [_table(game, table, by_itself[table]) for table in game.tables],
        "wagers": wagers_info(game),
        "rules": rules_info(game),
        "command": command(game) + " --json",
        "files": options(game)[1],
    }


def _movable(game: Game) -> list[Setting]:
    """The choices of the rules; limits of a table are none."""
    return [setting for setting in game.settings if not setting.cents]


def _table(game: Game, table: str, by_itself: PayTable) -> Json:
    rows = game.tables[table]
    wagers = [wager.name for wager in game.wagers_of(table)]
    return {
        **pay_table(rows, game.outcomes_of(wagers[0])),
        "wagers": wagers,
        "known": is_known(game, rows),
        "by_itself": by_itself.name,
        "offered": [
            {"name": one.name, "source": one.source, "pays": one.texts()} for one in game.offered_tables(table).values()
        ],
    }
