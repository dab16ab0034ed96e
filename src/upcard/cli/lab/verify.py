"""`upcard verify`: every published figure, computed anew; ends with 1 when one does not agree."""

import json
from typing import Annotated

import typer

from upcard.cli.options import Json
from upcard.cli.waiting import waiting

OneGame = Annotated[
    str | None, typer.Argument(metavar="[GAME]", help="One game only, as `upcard games` lists it; otherwise all.")
]


def verify(game: OneGame = None, *, as_json: Json = False) -> None:
    """Check the exact figures against published numbers, also those that a game's own package gives."""
    from upcard.lab.figures.verifying import figures_for

    checked = list(figures_for(game))
    if not checked and game is not None and not as_json:
        typer.echo(f"{game} gives no figures; a package gives them in figures.toml beside its game")
        return
    wide = max((len(figure.what) for figure in checked), default=0)
    wrong = 0
    said = []
    if not as_json:
        typer.echo(f"{'rule':<7}  {'figure':<{wide}}  {'published':>10}  {'computed':>10}  agrees")
    with waiting(game or "four-card-split") as progress:
        for figure in checked:
            progress(figure.what)
            agrees = figure.agrees
            wrong += not agrees
            if as_json:
                entry = {"rule": figure.rule, "figure": figure.what, "published": figure.published}
                said.append(entry | {"computed": figure.computed, "agrees": agrees})
            else:
                verdict = "yes" if agrees else "NO"
                typer.echo(
                    f"{figure.rule:<7}  {figure.what:<{wide}}  {figure.published:>10}  {figure.computed:>10}  {verdict}"
                )
    if as_json:
        typer.echo(json.dumps(said, indent=2, ensure_ascii=False))
    else:
        typer.echo(f"{len(checked) - wrong} of {len(checked)} agree")
    if wrong:
        raise typer.Exit(1)


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("verify")(verify)
