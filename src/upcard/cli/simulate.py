"""`upcard simulate GAME`: rounds dealt and played in great numbers, beside the exact figures."""

import json
import secrets
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.cli.options import GameName, House, Json, Pays, chosen_game, pairs, pay_tables
from upcard.cli.waiting import waiting

if TYPE_CHECKING:
    from upcard.lab.simulation.checks import Check
    from upcard.lab.simulation.report import Simulation

DISAGREES = 1
"""The exit code where chance does not explain a difference."""

Rounds = Annotated[int, typer.Option("--rounds", metavar="N", help="How many rounds to play.")]
Seed = Annotated[str | None, typer.Option("--seed", metavar="S", help="The same seed deals the same rounds again.")]
Jobs = Annotated[
    int | None, typer.Option("--jobs", metavar="N", help="Processes side by side; as many as there are cores.")
]


def simulate(
    game: GameName,
    rounds: Rounds = 100_000,
    seed: Seed = None,
    house: House = None,
    pays: Pays = None,
    jobs: Jobs = None,
    *,
    as_json: Json = False,
) -> None:
    """Play a game many times by the lab's strategy and compare with its exact figures."""
    from upcard.lab.simulation.report import simulate_game
    from upcard.lab.simulation.run import cores

    chosen_game(game, house, pays)  # what is wrong with these is said before anything is prepared
    with waiting(game) as progress:
        found = simulate_game(
            game,
            pairs("--house", house),
            pay_tables(pays),
            rounds=rounds,
            seed=str(secrets.randbits(32)) if seed is None else seed,
            jobs=cores() if jobs is None else jobs,
            progress=progress,
        )
    if as_json:
        typer.echo(json.dumps(found.to_json(), indent=2, ensure_ascii=False))
    else:
        print_simulation(found)
    if not found.agrees:
        raise typer.Exit(DISAGREES)


def print_simulation(found: "Simulation") -> None:
    """Every figure, computed and simulated."""
    from upcard.lab.simulation.checks import LIMIT

    house = ", ".join(f"{name}={value}" for name, value in found.analysis.house.items())
    typer.echo(f"{found.analysis.title}  {house}")
    typer.echo(f"{found.tally.rounds:,} rounds, seed {found.seed}")
    wide = max(len(f"{check.wager}, {check.figure}") for check in found.checks)
    typer.echo(f"{'':<{wide}}  {'exact':>12}  {'simulated':>12}  {'SE':>10}  {'z':>7}")
    for check in found.checks:
        typer.echo(f"{f'{check.wager}, {check.figure}':<{wide}}  {_cells(check)}")
    off = [f"{check.wager}, {check.figure}" for check in found.checks if not check.agrees]
    if off:
        typer.echo(f"by chance a z beyond {LIMIT:g} comes once in 16,000 figures; here: {'; '.join(off)}")
    else:
        typer.echo("chance explains every difference")


def _cells(check: "Check") -> str:
    mark = "" if check.agrees else "  NO"
    if check.figure == "pays":
        return f"{'as reckoned' if check.agrees else f'{check.simulated:,.0f} otherwise':>12}{mark}"
    if check.se is None:
        return f"{f'{check.exact:g} df':>12}  {f'χ² {check.simulated:.2f}':>12}  {'':>10}  {check.z:>7.2f}{mark}"
    return f"{check.exact:>+12.6f}  {check.simulated:>+12.6f}  {check.se:>10.6f}  {check.z:>+7.2f}{mark}"


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("simulate")(simulate)
