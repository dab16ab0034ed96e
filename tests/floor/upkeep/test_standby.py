"""A standby takes a house over: on both databases, with nothing acknowledged lost, and the old one fenced."""

import signal
import threading
from concurrent.futures import Future
from pathlib import Path

import psycopg
import pytest

from tests.kit.databases import Cluster
from tests.kit.floor import AT, CHEAP, Floor, leave
from tests.kit.waiting import until
from upcard.floor.commands.command import Command
from upcard.floor.house.house import House, HouseError
from upcard.floor.ledger.keys import Keys
from upcard.floor.ledger.storage.errors import Locked, StorageError
from upcard.floor.reports import audit
from upcard.floor.upkeep.reader import Reader
from upcard.floor.upkeep.standby import Standby


def waiting(standby: Standby) -> "Future[House]":
    """The standby at its post, in a thread; the house, when it has it."""
    taken: Future[House] = Future()

    def run() -> None:
        try:
            taken.set_result(standby.wait())
        except BaseException as error:  # noqa: BLE001 (whoever waits for the house gets it)
            taken.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return taken


def buy(house: House, number: int) -> None:
    assert house.do(Command(f"n{number}", AT, "sue", "buy-in", {"player": "anna", "amount": 1})).ok


def lose_the_lock(url: str) -> None:
    """Ends the server's side of whoever holds the lock."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' "
            "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        )


@pytest.mark.rule("PRG-13")
def test_a_standby_takes_the_house_when_its_process_is_gone(floor: Floor, keys_file: Path) -> None:
    house = floor.house
    floor.ok("sue", "player-add", player="anna")
    url = house.store.url.set(drivername=house.store.engine.dialect.name).render_as_string(hide_password=False)
    standby = Standby(url, Keys.load(keys_file), threads=False, hasher=CHEAP, accept_software=True)
    taken = waiting(standby)
    for number in range(40):
        buy(house, number)
    until(
        lambda: standby.seq >= house.store.head()[0], 30, "it does not follow",
        unless=lambda: taken.done() and "it took a house that somebody has",
    )  # fmt: skip
    leave(house)
    with taken.result(30) as again:
        assert again.sequencer.epoch == house.sequencer.epoch + 1
        assert again.ask(lambda state: state.balance("player:anna")) == 40 * 1_000_000
        buy(again, 39)
        assert again.ask(lambda state: state.balance("player:anna")) == 40 * 1_000_000, "done once, whoever is asked"
        buy(again, 40)
        audit.verify(again.store)


@pytest.mark.rule("PRG-13")
def test_who_lost_only_the_lock_is_fenced(cluster: Cluster, keys_file: Path) -> None:
    """The server ends the connection that holds the lock, as it does to a machine it hears nothing of."""
    url = cluster.create()
    house = House.found(url, keys_file, hasher=CHEAP, threads=False)
    Floor(house).hire().ok("sue", "player-add", player="anna")
    lose_the_lock(url)
    assert not house.overtaken(), "nobody else wants it"
    cluster.stop(signal.SIGQUIT)
    assert not [turn for turn in range(2) if house.overtaken()], "while the server is away nobody has it"
    cluster.start()
    assert not house.overtaken()
    with pytest.raises(Locked):
        House.open(url, keys_file, accept_software=True)  # it was taken again
    standby = Standby(url, Keys.load(keys_file), threads=False, hasher=CHEAP, accept_software=True)
    taken = waiting(standby)
    lose_the_lock(url)
    with taken.result(30) as again:
        buy(again, 1)
        with pytest.raises(StorageError):  # its line was cut when the server went
            buy(house, 2)
        for _ in range(2):  # and it stays out
            with pytest.raises(StorageError, match="another writer"):
                buy(house, 2)
        assert house.overtaken()
        assert not again.overtaken()
        assert again.ask(lambda state: state.balance("player:anna")) == 1_000_000
        audit.verify(again.store)
    leave(house)


def test_a_standby_that_is_stopped_leaves_the_house_alone(quick: Floor, keys_file: Path) -> None:
    standby = Standby(str(quick.house.store.url.database), Keys.load(keys_file))
    stop = threading.Event()
    stop.set()
    with pytest.raises(HouseError, match="told to stop"):
        standby.wait(stop)
    quick.ok("sue", "player-add", player="anna")


def test_a_reader_hears_every_entry_once_and_in_order(floor: Floor, keys_file: Path) -> None:
    url = floor.house.store.url.set(drivername=floor.house.store.engine.dialect.name)
    reader = Reader(url.render_as_string(hide_password=False), Keys.load(keys_file))
    begun, heard = reader.seq, list[int]()
    reader.watch(lambda entries: heard.extend(entry.seq for entry in entries))
    floor.ok("sue", "player-add", player="anna")
    for number in range(20):
        buy(floor.house, number)
    head = floor.house.store.head()[0]
    until(lambda: reader.seq >= head, 30, "it does not follow")
    reader.close()
    assert heard == list(range(begun + 1, head + 1))
    with pytest.raises(StorageError, match="only shows the house"):
        buy(reader, 99)
