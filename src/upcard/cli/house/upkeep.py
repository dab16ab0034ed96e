"""`upcard floor backup`, `restore` and `head`: what keeps a house for years, while it is open."""

import json
import os
import time
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from upcard.cli.errors import UserError
from upcard.cli.house.common import Database, KeysFile, house_url
from upcard.cli.options import Json
from upcard.floor.doors.house import keys_path
from upcard.floor.doors.ledger import Keys, file_of, head_of, parse_url, read_checkpoints
from upcard.floor.doors.upkeep import Copied, copies, heads


def backup(
    dest: Annotated[
        Path, typer.Argument(metavar="DEST", help="A new file; in a folder that is there it gets a name by the time.")
    ],
    database: Database = None,
    keys: KeysFile = None,
    as_json: Json = False,
) -> None:
    """Copy a house, open or not: checked, with its signed head beside it. Its keys are not in the copy."""
    url, _ = house_url(database)
    loaded = Keys.load(keys_path(url, keys))
    done = copies.back_up(url, loaded, dest / _by_time(url) if dest.is_dir() else dest)
    _print(done, as_json, f"{done.entries:,} entries are in {done.where}, chained and balanced")
    if not as_json:
        print(f"its signed head lies beside it ({head_of(Path(done.where)).name}); keep a copy of the keys elsewhere")


def _by_time(url: str) -> str:
    kind = "dump" if file_of(parse_url(url)) is None else "db"
    return f"house-{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}.{kind}"


def restore(
    source: Annotated[Path, typer.Argument(metavar="SOURCE", help="A copy that `upcard floor backup` took.")],
    database: Database = None,
    checkpoints: Annotated[
        list[Path] | None, typer.Option(help="Signed heads that were kept elsewhere.", show_default=False)
    ] = None,
    as_json: Json = False,
) -> None:
    """Put a copy where no house is, if it is whole: chain, sums and signed heads are checked, before and after."""
    url, _ = house_url(database)
    signed = []
    for path in checkpoints or []:
        try:
            signed += read_checkpoints(path)
        except (OSError, ValueError) as error:
            raise UserError(f"the checkpoints can't be read: {error}") from None
    done = copies.restore(source, url, signed)
    _print(done, as_json, f"{done.entries:,} entries are in {done.where}, chained and balanced")
    if as_json:
        return
    behind = done.entries - done.signed.seq
    print(f"the newest signed head reaches entry {done.signed.seq:,}; {behind:,} stand on the chain alone")
    told = os.environ.get("UPCARD_KEYS")
    if file_of(parse_url(url)) is not None and not keys_path(url, Path(told) if told else None).exists():
        print(f"the house's keys are not here yet: put them at {keys_path(url)}, or name them with --keys")


def _print(done: Copied, as_json: bool, said: str) -> None:
    if as_json:
        print(json.dumps({"where": done.where, "entries": done.entries, "head": asdict(done.signed)}))
    else:
        print(said)


def head(
    to: Annotated[
        Path | None,
        typer.Option(help="A folder, best on another machine: the head is added there.", show_default=False),
    ] = None,
    hook: Annotated[
        str | None, typer.Option(help="A program that sends it on; it gets it as one line of JSON.", show_default=False)
    ] = None,
    database: Database = None,
    keys: KeysFile = None,
) -> None:
    """Sign the head of a house, open or not, and send it elsewhere; a ledger shorter than the last one is named."""
    if to is None and hook is None:
        raise UserError("say where the signed head goes: --to FOLDER, --hook PROGRAM, or both")
    if to is not None and not to.is_dir():
        raise UserError(f"there is no folder {to}")
    url, _ = house_url(database)
    loaded = Keys.load(keys_path(url, keys))
    path = heads.sent_to(to, loaded) if to is not None else None
    known = heads.known_at(path) if path is not None else []
    signed = heads.sign_head(url, loaded, known)
    if path is not None and signed.seq > max((one.seq for one in known), default=0):
        heads.append(path, signed)
    if hook is not None:
        heads.hand_on(hook, signed)
    print(f"entry {signed.seq} is signed: {signed.hash[:16]}…" + (f" ({path})" if path is not None else ""))


def register(app: typer.Typer) -> None:
    """Adds the commands to `upcard floor`."""
    for command in (backup, restore, head):
        app.command()(command)
