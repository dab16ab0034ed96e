"""`upcard replay`: recorded rounds again, step by step, checked to the cent on the way."""

import json
from typing import Annotated, Any

import typer

from upcard.cli.errors import UserError
from upcard.cli.options import Json
from upcard.cli.reading import parse_json, read_text
from upcard.rounds.record import event_to_json, round_from_json
from upcard.rounds.round import Round


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="A record of rounds, as upcard play --record writes.")],
    *,
    as_json: Json = False,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after every step.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Cards in words, for screen readers.")] = False,
) -> None:
    """Replay recorded rounds step by step; one that does not come out as recorded is refused."""
    rounds = [round_from_json(record) for record in read_records(file)]
    if as_json:
        events = [event_to_json(event) for round_ in rounds for event in round_.events]
        typer.echo(json.dumps(events, indent=2, ensure_ascii=False))
        return
    for number, round_ in enumerate(rounds, 1):
        _tell(round_, number, step=step, plain=plain)


def read_records(file: str) -> list[Any]:
    """The records of a file: one JSON object, a list of them, or one on each line."""
    text = read_text(file)
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        raise UserError(f"{file} is empty; it has no round to replay")
    if len(lines) > 1 and all(line.lstrip().startswith("{") and line.rstrip().endswith("}") for line in lines):
        return [parse_json(line, f"{file}, line {number}") for number, line in enumerate(lines, 1)]
    read = parse_json(text, file)
    if read == []:
        raise UserError(f"{file} holds an empty list; it has no round to replay")
    return read if isinstance(read, list) else [read]


def _tell(round_: Round, number: int, *, step: bool, plain: bool) -> None:
    from upcard.cli.table.terminal.screen import Leave, PlainScreen, RichScreen, Screen
    from upcard.rounds.telling import Teller, in_words, labels
    from upcard.rules.words import dollars

    screen: Screen = PlainScreen(in_words) if plain else RichScreen()
    teller = Teller(round_.game, None, screen.show)
    screen.heading(f"Round {number}: {round_.game.title}", f"rules {round_.game.digest[:12]}")
    called = labels(round_, set(round_.table.seats))
    for at, event in enumerate(round_.events, 1):
        words = teller.tell(event_to_json(event), called)
        if not words:
            continue
        screen.line(f"{at:>3}  {words}")
        if step:
            try:
                screen.ask("")
            except Leave:
                raise typer.Exit from None
    back = sum(line.returned for line in round_.lines)
    jackpots = sum(len(line.claims) for line in round_.lines)
    claims = f", and {jackpots} jackpot claim{'s' * (jackpots > 1)}" if jackpots else ""
    if not round_.voided:
        staked = sum(round_.staked().values())
        screen.line(
            f"Staked {dollars(staked)}, back {dollars(back)}{claims}. The replay agrees with the record.", "bold"
        )


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("replay")(replay)
