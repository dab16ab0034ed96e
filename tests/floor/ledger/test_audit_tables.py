"""The audit checks everything that start-up would trust, and says what each table of the database was checked for."""

import json
import shutil
import sqlite3
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


def test_every_table_is_accounted_for(copy: Path) -> None:
    with sqlite3.connect(copy) as database:
        database.execute("CREATE TABLE notes (text TEXT)")
    database.close()
    said = verified(copy).tables
    assert set(said) == {"alembic_version", "checkpoint", "entry", "notes", "snapshot"}
    assert "1 snapshots: the digest" in said["snapshot"]
    assert "not ours" in said["notes"]
    shown = run("audit", "verify", "--database", str(copy))
    assert "table snapshot: 1 snapshots" in shown.stdout


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
