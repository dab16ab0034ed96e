"""Signed heads of the chain, sent where whoever can change the ledger can't reach them (PRG-13).

Any clock that starts a command does as a schedule: the house need not be closed for it. Each head is held against
the one sent before, so a ledger that was cut off or written anew is noticed at the next one, not at the next start.
"""

import json
import os
import shlex
import subprocess
from dataclasses import asdict
from pathlib import Path

from upcard.floor.commands.command import now
from upcard.floor.ledger.chained import chunks
from upcard.floor.ledger.checkpoint import Checkpoint, Pledges, read_checkpoints, stored
from upcard.floor.ledger.entry import Broken
from upcard.floor.ledger.keys import Keys
from upcard.floor.ledger.storage.errors import StorageError
from upcard.floor.ledger.storage.store import Store

HOOK_SECONDS = 60
"""What sends a head on has so long."""


def sign_head(url: str, keys: Keys, known: list[Checkpoint]) -> Checkpoint:
    """Signs the head of a house that may be open, after holding its ledger against the heads that are known.

    What stands behind the newest known head is read, all of the ledger where none is known.
    """
    store = Store(url, reading=True)
    try:
        newest = max(known or stored(store), key=lambda found: found.seq, default=None)
        pledges = Pledges([newest] if newest is not None else (), keys.public)
        seq, _, digest = store.head()
        for chunk in chunks(store, newest.seq - 1 if newest is not None else 0, seq):
            pledges.hold(chunk)
        pledges.end(seq)
    except Broken as broken:
        raise StorageError(f"the ledger in {store.where} is not the one that was signed: {broken}") from None
    finally:
        store.close()
    if not seq:
        raise StorageError(f"there is no house in {store.where}: its ledger is empty")
    return Checkpoint.sign(keys, seq, now(), digest)


def sent_to(folder: Path, keys: Keys) -> Path:
    """The file in a folder that holds the heads of the house with these keys, the newest last."""
    return folder / f"upcard-{keys.public[:16]}.heads"


def known_at(path: Path) -> list[Checkpoint]:
    """The heads that were sent to a file."""
    try:
        return read_checkpoints(path) if path.exists() else []
    except (OSError, ValueError) as error:
        raise StorageError(f"the heads sent before can't be read: {error}") from None


def append(path: Path, signed: Checkpoint) -> None:
    """Writes a head behind the others, on the medium before this returns."""
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "w", encoding="utf-8") as file:
            file.write(json.dumps(asdict(signed)) + "\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise StorageError(f"the signed head can't be written to {path}: {error.strerror or error}") from None


def hand_on(command: str, signed: Checkpoint) -> None:
    """Gives a head to a program, as one line on its standard input; one that fails is an error."""
    try:
        done = subprocess.run(  # noqa: S603 (the operator's own program)
            shlex.split(command),
            input=json.dumps(asdict(signed)) + "\n",
            text=True,
            timeout=HOOK_SECONDS,
            capture_output=True,
            check=False,
        )
    except (OSError, ValueError, IndexError, subprocess.TimeoutExpired) as error:
        raise StorageError(f"the signed head was not sent: {command!r} can't be run: {error}") from None
    if done.returncode:
        said = " ".join(done.stderr.split())[:300]
        raise StorageError(f"the signed head was not sent: {command!r} ended with code {done.returncode}: {said}")
