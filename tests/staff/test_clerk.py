"""The ledger is read for the staff in processes of their own, which can't write, may die, and hold nobody up."""

import asyncio
import inspect
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from fastapi.routing import APIRoute, APIRouter
from sqlalchemy import text

from tests.kit.console import do
from tests.kit.site import Site
from upcard.floor.ledger.storage.errors import StorageError
from upcard.floor.reports import audit, reports
from upcard.web.edge.problems import Refusal
from upcard.web.ledger import replays
from upcard.web.ledger import search as ledger_search
from upcard.web.ledger import worker as ledger_worker

QUESTIONS = (
    "/staff/alerts/acknowledged",
    "/staff/audit/export",
    "/staff/audit/ledger?text=J1",
    "/staff/audit/rounds",
    "/staff/audit/rounds/J1-1",
    "/staff/events",
    "/staff/links/jackpot/meters/blazing-sevens/statement",
    "/staff/reports/hits.csv",
)


@pytest.fixture(scope="module")
def played(site: Site) -> Site:
    dora = site.staff("dora")
    do(dora, "sensor", table="J1", seat=3, amount=100)
    do(dora, "start", table="J1")
    do(dora, "end", table="J1")
    return site


def test_nothing_of_the_ledger_is_read_in_the_server_s_own_process(
    played: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    art = played.staff("art")

    def here(*_: Any, **__: Any) -> Any:
        raise AssertionError("the server itself reads the ledger")

    for module, names in {
        audit: ("verify", "export"),
        reports: ("statement", "hits"),
        replays: ("find",),
        ledger_search: ("search", "acknowledged"),
    }.items():
        for name in names:
            monkeypatch.setattr(module, name, here)
    for question in QUESTIONS:
        assert art.http.get(question).status_code == 200, question
    checked = art.ok("POST", "/staff/audit/verify")
    assert checked["ok"] is True
    assert checked["entries"] >= played.service.seq() - 1


def test_a_reader_that_dies_is_said_and_replaced(played: Site) -> None:
    art = played.staff("art")
    for method, question, which in (
        ("GET", "/staff/audit/ledger", "reader"),
        ("POST", "/staff/audit/verify", "checker"),
    ):
        art.ok(method, question)
        for process in played.service.clerk._pools[which]._processes or ():
            os.kill(process, signal.SIGKILL)
        answers = [art.call(method, question) for _ in range(2)]
        said = next((answer for answer in answers if answer.status_code != 200), None)
        if said is not None:  # it may have been found dead before it was asked, and then it was replaced at once
            assert said.status_code == 503
            assert "was ended before it had an answer" in said.json()["detail"]
            assert "retry-after" in said.headers
        assert art.call(method, question).status_code == 200


def test_a_death_in_the_middle_of_an_answer(played: Site) -> None:
    async def die() -> Any:
        return await played.service.clerk.ask(_die)

    with pytest.raises(Refusal, match="was ended before it had an answer"):
        played.run(die())
    assert played.staff("art").get("/staff/audit/ledger")["entries"]


def _die(_url: str) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_database_that_fails_is_said(played: Site) -> None:
    async def fail() -> Any:
        return await played.service.clerk.ask(_fail)

    with pytest.raises(Refusal, match="can't be read at the moment: the disk is gone") as refused:
        played.run(fail())
    assert refused.value.status == 503


def _fail(_url: str) -> None:
    raise StorageError("the disk is gone")


def test_the_ledger_is_checked_once_at_a_time(played: Site) -> None:
    async def both() -> Sequence[Any]:
        clerk, public = played.service.clerk, played.service.mirror.state.public
        return await asyncio.gather(clerk.check(public), clerk.check(public), return_exceptions=True)

    first, second = played.run(both())
    assert first["ok"] is True
    assert isinstance(second, Refusal)
    assert "being checked already" in second.detail


def test_a_reader_can_not_write(played: Site) -> None:
    with (
        ledger_worker.reading(str(played.database)) as store,
        pytest.raises(Exception, match="readonly"),
        store.engine.connect() as connection,
    ):
        connection.execute(text("DELETE FROM entry"))


THREADED = {"settle_scenario", "docs", "static", "index", "favicon", "page"}
"""Endpoints that run in a thread: they read nothing of the house."""


def test_no_endpoint_reads_the_mirror_while_it_changes(played: Site) -> None:
    """What runs in the loop never sees half an entry; what runs in a thread may."""
    endpoints = list(_endpoints(played.app.router))
    assert len(endpoints) > 50
    assert {one.__name__ for one in endpoints if not inspect.iscoroutinefunction(one)} == THREADED


def _endpoints(router: APIRouter) -> Iterator[Callable[..., Any]]:
    for route in router.routes:
        inner = getattr(route, "original_router", None)
        if inner is not None:
            yield from _endpoints(inner)
        elif isinstance(route, APIRoute):
            yield route.endpoint
