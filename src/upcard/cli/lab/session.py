"""`upcard session GAME`: what so many rounds make of a bankroll."""

import json
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.cli.lab.cluster import Cluster
from upcard.cli.lab.simulate import (
    Bets,
    Engine,
    Errors,
    Plot,
    Seed,
    Shuffle,
    Workers,
    read_bets,
    read_engine,
    read_shuffle,
    say_pictures,
)  # fmt: skip
from upcard.cli.options import GameName, House, Json, Pays, chosen_game
from upcard.cli.waiting import waiting
from upcard.rules.words import dollars

if TYPE_CHECKING:
    from upcard.lab.simulation.sessions.answer import SessionAnswer

Bankroll = Annotated[int, typer.Option("--bankroll", metavar="CENTS", help="What the player brings.")]
Rounds = Annotated[int, typer.Option("--rounds", metavar="N", help="How many rounds the session has.")]
StopWin = Annotated[
    int | None, typer.Option("--stop-win", metavar="CENTS", help="The player leaves with so much won, or more.")
]
Needs = Annotated[
    int | None,
    typer.Option("--needs", metavar="CENTS", help="Below this the player is ruined; else the most a round can stake."),
]
Strategy = Annotated[
    str, typer.Option("--strategy", metavar="NAME|FILE", help="optimal, basic, another name, or a .toml file.")
]
Sessions = Annotated[int | None, typer.Option("--sessions", metavar="N", help="How many sessions are simulated.")]


def session(
    game: GameName,
    bankroll: Bankroll,
    rounds: Rounds,
    bets: Bets = None,
    stop_win: StopWin = None,
    needs: Needs = None,
    strategy: Strategy = "optimal",
    errors: Errors = 0.0,
    house: House = None,
    pays: Pays = None,
    shuffle: Shuffle = "each-round",
    sessions: Sessions = None,
    seed: Seed = None,
    workers: Workers = None,
    engine: Engine = None,
    plot: Plot = None,
    cluster: Cluster = None,
    *,
    as_json: Json = False,
) -> None:
    """Say how likely a bankroll is ruined in so many rounds, and where it stands at the end."""
    from upcard.lab.crew import crew_at, told
    from upcard.lab.simulation.sessions.answer import answer, check
    from upcard.lab.simulation.sessions.question import SessionQuestion
    from upcard.lab.simulation.table import read_errors, table

    chosen = chosen_game(game, house, pays)
    using, side_by_side = read_engine(engine), 1 if workers is None else workers
    setup = table(
        chosen, bets=read_bets(bets), strategies=[strategy], errors=read_errors(errors),
        seed=str(secrets.randbits(32)) if seed is None else seed, continued=read_shuffle(shuffle),
    )  # fmt: skip
    asked = SessionQuestion(setup, bankroll, rounds, stop_win, needs)
    check(asked, sessions=sessions, engine=using, workers=side_by_side)
    if plot is not None:
        from upcard.lab.simulation.output.pictures import check_folder

        check_folder(plot)
    with crew_at(cluster, workers, side_by_side) as many, waiting(game) as progress:
        found = answer(asked, sessions=sessions, engine=using, workers=told(many, progress), progress=progress)
    if plot is not None:
        _draw(found, plot)
    if as_json:
        typer.echo(json.dumps(found.to_json(), indent=2, ensure_ascii=False))
    else:
        print_answer(found)


def _draw(found: "SessionAnswer", folder: Path) -> None:
    from upcard.lab.simulation.output.pictures import write
    from upcard.lab.simulation.sessions.pictures import draw

    say_pictures(write(folder, draw(found)))


def print_answer(found: "SessionAnswer") -> None:
    """The chances, and where bankrolls end."""
    said = found.to_json()
    house = ", ".join(f"{name}={value}" for name, value in said["house"].items())
    typer.echo(f"{found.question.setup.game.title}  {house}")
    bets = ", ".join(f"{name} {dollars(cents)}" for name, cents in said["bets"].items())
    typer.echo(f"{dollars(said['bankroll'])} for {said['rounds']:,} rounds; {said['strategy']}, {bets}")
    typer.echo(said["method"])
    band = "" if said["exact"] else f"  ± {196 * said['se']:.4f} %"
    typer.echo(f"\nruined (below {dollars(said['needs'])}, which a round can need)  {100 * said['ruin']:.4f} %{band}")
    if said["ahead"] is not None:
        typer.echo(f"leaves {dollars(said['stop_win'])} ahead  {100 * said['ahead']:.4f} %")
    average, deviation = dollars(round(said["mean"])), dollars(round(said["sd"]))
    typer.echo(f"\nbankroll at the end: {average} on average, standard deviation {deviation}")
    for share, cents in said["percentiles"].items():
        typer.echo(f"  {share:>2} % at most  {dollars(cents):>16}")
    runs, falls = said["longest_losing_run"], said["drawdown"]
    longest = f"{runs['mean']:.2f} rounds on average, 1 in 20 at least {runs['percentiles']['95']}"
    typer.echo(f"longest losing run: {longest}")
    average, deepest = dollars(round(falls["mean"])), dollars(falls["percentiles"]["95"])
    typer.echo(f"deepest fall: {average} on average, 1 in 20 at least {deepest}")
    played = said["simulated"]
    beside = f"{played['sessions']:,} sessions, seed {played['seed']}: ruined {100 * played['ruin']:.4f} %"
    apart = "" if played["z"] is None else f", z {played['z']:+.2f} against exact"
    typer.echo(f"simulated: {beside} ± {196 * played['se']:.4f} %{apart}")


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("session")(session)
