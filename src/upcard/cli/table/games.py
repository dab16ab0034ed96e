"""`upcard games`: what there is to play."""

import json

import typer

from upcard.cli.options import Json
from upcard.rules.registry import broken, names
from upcard.rules.registry import game as find_game


def games(*, as_json: Json = False) -> None:
    """List the games."""
    kinds = [find_game(name) for name in names()]
    if as_json:
        said = [
            {
                "game": kind.name,
                "title": kind.title,
                "summary": kind.summary,
                "seats": kind.max_seats,
                "wagers": [wager.name for wager in kind.wagers],
            }
            for kind in kinds
        ]
        typer.echo(json.dumps(said, indent=2, ensure_ascii=False))
        return
    wide = max(len(kind.name) for kind in kinds)
    for kind in kinds:
        typer.echo(f"{kind.name:<{wide}}  {kind.summary}")
    for name, fault in broken().items():
        typer.echo(f"upcard: {name} is installed and can't be offered: {fault}", err=True)


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("games")(games)
