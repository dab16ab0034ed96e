"""The house: opened on its database, asked by commands, closed in good order.

What whoever holds one does::

    house = House.open(url, keys)  # verifies the ledger and its own code, or says why it won't open
    house.do(Command("1", now(), "dora", "start", {"table": "T1"})).ok  # True once it is committed
"""

import asyncio
import time
import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any, Self, TypeVar

from argon2 import PasswordHasher

from upcard import __version__
from upcard.floor.commands.command import OWN, Ack, Command, Malformed, now, refuse_unwritable
from upcard.floor.commands.verbs import SYSTEM
from upcard.floor.fair.vault import Vault
from upcard.floor.house import software
from upcard.floor.house.recovery import OTHER_SOFTWARE, Recovered, recover
from upcard.floor.house.sequencer import SNAPSHOT_EVERY, Committed, Sequencer, Watcher
from upcard.floor.ledger.checkpoint import Checkpoint, keep_head
from upcard.floor.ledger.entry import Broken
from upcard.floor.ledger.keys import Keys
from upcard.floor.ledger.storage.database import WriterLock, file_of, parse_url
from upcard.floor.ledger.storage.errors import StorageError
from upcard.floor.ledger.storage.store import Store
from upcard.floor.people.secret import Secrets
from upcard.floor.state import State

T = TypeVar("T")

CHECKPOINT_EVERY = 10_000
"""Entries between two signed heads; one is signed when the house closes, too."""

HEAD_SECONDS = 60.0
"""While a house in a file works, the head beside the file is at most so much older than its last entries: a copy of the
bare file, without its write-ahead log, is found to be short by it."""


class HouseError(Exception):
    """The house does not open, and why."""


def keys_path(url: str, named: Path | None = None) -> Path:
    """Where a house's keys lie: beside a SQLite file, or where they are said to be."""
    if named is not None:
        return named
    path = file_of(parse_url(url))
    if path is None:
        raise StorageError("a house on a server keeps its keys in a file of its own: name it with --keys")
    return Path(f"{path}.keys")


class House:
    """A running house."""

    reading = False
    """Whether it is only looked at, from a process beside it."""

    def __init__(
        self, store: Store, lock: WriterLock | None, keys: Keys, sequencer: Sequencer, secrets: Secrets
    ) -> None:
        self.store = store
        self.keys = keys
        self.sequencer = sequencer
        self.secrets = secrets
        self._lock = lock
        self._unsigned = 0
        """Entries since a head was signed."""
        self._signed_at = time.monotonic()
        """When the head beside the file was signed."""

    @classmethod
    def found(cls, url: str, keys_file: Path | None = None, **options: Any) -> "House":
        """Makes a new house: its database, its keys, its first entry."""
        path = keys_path(url, keys_file)
        known = path.exists()
        keys = Keys.load(path) if known else Keys.new()
        if not known:
            keys.save(path)
        try:
            store = Store(url, create=True)
            try:
                if store.head()[0]:
                    raise HouseError(f"there is a house at {store.where} already")
            finally:
                store.close()
        except BaseException:
            if not known:
                path.unlink()
            raise
        return cls.open(url, keys, accept_software=True, founding=True, **options)

    @classmethod
    def open(
        cls,
        url: str,
        keys: Keys | Path | None = None,
        *,
        accept_software: bool = False,
        founding: bool = False,
        threads: bool = True,
        vault: Vault | None = None,
        hasher: PasswordHasher | None = None,
        snapshot_every: int = SNAPSHOT_EVERY,
    ) -> "House":
        """Verifies chain, balances and its own code, recomputes every meter, and only then opens (PRG-13, REG-15)."""
        store = Store(url)
        try:
            if not isinstance(keys, Keys):
                keys = Keys.load(keys_path(url, keys))
            lock = WriterLock(store.engine, store.where)
        except BaseException:
            store.close()
            raise
        try:
            return cls._open(
                store,
                lock,
                keys,
                accept_software=accept_software,
                founding=founding,
                threads=threads,
                vault=vault or Vault(keys.vault),
                secrets=Secrets(hasher),
                snapshot_every=snapshot_every,
            )
        except BaseException:
            lock.release()
            store.close()
            raise

    @classmethod
    def take_over(
        cls,
        store: Store,
        lock: WriterLock,
        keys: Keys,
        known: Recovered,
        *,
        accept_software: bool = False,
        threads: bool = True,
        hasher: PasswordHasher | None = None,
    ) -> "House":
        """Opens a house whose ledger was followed to its end, with the writer's lock in hand."""
        return cls._begin(
            store,
            lock,
            keys,
            known,
            accept_software=accept_software,
            founding=False,
            threads=threads,
            vault=Vault(keys.vault),
            secrets=Secrets(hasher),
            snapshot_every=SNAPSHOT_EVERY,
        )

    @classmethod
    def _open(cls, store: Store, lock: WriterLock, keys: Keys, **options: Any) -> "House":
        try:
            recovered = recover(store)
        except Broken as broken:
            raise HouseError(f"the ledger in {store.where} is damaged and the house stays shut: {broken}") from broken
        return cls._begin(store, lock, keys, recovered, **options)

    @classmethod
    def _begin(
        cls,
        store: Store,
        lock: WriterLock,
        keys: Keys,
        recovered: Recovered,
        *,
        accept_software: bool,
        founding: bool,
        threads: bool,
        vault: Vault,
        secrets: Secrets,
        snapshot_every: int,
    ) -> "House":
        if recovered.seq == 0 and not founding:
            raise HouseError(f"there is no house in {store.where}; make one with: upcard floor init")
        if recovered.seq and keys.public != recovered.state.public:
            raise HouseError(
                f"these are not the keys of the house in {store.where}: they sign as {keys.public[:16]}…, and it was "
                f"founded with {recovered.state.public[:16]}…; name its own with --keys"
            )
        code, accepted = software.digest(), recovered.state.software
        if code != accepted and not accept_software:
            raise HouseError(
                f"the software is not the one that was accepted here (its digest is {code[:16]}…, accepted is "
                f"{accepted[:16]}…): open it with --accept-software if the change is meant"
            )
        sequencer = Sequencer(store, vault, recovered, recovered.epoch + 1, snapshot_every)
        house = cls(store, lock, keys, sequencer, secrets)
        if founding:
            house._own("found-house", {"public": keys.public})
        opening = {"software": code, "version": __version__, "accepted": code != accepted}
        upgraded = code != accepted and recovered.distrusted == OTHER_SOFTWARE  # nobody need be called for that
        if recovered.distrusted and not upgraded:
            opening["snapshot"] = recovered.distrusted
        house._own("open-house", opening)
        sequencer.watchers.append(house._sign_now_and_then)
        if threads:
            sequencer.run()
        return house

    def _own(self, do: str, args: dict[str, Any]) -> Ack:
        """A command of the house's own."""
        command = Command(f"{OWN}{do}-{uuid.uuid4().hex}", now(), SYSTEM, do, args)
        ack: Ack = self.sequencer.submit(command).result()
        if not ack.ok:
            raise HouseError(f"the house does not open: {ack.error}")
        return ack

    # Asking

    def submit(self, command: Command) -> "Future[Ack]":
        """Asks from any thread; the future is answered after the durable commit."""
        if command.by == SYSTEM or command.id.startswith(OWN):
            raise Malformed(f"{SYSTEM!r} is the house itself; nobody else speaks for it")
        refuse_unwritable(command)
        return self._submit(command)

    def submit_as_house(self, command: Command) -> "Future[Ack]":
        """For the parts of the house itself: bots, timers, `floor init`."""
        return self._submit(command)

    def _submit(self, command: Command) -> "Future[Ack]":
        if self.secrets.concerns(command):
            known = self.ask(lambda state: self.secrets.look_up(command, state))
            command = self.secrets.attest(command, known)
        return self.sequencer.submit(command)

    def do(self, command: Command) -> Ack:
        """Asks and waits."""
        return self.submit(command).result()

    async def ado(self, command: Command) -> Ack:
        """Asks and waits, in asyncio. Secrets are checked in a thread: argon2 takes its time on purpose."""
        if self.secrets.concerns(command):
            return await asyncio.wrap_future(await asyncio.to_thread(self.submit, command))
        return await asyncio.wrap_future(self.submit(command))

    def view(self, question: Callable[[State], T]) -> "Future[T]":
        """Asks about the state, in order with the commands; answered when all it saw is durable.

        The question runs in the sequencer's thread: it copies out what it needs and keeps nothing of the state.
        """
        return self.sequencer.submit(question)

    def ask(self, question: Callable[[State], T]) -> T:
        """Asks about the state and waits."""
        return self.view(question).result()

    @property
    def seq(self) -> int:
        """The last entry of the ledger."""
        return self.store.head()[0]

    def watch(self, watcher: Watcher) -> None:
        """Calls it with each committed entry, in order, in the writer's thread: it must not wait."""
        self.sequencer.watchers.append(watcher)

    # Checkpoints, closing

    def checkpoint(self, path: Path | None = None) -> Checkpoint:
        """Signs the head of the chain, appends it to a file for elsewhere, and keeps it in the database."""
        signed = self._head()
        if path is not None:
            signed.write(path)
        self.store.add_checkpoint(signed.seq, signed.at, bytes.fromhex(signed.hash), bytes.fromhex(signed.signature))
        self._keep_head(signed)
        return signed

    def _head(self) -> Checkpoint:
        """The head of the chain, signed."""
        seq, _, head = self.store.head()
        return Checkpoint.sign(self.keys, seq, now(), head)

    def _keep_head(self, signed: Checkpoint) -> None:
        """Keeps a signed head beside the file."""
        self._signed_at = time.monotonic()
        with suppress(OSError):  # a full disk keeps an older head, which is true too
            keep_head(self.store.file, signed)

    def _sign_now_and_then(self, entries: Sequence[Committed]) -> None:
        """A head is signed every so many entries, so that a tail that was cut off is missed (PRG-13)."""
        self._unsigned += len(entries)
        if self._unsigned >= CHECKPOINT_EVERY:
            self._unsigned = 0
            self.checkpoint()
        elif self.store.file is not None and time.monotonic() - self._signed_at >= HEAD_SECONDS:
            self._keep_head(self._head())

    def overtaken(self) -> bool:
        """Whether another process has the house now: then this one has to go. It asks the database, so now and then."""
        return self.sequencer.fenced or (self._lock is not None and not self._lock.still_ours())

    def close(self) -> None:
        """Finishes what was asked, takes a snapshot, signs the head, and lets the next process in."""
        try:
            self.sequencer.stop()
            self.sequencer.snapshot_now()
            if self.sequencer.sound:
                with suppress(StorageError):  # a database that is gone; what was acknowledged is in it
                    self.checkpoint()
        finally:
            if self._lock is not None:
                self._lock.release()
            self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
