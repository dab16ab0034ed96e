"""A second process that follows a house and takes it over when the first one is gone.

It reads the ledger as it grows, checked like at a start, so that taking over is one lock and one entry. The lock
falls with the process that had it. One that lost only the lock, and goes on, is fenced: the entry of the new epoch
has the number that its next one would have, and the ledger takes each number once (PRG-13).
"""

import logging
import threading
from typing import Any

from upcard.floor.house.house import House, HouseError
from upcard.floor.house.recovery import Recovered, advance, recover
from upcard.floor.house.sequencer import NotAcknowledged
from upcard.floor.ledger.entry import Broken
from upcard.floor.ledger.keys import Keys
from upcard.floor.ledger.storage.database import WriterLock
from upcard.floor.ledger.storage.errors import Locked, StorageError
from upcard.floor.ledger.storage.store import Store

log = logging.getLogger("upcard.standby")

LOOK_SECONDS = 0.2
"""How often it looks whether the house is free."""


class Standby:
    """A house's ledger, followed until the house can be had."""

    def __init__(self, url: str, keys: Keys, **options: Any) -> None:
        """`options` are those of `House.open`."""
        self._keys = keys
        self._options = options
        self._store = Store(url)
        try:
            self._known = self._read()
        except BaseException:
            self._store.close()
            raise

    @property
    def seq(self) -> int:
        """The last entry that it has followed."""
        return self._known.seq

    def wait(self, stop: threading.Event | None = None) -> House:
        """Follows the house until it can be had, and opens it. `stop` ends the waiting with an error."""
        stop = stop or threading.Event()
        try:
            while not stop.wait(LOOK_SECONDS):
                if (house := self._try()) is not None:
                    return house
        except BaseException:
            self._store.close()
            raise
        self._store.close()
        raise HouseError("the standby was told to stop before the house was free")

    def _try(self) -> House | None:
        """The house, if it is free; otherwise what was written meanwhile is read."""
        try:
            lock = WriterLock(self._store.engine, self._store.where, patience=0)
        except Locked:
            self._follow()
            return None
        except StorageError as error:  # a server that restarts is waited for
            log.warning("the database does not answer: %s", error)
            return None
        try:
            self._follow()
            log.warning("the house is free; taking it over at entry %d", self.seq)
            return House.take_over(self._store, lock, self._keys, self._known, **self._options)
        except NotAcknowledged as lost:
            # Whoever had it wrote once more. What was decided here is not in the ledger: it is read again.
            log.warning("the house was not free: %s", lost)
            lock.release()
            self._store.disconnect()
            self._known = self._read()
            return None
        except BaseException:
            lock.release()
            raise

    def _follow(self) -> None:
        try:
            advance(self._store, self._known)
        except Broken as broken:
            raise HouseError(f"the ledger in {self._store.where} is damaged: {broken}") from broken
        except StorageError as error:
            log.warning("the ledger can't be read at the moment: %s", error)

    def _read(self) -> Recovered:
        try:
            return recover(self._store)
        except Broken as broken:
            raise HouseError(f"the ledger in {self._store.where} is damaged: {broken}") from broken
