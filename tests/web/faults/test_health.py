"""What an operator asks: is the house well?"""

import threading
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.kit.site import Site
from upcard import __version__
from upcard.floor.ledger.storage.errors import Fenced, StorageError
from upcard.web import app


def health(site: Site) -> httpx.Response:
    return site.browser().http.get(f"{site.url}/healthz")


def test_a_ledger_that_cannot_be_written_is_said_and_gets_well_again(
    new_site: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    site = new_site()
    guest = site.guest("Nell")
    assert health(site).json() == {"status": "ok", "seq": site.service.seq(), "version": __version__}

    def full(*_: Any) -> None:
        raise StorageError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(site.house.store, "append", full)
        refused = guest.call("POST", "/tables/blackjack/seats/1")
        assert refused.status_code == 503
        assert "retry-after" in refused.headers
        answer = health(site)
    assert answer.status_code == 503
    assert answer.headers["content-type"] == "application/problem+json"
    assert "commit" in answer.json()["detail"]
    assert health(site).status_code == 200, "nobody had to play for it"
    guest.ok("POST", "/tables/blackjack/seats/1")


def test_a_commit_whose_answer_was_lost_is_seen_at_the_tables(
    new_site: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    site = new_site()
    guest = site.guest("Nora")
    append = site.house.store.append

    def lost(*args: Any) -> None:
        append(*args)
        monkeypatch.setattr(site.house.store, "append", append)
        raise StorageError("the line broke")

    monkeypatch.setattr(site.house.store, "append", lost)
    assert guest.call("POST", "/tables/blackjack/seats/1", Idempotency_Key="sit").status_code == 503
    guest.ok("POST", "/tables/blackjack/seats/1", Idempotency_Key="sit")
    assert guest.table("blackjack")["you"]["seats"] == [1]


def test_a_ledger_that_was_changed_under_the_house_is_named_as_damaged(
    new_site: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    site = new_site()
    guest = site.guest("Pia")
    with site.house.store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE entry SET body = x'7b7d' WHERE seq = 3")

    def full(*_: Any) -> None:
        raise StorageError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(site.house.store, "append", full)
        assert guest.call("POST", "/tables/blackjack/seats/1").status_code == 503
    answer = health(site)
    assert answer.status_code == 503
    assert "damaged: entry 3" in answer.json()["detail"]
    assert guest.call("POST", "/tables/blackjack/seats/1", Idempotency_Key="sit").status_code == 503


def test_a_house_that_another_process_took_over_is_ill_for_good(
    new_site: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    site = new_site()
    guest = site.guest("Olga")

    def fenced(*_: Any) -> None:
        raise Fenced("another writer has appended to the ledger; this one stops")

    monkeypatch.setattr(site.house.store, "append", fenced)
    assert guest.call("POST", "/tables/blackjack/seats/1").status_code == 503
    for _ in range(3):
        answer = health(site)
        assert answer.status_code == 503
        assert "another writer" in answer.json()["detail"]


def test_a_ledger_that_says_nothing_is_ill(new_site: Callable[..., Site], monkeypatch: pytest.MonkeyPatch) -> None:
    site, go_on = new_site(), threading.Event()
    monkeypatch.setattr(app, "ANSWER", 0.3)
    stuck = site.house.view(lambda _: go_on.wait(20))
    try:
        answer = health(site)
        assert answer.status_code == 503
        assert "not answered" in answer.json()["detail"]
    finally:
        go_on.set()
    assert stuck.result(20)
    assert health(site).status_code == 200
