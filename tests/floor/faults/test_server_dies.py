"""PostgreSQL killed in the middle of work: what was acknowledged is there when it comes back."""

import signal
import threading
from pathlib import Path

import pytest

from tests.kit.databases import Cluster
from tests.kit.floor import AT, CHEAP, Floor, leave
from upcard.floor.commands.command import Command
from upcard.floor.house.house import House
from upcard.floor.ledger.storage.errors import StorageError
from upcard.floor.reports import audit


def killed_at_work(cluster: Cluster, keys_file: Path, options: str = "") -> tuple[set[str], set[str]]:
    """Work until the server is killed without a chance to write anything more. (acknowledged, found afterwards)"""
    url = cluster.create()
    with House.found(url, keys_file, hasher=CHEAP) as house:
        floor = Floor(house).hire()
        floor.ok("sue", "player-add", player="anna")
    house = House.open(url + options, keys_file, hasher=CHEAP)
    acknowledged: set[str] = set()
    enough = threading.Event()

    def work(worker: int) -> None:
        for number in range(100_000):
            name = f"{worker}-{number}"
            try:
                ack = house.do(Command(name, AT, "sue", "buy-in", {"player": "anna", "amount": 1}))
            except StorageError:
                return
            assert ack.ok
            acknowledged.add(name)
            if len(acknowledged) > 300:
                enough.set()

    workers = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for worker in workers:
        worker.start()
    assert enough.wait(60)
    cluster.stop(signal.SIGQUIT)
    for worker in workers:
        worker.join()
    cluster.start()
    leave(house)
    with House.open(url, keys_file, hasher=CHEAP, accept_software=True) as again:
        found = {entry.command for entry in again.store.entries(kinds=["buy-in"])}
        assert again.ask(lambda state: state.balance("player:anna")) == len(found) * 1_000_000, "each was done once"
        audit.verify(again.store)
    return acknowledged, found


@pytest.mark.rule("PRG-13")
def test_a_killed_server_loses_nothing_acknowledged(cluster: Cluster, keys_file: Path) -> None:
    acknowledged, found = killed_at_work(cluster, keys_file)
    assert acknowledged <= found


def test_the_check_would_find_a_commit_that_does_not_wait(cluster: Cluster, keys_file: Path) -> None:
    """The planted bug: the server answers before its log is on the disk."""
    acknowledged, found = killed_at_work(cluster, keys_file, "&options=-csynchronous_commit%3Doff")
    assert acknowledged - found, "nothing was lost, so this test proves nothing"
