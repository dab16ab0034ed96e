"""Options that several commands share: which game, under which house settings and pay tables."""

from pathlib import Path
from typing import Annotated, Any

import typer

from upcard.cli.errors import UserError
from upcard.rules.game import Game
from upcard.rules.paytable import wager_of
from upcard.rules.registry import game as find_game

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game; `upcard games` lists them.")]
House = Annotated[
    list[str] | None,
    typer.Option("--house", metavar="KEY=VALUE", help="A house setting; `upcard rules GAME` lists them. Repeatable."),
]
Pays = Annotated[
    list[str] | None,
    typer.Option(
        "--pays", metavar="WAGER=TABLE|FILE", help="A pay table by name, or a .toml file of your own. Repeatable."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def pairs(option: str, given: list[str] | None) -> dict[str, str]:
    """Reads repeated ``KEY=VALUE`` options.

    >>> pairs("--house", ["decks=6", "soft-17=hit"])
    {'decks': '6', 'soft-17': 'hit'}
    """
    read: dict[str, str] = {}
    for text in given or []:
        key, equals, value = text.partition("=")
        if not (key and equals and value):
            raise UserError(f"{option} {text!r} is not written as KEY=VALUE")
        if key in read:
            raise UserError(f"{option} sets {key} twice: {read[key]} and {value}")
        read[key] = value
    return read


def pay_tables(given: list[str] | None) -> dict[str, str]:
    """Reads repeated ``--pays``: ``WAGER=TABLE``, ``WAGER=file.toml``, or a file alone, which names its wager."""
    alone = [text for text in given or [] if "=" not in text and text.endswith(".toml")]
    named = [f"{wager_of(Path(text))}={text}" if text in alone else text for text in given or []]
    return pairs("--pays", named)


def chosen_game(name: str, house: list[str] | None, pays: list[str] | None) -> Game:
    """The game under the settings and pay tables of the command line."""
    return find_game(name)(pairs("--house", house), pay_tables(pays))


def written_pays(name: str, house: list[str] | None, pays: list[str] | None) -> dict[str, Any]:
    """The chosen pay tables as a ledger keeps them: by name, or row by row where they came from a file."""
    chosen, tables = pay_tables(pays), chosen_game(name, house, pays).tables
    rows = {wager: tables[wager] for wager, choice in chosen.items() if choice.endswith(".toml")}
    return {
        **chosen,
        **{wager: {"name": of.name, "source": of.source, "pays": of.texts()} for wager, of in rows.items()},
    }
