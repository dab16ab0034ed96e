"""One sequencer a house: commands in, entries in order, acknowledgements after the durable commit.

Two steps, each in a thread of its own. The *decider* takes whatever waits, decides it against the state in memory and
hands the entries on as one batch; the *writer* commits the batch and then, and only then, answers. While one batch is
being written the next is being decided, so the commit's cost is shared by all that came meanwhile (group commit).

If a commit fails, nobody of that batch or of those decided behind it is answered with a yes; the state in memory is
thrown away and read again from the ledger. A commit that seemed to fail may be there all the same (the line broke
between it and its answer): the watchers are called with it then.
"""

import gc
import logging
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeAlias

from upcard.floor.commands.command import OWN, Ack, Command, now
from upcard.floor.commands.decide import apply, decide
from upcard.floor.commands.verbs import SYSTEM
from upcard.floor.facts import Body, Fact, Objection, read_body
from upcard.floor.fair.vault import Vault
from upcard.floor.house.recovery import Recovered, digest, freeze, recover
from upcard.floor.ledger.entry import Broken, Entry, EntryRow, Transfer, make, read_transfers
from upcard.floor.ledger.storage.errors import Fenced, StorageError
from upcard.floor.ledger.storage.store import Store
from upcard.floor.people.configuration import due
from upcard.floor.play.running import RunningRounds
from upcard.floor.progressive import mystery
from upcard.floor.state import State

log = logging.getLogger("upcard.floor")

MAX_BATCH = 512
"""Commands that one commit carries at most."""

SNAPSHOT_EVERY = 50_000
"""Entries between two snapshots."""

View: TypeAlias = Callable[[State], Any]


class NotAcknowledged(StorageError):
    """The commit failed: the command may be sent again with the same id."""


class Committed(NamedTuple):
    """An entry that is durable, for those who watch the floor."""

    seq: int
    kind: str
    at: str
    by: str
    refused: Objection | None
    facts: tuple[Fact, ...]
    transfers: tuple[Transfer, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether the command was done."""
        return self.refused is None

    @property
    def body(self) -> Body:
        """What the entry says."""
        return Body(self.at, self.by, self.refused, self.facts)


@dataclass(slots=True)
class Job:
    """A command, or a question about the state, and who waits for the answer."""

    ask: Command | View
    reply: "Future[Any]" = field(default_factory=Future)

    def __post_init__(self) -> None:
        """What was asked can't be taken back: whoever stops waiting leaves the answer to nobody."""
        self.reply.set_running_or_notify_cancel()


@dataclass(slots=True)
class Commit:
    """What one commit carries, and the answers that wait for it."""

    rows: list[EntryRow] = field(default_factory=list)
    answers: list[tuple["Future[Any]", Any]] = field(default_factory=list)
    kept: list[tuple[int, bytes]] = field(default_factory=list)
    committed: list[Committed] = field(default_factory=list)


class Watcher(Protocol):
    """Called with the committed entries, in order."""

    def __call__(self, entries: Sequence[Committed], /) -> None: ...


def ack_of(entry: Entry) -> Ack:
    """The acknowledgement that an entry was answered with: the same for ever."""
    body = read_body(entry.body)
    return Ack(entry.command, entry.seq, body.refused, body.facts)


def committed(entry: Entry) -> Committed:
    """A committed entry, as watchers get it."""
    body = read_body(entry.body)
    moved = tuple(read_transfers(entry.transfers))
    return Committed(entry.seq, entry.kind, body.at, body.by, body.refused, body.facts, moved)


class Sequencer:
    """Decides and writes. `decide_all` and `write` are its two steps; `run` puts each into its thread."""

    def __init__(
        self, store: Store, vault: Vault, recovered: Recovered, epoch: int, snapshot_every: int = SNAPSHOT_EVERY
    ) -> None:
        self.store = store
        self.epoch = epoch
        self.state = recovered.state
        self.watchers: list[Watcher] = []
        self.running = RunningRounds(vault)
        self._seq, self._hash, self._at = recovered.seq, recovered.hash, now()
        self._told = recovered.seq
        """The last entry that those who watch were told of."""
        self._snapshot_every = snapshot_every
        self._since_snapshot = recovered.replayed
        self._under_way: dict[str, Ack] = {}
        """Decided and not committed yet; all others are looked up in the ledger."""
        self._stale = False
        """Whether the state in memory is ahead of the ledger for good: it has to be read again."""
        self._stopped: StorageError | None = None
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._batches: queue.Queue[Commit | None] = queue.Queue(maxsize=1)
        self._threads: list[threading.Thread] = []
        self._failed: StorageError | None = None

    # Step one

    def decide_all(self, jobs: Sequence[Job]) -> Commit:
        """Decides jobs in their order. The answers wait in the batch for its commit."""
        batch = Commit()
        known = self._look_up(jobs)
        for job in jobs:
            if isinstance(job.ask, Command):
                found = known.get(job.ask.id)
                if found is None:
                    try:
                        found = known[job.ask.id] = self._decide(job.ask, batch)
                        self._enact(batch)
                    except Exception as error:  # noqa: BLE001 (a fault in one decision must not take the house down)
                        self._stale = True
                        job.reply.set_exception(error)
                        break
                batch.answers.append((job.reply, found))
            else:
                try:
                    batch.answers.append((job.reply, job.ask(self.state)))
                except Exception as error:  # noqa: BLE001 (whoever asked gets the fault)
                    job.reply.set_exception(error)
        if self._stale:
            self._refuse_rest(jobs, batch)
        elif self._since_snapshot >= self._snapshot_every:
            self._snapshot(batch)
        return batch

    def _look_up(self, jobs: Sequence[Job]) -> dict[str, Ack]:
        """What these commands were answered, if they came before: then they are answered the same again."""
        ids = [job.ask.id for job in jobs if isinstance(job.ask, Command)]
        # What is not under way any more when we look is committed, and so is found in the ledger afterwards.
        known = {name: ack for name in ids if (ack := self._under_way.get(name)) is not None}
        try:
            found = self.store.find([name for name in ids if name not in known])
        except StorageError as error:
            self._failed = error
            raise
        return known | {name: ack_of(entry) for name, entry in found.items()}

    def _refuse_rest(self, jobs: Sequence[Job], batch: Commit) -> None:
        answered = {id(reply) for reply, _ in batch.answers}
        for job in jobs:
            if id(job.reply) not in answered and not job.reply.done():
                job.reply.set_exception(
                    NotAcknowledged("the house is reading its ledger again; send the command again")
                )

    def _decide(self, command: Command, batch: Commit) -> Ack:
        seq = self._seq + 1
        decision = decide(self.state, command, seq, self.running)
        body = decision.body
        row = make(self._hash, seq, self.epoch, command.do, command.id, decision.transfers, body.written())
        apply(self.state, seq, body, decision.transfers)
        for table, followed in decision.rounds.items():
            self.running.keep(self.state.tables[table], followed)
        self._seq, self._hash, self._at = seq, row.hash, command.at
        self._since_snapshot += 1
        ack = Ack(command.id, seq, body.refused, body.facts)
        batch.rows.append(row)
        moved = tuple(decision.transfers)
        batch.committed.append(Committed(seq, command.do, command.at, command.by, body.refused, body.facts, moved))
        self._under_way[command.id] = ack
        return ack

    def _enact(self, batch: Commit) -> None:
        """What follows by itself has the next entries: meters brought to their amount, scheduled changes (PRG-11)."""
        while (won := mystery.due(self.state)) is not None:
            ident = f"{OWN}mystery-{self._seq + 1}"
            self._decide(Command(ident, self._at, SYSTEM, "mystery-hit", won._asdict()), batch)
        while (proposal := due(self.state, self.running, self._seq + 1)) is not None:
            ident = f"{OWN}enact-{self._seq + 1}"
            self._decide(Command(ident, self._at, SYSTEM, "enact", {"proposal": proposal}), batch)

    def _snapshot(self, batch: Commit) -> None:
        """Freezes the state; the next entry holds its digest."""
        frozen, upto = freeze(self.state), self._seq
        args = {"upto": upto, "digest": digest(frozen)}
        self._since_snapshot = 0
        self._decide(Command(f"{OWN}snapshot-{upto}", self._at, SYSTEM, "snapshot", args), batch)
        batch.kept.append((upto, frozen))

    # Step two

    def write(self, batch: Commit) -> None:
        """Commits a batch, then answers it. A failure answers nobody with a yes."""
        if self._failed is None and (batch.rows or batch.kept):
            try:
                self.store.append(batch.rows, batch.kept)
            except StorageError as error:
                self._failed = error
            except Exception as error:
                log.exception("a commit failed")
                self._failed = StorageError(f"the commit failed: {error!r}")
        if self._failed is not None:
            for reply, _ in batch.answers:
                if not reply.done():
                    reply.set_exception(NotAcknowledged(f"not acknowledged: {self._failed}"))
            return
        for row in batch.rows:
            self._under_way.pop(row.command, None)
        for reply, answer in batch.answers:
            if not reply.done():
                reply.set_result(answer)
        self._tell(batch.committed)

    def _tell(self, entries: Sequence[Committed]) -> None:
        self._told = entries[-1].seq if entries else self._told
        for watcher in self.watchers:
            try:
                watcher(entries)
            except Exception:
                log.exception("somebody who watches the floor failed; the floor goes on")

    @property
    def sound(self) -> bool:
        """Whether the state in memory is the ledger's, and the ledger is ours."""
        return self._failed is None and not self._stale and self._stopped is None

    @property
    def fenced(self) -> bool:
        """Whether another writer has the ledger for good."""
        return self._stopped is not None or isinstance(self._failed, Fenced)

    def reread(self) -> None:
        """After a failure: throws the state away and reads the ledger again. A fenced writer stays out."""
        if isinstance(self._failed, Fenced):
            self._stopped = self._failed
            raise self._failed
        self.store.disconnect()
        try:
            recovered = recover(self.store)
        except Broken as broken:
            raise StorageError(f"the ledger in {self.store.where} is damaged: {broken}") from broken
        if recovered.epoch > self.epoch:
            self._stopped = Fenced("another writer has taken the house over; this one stops")
            raise self._stopped
        untold = [committed(entry) for entry in self.store.entries(self._told)]
        self.state, self._seq, self._hash = recovered.state, recovered.seq, recovered.hash
        self._since_snapshot = recovered.replayed
        self._under_way.clear()
        self.running.forget()
        self._failed, self._stale = None, False
        if untold:
            self._tell(untold)

    # In threads

    def submit(self, ask: Command | View) -> "Future[Any]":
        """Asks; the future is answered after the commit."""
        job = Job(ask)
        if self._stopped is not None:
            job.reply.set_exception(self._stopped)
        elif self._threads:
            self._jobs.put(job)
        else:
            self.process([job])
        return job.reply

    def process(self, jobs: Sequence[Job]) -> None:
        """Both steps at once, in the caller's thread."""
        try:
            if self._failed is not None or self._stale:
                self.reread()
            batch = self.decide_all(jobs)
        except Exception as error:  # noqa: BLE001 (whoever waits gets the fault)
            _fail(jobs, error)
            return
        self.write(batch)

    def run(self) -> None:
        """Starts the two threads.

        A house is a process of many short-lived objects over a large state that stays: the collector need not look at
        what is there by now, nor at the rest so often.
        """
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)
        self._threads = [
            threading.Thread(target=self._decider, name="upcard-decider", daemon=True),
            threading.Thread(target=self._writer, name="upcard-writer", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def _decider(self) -> None:
        while (jobs := self._gather()) is not None:
            try:
                if self._failed is not None or self._stale:
                    self._batches.join()
                    self.reread()
                batch = self.decide_all(jobs)
            except Exception as error:  # noqa: BLE001 (whoever waits gets the fault, and the next command tries again)
                _fail(jobs, error)
                continue
            self._batches.put(batch)
        self._batches.put(None)

    def _gather(self) -> list[Job] | None:
        first = self._jobs.get()
        if first is None:
            return None
        jobs = [first]
        while len(jobs) < MAX_BATCH:
            try:
                more = self._jobs.get_nowait()
            except queue.Empty:
                break
            if more is None:
                self._jobs.put(None)
                break
            jobs.append(more)
        return jobs

    def _writer(self) -> None:
        while (batch := self._batches.get()) is not None:
            try:
                self.write(batch)
            finally:
                self._batches.task_done()
        self._batches.task_done()

    def stop(self) -> None:
        """Finishes what was asked, then ends the threads."""
        if self._threads:
            self._jobs.put(None)
            for thread in self._threads:
                thread.join()
            self._threads = []

    def snapshot_now(self) -> None:
        """Takes a snapshot when the house is closed in good order."""
        if self.sound and self._since_snapshot:
            batch = Commit()
            self._snapshot(batch)
            self.write(batch)


def _fail(jobs: Sequence[Job], error: Exception) -> None:
    for job in jobs:
        if not job.reply.done():
            job.reply.set_exception(error)
