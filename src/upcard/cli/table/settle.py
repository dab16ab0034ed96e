"""`upcard settle`: a hand that is written down, settled to the cent."""

from typing import Annotated

import typer

from upcard.cli.start import settled


def settle(
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="A scenario in JSON; - reads standard input.")],
) -> None:
    """Settle a hand that is written down as JSON (see docs/scenarios.md)."""
    typer.echo(settled(file))


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("settle")(settle)
