"""Copies of a house on both databases: taken while it works, checked, put back whole or not at all."""

import stat
import threading
from pathlib import Path

import pytest

from tests.kit.databases import Cluster
from tests.kit.floor import AT, CHEAP, Floor
from upcard.floor.commands.command import Command
from upcard.floor.house.house import House
from upcard.floor.ledger.checkpoint import head_of, read_checkpoints
from upcard.floor.ledger.keys import Keys
from upcard.floor.ledger.storage.archive import Archive
from upcard.floor.ledger.storage.errors import StorageError
from upcard.floor.ledger.storage.store import Store
from upcard.floor.reports import audit
from upcard.floor.upkeep import copies, heads


def raw(house: House) -> str:
    """The address of a house's database, as somebody names it."""
    return house.store.url.set(drivername=house.store.engine.dialect.name).render_as_string(hide_password=False)


def elsewhere(url: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """A place of the same kind where no house is."""
    if url.startswith("sqlite"):
        return str(tmp_path / "back" / "house.db")
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.create()


def entries(url: str) -> list[tuple[object, ...]]:
    store = Store(url, reading=True)
    try:
        return [tuple(row) for chunk in store.chunks() for row in chunk]
    finally:
        store.close()


def files_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@pytest.mark.rule("PRG-13")
def test_a_copy_taken_at_work_is_put_back_and_opens(
    floor: Floor, keys_file: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    house, url = floor.house, raw(floor.house)
    floor.ok("sue", "player-add", player="anna")
    folder, target = tmp_path / "copies", elsewhere(raw(house), tmp_path, request)
    folder.mkdir()
    copy, keys = folder / "one.copy", Keys.load(keys_file)
    stop = threading.Event()
    done: list[int | None] = []

    def work() -> None:
        while not stop.is_set():
            done.append(house.do(Command(f"w{len(done)}", AT, "sue", "buy-in", {"player": "anna", "amount": 1})).seq)

    worker = threading.Thread(target=work)
    worker.start()
    while not done:
        pass
    try:
        taken = copies.back_up(url, keys, copy)
    finally:
        stop.set()
        worker.join()
    assert files_in(folder) == {"one.copy", "one.copy.head"}, "nothing is left beside it"
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}
    with pytest.raises(StorageError, match="nothing is overwritten"):
        copies.back_up(url, keys, copy)

    back = copies.restore(copy, target)
    assert back.entries == taken.entries == taken.signed.seq
    assert entries(target) == entries(url)[: back.entries], "the same entries, as far as the copy goes"
    with pytest.raises(StorageError, match="already"):
        copies.restore(copy, target)
    with House.open(target, keys_file, hasher=CHEAP, accept_software=True) as again:
        assert again.ask(lambda state: state.balance("player:anna")) % 1_000_000 == 0
        assert audit.verify(again.store).entries > back.entries


@pytest.mark.rule("PRG-13")
def test_a_copy_that_lost_its_end_is_refused_and_leaves_nothing(
    floor: Floor, keys_file: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """A shorter copy, as one without its write-ahead log is, beside the head of the whole one."""
    keys, url = Keys.load(keys_file), raw(floor.house)
    short, whole = tmp_path / "short", tmp_path / "whole"
    copies.back_up(url, keys, short)
    floor.ok("sue", "player-add", player="anna")
    taken = copies.back_up(url, keys, whole)
    head_of(whole).replace(head_of(short))
    target = elsewhere(url, tmp_path, request)
    said = f"a checkpoint says that the ledger has {taken.signed.seq} entries"
    with pytest.raises(StorageError, match=said):
        copies.restore(short, target)
    with pytest.raises(StorageError, match=r"nothing says how far .* lack its write-ahead log"):
        copies.restore(whole, target)
    assert not (tmp_path / "back").exists() or not files_in(tmp_path / "back")
    back = copies.restore(whole, target, read_checkpoints(head_of(short)))
    assert back.entries == taken.entries


def test_an_older_copy_does_not_take_the_place_of_more(quick: Floor, keys_file: Path, tmp_path: Path) -> None:
    """The file is lost, the head beside its place is not: it says what would be lost with the rest."""
    url, keys = quick.house.store.url.database, Keys.load(keys_file)
    assert url is not None
    copies.back_up(url, keys, tmp_path / "old")
    quick.ok("sue", "player-add", player="anna")
    quick.house.checkpoint()
    moved = Path(url).rename(tmp_path / "gone")
    with pytest.raises(StorageError, match="find a newer copy"):
        copies.restore(tmp_path / "old", url)
    assert not Path(url).exists()
    moved.rename(url)


def test_only_the_houses_own_keys_sign_a_copy(floor: Floor, tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="not the keys of this house"):
        copies.back_up(raw(floor.house), Keys.new(), tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


def test_a_dump_is_audited_without_a_server(
    cluster: Cluster, keys_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Text with every character that COPY escapes comes back as it was: the chain is over it."""
    url = cluster.create()
    with House.found(url, keys_file, hasher=CHEAP) as house:
        Floor(house).do("system", "player-add", id="a\\b \\n \\N é", player="anna")
        copy = tmp_path / "house.dump"
        taken = copies.back_up(url, Keys.load(keys_file), copy)
        assert audit.verify(Archive(copy)).entries == taken.entries
        assert [tuple(row) for chunk in Archive(copy).chunks() for row in chunk] == entries(url)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(StorageError, match="pg_dump is not on the PATH"):
        copies.back_up(url, Keys.load(keys_file), tmp_path / "other")
    assert not (tmp_path / "other").exists()


@pytest.mark.rule("PRG-13")
def test_a_head_sent_elsewhere_finds_a_ledger_that_was_cut(quick: Floor, keys_file: Path, tmp_path: Path) -> None:
    url, keys = str(quick.house.store.url.database), Keys.load(keys_file)
    first = heads.sign_head(url, keys, [])
    assert heads.sign_head(url, keys, [first]).seq == first.seq
    quick.ok("sue", "player-add", player="anna")
    second = heads.sign_head(url, keys, [first])
    assert second.seq == first.seq + 1
    with quick.house.store.engine.connect() as connection:
        connection.exec_driver_sql(f"DELETE FROM entry WHERE seq = {second.seq}")
        connection.commit()
    with pytest.raises(StorageError, match=f"says that the ledger has {second.seq} entries, and it ends at"):
        heads.sign_head(url, keys, [first, second])
    quick.house.sequencer.reread()


def test_a_head_goes_to_a_program_that_must_take_it(tmp_path: Path, quick: Floor, keys_file: Path) -> None:
    signed = heads.sign_head(str(quick.house.store.url.database), Keys.load(keys_file), [])
    heads.hand_on(f"tee {tmp_path / 'sent'}", signed)
    assert read_checkpoints(tmp_path / "sent") == [signed]
    for command, said in (("false", "ended with code 1"), ("/no/such/program", "can't be run"), ("'", "can't be run")):
        with pytest.raises(StorageError, match=said):
            heads.hand_on(command, signed)
