"""`upcard simulate GAME`: rounds played in great numbers, beside the exact figures or at a table of one's own."""

import json
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from upcard.cli.errors import UserError
from upcard.cli.lab.cluster import Cluster
from upcard.cli.options import GameName, House, Json, Pays, chosen_game, pairs, pay_tables
from upcard.cli.waiting import waiting
from upcard.rules.words import dollars

if TYPE_CHECKING:
    from upcard.lab.simulation.engines.run import EngineName
    from upcard.lab.simulation.report import Simulation
    from upcard.lab.simulation.results.checks import FigureCheck
    from upcard.lab.simulation.table import Results

DISAGREES = 1
"""The exit code where chance does not explain a difference."""
MANY = 20_000_000
"""Rounds from which a kernel's play is worth the start of further processes."""

Rounds = Annotated[int, typer.Option("--rounds", metavar="N", help="How many rounds to play.")]
Seed = Annotated[str | None, typer.Option("--seed", metavar="S", help="The same seed deals the same rounds again.")]
Workers = Annotated[
    int | None,
    typer.Option("--workers", "--jobs", metavar="N", help="Processes side by side; the result is the same for any."),
]
Engine = Annotated[
    str | None, typer.Option("--engine", metavar="kernel|round", help="Compiled, or the game's script itself.")
]
Seats = Annotated[int | None, typer.Option("--seats", metavar="K", help="Seats with the same bets.")]
Strategies = Annotated[
    list[str] | None,
    typer.Option(
        "--strategy", metavar="NAME|FILE", help="optimal, basic, another name, or a .toml file; once for each seat."
    ),
]
Bets = Annotated[
    list[str] | None, typer.Option("--bets", metavar="WAGER=CENTS", help="A bet of every seat. Repeatable.")
]
Errors = Annotated[
    float, typer.Option("--errors", metavar="SHARE", help="So often a decision is any legal move: 0.01 is one in 100.")
]
Shuffle = Annotated[
    str, typer.Option("--shuffle", metavar="each-round|cut-card", help="When the shoe is shuffled anew.")
]
MeterOption = Annotated[
    list[str] | None,
    typer.Option("--meter", metavar="NAME=START,RESET,RATE", help="A meter: cents, cents, millionths of a stake."),
]

Output = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE.parquet", help="A file for every round: what each seat staked and won."
    ),
]
Plot = Annotated[
    Path | None, typer.Option("--plot", metavar="DIR", help="A folder for pictures, each as .svg and .png.")
]


def simulate(
    game: GameName,
    rounds: Rounds = 100_000,
    seed: Seed = None,
    house: House = None,
    pays: Pays = None,
    workers: Workers = None,
    engine: Engine = None,
    seats: Seats = None,
    strategy: Strategies = None,
    bets: Bets = None,
    meter: MeterOption = None,
    errors: Errors = 0.0,
    shuffle: Shuffle = "each-round",
    cluster: Cluster = None,
    output: Output = None,
    plot: Plot = None,
    *,
    as_json: Json = False,
) -> None:
    """Play a game many times: by the best play beside its exact figures, or with bets and strategies of your own."""
    from upcard.lab.analysis import LabError
    from upcard.lab.crew import crew_at, told
    from upcard.lab.kernels import cores
    from upcard.lab.simulation.report import simulate_game
    from upcard.lab.simulation.run import compared, engine_for, refuse
    from upcard.lab.walking.walker import TooLarge, has_decisions

    chosen = chosen_game(game, house, pays)  # what is wrong with these is said before anything is prepared
    using, own_seed = read_engine(engine), str(secrets.randbits(32)) if seed is None else seed
    processes = workers
    if processes is None:
        processes = 1 if using != "round" and rounds < MANY else cores()
    is_own = bool(seats is not None or bets or errors or meter or (strategy and strategy != ["optimal"]))

    def with_own_bets() -> None:
        from upcard.lab.simulation.table import check, read_errors, run, table

        meters = read_meters(meter)
        setup = table(
            chosen, seats=1 if seats is None else seats, bets=read_bets(bets), strategies=strategy or ["optimal"],
            errors=read_errors(errors), seed=own_seed, continued=read_shuffle(shuffle), metered=bool(meters),
        )  # fmt: skip
        check(setup, rounds, engine=using, workers=processes, meters=meters, output=output)
        if plot is not None:
            from upcard.lab.simulation.output.pictures import check_folder

            check_folder(plot)
        with crew_at(cluster, workers, processes) as many, waiting(game) as progress:
            results = run(
                setup, rounds, engine=using, workers=told(many, progress), meters=meters, output=output,
                progress=progress,
            )  # fmt: skip
        if plot is not None:
            from upcard.lab.simulation.output.pictures import write
            from upcard.lab.simulation.output.table_pictures import draw

            say_pictures(write(plot, draw(results)))
        if output is not None:
            say_pictures([output])
        if as_json:
            typer.echo(json.dumps(results.to_json(), indent=2, ensure_ascii=False))
        else:
            print_results(results)

    if is_own or shuffle != "each-round" or output or plot:
        with_own_bets()
        return
    refuse(chosen, rounds, processes)
    engine_for(compared(chosen, own_seed), using)
    try:
        with crew_at(cluster, workers, processes) as many, waiting(game) as progress:
            found = simulate_game(
                game,
                pairs("--house", house),
                pay_tables(pays),
                rounds=rounds,
                seed=own_seed,
                jobs=told(many, progress),
                progress=progress,
                engine=using,
            )
    except TooLarge as too_large:
        if has_decisions(chosen):
            raise LabError(f"{too_large}. `--strategy FILE.toml` simulates it by a strategy of yours") from too_large
        typer.echo(f"{chosen.title} is too large to be exact; these are simulated figures alone", err=True)
        with_own_bets()
        return
    if as_json:
        typer.echo(json.dumps(found.to_json(), indent=2, ensure_ascii=False))
    else:
        print_simulation(found)
    if not found.agrees:
        raise typer.Exit(DISAGREES)


def read_engine(engine: str | None) -> "EngineName | None":
    """The engine asked for; nothing where none was."""
    if engine is None:
        return None
    if engine == "kernel":
        return "kernel"
    if engine == "round":
        return "round"
    raise UserError(f"--engine is kernel or round, not {engine!r}")


def read_shuffle(shuffle: str) -> bool:
    """Whether the shoe goes on over rounds."""
    if shuffle not in {"each-round", "cut-card"}:
        raise UserError(f"--shuffle is each-round or cut-card, not {shuffle!r}")
    return shuffle == "cut-card"


def say_pictures(written: Sequence[Path]) -> None:
    """Says on stderr which pictures, and which other files, there are now."""
    for path in written:
        typer.echo(str(path), err=True)


def read_bets(given: list[str] | None) -> dict[str, int]:
    """Bets in cents, by wager."""
    bets = {}
    for wager, text in pairs("--bets", given).items():
        if not text.isdecimal() or len(text) > 15:
            raise UserError(f"--bets {wager}={text}: a stake is whole cents above 0")
        bets[wager] = int(text)
    return bets


def read_meters(given: list[str] | None) -> dict[str, Any]:
    """Meters by name: where they start, what they reseed to, and what part of a stake goes in."""
    from upcard.lab.simulation.meters import SimulatedMeter

    meters = {}
    for name, text in pairs("--meter", given).items():
        numbers = text.split(",")
        if len(numbers) != 3 or not all(number.isdecimal() and len(number) <= 15 for number in numbers):
            raise UserError(f"--meter {name}={text}: write START,RESET,RATE in cents, cents and millionths of a stake")
        meters[name] = SimulatedMeter(*map(int, numbers))
    return meters


def print_results(found: "Results") -> None:
    """What every seat won or lost."""
    said = found.to_json()
    house = ", ".join(f"{name}={value}" for name, value in said["house"].items())
    typer.echo(f"{found.setup.game.title}  {house}")
    typer.echo(f"{said['rounds']:,} rounds in {said['seconds']:.1f} s, seed {said['seed']}, engine {said['engine']}")
    for number, seat in said["seats"].items():
        typer.echo(f"seat {number}, {seat['strategy']}:")
        rows = {"the game": seat["total"], **seat["wagers"]}
        wide = max(map(len, rows))
        typer.echo(f"  {'':<{wide}}  {'mean':>10}  {'95 % band':>10}  {'sd':>10}   of one unit staked")
        for name, row in rows.items():
            typer.echo(f"  {name:<{wide}}  {row['mean']:>+10.6f}  ±{1.96 * row['se']:>9.6f}  {row['sd']:>10.4f}")
        course, spread = seat["course"], seat["percentiles"]
        typer.echo(f"  a round wins {dollars(spread['5'])} to {dollars(spread['95'])} nine times in ten")
        typer.echo(
            f"  in all {dollars(course['won'])}; deepest fall {dollars(course['drawdown'])}, "
            f"longest losing run {course['longest_losing_run']:,} rounds"
        )
    for name, meter in said.get("meters", {}).items():
        typer.echo(
            f"{name}: {meter['hits']:,} hits, {meter['paid']:,} cents paid, stands at {meter['stands_at']:,} cents"
        )


def print_simulation(found: "Simulation") -> None:
    """Every figure, computed and simulated."""
    from upcard.lab.simulation.results.checks import LIMIT

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


def _cells(check: "FigureCheck") -> str:
    mark = "" if check.agrees else "  NO"
    if check.figure == "pays":
        return f"{'as reckoned' if check.agrees else f'{check.simulated:,.0f} otherwise':>12}{mark}"
    if check.se is None:
        return f"{f'{check.exact:g} df':>12}  {f'χ² {check.simulated:.2f}':>12}  {'':>10}  {check.z:>7.2f}{mark}"
    return f"{check.exact:>+12.6f}  {check.simulated:>+12.6f}  {check.se:>10.6f}  {check.z:>+7.2f}{mark}"


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("simulate")(simulate)
