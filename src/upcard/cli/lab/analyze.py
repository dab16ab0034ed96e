"""`upcard analyze GAME`: the exact expected values of every wager, for people and as JSON."""

import json
from typing import Annotated

import typer

from upcard.cli.options import GameName, House, Json, Pays, chosen_game, pairs, pay_tables
from upcard.cli.waiting import waiting

Shoe = Annotated[
    str | None, typer.Option("--shoe", metavar="COUNTS", help='Blackjack: a depleted shoe, as in "A=24,2=23,…,T=96".')
]
PostSplit = Annotated[
    str | None, typer.Option("--post-split", metavar="STRATEGY", help="Blackjack: how split hands are played; CDZ-.")
]


Estimate = Annotated[
    bool, typer.Option("--estimate", help="Play many rounds instead, where the game is too large; every figure with ±.")
]
Limit = Annotated[
    str | None,
    typer.Option("--limit", metavar="N", help="How many rounds may be walked, for a game that has no quicker method."),
]
Rounds = Annotated[int, typer.Option("--rounds", metavar="N", help="How many rounds an estimate plays.")]


def analyze(
    game: GameName,
    house: House = None,
    pays: Pays = None,
    shoe: Shoe = None,
    post_split: PostSplit = None,
    limit: Limit = None,
    rounds: Rounds = 2_000,
    *,
    estimate: Estimate = False,
    as_json: Json = False,
) -> None:
    """Work out the exact expected values of a game, with optimal play."""
    from upcard.lab.solvers import analyze as solve

    asked = (("shoe", shoe), ("post_split", post_split), ("limit", limit))
    options = {name: value for name, value in asked if value is not None}
    chosen_game(game, house, pays)  # what is wrong with these is said before anything is prepared
    with waiting(game) as progress:
        if estimate:
            from upcard.lab.general.estimated import estimate as play

            found = play(chosen_game(game, house, pays), progress, rounds=rounds)
        else:
            found = solve(game, pairs("--house", house), pay_tables(pays), progress=progress, **options)
        said = found.to_json()  # what is worked out late is worked out here
    if as_json:
        typer.echo(json.dumps(said, indent=2, ensure_ascii=False))
        return
    from upcard.cli.lab.report import print_analysis

    print_analysis(found)


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("analyze")(analyze)
