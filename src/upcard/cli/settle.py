"""`upcard settle`: a hand that is written down, settled to the cent."""

import json
from typing import Annotated

import typer

from upcard.cli.reading import read_json
from upcard.rounds import scenario


def settle(
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="A scenario in JSON; - reads standard input.")],
) -> None:
    """Settle a hand that is written down as JSON (see docs/scenarios.md)."""
    typer.echo(json.dumps(scenario.settle(read_json(file)), indent=2, ensure_ascii=False))


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("settle")(settle)
