"""`upcard compare A.json B.json`: what changed between two math reports, in words and numbers."""

import json
from typing import Annotated

import typer

from upcard.cli.options import Json
from upcard.cli.reading import read_json

Before = Annotated[str, typer.Argument(metavar="A.json", help="The report that was filed.")]
After = Annotated[str, typer.Argument(metavar="B.json", help="The report that replaces it.")]


def compare(before: Before, after: After, *, as_json: Json = False) -> None:
    """Say what changed between two math reports."""
    from upcard.lab.reports.comparing import check_report
    from upcard.lab.reports.comparing import compare as find

    found = find(check_report(read_json(before), before), check_report(read_json(after), after))
    if as_json:
        typer.echo(json.dumps({"changes": [change.to_json() for change in found]}, indent=2, ensure_ascii=False))
        return
    if not found:
        typer.echo("nothing changed: same rules, tables, settings and figures")
    for change in found:
        typer.echo(change.sentence)
    if found and all(change.difference is None for change in found):
        typer.echo("no figure of the game or of a wager moves")


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("compare")(compare)
