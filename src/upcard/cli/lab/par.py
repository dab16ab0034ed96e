"""`upcard par GAME -o FILE`: the math report of a game, as paper, page, workbook or data."""

import shlex
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, date, datetime
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.cli.errors import UserError
from upcard.cli.lab.cluster import Cluster
from upcard.cli.options import House, Pays, chosen_game, pairs
from upcard.cli.waiting import waiting
from upcard.extras import need
from upcard.rules.game import Game

if TYPE_CHECKING:
    from upcard.lab.analysis import Json
    from upcard.lab.reports.par import ReportOrder

GameOrNone = Annotated[str | None, typer.Argument(metavar="GAME", help="The game; `upcard games` lists them.")]
Out = Annotated[
    list[Path] | None,
    typer.Option("--output", "-o", metavar="FILE", help="A file that ends in .json, .html, .pdf or .xlsx. Repeatable."),
]
All = Annotated[
    Path | None,
    typer.Option("--all", metavar="DIR", help="Every game and version into this folder, with an index page."),
]
Date = Annotated[str | None, typer.Option("--date", metavar="YYYY-MM-DD", help="The report's date; today.")]
Rounds = Annotated[
    int | None, typer.Option("--rounds", metavar="N", help="Rounds of the simulation in chapters 5 and 12.")
]
Seed = Annotated[str | None, typer.Option("--seed", metavar="S", help="The same seed simulates the same rounds again.")]
SeedOf = Annotated[
    list[str] | None, typer.Option("--seed-of", metavar="METER=DOLLARS", help="What a meter starts from. Repeatable.")
]
RateOf = Annotated[
    list[str] | None,
    typer.Option("--rate-of", metavar="METER=PERCENT", help="The part of each wager that a meter takes. Repeatable."),
]


def par(
    game: GameOrNone = None,
    output: Out = None,
    house: House = None,
    pays: Pays = None,
    everything: All = None,
    day: Date = None,
    rounds: Rounds = None,
    seed: Seed = None,
    seed_of: SeedOf = None,
    rate_of: RateOf = None,
    cluster: Cluster = None,
) -> None:
    """Write the math report of a game: rules, outcomes, strategies, sensitivity, volatility, verification."""
    need("reports")
    from upcard.lab.reports.par import SEED, ReportOrder

    at = _date(day)
    again = f" --rounds {rounds}" * (rounds is not None) + f" --seed {shlex.quote(seed or SEED)}" * (seed is not None)
    if everything is not None:
        if game is not None or output or house or pays or seed_of or rate_of:
            raise UserError("--all writes every game as the rulebook has it; leave GAME, -o, --house and --pays out")
        _every(everything, lambda command: ReportOrder(command + again, at, rounds, seed or SEED), cluster)
        return
    if cluster is not None:
        raise UserError("--cluster shares the reports of --all out; one report is made by one machine")
    if game is None or not output:
        raise UserError("name a game and a file, as in `upcard par blackjack -o report.pdf`, or a folder with --all")
    from upcard.lab.reports.writing import form_of, write_all

    paths = {path: form_of(path) for path in output}
    chosen = chosen_game(game, house, pays)
    seeds, rates = _meters(chosen, seed_of, rate_of)
    order = ReportOrder(_command(game, house, pays, seed_of, rate_of) + again, at, rounds, seed or SEED, seeds, rates)
    with waiting(game) as progress:
        from upcard.lab.reports.par import report

        write_all(report(chosen, order, progress), paths)
    for path in paths:
        typer.echo(str(path))


def _every(folder: Path, order: "Callable[[str], ReportOrder]", cluster: str | None) -> None:
    from upcard.lab.crew import crew_at
    from upcard.lab.reports.every import commands, write_every
    from upcard.lab.reports.par import report
    from upcard.lab.reports.writing import refuse_folder

    refuse_folder(folder)

    def make(game: Game, command: str) -> "Json":
        shown: AbstractContextManager[Callable[[str], None]] = waiting(game.name)
        with shown as progress:
            return report(game, order(command), progress)

    with crew_at(cluster, None, 1) as many:
        if isinstance(many, int):
            write_every(folder, make, typer.echo)
        else:
            from upcard.lab.cluster.sweeps import reports

            made = reports(many, [(game, order(command)) for _, game, command in commands()])
            write_every(folder, lambda _game, _command: next(made), typer.echo)
    typer.echo(str(folder / "index.html"))


def _date(given: str | None) -> str:
    if given is None:
        return datetime.now(UTC).date().isoformat()
    try:
        return date.fromisoformat(given).isoformat()
    except ValueError as error:
        raise UserError(f"--date {given!r} is no day; write it as in 2026-01-31") from error


def _command(game: str, house: list[str] | None, pays: list[str] | None, *meters: list[str] | None) -> str:
    said = ["upcard", "par", game]
    options = ("--house", "--pays", "--seed-of", "--rate-of")
    for option, given in zip(options, (house, pays, *meters), strict=True):
        for text in given or []:
            said += [option, text]
    return shlex.join(said)


def _meters(
    game: Game, seed_of: list[str] | None, rate_of: list[str] | None
) -> tuple[dict[str, Fraction] | None, dict[str, Fraction] | None]:
    """Seeds and rates by meter; both or neither."""
    if not seed_of and not rate_of:
        return None, None
    known = {meter for wager in game.wagers for meter in game.outcomes_of(wager.name).meters.values()}
    found = []
    for option, given, unit in (("--seed-of", seed_of, 1), ("--rate-of", rate_of, 100)):
        read = {}
        for meter, text in pairs(option, given).items():
            if meter not in known:
                raise UserError(f"{game.title} has no meter {meter!r}; it has {', '.join(sorted(known)) or 'none'}")
            try:
                read[meter] = Fraction(text.removeprefix("$").removesuffix("%")) / unit
            except (ValueError, ZeroDivisionError) as error:
                raise UserError(f"{option} {meter}={text} is no number") from error
            if read[meter] < 0:
                raise UserError(f"{option} {meter}={text} is less than nothing")
        found.append(read)
    return found[0], found[1]


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("par")(par)
