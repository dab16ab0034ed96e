"""`upcard design GAME WAGER --edge LOW..HIGH`: pay tables of whole numbers that meet targets, exactly."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.cli.errors import UserError
from upcard.cli.options import GameName, House, Json, Pays, chosen_game, pairs
from upcard.cli.waiting import waiting

if TYPE_CHECKING:
    from upcard.lab.design.designing import Design, Designed
    from upcard.lab.design.meters import MeterDesign
    from upcard.rules.game import Game

IMPOSSIBLE = 1
"""The exit code where no table meets the targets."""
SHOWN = 8
"""Tables that a person is shown; --json has more."""

WagerName = Annotated[str, typer.Argument(metavar="WAGER", help="The wager, or its pay table.")]
Edge = Annotated[str | None, typer.Option("--edge", metavar="LOW..HIGH", help="The house's edge, as in 2%..4%.")]
Hit = Annotated[str | None, typer.Option("--hit", metavar="LOW..HIGH", help="How often it is paid, as in 20%..30%.")]
Sd = Annotated[str | None, typer.Option("--sd", metavar="LOW..HIGH", help="The standard deviation for one unit.")]
Fix = Annotated[
    list[str] | None, typer.Option("--fix", metavar='OUTCOME="N to 1"', help="A line that stays. Repeatable.")
]
Most = Annotated[int | None, typer.Option("--max", metavar="N", help="The largest pay allowed, to 1.", min=1)]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE.toml", help="Write the best table, for --pays.")
]
PlotFile = Annotated[
    Path | None, typer.Option("--plot", metavar="FILE", help="The front of edge against deviation, as .svg or .png.")
]
Hold = Annotated[str | None, typer.Option("--hold", metavar="LOW..HIGH", help="A progressive's long-run hold.")]
Days = Annotated[str | None, typer.Option("--days", metavar="LOW..HIGH", help="Days between hits of a progressive.")]
Bets = Annotated[int | None, typer.Option("--bets-a-day", metavar="N", help="Bets a day on a progressive.", min=1)]


def design(
    game: GameName,
    wager: WagerName,
    edge: Edge = None,
    hit: Hit = None,
    sd: Sd = None,
    fix: Fix = None,
    most: Most = None,
    output: Output = None,
    plot: PlotFile = None,
    hold: Hold = None,
    days: Days = None,
    bets_a_day: Bets = None,
    house: House = None,
    pays: Pays = None,
    *,
    as_json: Json = False,
) -> None:
    """Search pay tables of whole numbers that meet targets, exactly; or seed and rate of a progressive."""
    chosen = chosen_game(game, house, pays)
    if hold is not None:
        if any(given is not None for given in (edge, hit, sd, fix, most, output, plot)):
            raise UserError("--hold is for the seed and the rate of a progressive; leave the options of a table out")
        _metered(chosen, wager, hold, days, bets_a_day, as_json=as_json)
        return
    if edge is None:
        raise UserError("say the edge that is wanted, as in --edge 2%..4%; or --hold for a progressive")
    from upcard.lab.design.designing import design as search
    from upcard.lab.design.targets import Targets, read_bounds

    _check_files(output, plot)
    targets = Targets(
        read_bounds("--edge", edge, percent=True),
        None if hit is None else read_bounds("--hit", hit, percent=True),
        None if sd is None else read_bounds("--sd", sd, percent=False),
        pairs("--fix", fix),
        most,
    )
    with waiting(game) as progress:
        found = search(chosen, wager, targets, progress)
    if as_json:
        typer.echo(json.dumps(found.to_json(), indent=2, ensure_ascii=False))
    else:
        _print(found)
    if not found.found:
        raise typer.Exit(IMPOSSIBLE)
    _write(found, output, plot)


def _check_files(output: Path | None, plot: Path | None) -> None:
    """Refuses what can't be written before any work."""
    if output is not None and output.suffix != ".toml":
        raise UserError(f"{output} is no name for a pay table; it ends in .toml")
    if plot is not None and plot.suffix not in {".svg", ".png"}:
        raise UserError(f"{plot} is no name for a plot; it ends in .svg or .png")
    if plot is not None:
        from upcard.extras import need

        need("reports")
    from upcard.lab.reports.writing import refuse_folder

    for path in (output, plot):
        if path is not None:
            refuse_folder(path.parent)


def _write(found: "Design", output: Path | None, plot: Path | None) -> None:
    from upcard.lab.design.table_file import toml
    from upcard.lab.reports.writing import write_whole

    if output is not None:
        write_whole(output, toml(found, found.found[0]).encode())
    if plot is not None:
        from upcard.lab.reports.forms import plots

        said = found.to_json()
        on_front = [table["pays"] for table in said["front"]]
        behind = [table for table in said["tables"] if table["pays"] not in on_front]
        rows = [{**table, "chosen": False} for table in behind] + [{**table, "chosen": True} for table in said["front"]]
        spec = plots.front(
            rows, ("edge", "house edge"), ("sd", "standard deviation"), chosen="chosen", percent="x",
            legend=("other good tables", "on the front: none has a lower edge and a smaller deviation"),
        )  # fmt: skip
        write_whole(plot, plots.svg(spec).encode() if plot.suffix == ".svg" else plots.png(spec))


def _print(found: "Design") -> None:
    if found.nearest is not None or not found.found:
        typer.echo(f"no table meets these targets; what stands in the way is {found.binding}")
        if found.nearest is not None:
            typer.echo("the nearest:")
            _print_table(found.nearest, found.per)
        return
    many = len(found.found)
    typer.echo(f"{found.wager} of {found.game.title}: {many} table{'s' * (many > 1)}, best first")
    for table in found.found[:SHOWN]:
        _print_table(table, found.per)


def _print_table(table: "Designed", per: str) -> None:
    paid = ", ".join(f"{outcome} {pay}" for outcome, pay in table.pays.items() if pay not in {"lose", "push"})
    edge = f"{100 * float(-table.ev):8.4f} % per {per}"
    typer.echo(f"{edge}  paid {100 * float(table.hit):7.3f} %  SD {table.sd:8.4f}   {paid}")


def _metered(game: "Game", wager: str, hold: str, days: str | None, bets: int | None, *, as_json: bool) -> None:
    from upcard.lab.design.meters import design_meters
    from upcard.lab.design.targets import read_bounds

    found: MeterDesign = design_meters(
        game,
        wager,
        read_bounds("--hold", hold, percent=True),
        None if days is None else read_bounds("--days", days, percent=False),
        bets,
    )
    if as_json:
        typer.echo(json.dumps(found.to_json(), indent=2, ensure_ascii=False))
    else:
        between = f"a meter is hit every {float(found.between):,.1f} wagers"
        typer.echo(between + (f", every {float(found.between / found.bets):,.2f} days" if found.bets else ""))
        if found.binding:
            typer.echo(f"what is asked can't be met: {found.binding}")
        for one in found.found or ((found.nearest,) if found.nearest else ()):
            typer.echo(
                f"seed ${one.seed:>7,}  rate {100 * float(one.rate):5.1f} %  hold {100 * float(one.hold):7.3f} %  "
                f"on average ${float(one.average):>12,.2f} at a hit"
            )
    if not found.found:
        raise typer.Exit(IMPOSSIBLE)


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("design")(design)
