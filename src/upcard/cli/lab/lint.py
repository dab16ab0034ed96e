"""`upcard lint TABLE.toml|GAME`: what a mathematician would frown at."""

import json
from pathlib import Path
from typing import Annotated

import typer

from upcard.cli.errors import UserError
from upcard.cli.options import House, Json, Pays, chosen_game
from upcard.cli.waiting import waiting
from upcard.rules.game import Game
from upcard.rules.paytable import rows_of, wager_of

FROWNS = 1
"""The exit code where there is something to look at again."""

What = Annotated[str, typer.Argument(metavar="TABLE.toml|GAME", help="A pay table of your own, or a game.")]
Of = Annotated[str | None, typer.Option("--game", metavar="GAME", help="The game that a table is for.")]


def lint(what: What, game: Of = None, house: House = None, pays: Pays = None, *, as_json: Json = False) -> None:
    """Say what is to be looked at again in a pay table, or in a game as a house has configured it."""
    from upcard.lab.design.lint import lint as look

    chosen = _chosen(what, game, house, pays)
    with waiting(chosen.name):
        found = look(chosen)
    if what.endswith(".toml"):
        tables = {wager.name for wager in chosen.wagers if wager.table == wager_of(Path(what))}
        found = [frown for frown in found if frown.wager in {*tables, "total"}]
    if as_json:
        typer.echo(json.dumps({"frowns": [frown.to_json() for frown in found]}, indent=2, ensure_ascii=False))
    elif not found:
        typer.echo(f"{chosen.title}: nothing to frown at")
    else:
        for frown in found:
            typer.echo(f"{frown.kind}: {frown.text}")
    if found:
        raise typer.Exit(FROWNS)


def _chosen(what: str, game: str | None, house: list[str] | None, pays: list[str] | None) -> Game:
    if not what.endswith(".toml"):
        if game is not None:
            raise UserError(f"{what} is a game already; --game goes with a table")
        return chosen_game(what, house, pays)
    from upcard.lab.design.lint import games_of

    wager = wager_of(Path(what))
    names = [game] if game is not None else games_of(frozenset(rows_of(Path(what))), wager)
    if len(names) != 1:
        fits = f"fits {' and '.join(names)}" if names else "has the outcomes of no game"
        raise UserError(f"{what} is for a wager {wager!r} and {fits}; say which game it is for with --game GAME")
    return chosen_game(names[0], house, [*(pays or []), what])


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("lint")(lint)
