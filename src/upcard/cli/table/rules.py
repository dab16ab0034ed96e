"""`upcard rules GAME`: what a game says of itself, for people and as JSON."""

import json
from collections.abc import Iterator
from typing import Any

import typer

from upcard.cli.options import GameName, House, Json, Pays, chosen_game
from upcard.rules.game import Game, Wager
from upcard.rules.rulebook import rules_of_game
from upcard.rules.settings import Setting
from upcard.rules.words import dollars


def rules(game: GameName, house: House = None, pays: Pays = None, *, as_json: Json = False) -> None:
    """Show a game's rules, wagers, house settings and pay tables."""
    asked = chosen_game(game, house, pays)
    if as_json:
        typer.echo(json.dumps(rules_json(asked), indent=2, ensure_ascii=False))
    else:
        _print(asked)


def stake_rule(game: Game, wager: Wager) -> str:
    """What may be staked on a wager, in words."""
    title = {w.name: w.title for w in game.wagers}
    if wager.placed == "never":
        return "no stake of its own"
    said = []
    fixed = game.fixed_stake(wager)
    if fixed is not None:
        said.append(f"always {dollars(fixed)}")
    if wager.equals:
        said.append(f"equal to {title[wager.equals]}")
    if wager.multiple_of:
        said.append(f"{wager.times[0]} to {wager.times[1]} times {title[wager.multiple_of]}")
    if wager.at_least:
        said.append(f"at least {title[wager.at_least]}")
    low, high = game.limits(wager.name)
    if f"{wager.name}.min" in game.house:
        said.append(f"from {dollars(low)}")
    if high is not None:
        said.append(f"to {dollars(high)}")
    if wager.needs:
        said.append("with " + " or ".join(title[name] for name in wager.needs))
    said.append({"before": "before the deal", "during": "during the round"}[wager.placed])
    return ", ".join((["compulsory"] if wager.required else []) + said)


def _settings(game: Game) -> list[Setting]:
    """The game's own settings, then those of every game, each with a value in force or none."""
    return list(game.all_settings().values())


def rules_json(game: Game) -> dict[str, Any]:
    """Everything `upcard rules` shows, as data."""
    return {
        "game": game.name,
        "title": game.title,
        "summary": game.summary,
        "seats": {"most": game.max_seats, "default": game.default_seats},
        "decks": game.deck_count(),
        "cards": len(game.deck),
        "digest": game.digest,
        "rules": [{"id": rule.id, "section": rule.section, "text": rule.text} for rule in rules_of_game(game)],
        "wagers": [
            {
                "wager": wager.name,
                "title": wager.title,
                "placed": wager.placed,
                "stake": stake_rule(game, wager),
                "pay_table": wager.table,
                "side": wager.side,
                "help": wager.help,
                "rule": wager.rule,
            }
            for wager in game.wagers
        ],
        "settings": [
            {
                "setting": setting.name,
                "value": game.house.get(setting.name),
                "default": setting.default,
                "allowed": list(setting.values) or {"from": setting.low, "to": setting.high},
                "meaning": setting.meaning,
                "rule": setting.rule,
            }
            for setting in _settings(game)
        ],
        "pays": {table: _tables_json(game, table) for table in game.tables},
    }


def _tables_json(game: Game, table: str) -> dict[str, Any]:
    """The pay tables a wager can have at this house, and the one in force (which may be a user's own)."""
    force = game.tables[table]
    tables = {**game.offered_tables(table), force.name: force}
    return {
        "in_force": force.name,
        "tables": {name: {"source": rows.source, "pays": rows.texts()} for name, rows in tables.items()},
    }


# For people: Rich is loaded only here.

NARROW = 4
"""How many pay tables stand beside each other; more of them stand below each other."""


def _print(game: Game) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, markup=False)
    said = rules_json(game)
    console.print(Text(f"{said['title']} ({said['game']})", "bold"))
    console.print(f"{said['summary']}\n")
    for part in (_rules_part(said), _wagers_part(said), _settings_part(said), _pays_part(said)):
        for piece in part:
            console.print(piece)


def _heading(words: str) -> Any:
    from rich.text import Text

    return Text(f"\n{words}", "bold underline")


def _grid(*columns: str) -> Any:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    grid = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="dim", show_header=any(columns[1:]))
    for column in columns:
        grid.add_column(column, overflow="fold", no_wrap=column in {"rule", "wager", "setting"})
    return grid


def _rules_part(said: dict[str, Any]) -> Iterator[Any]:
    section, grid = None, None
    for rule in said["rules"]:
        if rule["section"] != section:
            if grid is not None:
                yield grid
            section, grid = rule["section"], _grid("rule", "")
            yield _heading(section)
        assert grid is not None
        grid.add_row(rule["id"], rule["text"])
    if grid is not None:
        yield grid


def _wagers_part(said: dict[str, Any]) -> Iterator[Any]:
    yield _heading("Wagers")
    grid = _grid("wager", "what it is", "stake", "rule")
    for wager in said["wagers"]:
        grid.add_row(wager["wager"], f"{wager['title']}: {wager['help']}", wager["stake"], wager["rule"])
    yield grid


def _settings_part(said: dict[str, Any]) -> Iterator[Any]:
    yield _heading("House settings (--house SETTING=VALUE)")
    grid = _grid("setting", "now", "allowed", "what it decides", "rule")
    for setting in said["settings"]:
        if not _is_limit(setting["setting"]):
            grid.add_row(setting["setting"], _now(setting), _allowed(setting), setting["meaning"], setting["rule"])
    limits = [setting for setting in said["settings"] if _is_limit(setting["setting"])]
    for setting in limits:
        if setting["value"] is not None:
            grid.add_row(setting["setting"], _now(setting), _allowed(setting), setting["meaning"], setting["rule"])
    meaning = "the smallest and the largest stake on a wager, in cents"
    grid.add_row("WAGER.min\nWAGER.max", "", "1 or more", meaning, limits[0]["rule"])
    yield grid


def _is_limit(setting: str) -> bool:
    """Whether it is one of the many settings for the smallest or largest stake on a wager."""
    return setting.endswith((".min", ".max"))


def _now(setting: dict[str, Any]) -> str:
    return "not set" if setting["value"] is None else str(setting["value"])


def _allowed(setting: dict[str, Any]) -> str:
    allowed = setting["allowed"]
    if isinstance(allowed, list):
        return " | ".join(map(str, allowed))
    return f"{allowed['from']} or more" if allowed["to"] is None else f"{allowed['from']} to {allowed['to']}"


def _pays_part(said: dict[str, Any]) -> Iterator[Any]:
    for table, choice in said["pays"].items():
        tables = choice["tables"]
        yield _heading(f"Pay table{'s' * (len(tables) > 1)} of {table} (--pays {table}=…)")
        marked = {name: f"{name} (in force)" if name == choice["in_force"] else name for name in tables}
        outcomes = list(next(iter(tables.values()))["pays"])
        if len(tables) <= NARROW:
            grid = _grid("outcome", *marked.values())
            for outcome in outcomes:
                grid.add_row(outcome, *(tables[name]["pays"][outcome] for name in tables))
        else:
            grid = _grid("table", *outcomes)
            for name, rows in tables.items():
                grid.add_row(marked[name], *rows["pays"].values())
        yield grid
        for source in dict.fromkeys(rows["source"] for rows in tables.values()):
            yield f"Source: {source}"


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("rules")(rules)
