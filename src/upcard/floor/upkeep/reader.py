"""A house that is only looked at: another process follows its ledger and shows it, and gives no command.

Signs, lobby and watchers are most of those who look. They can be served beside the house, from what is committed; the
one sequencer stays where it is.
"""

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from upcard.floor.commands.command import Command
from upcard.floor.fair.vault import Vault
from upcard.floor.house.house import House, HouseError
from upcard.floor.house.recovery import recover
from upcard.floor.house.sequencer import Committed, Sequencer, Watcher, committed
from upcard.floor.ledger.entry import Broken, Entry, check_links
from upcard.floor.ledger.keys import Keys
from upcard.floor.ledger.storage.errors import StorageError
from upcard.floor.ledger.storage.store import Store
from upcard.floor.people.secret import Secrets
from upcard.floor.state import State

log = logging.getLogger("upcard.reader")

T = TypeVar("T")

LOOK_SECONDS = 0.05
"""How often it is looked for new entries: so much later than in the house itself something is seen here."""


class Reader(House):
    """A house's ledger, followed; watchers are called with its entries as in the house itself."""

    reading = True

    def __init__(self, url: str, keys: Keys) -> None:
        """`keys` are the house's: they open its shoes."""
        store = Store(url, reading=True)
        try:
            known = recover(store)
            if known.state.public != keys.public:
                raise HouseError("these are not the keys of this house; name its own with --keys")
        except Broken as broken:
            store.close()
            raise HouseError(f"the ledger in {store.where} is damaged: {broken}") from broken
        except BaseException:
            store.close()
            raise
        super().__init__(store, None, keys, Sequencer(store, Vault(keys.vault), known, known.epoch), Secrets())
        self._known = known
        self._watchers: list[Watcher] = []
        self._failing: StorageError | None = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="upcard-reader", daemon=True)

    @property
    def seq(self) -> int:
        """The last entry that was read."""
        return self._known.seq

    def watch(self, watcher: Watcher) -> None:
        """Calls it with each entry behind those that the state has, in order, in the reader's thread."""
        self._watchers.append(watcher)
        if not self._thread.ident:
            self._thread.start()

    def view(self, question: Callable[[State], T]) -> "Future[T]":
        """Asks about the state that the reader began with. A ledger that can't be read is an error here."""
        reply: Future[T] = Future()
        if self._failing is not None:
            reply.set_exception(self._failing)
        else:
            reply.set_result(question(self.sequencer.state))
        return reply

    def _submit(self, command: Command) -> "Future[Any]":
        raise StorageError(f"{command.do} is not for this process: it only shows the house")

    def _follow(self) -> None:
        while not self._stop.wait(LOOK_SECONDS):
            try:
                self._read_on()
                self._failing = None
            except Broken as broken:
                self._failing = StorageError(f"the ledger in {self.store.where} is damaged: {broken}")
                log.error("%s", self._failing)  # noqa: TRY400 (what is wrong stands in it)
                return
            except StorageError as error:
                if self._failing is None:
                    log.warning("the ledger can't be read at the moment: %s", error)
                self._failing = error

    def _read_on(self) -> None:
        known = self._known
        for chunk in self.store.chunks(known.seq):
            known.hash = check_links(chunk, known.hash, (known.seq, known.epoch))
            known.seq, known.epoch = chunk[-1][0], chunk[-1][1]
            told: list[Committed] = [committed(Entry(*row)) for row in chunk]
            for watcher in self._watchers:
                watcher(told)

    def overtaken(self) -> bool:
        """Nobody takes from a reader what it does not have."""
        return False

    def close(self) -> None:
        """Stops following."""
        self._stop.set()
        if self._thread.ident:
            self._thread.join()
        self.store.close()
