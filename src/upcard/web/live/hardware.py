"""The tables' hardware as the house hears it: heartbeats, who drives the keypad, and contact that is lost (REG-17)."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

PATIENCE = 12.0
"""Seconds without a heartbeat after which a table has lost its controller."""
LOOK = 1.0
"""Seconds between two looks."""


class Orders(Protocol):
    """What the hardware asks of the house."""

    async def order(self, by: str, do: str, **args: Any) -> str | None:
        """Gives a command of the house's own; the reason if it was refused."""

    def background(self, coroutine: Any) -> None:
        """Does something beside."""

    def touched(self, table: str) -> None:
        """Something that is not in the ledger changed at a table."""

    def in_contact(self, table: str) -> bool:
        """Whether a table has not lost its controller, as the ledger knows it."""


class Memory(Protocol):
    """Where the hardware keeps, over a restart, which tables it listens to."""

    def remember(self, table: str) -> None:
        """A table's hardware was heard of."""

    def forget(self, table: str) -> None:
        """Nobody waits for a table's hardware any more."""

    def remembered(self) -> list[str]:
        """The tables whose hardware has to be heard of."""


class Forgetful:
    """A memory that lasts as long as the process: of hardware that stands by itself."""

    def remember(self, table: str) -> None:
        """Keeps nothing."""

    def forget(self, table: str) -> None:
        """Has nothing to forget."""

    def remembered(self) -> list[str]:
        """Nothing."""
        return []


@dataclass(slots=True)
class Beat:
    """The last word of a table's hardware."""

    at: float
    simulated: bool = False
    heard: bool = False
    """Whether it was heard of since the house was opened; otherwise it is only waited for."""


@dataclass
class Hardware:
    """Who is at the tables. It is no part of the ledger: only the loss and the return of contact are."""

    clock: Callable[[], float] = time.monotonic
    patience: float = PATIENCE
    beats: dict[str, Beat] = field(default_factory=dict)
    memory: Memory = field(default_factory=Forgetful)
    taken: dict[str, str] = field(default_factory=dict)
    """Tables whose keypad a person has taken over from a simulator: the person's id."""
    _watching: bool = False

    def open(self, service: Orders) -> None:
        """After a start: every table that had hardware has as long as ever to be heard of, or has lost it."""
        for table in self.memory.remembered():
            if service.in_contact(table):
                self.beats[table] = Beat(self.clock())
                self._listen(service)

    def beat(self, service: Orders, table: str, *, simulated: bool) -> None:
        """A heartbeat. With the first one the house begins to listen for the next."""
        before = self.beats.get(table)
        self.beats[table] = Beat(self.clock(), simulated, heard=True)
        self._listen(service)
        if before is None or not before.heard or before.simulated != simulated:
            self.memory.remember(table)
            service.touched(table)

    def _listen(self, service: Orders) -> None:
        if not self._watching:
            self._watching = True
            service.background(self._watch(service))

    async def _watch(self, service: Orders) -> None:
        while True:
            await asyncio.sleep(LOOK)
            await self.look(service)

    async def look(self, service: Orders) -> None:
        """Reports every table whose hardware has gone silent."""
        silent = [table for table, beat in self.beats.items() if self.clock() - beat.at > self.patience]
        for table in silent:
            await self.lost(service, table)

    async def lost(self, service: Orders, table: str) -> None:
        """A table has lost its controller. What the ledger can't take now is reported with the next look."""
        beat = self.beats[table]
        reason = f"no heartbeat for {self.patience:.0f} seconds"
        refused = await service.order("system", "contact-lost", table=table, reason=reason)
        if (refused is None or not service.in_contact(table)) and self.beats.get(table) is beat:
            del self.beats[table]
            self.memory.forget(table)

    def info(self, table: str) -> dict[str, Any]:
        """Who drives a table, for its console."""
        beat = self.beats.get(table)
        return {
            "device": beat is not None and beat.heard,
            "simulated": beat is not None and beat.simulated,
            "taken_over_by": self.taken.get(table),
        }
