"""`upcard play`: a table in the terminal."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from upcard.cards.shuffle import SeededSource, Source, SystemSource
from upcard.cli.errors import UserError
from upcard.cli.money import parse_dollars
from upcard.cli.options import House, Pays, chosen_game
from upcard.cli.table.terminal.screen import Leave, PlainScreen, RichScreen, Screen
from upcard.cli.table.terminal.session import BUY_IN, TerminalSession, append
from upcard.rounds.telling import in_words
from upcard.rules.registry import game as find_game
from upcard.rules.registry import names

CHIP = "smallest-chip"
SMALLEST = 100
"""Amounts at the terminal's table go by dollars, unless the house names another chip."""


def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="The game; without it you are asked.")] = None,
    seats: Annotated[int, typer.Option(metavar="N", help="Seats taken; you sit on the first, bots on the others.")] = 1,
    house: House = None,
    pays: Pays = None,
    seed: Annotated[str | None, typer.Option(help="Deal the same cards again for the same seed.")] = None,
    bankroll: Annotated[str, typer.Option(metavar="DOLLARS", help="What you bring to the table.")] = str(BUY_IN // 100),
    record: Annotated[Path | None, typer.Option(help="Append every round to this file, for upcard replay.")] = None,
    *,
    advise: Annotated[bool, typer.Option("--advise", help="Show what every move is worth before you make it.")] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Whole sentences and nothing drawn, for screen readers.")
    ] = False,
) -> None:
    """Play at a table in the terminal, for play money."""
    screen: Screen = PlainScreen(in_words) if plain else RichScreen()
    try:
        name = game or _ask_game(screen)
        table = chosen_game(name, house, pays)
    except Leave:
        return
    if CHIP in table.all_settings() and CHIP not in table.house:  # insurance in cents is for nobody's hands
        table = chosen_game(name, [*(house or []), f"{CHIP}={SMALLEST}"], pays)
    table.refuse_lab_only()
    if not 1 <= seats <= table.max_seats:
        raise UserError(f"--seats {seats}: {table.title} has 1 to {table.max_seats} seats")
    cents = parse_dollars(bankroll)
    if not cents:
        raise UserError(f"--bankroll {bankroll!r} is not an amount in dollars, such as 500 or 1,000")
    cards, bots = _sources(seed)
    session = TerminalSession(table, screen, cards, bots, seats=seats, bankroll=cents, aloud=plain)
    session.advise = advise
    if record is not None:
        append(record, "")  # a record that can't be written is refused before the first card
        session.record = record
    session.run()


def _sources(seed: str | None) -> tuple[Source, Source]:
    """Where shuffles and the bots' whims come from: the system, or a seed each, so that neither disturbs the other."""
    if seed is None:
        return SystemSource(), SystemSource()
    return SeededSource(seed), SeededSource(f"{seed} bots")


def _ask_game(screen: Screen) -> str:
    """Asks which game; where nobody can answer, the game must be named."""
    if not sys.stdin.isatty():
        raise UserError(f"name a game: upcard play GAME, where GAME is one of {', '.join(names())}")
    kinds = [find_game(name) for name in names()]
    for number, kind in enumerate(kinds, 1):
        screen.line(f"  {number}  {kind.title}. {kind.summary}")
    while True:
        typed = screen.ask("Which game [1]:").lower() or "1"
        if typed in {"q", "quit"}:
            raise Leave
        if typed.isdecimal() and 1 <= int(typed) <= len(kinds):
            return kinds[int(typed) - 1].name
        if typed in names():
            return typed
        screen.line(f"Type a number from 1 to {len(kinds)}, or a name such as {kinds[0].name}; q leaves.")


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("play")(play)
