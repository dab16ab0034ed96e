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
    """What the desk asks of the house."""

    async def order(self, by: str, do: str, **args: Any) -> str | None:
        """Gives a command of the house's own; the reason if it was refused."""

    def background(self, coroutine: Any) -> None:
        """Does something beside."""

    def touched(self, table: str) -> None:
        """Something that is not in the ledger changed at a table."""


@dataclass(slots=True)
class Beat:
    """The last word of a table's hardware."""

    at: float
    simulated: bool = False


@dataclass
class Desk:
    """Who is at the tables. It is no part of the ledger: only the loss and the return of contact are."""

    clock: Callable[[], float] = time.monotonic
    patience: float = PATIENCE
    beats: dict[str, Beat] = field(default_factory=dict)
    taken: dict[str, str] = field(default_factory=dict)
    """Tables whose keypad a person has taken over from a simulator: the person's id."""
    _watching: bool = False

    def beat(self, service: Orders, table: str, *, simulated: bool) -> None:
        """A heartbeat. With the first one the house begins to listen for the next."""
        before = self.beats.get(table)
        self.beats[table] = Beat(self.clock(), simulated)
        if not self._watching:
            self._watching = True
            service.background(self._watch(service))
        if before is None or before.simulated != simulated:
            service.touched(table)

    async def _watch(self, service: Orders) -> None:
        while True:
            await asyncio.sleep(LOOK)
            await self.look(service)

    async def look(self, service: Orders) -> None:
        """Reports every table whose hardware has gone silent."""
        silent = [table for table, beat in self.beats.items() if self.clock() - beat.at > self.patience]
        for table in silent:
            del self.beats[table]
            await service.order(
                "system", "contact-lost", table=table, reason=f"no heartbeat for {self.patience:.0f} seconds"
            )

    def info(self, table: str) -> dict[str, Any]:
        """Who drives a table, for its console."""
        beat = self.beats.get(table)
        return {
            "device": beat is not None,
            "simulated": beat is not None and beat.simulated,
            "taken_over_by": self.taken.get(table),
        }
