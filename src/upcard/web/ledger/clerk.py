"""The clerk: whoever reads the ledger for the staff, in processes of their own.

To check a long ledger, to replay a round of it or to search it takes a processor for seconds or minutes. In the
server's own process, in whatever thread, the tables would wait for it. So a clerk reads the same database over a
connection that can't write; a check of the whole ledger, which takes longest, has a worker to itself.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Literal, TypeVar

from upcard.floor.doors.ledger import StorageError
from upcard.web import workers
from upcard.web.edge.problems import Refusal, unavailable
from upcard.web.ledger import worker as ledger_worker

Json = dict[str, Any]
T = TypeVar("T")

log = logging.getLogger("upcard.web.ledger.clerk")


class Clerk:
    """Asks the workers that read a house's ledger; they start with the first question."""

    def __init__(self, url: str) -> None:
        """`url` is the ledger's database, with its password if it has one."""
        self._url = url
        self._pools: dict[str, ProcessPoolExecutor] = {}
        self._check: Future[Json] | None = None

    async def ask(self, work: Callable[..., T], *args: Any) -> T:
        """The answer of a function of `ledger_worker`."""
        return await self._answer("reader", self._submit("reader", work, *args))

    def wake(self) -> None:
        """Starts the reader before it is asked: somebody who will ask has just signed on."""
        if "reader" not in self._pools:
            self._submit("reader", ledger_worker.ready)

    async def check(self, public: str) -> Json:
        """The whole ledger, verified; one check at a time."""
        if self._check is not None and not self._check.done():
            raise Refusal("refused", "the ledger is being checked already; wait for that to end")
        self._check = self._submit("checker", ledger_worker.verify, public)
        return await self._answer("checker", self._check)

    def _submit(self, which: Literal["reader", "checker"], work: Callable[..., T], *args: Any) -> "Future[T]":
        try:
            pool = self._pools.setdefault(which, self._pools.get(which) or workers.new_pool())
            return pool.submit(work, self._url, *args)
        except BrokenProcessPool as broken:
            raise self._died(which) from broken

    async def _answer(self, which: Literal["reader", "checker"], future: "Future[T]") -> T:
        pool = self._pools[which]
        try:
            return await asyncio.wrap_future(future)
        except BrokenProcessPool:
            if self._pools.get(which) is pool:
                raise self._died(which) from None
            raise _broken_off() from None
        except StorageError as error:
            raise unavailable(f"the ledger can't be read at the moment: {error}") from None

    def _died(self, which: Literal["reader", "checker"]) -> Refusal:
        log.warning("the process that reads the ledger (%s) died; the next question starts a new one", which)
        self._pools.pop(which).shutdown(wait=False)
        return _broken_off()

    async def stop(self) -> None:
        """Ends the workers."""
        pools, self._pools = list(self._pools.values()), {}
        for pool in pools:
            await asyncio.to_thread(workers.end, pool)


def _broken_off() -> Refusal:
    return unavailable(
        "the process that reads the ledger was ended before it had an answer; that does the ledger no harm: ask again"
    )
