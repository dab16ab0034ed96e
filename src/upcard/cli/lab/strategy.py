"""`upcard strategy GAME`: the simplest lists of rules that a person can remember, with their exact cost."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.cli.errors import UserError
from upcard.cli.options import GameName, House, Json, Pays, chosen_game
from upcard.cli.waiting import waiting

if TYPE_CHECKING:
    from upcard.lab.memorable.findings import Findings

Output = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="A strategy as .toml (for simulate), or a picture, .svg or .png."
    ),
]
Name = Annotated[
    str | None, typer.Option("--name", metavar="NAME", help='Which one to write as .toml, as in "2 rules" or basic.')
]


def strategy(
    game: GameName,
    house: House = None,
    pays: Pays = None,
    output: Output = None,
    name: Name = None,
    *,
    as_json: Json = False,
) -> None:
    """Find short lists of rules, the cheapest with 1, 2, 3 … of them, beside naive play and the best."""
    chosen = chosen_game(game, house, pays)
    if output is not None:
        _check(output)
    from upcard.lab.memorable.findings import find

    with waiting(game) as progress:
        found = find(chosen, progress)
    if output is not None:
        _write(found, output, name)
    if as_json:
        typer.echo(json.dumps(found.to_json(), indent=2, ensure_ascii=False))
    else:
        _print(found)


def _check(output: Path) -> None:
    """Refuses what can't be written before any work."""
    if output.suffix not in {".toml", ".svg", ".png"}:
        raise UserError(f"{output} is neither a strategy nor a picture; it ends in .toml, .svg or .png")
    if output.suffix != ".toml":
        from upcard.extras import need

        need("reports")
    from upcard.lab.reports.writing import refuse_folder

    refuse_folder(output.parent)


def _write(found: "Findings", output: Path, name: str | None) -> None:
    from upcard.lab.reports.writing import write_whole

    if output.suffix == ".toml":
        from upcard.lab.strategies import write_plan

        plans = {one.name: one.plan for one in found.strategies if one.plan is not None}
        wanted = name if name is not None else list(plans)[-1] if plans else ""
        plan = plans.get(wanted)
        if plan is None:
            raise UserError(
                f"{found.game.title} has no strategy {wanted!r} to write; it has {', '.join(plans) or 'none'}"
            )
        write_whole(output, write_plan(plan).encode())
        return
    from upcard.lab.reports.forms import plots
    from upcard.lab.reports.forms.charts import chart_picture

    if "chart" in found.more:
        spec = chart_picture(found.more["chart"])
    else:
        rows = [
            {"name": one.name, "rules": len(one.rules) - 1, "cost": float(one.cost)}
            for one in found.strategies
            if not one.naive
        ]
        spec = plots.front(rows, ("rules", "rules"), ("cost", "cost a round"), percent="y")
    write_whole(output, plots.svg(spec).encode() if output.suffix == ".svg" else plots.png(spec))


def _print(found: "Findings") -> None:
    typer.echo(
        f"{found.game.title}: strategies by how many rules they have; cost a round, in parts of one {found.unit}"
    )
    for one in found.strategies:
        how = "" if one.exact else f"  simulated, standard error {100 * (one.se or 0.0):.4f} %"
        typer.echo(f"\n{one.name}: {100 * float(one.ev):+.4f} %, cost {100 * float(one.cost):.4f} %{how}")
        for rule in one.rules:
            typer.echo(f"  {rule}")
    if found.words:
        typer.echo("\nwhat the rules speak of")
        for word, help_ in found.words.items():
            typer.echo(f"  {word}: {help_}")
    if "chart" in found.more:
        _print_chart(found.more)
    if found.errors:
        typer.echo("\ncostliest common errors: how often a round gives the occasion, what it costs a round")
        for error in found.errors:
            typer.echo(f"  {100 * float(error.frequency):8.4f} %  {100 * float(error.cost):8.4f} %  {error.error}")


def _print_chart(more: dict[str, object]) -> None:
    chart = more["chart"]
    assert isinstance(chart, dict)
    letters = ", ".join(f"{letter} {move}" for move, letter in chart["letters"].items() if letter in "HSDPR")
    typer.echo(f"\nthe chart, worked out for these settings ({letters}; the first that is allowed)")
    for part in ("hard", "soft", "pairs"):
        typer.echo(f"\n{part:<6}" + "".join(f"{up:>5}" for up in chart["upcards"]))
        for row, cells in chart[part].items():
            typer.echo(f"{row:<6}" + "".join(f"{cell:>5}" for cell in cells))
    exceptions = more.get("exceptions")
    if isinstance(exceptions, list) and exceptions:
        typer.echo("\ntwo cards that the chart plays otherwise than is best: what playing them best gains")
        for one in exceptions:
            typer.echo(
                f"  {one['hand']:<5} against {one['upcard']}: {one['best']} instead of {one['chart']}, "
                f"{100 * one['gain']:.4f} % each time, {100 * one['round']:.6f} % a round"
            )
    count = more.get("count")
    if isinstance(count, dict) and count["indices"]:
        typer.echo(f"\nindex numbers for {count['name']}: from this true count on, every card seen counted")
        for one in count["indices"]:
            play = f"{one['play']} instead of {one['instead']} from {one['index']:+.1f}"
            play += f", where {one['past']} is past" if one.get("past") else ""
            typer.echo(f"  {one['hand']:<8} against {one['upcard']}: {play}")


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("strategy")(strategy)
