"""What the commands of `upcard floor` share: which house is meant, who is asking, and how a report is printed."""

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from upcard.cli.errors import UserError
from upcard.floor.doors.commands import SYSTEM, Ack, Command, now
from upcard.floor.doors.house import House, HouseError, keys_path, recover
from upcard.floor.doors.ledger import Archive, Broken, Readable, Store, file_of, is_archive, parse_url
from upcard.floor.doors.reports import Report
from upcard.floor.state import State

Database = Annotated[
    str | None,
    typer.Option(
        "--database", envvar="UPCARD_DATABASE", help="The house: a file, or postgresql://…", show_default=False
    ),
]
KeysFile = Annotated[
    Path | None,
    typer.Option("--keys", envvar="UPCARD_KEYS", help="The house's keys, if not beside it.", show_default=False),
]
AcceptSoftware = Annotated[
    bool,
    typer.Option(
        "--accept-software",
        envvar="UPCARD_ACCEPT_SOFTWARE",
        help="Open the house although the software has changed (it is noted).",
    ),
]
By = Annotated[str, typer.Option("--by", help="Who is asking: a member of staff.", show_default=False)]
Password = Annotated[
    str,
    typer.Option(
        "--password", envvar="UPCARD_PASSWORD", prompt=True, hide_input=True, help="Theirs; asked for if not given."
    ),
]


class Form(StrEnum):
    """How a report is printed."""

    text = "text"
    csv = "csv"
    json = "json"


Format = Annotated[Form, typer.Option("--format", help="For people, for a spreadsheet, or for a program.")]


def house_url(database: str | None) -> tuple[str, bool]:
    """The house that is meant, and whether it is the one of this user, which is made on first use."""
    if database is not None:
        return database, False
    import platformdirs

    return str(Path(platformdirs.user_data_dir("upcard")) / "house.db"), True


def founded(url: str) -> bool:
    """Whether there is a file at all."""
    path = file_of(parse_url(url))
    return path is None or path.exists()


@contextmanager
def opened(database: str | None, keys: Path | None, *, accept: bool, threads: bool = False) -> Iterator[House]:
    """The house, open for writing."""
    url, own = house_url(database)
    if own and not founded(url):
        house = House.found(url, keys, threads=threads)
    else:
        house = House.open(url, keys_path(url, keys), accept_software=accept, threads=threads)
    with house:
        yield house


@contextmanager
def reading(database: str | None) -> Iterator[Store]:
    """The ledger, for reading only: also while the house is open elsewhere."""
    store = Store(house_url(database)[0], reading=True)
    try:
        yield store
    except Broken as broken:
        raise HouseError(f"the ledger in {store.where} is damaged: {broken}") from broken
    finally:
        store.close()


@contextmanager
def ledger(database: str | None) -> Iterator[Readable]:
    """The ledger, for checking: of a house, or in a dump that `upcard floor backup` took of one on a server."""
    file = file_of(parse_url(house_url(database)[0]))
    if file is not None and is_archive(file):
        yield Archive(file)
        return
    with reading(database) as store:
        yield store


def state_of(store: Store) -> State:
    """The state that a ledger tells."""
    return recover(store).state


def ask(house: House, by: str, do: str, **args: Any) -> Ack:
    """Gives one command; a refusal is an error."""
    command = Command(f"cli-{uuid.uuid4().hex}", now(), by, do, {key.replace("_", "-"): args[key] for key in args})
    return _done(house.do(command))


def ask_as_house(house: House, do: str, **args: Any) -> Ack:
    """Gives one command in the house's own name: whoever has its keys can."""
    return _done(house.submit_as_house(Command(f"cli-{uuid.uuid4().hex}", now(), SYSTEM, do, args)).result())


def _done(ack: Ack) -> Ack:
    if not ack.ok:
        raise UserError(str(ack.error))
    return ack


def sign_on(house: House, by: str, password: str) -> None:
    """Whoever asks at the terminal has to be who they say; the entry is logged."""
    ask(house, by, "sign-on", password=password, where=f"terminal of {os.environ.get('USER', 'somebody')}")


def show(report: Report, form: Form) -> None:
    """Prints a report."""
    print({Form.text: report.as_text, Form.csv: report.as_csv, Form.json: report.as_json}[form]().rstrip("\n"))


def settings(pairs: list[str]) -> dict[str, Any]:
    """KEY=VALUE options; whole numbers are numbers."""
    found: dict[str, Any] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise UserError(f"{pair!r} is no setting: write KEY=VALUE")
        found[key] = int(value) if value.isdecimal() else value
    return found
