"""`upcard jackpot FILE`: what a link of progressive tables does over days, months and years."""

import json
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.cli.lab.cluster import Cluster
from upcard.cli.lab.simulate import Plot, Seed, say_pictures
from upcard.cli.options import House, Json, Pays, pairs, pay_tables
from upcard.cli.waiting import waiting
from upcard.rules.words import dollars

if TYPE_CHECKING:
    from upcard.lab.simulation.jackpots.answer import JackpotAnswer

Settings = Annotated[
    Path, typer.Argument(metavar="LINK-SETTINGS", help="A .json or .toml file: the link as the floor configures it.")
]
Tables = Annotated[int, typer.Option("--tables", metavar="N", help="Tables of the link.")]
Days = Annotated[int, typer.Option("--days", metavar="N", help="Days that are played.")]
SeatsOption = Annotated[int, typer.Option("--seats", metavar="K", help="Bettors at each table.")]
Pace = Annotated[int, typer.Option("--rounds-an-hour", metavar="N", help="Rounds of each table.")]
Hours = Annotated[int, typer.Option("--hours", metavar="N", help="Hours a day that the tables are open.")]
Stake = Annotated[int | None, typer.Option("--stake", metavar="CENTS", help="The progressive bet, where it may vary.")]
Trials = Annotated[int | None, typer.Option("--trials", metavar="N", help="How often all the days are played.")]


def jackpot(
    link: Settings,
    tables: Tables,
    days: Days,
    seats: SeatsOption = 5,
    rounds_an_hour: Pace = 50,
    hours: Hours = 24,
    stake: Stake = None,
    house: House = None,
    pays: Pays = None,
    trials: Trials = None,
    seed: Seed = None,
    plot: Plot = None,
    cluster: Cluster = None,
    *,
    as_json: Json = False,
) -> None:
    """Say what a link does: meters when they are hit, time between jackpots, money in and out, what the bet costs."""
    from upcard.lab.crew import crew_at, told
    from upcard.lab.simulation.jackpots.answer import answer, check
    from upcard.lab.simulation.jackpots.link import read_link
    from upcard.lab.simulation.jackpots.years import Traffic
    from upcard.lab.simulation.table import UNIT

    read = read_link(link, pairs("--house", house), pay_tables(pays))
    usual = read.game.fixed_stake(read.game.wager(read.wager)) or UNIT
    floor = Traffic(tables, seats, days, rounds_an_hour, hours, usual if stake is None else stake)
    check(read, floor, trials)
    if plot is not None:
        from upcard.lab.simulation.output.pictures import check_folder

        check_folder(plot)
    own_seed = str(secrets.randbits(32)) if seed is None else seed
    with crew_at(cluster, None, 1) as many, waiting(read.game.name) as progress:
        found = answer(read, floor, seed=own_seed, trials=trials, progress=progress, workers=told(many, progress))
    if plot is not None:
        from upcard.lab.simulation.jackpots.pictures import draw
        from upcard.lab.simulation.output.pictures import write

        say_pictures(write(plot, draw(found)))
    if as_json:
        typer.echo(json.dumps(found.to_json(), indent=2, ensure_ascii=False))
    else:
        print_answer(found)


def print_answer(found: "JackpotAnswer") -> None:
    """Meter by meter, then the money, then the bet."""
    said = found.to_json()
    typer.echo(f"{found.link.game.title}: {said['wager']}, {said['tables']:,} tables of {said['seats']} bettors")
    times = f"played {said['trials']:,} times, seed {said['seed']}"
    typer.echo(f"{said['bets_a_day']:,} bets a day for {said['days']:,} days, {times}")
    for name, meter in said["meters"].items():
        typer.echo(f"\n{name}: from {dollars(meter['base'])}, seeds {dollars(meter['reset'])}")
        if meter["one_in"] is None:
            typer.echo("  is never hit")
            continue
        between, at_hit = meter["days_between"], meter["at_hit"]
        typer.echo(
            f"  hit once in {meter['one_in']:,.0f} bets, every {between['mean']:,.2f} days{_nine(between, _days)}"
        )
        if at_hit["seen"]:
            typer.echo(f"  shows {dollars(round(at_hit['mean_seen']))} at a hit{_nine(at_hit, _cents)}")
        typer.echo(f"  two or more on one day: {100 * meter['two_in_a_day']:.4f} % of days")
        typer.echo(f"  {meter['jackpots']:,.2f} jackpots in all days, {meter['parts']:,.1f} wins of a part of it")
    typer.echo("\nmoney in all days, on average")
    for name, cents in said["money"].items():
        typer.echo(f"  {name.replace('_', ' '):<20} {dollars(round(cents)):>20}")
    bet = said["bet"]
    typer.echo(f"\nthe bet of {dollars(bet['stake'])}, in the long run, in parts of it")
    for name, words in (
        ("fixed", "fixed pays"), ("envy", "envy"), ("rates", "rates into the meters"), ("seeds", "seeds"),
        ("house_edge", "left to the house"),
    ):  # fmt: skip
        typer.echo(f"  {words:<22} {100 * bet[name]:>9.4f} %")
    for name, rate in bet["seed_rate"].items():
        has = bet["hidden_rate"][name]
        typer.echo(f"  a hidden rate of {rate:,.0f} millionths pays for the seed of {name}; it has {has:,}")


def _nine(spread: dict[str, object], show: object) -> str:
    """Where nine in ten lie."""
    percentiles = spread.get("percentiles")
    if not isinstance(percentiles, dict) or not callable(show):
        return ""
    return f" (nine in ten: {show(percentiles['5'])} to {show(percentiles['95'])})"


def _days(value: float) -> str:
    return f"{value:,.2f}"


def _cents(value: float) -> str:
    return dollars(round(value))


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("jackpot")(jackpot)
