"""`upcard must-hit-by`: what a wager on a meter that is won at a secret amount is worth, and how often it is won."""

import json
from fractions import Fraction
from typing import Annotated

import typer

from upcard.cli.errors import UserError
from upcard.cli.options import House, Json, Pays, chosen_game
from upcard.cli.waiting import waiting
from upcard.rules.words import dollars

Reset = Annotated[int, typer.Option("--reset", metavar="CENTS", help="What the meter starts from.", min=0)]
Ceiling = Annotated[int, typer.Option("--must-hit-by", metavar="CENTS", help="Its ceiling.", min=1)]
Increment = Annotated[int, typer.Option("--increment", metavar="PPM", help="Parts per million of a wager for it.")]
Stake = Annotated[int, typer.Option("--stake", metavar="CENTS", help="The wager that feeds it.", min=1)]
Ev = Annotated[str | None, typer.Option("--ev", metavar="P/Q", help="What the wager is worth without it; 0.")]
Game = Annotated[str | None, typer.Option("--game", metavar="GAME", help="The wager is this game's main one.")]
Meter = Annotated[int | None, typer.Option("--meter", metavar="CENTS", help="The edge while it shows this.")]


def must_hit_by(
    reset: Reset,
    ceiling: Ceiling,
    increment: Increment,
    stake: Stake,
    ev: Ev = None,
    game: Game = None,
    house: House = None,
    pays: Pays = None,
    meter: Meter = None,
    *,
    as_json: Json = False,
) -> None:
    """Say what a wager on a must-hit-by meter is worth as the meter rises, and how often it is won; exactly."""
    from upcard.lab.meters.must_hit_by import MustHitBy

    found = MustHitBy(reset, ceiling, increment, stake, _base(ev, game, house, pays))
    at = None if meter is None else found.edge(meter)
    if as_json:
        said = found.to_json() | ({} if at is None else {"meter": meter, "edge": f"{at.numerator}/{at.denominator}"})
        print(json.dumps(said, indent=2))
        return
    if at is not None and meter is not None:
        print(f"while the meter shows {dollars(meter, full=True)} the house edge is {_percent(at)}")
        return
    print(f"won at a secret amount from {dollars(reset + 1, full=True)} to {dollars(ceiling, full=True)}")
    print(f"once in {float(found.wagers()):,.1f} wagers, {dollars(round(found.award()), full=True)} on average")
    print(f"the house keeps {_percent(found.hold())} of a wager in the long run")
    even = found.break_even()
    where = "at no meter" if even is None else f"from {dollars(even, full=True)} on"
    print(f"the wager is worth what it costs {where}\n")
    print(f"{'meter':>14}  {'chance, 1 in':>14}  {'house edge':>12}")
    for shows in found.points():
        left = Fraction(ceiling - shows)
        often = left * 1_000_000 / found.adds
        print(f"{dollars(shows, full=True):>14}  {max(1.0, float(often)):>14,.1f}  {_percent(found.edge(shows)):>12}")


def _percent(edge: Fraction) -> str:
    return f"{100 * float(edge):.4f} %"


def _base(ev: str | None, game: str | None, house: list[str] | None, pays: list[str] | None) -> Fraction:
    """What the wager is worth without the meter."""
    if ev is not None and game is not None:
        raise UserError("--ev and --game say the same thing; give one of them")
    if game is None:
        try:
            return Fraction(ev or "0")
        except (ValueError, ZeroDivisionError):
            raise UserError(f"--ev is a number such as -0.005 or -1/200, not {ev!r}") from None
    from upcard.lab.solvers import analyze

    chosen = chosen_game(game, house, pays)
    with waiting(chosen.name):
        total = analyze(chosen.name, chosen.house, {name: table.name for name, table in chosen.tables.items()}).total
    if total is None:
        raise UserError(f"the lab has no figure for {chosen.title} as a whole; give --ev")
    return total.ev


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("must-hit-by")(must_hit_by)
