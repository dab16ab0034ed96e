"""The house's own processes: the primary is killed at work, the standby answers, backups go on meanwhile."""

import re
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.kit.databases import Cluster
from tests.kit.floor import CHEAP
from tests.kit.server import UPCARD, Program, free_port
from upcard.floor.house.house import House
from upcard.floor.ledger.keys import Keys
from upcard.floor.ledger.storage.store import Store
from upcard.floor.reports import audit
from upcard.floor.upkeep import copies

TURNS = 3
PATIENCE = 30.0
"""Seconds in which a standby must answer, also on a machine that does much else."""


@contextmanager
def standing_by(database: str, keys: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`upcard serve --standby`, when it has read the ledger, and where it will be."""
    port = free_port()
    words = ["serve", "--standby", "--database", database, "--keys", str(keys), "--port", str(port), "--no-coach"]
    with subprocess.Popen([*UPCARD, *words], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            assert "Standing by at entry" in process.stdout.readline()
            yield process, f"http://127.0.0.1:{port}"
        finally:
            process.kill()


def copied(url: str, keys: Path, to: Path) -> "Future[copies.Copied]":
    """A copy that is taken while the house works."""
    one = ThreadPoolExecutor(1)
    try:
        return one.submit(copies.back_up, url, Keys.load(keys), to)
    finally:
        one.shutdown(wait=False)


class Guest:
    """Somebody who buys chips again and again, wherever the house is, and remembers what was acknowledged."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.acknowledged: list[str] = []
        self.client = httpx.Client(timeout=5)
        said = self.client.post(f"{url}/api/v1/session", json={"name": "Anna"}, headers={"X-Upcard-CSRF": "1"})
        assert said.status_code == 201, said.text
        self.csrf = said.json()["csrf"]
        self.cookie = said.cookies["upcard_session"]
        self._number = 0

    def buy(self) -> bool:
        """One command; whether it was acknowledged."""
        self._number += 1
        key = f"key-{self._number}"
        headers = {"X-Upcard-CSRF": self.csrf, "Idempotency-Key": key, "Cookie": f"upcard_session={self.cookie}"}
        try:
            said = self.client.post(f"{self.url}/api/v1/session/buy-in", json={"amount": 1}, headers=headers)
        except httpx.HTTPError:
            return False
        if said.status_code == 200:
            self.acknowledged.append(key)
        return said.status_code == 200


@pytest.mark.torture  # starts the whole program twice a turn, a core for ten seconds each
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
@pytest.mark.rule("PRG-13")
def test_the_primary_is_killed_at_work_and_the_standby_answers(
    kind: str,
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> None:
    keys, url = tmp_path / "house.keys", str(tmp_path / "house.db")
    cluster: Cluster | None = request.getfixturevalue("cluster") if kind == "postgresql" else None
    if cluster is not None:
        url = cluster.create()
    House.found(url, keys, hasher=CHEAP).close()
    for turn in range(TURNS):
        primary = Program(tmp_path / "house.db", "--database", url, "--keys", str(keys)).start()
        try:
            with standing_by(url, keys) as (process, there):
                guest = Guest(primary.url)
                copying = copied(url, keys, tmp_path / f"copy-{turn}")
                for _ in range(50):
                    assert guest.buy()
                assert copying.result(60).entries
                assert process.poll() is None
                primary.kill()
                killed = time.monotonic()
                guest.url = there
                while not guest.buy():
                    assert time.monotonic() - killed < PATIENCE, "the standby does not answer"
                    time.sleep(0.02)
                request.node.user_properties.append(
                    (f"seconds without an answer, turn {turn}", time.monotonic() - killed)
                )
                assert guest.buy()
                guest.client.close()
        finally:
            primary.kill()
        store = Store(url, reading=True)
        try:
            found = [entry.command for entry in store.entries(kinds=["buy-in"])]
            keys_found = {re.sub(r".*/", "", name) for name in found}
            assert set(guest.acknowledged) <= keys_found, "something acknowledged was lost"
            assert len(found) == len(set(found))
            audit.verify(store)
            back = cluster.create() if cluster is not None else str(tmp_path / f"back-{turn}.db")
            restored = copies.restore(tmp_path / f"copy-{turn}", back)
            copy = Store(back, reading=True)
            assert audit.verify(copy).entries == restored.entries < store.head()[0]
            copy.close()
        finally:
            store.close()
