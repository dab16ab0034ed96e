"""`upcard audit`: checks a ledger offline. A copy of the database is enough."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any, TextIO

import typer

from upcard.cards.card import text
from upcard.cli.errors import UserError
from upcard.cli.house.common import Database, ledger, reading
from upcard.cli.options import Json
from upcard.cli.reading import writing
from upcard.floor.doors.ledger import Broken, Checkpoint, read_checkpoints
from upcard.floor.doors.reports import audit

_PLAIN: dict[str, Any] = {"add_completion": False, "rich_markup_mode": None, "no_args_is_help": True}
app = typer.Typer(help="Check a floor's ledger: chain, balances, checkpoints, every round.", **_PLAIN)

BAD = 1
"""The exit code for a ledger that is not what it was written as."""


def _broken(broken: Broken) -> typer.Exit:
    sys.stdout.flush()
    typer.echo(f"upcard: the first bad entry is {broken.seq}: {broken.what}", err=True)
    return typer.Exit(BAD)


@app.command()
def verify(
    database: Database = None,
    checkpoints: Annotated[
        list[Path] | None, typer.Option(help="Checkpoints that were kept elsewhere.", show_default=False)
    ] = None,
    public: Annotated[str | None, typer.Option(help="The house's public key, from elsewhere.")] = None,
    replay: Annotated[bool, typer.Option(help="Replay every round to the cent.")] = True,
    as_json: Json = False,
) -> None:
    """Verify chain, balances and checkpoints, and replay every round; the first bad entry is named."""
    kept: list[Checkpoint] = []
    for path in checkpoints or []:
        try:
            kept += read_checkpoints(path)
        except (OSError, ValueError) as error:
            raise UserError(f"the checkpoints can't be read: {error}") from None
    begin = perf_counter()
    with ledger(database) as store:
        try:
            done = audit.verify(store, kept, public=public, replay=replay, processes=os.cpu_count() or 1)
        except Broken as broken:
            if as_json:
                print(json.dumps({"ok": False, "entry": broken.seq, "error": broken.what}))
            raise _broken(broken) from None
    spent = perf_counter() - begin
    if as_json:
        said = {
            "entries": done.entries,
            "rounds": done.rounds,
            "checkpoints": done.checkpoints,
            "head": done.head.hex(),
            "signed": done.signed,
            "tables": done.tables,
        }
        print(json.dumps({"ok": True, **said, "seconds": round(spent, 3)}))
        return
    rounds = "round" if done.rounds == 1 else "rounds"
    print(f"{done.entries:,} entries, chained and balanced; {done.rounds:,} {rounds} replayed to the cent")
    agree = "checkpoint agrees" if done.checkpoints == 1 else "checkpoints agree"
    print(f"{done.checkpoints:,} {agree}; the head is {done.head.hex()}")
    for table, what in done.tables.items():
        print(f"  table {table}: {what}")
    loose = done.entries - done.signed
    if loose:
        behind = "entry stands" if loose == 1 else "entries stand"
        print(f"the newest signed head reaches entry {done.signed:,}; {loose:,} {behind} on the chain alone")
        if done.log_missing:
            print("  and no write-ahead log lies beside the file: a copy of an open house brings its -wal file with it")
    print(f"{spent:.1f} s, {done.entries / max(spent, 1e-9):,.0f} entries a second")


@app.command()
def export(
    database: Database = None,
    to: Annotated[Path | None, typer.Option(help="A file; standard output if none.", show_default=False)] = None,
) -> None:
    """Write every entry as a line of JSON, up to the first bad one if there is one."""
    with reading(database) as store, nullcontext(sys.stdout) if to is None else _written(to) as out:
        try:
            for item in audit.export(store):
                out.write(json.dumps(item, ensure_ascii=False) + "\n")
        except Broken as broken:  # what is good of it is written
            raise _broken(broken) from None


@contextmanager
def _written(to: Path) -> Iterator[TextIO]:
    with writing(to), to.open("w", encoding="utf-8") as out:
        yield out


@app.command()
def deal(
    round_id: Annotated[str, typer.Argument(metavar="ROUND", help="A finished round, such as T1-17.")],
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Verify a round's deal: its shoe was committed before it began, and its cards are the committed ones."""
    with reading(database) as store:
        try:
            found = audit.deal(store, round_id)
        except LookupError as error:
            raise UserError(str(error.args[0])) from None
        except Broken as broken:
            raise _broken(broken) from None
    cards = [text(card) if card is not None else "??" for card in found.cards]
    if as_json:
        said = {"round": found.round, "shoe": found.shoe, "committed": found.committed, "started": found.started}
        print(json.dumps({**said, "first": found.first, "cards": cards, "retired": found.retired}))
        return
    print(f"shoe {found.shoe} was committed in entry {found.committed}; round {found.round} began in {found.started}")
    print(f"from place {found.first}: {' '.join(cards)}")
    if "??" in cards:
        print("?? is opened when the shoe is retired")
    print("every opened card is the one that was committed")
