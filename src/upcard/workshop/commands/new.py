"""`upcard new NAME`: an installable package for a game of one's own, that plays at once."""

from pathlib import Path
from typing import Annotated

import typer

from upcard.cli.reading import writing
from upcard.workshop.new import TEMPLATES, make

Name = Annotated[str, typer.Argument(metavar="NAME", help="What the game is called, as in lucky-ladies.")]
Folder = Annotated[Path | None, typer.Argument(metavar="[DIR]", help="Where to make it; a folder of that name here.")]
Like = Annotated[str, typer.Option("--like", metavar="FAMILY", help=f"What it begins from: {', '.join(TEMPLATES)}.")]


def new(name: Name, folder: Folder = None, like: Like = "plain") -> None:
    """Make a package for a game of your own (see docs/adding-a-game.md)."""
    where = folder or Path(name)
    with writing(where):
        made = make(name, where, like)
    for path in made:
        typer.echo(f"  {path}")
    typer.echo(
        f"\nIt plays as it is. Next:\n  pip install -e '{where}[test]'\n  upcard play {name}\n  upcard check {name}"
    )
    typer.echo("Then write your own rules down in rules.md, and change the game to follow them.")


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("new")(new)
