"""`upcard check GAME`: what every game has to do, whoever wrote it; ends with 1 when one check fails."""

import json
import textwrap
from typing import Annotated

import typer

from upcard.cli.options import Json
from upcard.workshop.check import ROUNDS, SEED, checks, found_game
from upcard.workshop.verdict import Verdict

FAILED = 1
"""The exit code where a check failed."""

Game = Annotated[str, typer.Argument(metavar="GAME", help="A game by name, or a class as package.module:Class.")]
Rounds = Annotated[int, typer.Option("--rounds", metavar="N", min=10, help="Rounds that most checks look at.")]
Seed = Annotated[str, typer.Option("--seed", metavar="S", help="Another seed plays other rounds.")]


def check(game: Game, rounds: Rounds = ROUNDS, seed: Seed = SEED, *, as_json: Json = False) -> None:
    """Check that a game does what every game has to (see docs/adding-a-game.md)."""
    kind = found_game(game)
    done = []
    for one in checks(kind, rounds=rounds, seed=seed):
        done.append(one)
        if not as_json:
            mark = "ok  " if one.ok else "FAIL"
            typer.echo(f"{mark}  {one.name:<13} {textwrap.fill(one.detail, 100, subsequent_indent=' ' * 20)}")
    verdict = Verdict(kind.name, tuple(done))
    if as_json:
        typer.echo(json.dumps(verdict.to_json(), indent=2, ensure_ascii=False))
    else:
        failed = [one.name for one in done if not one.ok]
        told = f"{len(failed)} of {len(done)} checks failed: {', '.join(failed)}" if failed else "passed every check"
        typer.echo(f"\n{kind.title} ({kind.name}): {told}")
    if not verdict.ok:
        raise typer.Exit(FAILED)


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("check")(check)
