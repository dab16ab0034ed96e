"""`upcard advise GAME --hand …`: every legal action with its exact expectation, best first."""

import json
from typing import Annotated, Any

import typer

from upcard.cards.card import parse_cards
from upcard.cli.options import GameName, House, Json, Pays, chosen_game, pairs, pay_tables
from upcard.cli.waiting import waiting

Hand = Annotated[
    str,
    typer.Option(
        "--hand", metavar="CARDS", help='The player\'s cards, as in "As Ah Kd 2c"; none where there are none.'
    ),
]
Up = Annotated[str | None, typer.Option("--up", metavar="CARD", help="The dealer's upcard, where one is shown.")]
Board = Annotated[str | None, typer.Option("--board", metavar="CARDS", help="The community cards that are seen.")]
Made = Annotated[
    list[str] | None,
    typer.Option("--made", metavar="MOVE", help='A move made before, as in "leave" or "bet 300"; one for each.'),
]
Insurance = Annotated[bool, typer.Option("--insurance", help="Blackjack: the question before the peek.")]


def advise(
    game: GameName,
    hand: Hand = "",
    up: Up = None,
    board: Board = None,
    made: Made = None,
    house: House = None,
    pays: Pays = None,
    *,
    insurance: Insurance = False,
    as_json: Json = False,
) -> None:
    """Say what a hand should do, with the cost of every other move."""
    from upcard.lab.advice import advise as ask

    options: dict[str, Any] = {"insurance": True} if insurance else {}
    if board is not None:
        options["board"] = parse_cards(board)
    if made:
        options["made"] = [read_move(move) for move in made]
    chosen_game(game, house, pays)  # what is wrong with these is said before anything is prepared
    with waiting(game):
        found = ask(game, hand, up, pairs("--house", house), pay_tables(pays), **options)
    if as_json:
        typer.echo(json.dumps(found.to_json(), indent=2, ensure_ascii=False))
        return
    wide = max(len(words(choice.action, choice.then)) for choice in found.choices)
    typer.echo(f"{'action':<{wide}}  {'EV':>10}  {'cost':>10}   in units of one {found.unit}")
    for choice in found.choices:
        said = words(choice.action, choice.then)
        cost = f"{float(found.cost(choice)):.6f}" if found.cost(choice) else "best"
        error = f"   ± {choice.se:.6f}" if choice.se is not None else ""
        typer.echo(f"{said:<{wide}}  {float(choice.ev):>+10.6f}  {cost:>10}{error}")
    if not found.exact:
        typer.echo("estimated by playing the rest of the round many times; ± is one standard error")


def read_move(text: str) -> tuple[str, int | None]:
    """A move as it is written: its name, and an amount in cents for a unit of 100."""
    name, _, amount = text.strip().partition(" ")
    if amount and not amount.isdecimal():
        raise typer.BadParameter(f"--made {text!r} is a move, or a move and whole cents, as in 'bet 300'")
    return name, int(amount) if amount else None


def words(action: tuple[str | int, ...], then: tuple[tuple[str | int, ...], ...]) -> str:
    """An action as a person says it: ``split As Ah | Kd 2c, play 1, fold 2``."""
    verb, *rest = action
    first = f"{verb} {' | '.join(map(str, rest))}".strip()
    return ", ".join([first, *(" ".join(map(str, move)) for move in then)])


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("advise")(advise)
