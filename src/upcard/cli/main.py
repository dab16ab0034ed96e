"""The command `upcard`: a thin dispatch that loads only the command that is asked for.

Every command lives in a module of its own, with either `register(app)` (a command) or `app` (a group of commands).
A module is imported when its command runs and not before, so that settling a hand never
waits for a compiler or a web framework.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command, get_group

from upcard import __version__
from upcard.cli.errors import EXIT_CODE, explained

COMMANDS = {
    "games": ("upcard.cli.table.games", "List the games."),
    "rules": ("upcard.cli.table.rules", "Show a game's rules, wagers, house settings and pay tables."),
    "play": ("upcard.cli.table.play", "Play at a table in the terminal, for play money."),
    "settle": ("upcard.cli.table.settle", "Settle a hand that is written down as JSON."),
    "replay": ("upcard.cli.table.replay", "Replay recorded rounds step by step."),
    "analyze": ("upcard.cli.lab.analyze", "Work out the exact expected values of a game."),
    "advise": ("upcard.cli.lab.advise", "Say what a hand should do, with the cost of every other move."),
    "simulate": ("upcard.cli.lab.simulate", "Play a game many times and compare with its exact figures."),
    "session": ("upcard.cli.lab.session", "Say what so many rounds make of a bankroll."),
    "jackpot": ("upcard.cli.lab.jackpot", "Say what a link of progressive tables does over days and years."),
    "must-hit-by": ("upcard.cli.lab.must_hit_by", "Say what a meter that is won at a secret amount is worth."),
    "par": ("upcard.cli.lab.par", "Write the math report of a game: PDF, Excel, HTML, JSON."),
    "compare": ("upcard.cli.lab.compare", "Say what changed between two math reports."),
    "design": ("upcard.cli.lab.design", "Search pay tables that meet a target edge, exactly."),
    "lint": ("upcard.cli.lab.lint", "Say what to look at again in a pay table or a game."),
    "strategy": ("upcard.cli.lab.strategy", "Find short strategies that people can remember, with their cost."),
    "verify": ("upcard.cli.lab.verify", "Check the exact figures against published numbers."),
    "new": ("upcard.workshop.commands.new", "Make a package for a game of your own."),
    "check": ("upcard.workshop.commands.check", "Check that a game does what every game has to."),
    "warm": ("upcard.cli.lab.warm", "Compile the lab's kernels ahead of time."),
    "floor": ("upcard.cli.house.floor", "Run a casino floor: ledger, meters, staff."),
    "serve": ("upcard.cli.house.serve", "Open a house in the browser: tables, signs, consoles, API."),
    "devices": ("upcard.cli.house.devices", "Play a live table without hardware; make and swipe staff cards."),
    "audit": ("upcard.cli.house.audit", "Check a floor's ledger."),
}
"""Name → the module that has it, and its line of help (read without loading the module)."""


class Commands(TyperGroup):
    """The commands, loaded when they are asked for, with every expected error told in one paragraph."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The commands that are installed."""
        return [name for name, (module, _) in COMMANDS.items() if find_spec(module) is not None]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Loads the module of one command."""
        if cmd_name not in self.list_commands(ctx):
            return None
        module = import_module(COMMANDS[cmd_name][0])
        if hasattr(module, "app"):
            return get_command(module.app)
        alone = typer.Typer(add_completion=False, rich_markup_mode=None)
        module.register(alone)
        return get_group(alone).commands[cmd_name]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Writes the list of commands without loading any of them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in self.list_commands(ctx)])

    def invoke(self, ctx: Any) -> Any:
        """Runs a command; what a user can put right is said on stderr, and nothing is traced."""
        with told():
            return super().invoke(ctx)


@contextmanager
def told() -> Iterator[None]:
    """Tells an expected error in one paragraph on stderr."""
    try:
        yield
    except Exception as error:
        reason = explained(error)
        if reason is None:
            raise
        sys.stdout.flush()
        typer.echo(f"upcard: {reason}", err=True)
        raise typer.Exit(EXIT_CODE) from None


app = typer.Typer(
    name="upcard",
    cls=Commands,
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,  # help and errors are plain text: quick to print, easy to read aloud
    pretty_exceptions_enable=False,
    help="Casino table games, played, settled to the cent and analysed exactly. Play money only.",
)


def _say_version(asked: bool) -> None:
    if asked:
        typer.echo(f"upcard {__version__}")
        raise typer.Exit


@app.callback()
def upcard(
    *,
    version: bool = typer.Option(False, "--version", help="Print the version.", callback=_say_version, is_eager=True),
) -> None:
    """Casino table games, played, settled to the cent and analysed exactly. Play money only."""
