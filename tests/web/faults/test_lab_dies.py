"""What becomes of the coach when its processes die: one is replaced by one, and never in a busy loop."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import pytest

from upcard.rules.registry import game
from upcard.web import workers
from upcard.web.coach import coach
from upcard.web.coach.coach import Coach
from upcard.web.edge.problems import Refusal


class Pool:
    """A worker that answers when it is told to, or dies."""

    def __init__(self) -> None:
        self.asked: list[Future[Any]] = []
        self.ended = False

    def submit(self, _work: Callable[..., Any], *_args: Any) -> Future[Any]:
        self.asked.append(Future())
        return self.asked[-1]

    def answer(self, said: Any) -> None:
        for future in self.asked:
            if not future.done():
                future.set_result(said)

    def die(self) -> None:
        self.fail(BrokenProcessPool("killed"))

    def fail(self, fault: Exception) -> None:
        for future in self.asked:
            if not future.done():
                future.set_exception(fault)


@pytest.fixture
def pools(monkeypatch: pytest.MonkeyPatch) -> list[Pool]:
    made: list[Pool] = []

    def new_pool() -> Pool:
        made.append(Pool())
        return made[-1]

    monkeypatch.setattr(workers, "new_pool", new_pool)
    monkeypatch.setattr(workers, "end", lambda pool: setattr(pool, "ended", True))
    return made


def ready(lab: Coach) -> bool:
    return lab.ready


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0.001)


def test_however_many_wait_for_a_worker_it_is_replaced_once(pools: list[Pool]) -> None:
    async def go() -> None:
        lab = Coach()
        lab.start([game("three-card-poker")()])
        await settle()
        pools[0].answer(None)
        await settle()
        assert ready(lab)
        waiting = [asyncio.create_task(lab._run(print)) for _ in range(5)]
        await settle()
        pools[0].die()
        told = await asyncio.gather(*waiting, return_exceptions=True)
        assert all(isinstance(one, Refusal) and one.status == 503 for one in told)
        await settle()
        assert len(pools) == 2
        assert not ready(lab)
        pools[1].answer(None)
        await settle()
        assert ready(lab)
        await lab.stop()

    asyncio.run(go())


def test_a_worker_that_cannot_live_is_not_started_over_and_over(
    pools: list[Pool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coach, "FIRST_PAUSE", 3600.0)

    async def go() -> None:
        lab = Coach()
        lab.start([game("three-card-poker")()])
        for _ in range(20):
            await settle()
            for pool in pools:
                pool.die()
        assert len(pools) <= 3
        assert not ready(lab)
        await lab.stop()

    asyncio.run(go())


def test_a_house_edge_is_begun_again_when_its_process_dies(pools: list[Pool]) -> None:
    async def go() -> None:
        lab, poker = Coach(), game("three-card-poker")()
        lab.start([poker])
        await settle()
        pools[0].answer(None)
        await settle()
        assert lab.edges(poker, {})["state"] == "working"
        await settle()
        pools[1].die()
        await settle()
        assert lab.edges(poker, {})["state"] == "working"
        await settle()
        pools[2].answer({"state": "ready", "per": "ante", "wagers": {}, "meters": {}})
        await settle()
        assert lab.edges(poker, {})["state"] == "ready"
        await lab.stop()

    asyncio.run(go())


def test_a_fault_of_the_lab_is_an_end_and_not_work_for_ever(
    pools: list[Pool], caplog: pytest.LogCaptureFixture
) -> None:
    async def go() -> None:
        lab, poker = Coach(), game("three-card-poker")()
        lab.start([poker])
        await settle()
        pools[0].fail(MemoryError("no room for the kernels"))
        await settle()
        assert not ready(lab)
        assert "log" in lab.why_not
        waiting = asyncio.create_task(lab.known_edges(poker, {}))
        await settle()
        pools[1].fail(MemoryError("no room for the hands"))
        assert (await asyncio.wait_for(waiting, 10))["state"] == "unknown"
        assert lab.edges(poker, {})["state"] == "unknown"
        await settle()
        assert pools[1].ended
        await lab.stop()

    asyncio.run(go())
    assert "no room for the kernels" in caplog.text
    assert "no room for the hands" in caplog.text
