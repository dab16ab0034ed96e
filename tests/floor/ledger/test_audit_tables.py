"""The audit checks everything that start-up would trust, and says what each table of the database was checked for."""

import json
import os
import random
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.kit.cli import run
from tests.kit.floor import CHEAP, Floor
from upcard.floor.house.house import House, HouseError
from upcard.floor.ledger.entry import Broken
from upcard.floor.ledger.storage.errors import StorageError
from upcard.floor.ledger.storage.store import Store
from upcard.floor.play.trays import said_of_tray
from upcard.floor.reports import audit

COLUMNS = [
    ("snapshot", "seq"),
    ("snapshot", "state"),
    ("checkpoint", "seq"),
    ("checkpoint", "at"),
    ("checkpoint", "hash"),
    ("checkpoint", "signature"),
    ("entry", "epoch"),
    ("entry", "command"),
    ("entry", "kind"),
    ("entry", "transfers"),
    ("entry", "body"),
    ("entry", "hash"),
]


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house that played a little and was closed in good order."""
    folder = tmp_path_factory.mktemp("closed")
    with House.found(str(folder / "house.sqlite3"), threads=False, hasher=CHEAP) as house:
        floor = Floor(house).hire()
        floor.link()
        floor.table("T1")
        floor.start("T1", 1)
        floor.ok("dora", "end", table="T1")
    return folder


@pytest.fixture
def copy(closed: Path, tmp_path: Path) -> Path:
    shutil.copytree(closed, tmp_path / "copy")
    return tmp_path / "copy" / "house.sqlite3"


def verified(path: Path) -> audit.Audited:
    store = Store(str(path), reading=True)
    try:
        return audit.verify(store)
    finally:
        store.close()


def flipped(value: object, bit: int) -> object:
    """A value with one bit changed."""
    if isinstance(value, int):
        return value ^ (1 << bit % 20)
    raw = bytearray(value if isinstance(value, bytes) else str(value).encode())
    raw[(bit // 7 * 31) % len(raw)] ^= 1 << bit % 7
    return bytes(raw) if isinstance(value, bytes) else raw.decode()


@pytest.mark.rule("PRG-13", "REG-14")
@pytest.mark.parametrize(("table", "column"), COLUMNS)
def test_one_changed_bit_is_found_wherever_it_is(copy: Path, table: str, column: str) -> None:
    whole = copy.read_bytes()
    for bit in range(24):
        copy.write_bytes(whole)
        with sqlite3.connect(copy) as database:
            key, value = database.execute(f"SELECT rowid, {column} FROM {table} ORDER BY rowid DESC").fetchone()
            database.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (flipped(value, bit), key))
        database.close()
        with pytest.raises((Broken, StorageError)):
            verified(copy)


@pytest.mark.rule("PRG-13", "REG-14")
def test_one_changed_bit_of_the_file_is_found_or_changes_nothing(copy: Path) -> None:
    """Anywhere in the file, not only in a column: what the audit passes reads as it did, to the last byte and table."""
    whole, chance = copy.read_bytes(), random.Random(int(os.environ["UPCARD_SEED"]))
    before, found = _content(copy), 0
    for _ in range(150):
        at, bit = chance.randrange(len(whole)), chance.randrange(8)
        copy.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << bit]) + whole[at + 1 :])
        try:
            verified(copy)
        except (Broken, StorageError):
            found += 1
        else:
            assert _content(copy) == before, f"bit {bit} of byte {at} was changed and passed"
    assert found > 15, "hardly a change met anything"


def _content(path: Path) -> list[object]:
    """Everything that the database says, as SQLite itself reads it: its tables, their columns, keys and rows."""
    with closing(sqlite3.connect(path)) as database:

        def rows(query: str) -> list[object]:
            return [tuple(str(one).casefold() for one in row) for row in database.execute(query)]

        names = [name.casefold() for (name,) in database.execute("SELECT name FROM sqlite_master ORDER BY name")]
        tables = [name for name in names if not name.startswith("sqlite_")]
        shapes = [rows(f"PRAGMA {what}({name})") for name in tables for what in ("table_info", "index_list")]
        return [names, shapes, [rows(f"SELECT * FROM {name}") for name in tables]]


@pytest.mark.rule("PRG-13")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("transfers BLOB NOT NULL|transfers BLOB NOV NULL", "the columns of table entry"),
        (", \n\tCONSTRAINT uq_entry_command UNIQUE (command)|", "the unique columns of table entry are not there"),
        ("epoch BIGINT|epoch TEXT", "should be seq INTEGER not null, epoch BIGINT not null"),
        ("CREATE TRIGGER t AFTER INSERT ON entry BEGIN SELECT 1; END", "the trigger t acts on table entry"),
        ("DROP TABLE checkpoint", "checkpoint"),
    ],
)
def test_a_table_that_was_made_otherwise_is_refused(copy: Path, change: str, said: str) -> None:
    """What keeps a command from being done twice is the table's own: neither the audit nor a start goes without it."""
    with closing(sqlite3.connect(copy)) as database:
        old, _, new = change.partition("|")
        if "|" in change:
            database.execute("PRAGMA writable_schema = ON")
            (text,) = database.execute("SELECT sql FROM sqlite_master WHERE name = 'entry'").fetchone()
            assert old in text
            database.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'entry'", (text.replace(old, new),))
            if not new:
                database.execute("DELETE FROM sqlite_master WHERE name LIKE 'sqlite_autoindex_entry%'")
        else:
            database.execute(change)
        database.commit()
    with pytest.raises((Broken, StorageError), match=re.escape(said)):
        verified(copy)
    with pytest.raises((HouseError, StorageError)):
        House.open(str(copy), threads=False, hasher=CHEAP, accept_software=True)


def test_a_schema_of_nobodys_is_said_in_a_sentence(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '0000'")
    said = run("audit", "verify", "--database", str(copy))
    assert said.exit_code == 2
    assert "a schema that no Upcard made: Can't locate revision identified by '0000'" in said.stderr


def test_every_table_is_accounted_for(copy: Path) -> None:
    with sqlite3.connect(copy) as database:
        database.execute("CREATE TABLE notes (text TEXT)")
    database.close()
    said = verified(copy).tables
    assert set(said) == {"alembic_version", "checkpoint", "entry", "notes", "snapshot"}
    assert "1 snapshot: the digest" in said["snapshot"]
    assert "not ours" in said["notes"]
    shown = run("audit", "verify", "--database", str(copy))
    assert "table snapshot: 1 snapshot:" in shown.stdout


@pytest.mark.rule("PRG-13")
def test_a_copy_without_its_log_is_refused(copy: Path, tmp_path: Path) -> None:
    """An open house is copied, once whole and once without its log: the second lacks what came last."""
    bare = tmp_path / "bare"
    bare.mkdir()
    with House.open(str(copy), threads=False, hasher=CHEAP, accept_software=True) as house:
        floor = Floor(house)
        for number in range(5):
            floor.start("T1", number + 1)
            floor.ok("dora", "end", table="T1")
        shutil.copy(copy, bare / copy.name)  # the bare file, while the log holds what is new
        shutil.copy(f"{copy}.keys", bare / f"{copy.name}.keys")
        head = house.checkpoint(tmp_path / "kept")
    kept = run("audit", "verify", "--database", str(bare / copy.name), "--checkpoints", str(tmp_path / "kept"))
    assert kept.exit_code == 1
    assert f"has {head.seq} entries" in kept.stderr
    assert "-wal" in kept.stderr
    shutil.copy(f"{copy}.head", bare / f"{copy.name}.head")
    with pytest.raises(Broken, match="write-ahead log"):
        verified(bare / copy.name)
    with pytest.raises(HouseError, match="write-ahead log"):
        House.open(str(bare / copy.name), threads=False, hasher=CHEAP, accept_software=True)


def test_how_far_the_newest_signed_head_reaches_is_said(copy: Path) -> None:
    with House.open(str(copy), threads=False, hasher=CHEAP, accept_software=True) as house:
        signed = house.store.checkpoints()[-1][0]
        said = json.loads(run("audit", "verify", "--database", str(copy), "--json").stdout)
        assert (said["signed"], said["entries"] > signed) == (signed, True)
        assert "on the chain alone" in run("audit", "verify", "--database", str(copy)).stdout
    assert "on the chain alone" not in run("audit", "verify", "--database", str(copy)).stdout


def test_the_files_are_their_owners_alone(closed: Path) -> None:
    for path in closed.iterdir():
        assert path.stat().st_mode & 0o077 == 0, path.name


def test_a_house_that_others_could_read_is_closed_to_them_when_it_opens(copy: Path) -> None:
    """An older version made the database as it made any file; keys out of a safe are copied as anything is."""
    for path in copy.parent.iterdir():
        path.chmod(0o644)
    with House.open(str(copy), threads=False, hasher=CHEAP, accept_software=True):
        pass
    for path in copy.parent.iterdir():
        assert path.stat().st_mode & 0o077 == 0, path.name


def test_a_tray_below_zero_says_what_it_means_and_is_filled(quick: Floor) -> None:
    quick.link(meters={"three-card-poker": {"base": 500_000, "reset": 100_000, "increment": 200_000, "hidden": 0}})
    quick.table("T1", game="three-card-poker")
    quick.start("T1", 1)
    quick.ok("dora", "pay-hand", table="T1", seat=1, hand="straight", wager="progressive")
    assert quick.state.balance("tray:T1") < 0
    said = said_of_tray(quick.state, "T1")
    assert said.startswith("-$5.20: it has paid out $5.20 more")
    assert "is a dealer" in quick.no("dora", "fill", table="T1", amount=100_00)
    quick.ok("sue", "fill", table="T1", amount=100_00)
    assert said_of_tray(quick.state, "T1") == "$94.80"
    assert "has $94.80" in quick.no("sue", "credit", table="T1", amount=100_00)
    quick.ok("sue", "credit", table="T1", amount=94_80)
    assert quick.balance("cage") == -5_20
