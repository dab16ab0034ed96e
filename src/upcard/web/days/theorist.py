"""Carries the lab's figures to the floor, beside everything else, as soon as somebody looks at a page of days."""

import asyncio
import logging
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from upcard.floor.doors.commands import SYSTEM
from upcard.web import workers
from upcard.web.days import theory
from upcard.web.edge.problems import Refusal
from upcard.web.live.service import Service

log = logging.getLogger("upcard.web.days.theorist")


class Theorist:
    """Works out what is lacking, one game after the other, in a process that ends when nothing is left to do."""

    def __init__(self, *, work: bool) -> None:
        """Without work nothing is worked out: a house without a lab has its days without theory."""
        self._work = work
        self._task: asyncio.Task[None] | None = None
        self._given_up: set[str] = set()
        """Rules that the lab has no word on, or died over."""

    def wake(self, service: Service) -> int:
        """Begins with what is lacking, if it has not; how many rules are still being worked out."""
        lacking = [one for one in theory.wanted(service.mirror.state) if one[0] not in self._given_up]
        if not self._work:
            return 0
        if lacking and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._carry(service, lacking))
        return len(lacking)

    async def _carry(self, service: Service, lacking: list[tuple[str, dict[str, Any]]]) -> None:
        pool = workers.new_pool()
        try:
            for digest, rules in lacking:
                await self._one(service, pool, digest, rules)
        finally:
            await asyncio.to_thread(workers.end, pool)

    async def _one(self, service: Service, pool: ProcessPoolExecutor, digest: str, rules: dict[str, Any]) -> None:
        try:
            found = await asyncio.wrap_future(pool.submit(theory.reckon, rules))
            if found is not None:
                await service.command(SYSTEM, "day-theory", {"digest": digest, "figures": found})
                return
        except (BrokenProcessPool, Refusal) as error:
            log.warning("no theory for %s: %s", rules["game"], error)
        self._given_up.add(digest)

    async def stop(self) -> None:
        """Ends what is under way."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
