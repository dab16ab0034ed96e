"""`upcard verify`: every published figure, computed anew; ends with 1 when one does not agree."""

import json

import typer

from upcard.cli.options import Json
from upcard.cli.waiting import waiting


def verify(*, as_json: Json = False) -> None:
    """Check the exact figures against published numbers."""
    from upcard.lab.published import figures

    checked = list(figures())
    wide = max(len(figure.what) for figure in checked)
    wrong = 0
    said = []
    if not as_json:
        typer.echo(f"{'rule':<7}  {'figure':<{wide}}  {'published':>10}  {'computed':>10}  agrees")
    with waiting("four-card-split") as progress:
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
