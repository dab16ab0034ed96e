"""The ledger on both databases: what was acknowledged comes back, and whatever was touched is found."""

import asyncio
import json
import shutil
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from tests.kit.databases import Cluster
from tests.kit.floor import AT, CHEAP, Floor, leave
from tests.kit.waiting import until
from upcard.floor.commands.command import Command
from upcard.floor.fair.vault import Vault
from upcard.floor.house import recovery, software
from upcard.floor.house.house import House, HouseError
from upcard.floor.house.recovery import recover
from upcard.floor.house.sequencer import Committed, Job, NotAcknowledged, Sequencer
from upcard.floor.ledger.checkpoint import head_of, read_checkpoints
from upcard.floor.ledger.entry import Broken
from upcard.floor.ledger.keys import Keys
from upcard.floor.ledger.storage.database import named, parse_url
from upcard.floor.ledger.storage.errors import Fenced, Locked, Missing, Newer, StorageError
from upcard.floor.ledger.storage.store import Store
from upcard.floor.reports import audit

TEN = "three-same-colour-sevens"


def reopened(url: str, keys_file: Path, **options: object) -> House:
    return House.open(url, keys_file, threads=False, hasher=CHEAP, **options)  # type: ignore[arg-type]  # passed on


def execute(url: str, statement: str, **values: object) -> None:
    """Somebody with a database shell."""
    engine = create_engine(parse_url(url))
    with engine.begin() as connection:
        connection.execute(text(statement), values)
    engine.dispose()


@pytest.fixture
def played(floor: Floor) -> Floor:
    """A house where something has happened: rounds, a pending hit, an alert."""
    floor.link()
    floor.table("T1")
    floor.table("T2")
    floor.start("T1", 1, 2)
    floor.press("T1", 1, TEN)
    floor.start("T2", 3)
    floor.ok("device:T2", "contact-lost", table="T2")
    return floor


@pytest.mark.rule("PRG-13", "REG-14")
@pytest.mark.parametrize("orderly", [True, False])
def test_a_house_comes_back_as_it_was(played: Floor, url: str, keys_file: Path, orderly: bool) -> None:
    state, head = played.state, played.house.store.head()[0]
    if orderly:
        played.house.close()
    else:  # killed: no snapshot, no goodbye
        leave(played.house)
    with reopened(url, keys_file) as house:
        assert house.sequencer.state == state
        assert house.store.head()[0] == head + 1 + orderly, "it notes that it was opened"
        assert house.sequencer.epoch == 2
        hit = next(iter(house.sequencer.state.hits.values()))
        assert (hit.state, hit.amount) == ("PENDING", 100_004)


def test_a_command_sent_again_after_a_restart_gets_the_same_answer(played: Floor, url: str, keys_file: Path) -> None:
    yes = played.do("sue", "player-add", id="once", player="anna")
    no = played.do("sue", "player-add", id="refused", player="anna")
    played.house.close()
    with reopened(url, keys_file) as house:
        head = house.store.head()[0]
        floor = Floor(house)
        assert floor.do("sue", "player-add", id="once", player="anna").line() == yes.line()
        again = floor.do("sue", "player-add", id="refused", player="anna")
        assert again.line() == no.line()
        assert house.store.head()[0] == head


@pytest.mark.parametrize("column", ["epoch", "kind", "command", "transfers", "body", "hash"])
def test_a_changed_byte_is_found_in_any_column(played: Floor, url: str, keys_file: Path, column: str) -> None:
    played.house.close()
    victim = next(e for e in Store(url).entries(10) if e.transfers != b"[]")
    value = getattr(victim, column)
    if isinstance(value, bytes):
        value = bytes([value[0] ^ 1, *value[1:]])
    elif isinstance(value, int):
        value += 0 if column == "seq" else 1
    else:
        value = chr(ord(value[0]) ^ 1) + value[1:]
    execute(url, f"UPDATE entry SET {column} = :value WHERE seq = :seq", value=value, seq=victim.seq)
    with pytest.raises(Broken) as broken:
        audit.verify(Store(url))
    assert broken.value.seq == victim.seq
    with pytest.raises(HouseError, match=f"stays shut: entry {victim.seq}:"):
        reopened(url, keys_file)


def test_a_changed_byte_in_the_index_of_commands_is_found(tmp_path: Path) -> None:
    """What was done before is looked up by an index, outside the chain: damaged, it would have a command done twice."""
    path, keys = tmp_path / "house.sqlite3", tmp_path / "house.keys"
    house = House.found(str(path), keys, threads=False, hasher=CHEAP)
    floor = Floor(house).hire()
    floor.ok("sue", "player-add", player="anna")
    floor.ok("sue", "buy-in", id="the-only-one", player="anna", amount=100)
    house.close()
    whole = path.read_bytes()
    places = [at for at in range(len(whole)) if whole.startswith(b"the-only-one", at)]
    assert len(places) >= 2, "once in its row, once in the index"
    for at in places:
        path.write_bytes(whole[:at] + b"THE-ONLY-ONE" + whole[at + len("the-only-one") :])
        with pytest.raises((HouseError, StorageError), match="is damaged"):
            reopened(str(path), keys)
        with pytest.raises((Broken, StorageError)):
            audit.verify(Store(str(path), reading=True))
    path.write_bytes(whole)
    with reopened(str(path), keys) as again:
        assert Floor(again).do("sue", "buy-in", id="the-only-one", player="anna", amount=100).ok
        assert again.sequencer.state.balance("player:anna") == 100 * 1_000_000
        assert audit.verify(again.store).entries == again.store.head()[0]


def test_a_removed_entry_is_found(played: Floor, url: str) -> None:
    played.house.close()
    execute(url, "DELETE FROM entry WHERE seq = 12")
    with pytest.raises(Broken, match="entry 12: missing"):
        audit.verify(Store(url))


def test_a_cut_off_tail_is_found_against_a_checkpoint(played: Floor, url: str, tmp_path: Path) -> None:
    away = tmp_path / "checkpoints.jsonl"
    signed = played.house.checkpoint(away)
    played.ok("sue", "player-add", player="anna")
    played.house.close()
    (kept,) = read_checkpoints(away)
    assert kept == signed
    assert audit.verify(Store(url), [kept]).checkpoints == 3, "two in the database and the one from outside"
    execute(url, "DELETE FROM checkpoint")
    execute(url, "DELETE FROM entry WHERE seq >= :seq", seq=signed.seq)
    execute(url, "DELETE FROM snapshot")
    for beside in tmp_path.glob("*.head"):  # the head beside the file gives it away; whoever cuts may take that too
        with pytest.raises(Broken, match="a checkpoint says"):
            audit.verify(Store(url))
        beside.unlink()
    audit.verify(Store(url))  # by itself it looks whole
    with pytest.raises(Broken, match=f"a checkpoint says that the ledger has {signed.seq} entries"):
        audit.verify(Store(url), [kept])


@pytest.mark.rule("PRG-13")
def test_a_cut_off_ledger_does_not_open_against_its_own_checkpoint(played: Floor, url: str, keys_file: Path) -> None:
    played.house.close()  # signs the head
    head = Store(url).head()[0]
    execute(url, "DELETE FROM entry WHERE seq >= :seq", seq=head - 3)
    execute(url, "DELETE FROM snapshot")
    with pytest.raises(HouseError, match=f"stays shut: entry {head - 3}: missing: a checkpoint says .* {head} entries"):
        reopened(url, keys_file)


@pytest.mark.rule("PRG-13")
def test_heads_are_signed_now_and_then(played: Floor, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upcard.floor.house.house.CHECKPOINT_EVERY", 5)
    before = len(played.house.store.checkpoints())
    for number in range(12):  # the first is one too many: the house has more than five unsigned entries already
        played.ok("sue", "player-add", player=f"p{number}")
    assert len(played.house.store.checkpoints()) == before + 3
    assert audit.verify(Store(url)).checkpoints == before + 3


@pytest.mark.rule("PRG-13")
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)  # a server's database is no file to be copied
def test_a_bare_file_is_short_by_the_head_of_the_last_minute(
    floor: Floor, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the house is open, and long before it signs a head in its database."""
    monkeypatch.setattr("upcard.floor.house.house.HEAD_SECONDS", 0.0)
    before = len(floor.house.store.checkpoints())
    for number in range(3):
        floor.ok("sue", "player-add", player=f"p{number}")
    assert len(floor.house.store.checkpoints()) == before
    file = floor.house.store.file
    assert file is not None
    assert read_checkpoints(head_of(file))[0].seq == floor.house.seq
    assert audit.verify(Store(url)).signed == floor.house.seq
    for name in (file.name, head_of(file).name):
        shutil.copy(file.with_name(name), tmp_path / f"bare-{name}")
    with pytest.raises(Broken, match="without its write-ahead log"):
        audit.verify(Store(str(tmp_path / f"bare-{file.name}"), reading=True))


@pytest.mark.rule("PRG-13")
def test_another_houses_keys_do_not_open_it(played: Floor, url: str, tmp_path: Path, keys_file: Path) -> None:
    played.house.close()
    Keys.new().save(tmp_path / "other.keys")
    with pytest.raises(HouseError, match="not the keys of the house"):
        reopened(url, tmp_path / "other.keys")
    execute(url, "DELETE FROM checkpoint")
    assert audit.verify(Store(url), public=Keys.load(keys_file).public).checkpoints == 0
    with pytest.raises(Broken, match="entry 1: the house was founded with the key"):
        audit.verify(Store(url), public=Keys.new().public)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)  # a column of another database holds what it is for
@pytest.mark.parametrize(
    ("table", "column", "said"),
    [
        ("checkpoint", "hash", "a checkpoint of it is not signed by this house"),
        ("checkpoint", "signature", "a checkpoint of it is not signed by this house"),
        ("entry", "hash", "its hash does not fit"),
    ],
)
def test_a_text_where_bytes_belong_is_damage_with_a_name(
    floor: Floor, url: str, keys_file: Path, table: str, column: str, said: str
) -> None:
    floor.house.close()
    head = Store(url).head()[0]
    execute(url, f"UPDATE {table} SET {column} = 'a text' WHERE seq = :seq", seq=head)
    for check in (lambda: audit.verify(Store(url)), lambda: reopened(url, keys_file)):
        with pytest.raises((Broken, HouseError), match=f"entry {head}: {said}"):
            check()
    execute(url, "UPDATE snapshot SET state = 'a text'")
    assert Store(url).last_snapshot() == (head - 1, b"a text")


def test_a_ledger_written_anew_is_found_against_a_checkpoint(
    played: Floor, url: str, tmp_path: Path, keys_file: Path
) -> None:
    signed = played.house.checkpoint()
    played.house.close()
    with House.found(str(tmp_path / "other.sqlite3"), keys_file, threads=False, hasher=CHEAP) as other:
        while other.store.head()[0] < signed.seq:
            other.submit_as_house(
                Command(
                    f"x{other.store.head()[0]}", AT, "system", "player-add", {"player": f"p{other.store.head()[0]}"}
                )
            ).result()
        with pytest.raises(Broken, match="written anew"):
            audit.verify(other.store, [signed])
    forged = type(signed)(signed.seq, signed.at, signed.hash, signed.public, Keys.new().sign(b"x").hex())
    with pytest.raises(Broken, match="not signed by this house"):
        audit.verify(Store(url), [forged])


def test_a_snapshot_is_checked_not_trusted(played: Floor, url: str, keys_file: Path) -> None:
    played.house.close()
    kept = Store(url).last_snapshot()
    assert kept is not None
    state = json.loads(kept[1])
    state["staff"]["dora"]["role"] = "manager"
    execute(url, "UPDATE snapshot SET state = :state", state=json.dumps(state).encode())
    with reopened(url, keys_file) as house:
        assert house.sequencer.state.staff["dora"].role == "dealer", "replayed from the ledger"
        assert [alert.what for alert in house.sequencer.state.alerts.values()][-1] == (
            "a snapshot was not trusted: the ledger does not hold its digest"
        )


@pytest.mark.rule("REG-15")
def test_an_upgrade_that_reads_no_old_snapshot_calls_nobody(
    played: Floor, url: str, keys_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole ledger is read instead; under the program that wrote the snapshot it would be an alarm."""

    def unknown(*_: object) -> None:
        raise KeyError("a field that this version has and that one had not")

    played.house.close()
    monkeypatch.setattr(recovery, "revive", unknown)
    monkeypatch.setattr(software, "digest", lambda: "f" * 64)
    for accept, alarmed in ((True, False), (False, True)):
        with reopened(url, keys_file, accept_software=accept) as house:
            kinds = [alert.kind for alert in house.sequencer.state.alerts.values()]
            assert ("snapshot" in kinds) == alarmed


def test_snapshots_are_used(played: Floor, url: str, keys_file: Path) -> None:
    played.house.close()
    with reopened(url, keys_file):
        pass
    recovered = recover(Store(url))
    assert recovered.replayed == 1
    assert recovered.distrusted is None


@pytest.mark.rule("REG-15")
def test_changed_software_does_not_open_unasked(
    played: Floor, url: str, keys_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played.house.close()
    monkeypatch.setattr(software, "digest", lambda: "f" * 64)
    with pytest.raises(HouseError, match="not the one that was accepted"):
        reopened(url, keys_file)
    with reopened(url, keys_file, accept_software=True) as house:
        assert house.sequencer.state.software == "f" * 64
    with reopened(url, keys_file):
        pass


@pytest.mark.rule("REG-15")
def test_the_digest_of_the_software_covers_its_files(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "odds.py").write_text("PAYS = 40")
    found = software.digest_of(tmp_path)
    assert software.digest_of(tmp_path) == found
    (tmp_path / "rules" / "odds.py").write_text("PAYS = 41")
    assert software.digest_of(tmp_path) != found
    (tmp_path / "rules" / "odds.py").rename(tmp_path / "rules" / "odd.py")
    assert software.digest_of(tmp_path) != found


# Two writers, and databases that are not there


def test_the_second_process_is_told_at_the_door(house: House, url: str, keys_file: Path) -> None:
    with pytest.raises(Locked, match="one process at a time"):
        reopened(url, keys_file)


def test_of_two_writers_one_fails_and_nothing_forks(played: Floor, url: str, keys_file: Path) -> None:
    """The lock is broken on purpose: the sequence number fences."""
    mine, keys = played.house.sequencer, Keys.load(keys_file)
    other = Store(url)
    theirs = Sequencer(other, Vault(keys.vault), recover(other), mine.epoch + 1)
    jobs = [Job(Command(f"w{n}", AT, "sue", "player-add", {"player": f"p{n}"})) for n in range(3)]
    theirs.process(jobs[:1])
    assert jobs[0].reply.result().ok
    mine.process(jobs[1:2])
    with pytest.raises(NotAcknowledged, match="another writer"):
        jobs[1].reply.result()
    mine.process(jobs[2:])
    with pytest.raises(Fenced):
        jobs[2].reply.result()
    with pytest.raises(Fenced):
        mine.submit(Command("w9", AT, "sue", "player-add", {"player": "p9"})).result()
    other.close()
    audit.verify(Store(url))


def test_two_writers_at_the_same_moment(url: str, house: House, keys_file: Path) -> None:
    keys = Keys.load(keys_file)
    stores = [Store(url), Store(url)]
    rivals = [Sequencer(store, Vault(keys.vault), recover(store), 5 + n) for n, store in enumerate(stores)]
    batches = [
        rival.decide_all([Job(Command(f"r{n}", AT, "system", "player-add", {"player": f"p{n}"}))])
        for n, rival in enumerate(rivals)
    ]
    threads = [
        threading.Thread(target=rival.write, args=(batch,)) for rival, batch in zip(rivals, batches, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    outcomes = [batch.answers[0][0].exception() for batch in batches]
    assert sum(outcome is None for outcome in outcomes) == 1
    for store in stores:
        store.close()
    audit.verify(Store(url))


def test_databases_that_cannot_be_opened(tmp_path: Path, cluster: Cluster) -> None:
    with pytest.raises(Missing, match="upcard floor init"):
        Store(str(tmp_path / "none.sqlite3"))
    (tmp_path / "text.sqlite3").write_text("this is a letter, not a database, and it is long enough to tell" * 20)
    with pytest.raises(StorageError, match="not a database"):
        Store(str(tmp_path / "text.sqlite3"))
    with pytest.raises(StorageError, match="not supported"):
        Store("mysql://x/y")
    with pytest.raises(StorageError, match="in memory would lose everything"):
        Store("sqlite://")
    with pytest.raises(StorageError, match=r"does not exist|no such database"):
        Store(cluster.url("nowhere"))
    with pytest.raises(Missing, match="upcard floor init"):
        Store(cluster.create())


def test_a_database_of_newer_software_is_refused(house: House, url: str, keys_file: Path) -> None:
    house.close()
    execute(url, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Newer, match="update Upcard"):
        reopened(url, keys_file)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_locked_sqlite_file_is_a_clear_error(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upcard.floor.ledger.storage.database.BUSY_MS", 10)
    other = Store(f"sqlite:///{tmp_path / 'house.sqlite3'}")
    blocking = other.engine.connect().execution_options(upcard_writes=True)
    with blocking.begin():
        job = Job(Command("b1", AT, "system", "player-add", {"player": "p"}))
        house.store.close()  # a new connection takes the short patience over
        house.sequencer.process([job])
        with pytest.raises(NotAcknowledged, match="locked by another process"):
            job.reply.result()
    blocking.close()
    house.sequencer.process([again := Job(job.ask)])
    assert again.reply.result().ok


def test_a_server_that_goes_away_costs_nothing_acknowledged(cluster: Cluster, keys_file: Path) -> None:
    url = cluster.create()
    house = House.found(url, keys_file, threads=False, hasher=CHEAP)
    floor = Floor(house).hire()
    floor.ok("sue", "player-add", player="anna")
    cluster.stop(signal.SIGQUIT)  # as if its plug was pulled
    try:
        with pytest.raises((NotAcknowledged, StorageError)):
            floor.do("sue", "buy-in", id="lost", player="anna", amount=500)
    finally:
        cluster.start()
    ack = floor.do("sue", "buy-in", id="lost", player="anna", amount=500)
    assert ack.ok
    assert floor.balance("player:anna") == 500
    audit.verify(house.store)
    house.close()


# In threads, and from asyncio


@pytest.fixture
def busy(url: str, keys_file: Path) -> Iterator[Floor]:
    Keys.new().save(keys_file)
    with House.found(url, keys_file, hasher=CHEAP) as house:
        yield Floor(house).hire()


def test_many_threads_are_served_in_one_order(busy: Floor, url: str) -> None:
    busy.ok("sue", "player-add", player="anna")
    seen: list[int] = []
    busy.house.watch(lambda entries: seen.extend(entry.seq for entry in entries))

    def work(worker: int) -> None:
        for n in range(50):
            command = Command(f"{worker}-{n}", AT, "sue", "buy-in", {"player": "anna", "amount": 1})
            assert busy.house.do(command).ok
            assert busy.house.do(command).ok, "twice is once"

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert busy.house.ask(lambda state: state.balance("player:anna")) == 400 * 1_000_000
    assert seen == sorted(seen)
    assert len(seen) == len(set(seen)) == 400


def test_asyncio_gets_its_answers(busy: Floor) -> None:
    async def work() -> list[bool]:
        busy.ok("sue", "player-add", player="ben")
        asks = [Command(f"a{n}", AT, "sue", "buy-in", {"player": "ben", "amount": 1}) for n in range(20)]
        acks = await asyncio.gather(*(busy.house.ado(command) for command in asks))
        signed = await busy.house.ado(Command("s", AT, "sue", "sign-on", {"password": "correct horse"}))
        return [ack.ok for ack in (*acks, signed)]

    assert asyncio.run(work()) == [True] * 21


def test_a_fault_in_a_watcher_is_its_own(busy: Floor, caplog: pytest.LogCaptureFixture) -> None:
    seen: list[int] = []

    def broken(_entries: object) -> None:
        raise RuntimeError("a display's bug")

    busy.house.watch(broken)
    busy.house.watch(lambda entries: seen.extend(entry.seq for entry in entries))
    for number in range(3):
        ack = busy.house.submit(Command(f"w{number}", AT, "sue", "sign-off", {})).result(30)
        assert ack.ok
    assert busy.house.ask(lambda state: len(state.staff)) == 8
    busy.house.sequencer.stop()
    assert len(seen) == 3
    assert "a display's bug" in caplog.text


def test_a_fault_in_a_commit_answers_whoever_waits_and_the_house_goes_on(
    busy: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    append = busy.house.store.append
    faults = iter([RuntimeError("a driver's bug")])

    def once(*args: object) -> None:
        for fault in faults:
            raise fault
        append(*args)  # type: ignore[arg-type]  # passed on

    monkeypatch.setattr(busy.house.store, "append", once)
    lost = Command("lost", AT, "sue", "player-add", {"player": "anna"})
    with pytest.raises(NotAcknowledged, match="a driver's bug"):
        busy.house.submit(lost).result(30)
    assert busy.house.submit(lost).result(30).ok


@pytest.mark.rule("PRG-13")
def test_whoever_watches_hears_of_a_commit_whose_answer_was_lost(busy: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that breaks between commit and answer: the entries are there, and were told to nobody."""
    heard: list[Committed] = []
    busy.house.watch(heard.extend)
    first, append = busy.house.store.head()[0] + 1, busy.house.store.append

    def once(*args: object) -> None:
        append(*args)  # type: ignore[arg-type]  # passed on
        monkeypatch.setattr(busy.house.store, "append", append)
        raise StorageError("the line broke")

    monkeypatch.setattr(busy.house.store, "append", once)
    add = Command("add-anna", AT, "sue", "player-add", {"player": "anna"})
    with pytest.raises(StorageError, match="the line broke"):
        busy.house.do(add)
    again = busy.house.do(add)
    assert (again.ok, again.seq) == (True, first)
    busy.ok("sue", "buy-in", player="anna", amount=500)
    busy.house.sequencer.stop()
    assert [(entry.seq, entry.kind, entry.ok) for entry in heard] == [
        (first, "player-add", True),
        (first + 1, "buy-in", True),
    ]
    assert heard[0].facts == again.facts
    assert (heard[0].by, heard[0].at) == ("sue", AT)


def test_whoever_stops_waiting_does_not_stop_the_house(busy: Floor) -> None:
    async def work() -> bool:
        asked = [asyncio.ensure_future(busy.house.ado(Command(f"c{n}", AT, "sue", "sign-off", {}))) for n in range(40)]
        await asyncio.sleep(0)
        for future in asked:
            future.cancel()
        ack = await asyncio.wait_for(busy.house.ado(Command("last", AT, "sue", "sign-off", {})), 30)
        return ack.ok

    assert asyncio.run(work())
    assert busy.house.sequencer.sound


def test_a_fault_in_a_decision_does_not_take_the_house_down(busy: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    busy.ok("sue", "player-add", player="anna")
    from upcard.floor.commands import verbs
    from upcard.floor.play import players

    def broken(draft: verbs.Draft) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setitem(verbs.VERBS, "cash-out", verbs.Verb("cash-out", frozenset({"supervisor"}), broken))
    with pytest.raises(RuntimeError, match="a bug"):
        busy.do("sue", "cash-out", player="anna", amount=1)
    monkeypatch.setitem(verbs.VERBS, "cash-out", verbs.Verb("cash-out", frozenset({"supervisor"}), players.cash_out))
    busy.ok("sue", "buy-in", player="anna", amount=5)
    busy.ok("sue", "cash-out", player="anna", amount=5)


def test_commands_are_looked_up_by_their_index_on_a_ledger_that_has_grown(cluster: Cluster, tmp_path: Path) -> None:
    """A server keeps the plan that it made while the ledger was short: reading all of it for every batch."""
    url, batches = cluster.create(), 30
    with Floor(House.found(url, tmp_path / "house.keys", hasher=CHEAP, threads=False)).hire().house as house:
        for batch in range(-20, batches):
            jobs = [
                Job(Command(f"{batch}-{n}", AT, "sue", "player-add", {"player": f"p{n}"}))
                for n in range(150 if batch >= 0 else 1)
            ]
            house.sequencer.process(jobs)
        assert house.store.head()[0] > batches * 150
    until(lambda: sum(_reads(url)) >= batches, 30)  # a server counts when it has time
    whole, by_index = _reads(url)
    assert by_index >= batches
    assert whole < batches // 2


def _reads(url: str) -> tuple[int, int]:
    """How often the server has read the ledger from end to end, and by an index."""
    engine = create_engine(parse_url(url))
    with engine.connect() as connection:
        query = "SELECT seq_scan, idx_scan FROM pg_stat_user_tables WHERE relname = 'entry'"
        found = connection.execute(text(query)).one()
    engine.dispose()
    return found[0], found[1]


@pytest.mark.parametrize(
    "typed",
    [
        "house.db",
        "/srv/a house/häuser.db",
        "postgresql://upcard@/upcard?host=/run/postgresql",
        "postgresql://db:5433/x",
    ],
)
def test_a_database_is_named_as_it_is_typed(typed: str) -> None:
    """A message speaks of what somebody typed, and not of how a library writes that."""
    assert named(parse_url(typed)) == typed


def test_no_message_has_a_password() -> None:
    assert named(parse_url("postgresql://upcard:s3cret@db/upcard")) == "postgresql://upcard:***@db/upcard"
