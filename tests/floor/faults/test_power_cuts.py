"""No acknowledged command is lost and none is done twice, wherever the power goes.

`make torture` runs the long form. The seed is printed; `UPCARD_SEED=… make torture` replays it.
"""

import os
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.floor.faults.disk import Disk
from tests.floor.faults.workload import Workload, prepare, reopen
from tests.kit.floor import leave
from upcard.floor.commands.command import Command
from upcard.floor.days import reading as days
from upcard.floor.house.house import House, HouseError
from upcard.floor.house.sequencer import Commit, Job, NotAcknowledged, Sequencer
from upcard.floor.ledger.storage import database
from upcard.floor.ledger.storage.errors import StorageError
from upcard.floor.reports import audit

FAILS = (HouseError, StorageError)
SEED = int(os.environ["UPCARD_SEED"])


@pytest.fixture(scope="module")
def disk() -> Disk:
    return Disk()


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return prepare(tmp_path_factory.mktemp("prepared"))


def copy(prepared: Path, folder: Path) -> Path:
    folder.mkdir(parents=True)
    for file in prepared.parent.iterdir():
        shutil.copy(file, folder / file.name)
    return folder / prepared.name


def lose_power(disk: Disk, prepared: Path, folder: Path, seed: int, *, life: int = 40) -> tuple[int, int]:
    """One life of a house up to a power cut, and what is found afterwards. (acknowledged, entries found)"""
    chance = random.Random(seed)
    path, keys = copy(prepared, folder / "before"), prepared.parent / f"{prepared.name}.keys"
    work = Workload(seed, prepared.parent)
    disk.plug_in(cut_at=chance.randint(1, 400))
    try:
        house = reopen(path, keys, disk.url(path), snapshot_every=60)
    except FAILS:
        assert disk.off, "the house did not open although the power was on"
    else:
        work.run(house, life)
        leave(house)
    after = disk.salvage(path, folder / "after", chance)
    for _ in range(chance.randint(0, 2)):  # and again while it is coming back
        disk.plug_in(cut_at=chance.randint(1, 60))
        try:
            again = reopen(after, keys, disk.url(after))
            leave(again)
        except FAILS:
            assert disk.off
        after = disk.salvage(after, after.parent / "again", chance)
    disk.plug_in()
    with reopen(after, keys, disk.url(after)) as found:
        check(found, work)
        head = found.store.head()[0]
    shutil.rmtree(folder)
    return len(work.acks), head


def check(found: House, work: Workload) -> None:
    """Every acknowledged command is there with the same acknowledgement; sent again, it does nothing."""
    head = found.store.head()[0]
    for command in work.sent:
        known = work.acks.get(command.id)
        if known is not None:
            job = Job(command)
            found.sequencer.process([job])
            again = job.reply.result()
            assert again.line() == known.line(), f"acknowledged {known.line()}, now {again.line()}"
    assert found.store.head()[0] == head, "a command that came twice was done twice"
    audit.verify(found.store)
    days.check(found.store)


def run(disk: Disk, prepared: Path, folder: Path, cuts: int) -> None:
    acknowledged = 0
    for number in range(cuts):
        try:
            acknowledged += lose_power(disk, prepared, folder / str(number), SEED + number)[0]
        except AssertionError as error:
            raise AssertionError(f"seed {SEED + number}: replay with UPCARD_SEED={SEED + number}: {error}") from error
    assert acknowledged > cuts, "the simulator did next to nothing"


@pytest.mark.rule("PRG-13", "REG-14", "B7S-34")
def test_no_acknowledged_command_is_lost_in_a_power_cut(disk: Disk, prepared: Path, tmp_path: Path) -> None:
    run(disk, prepared, tmp_path, 12)


@pytest.mark.torture
@pytest.mark.timeout(3600)
def test_a_thousand_power_cuts(disk: Disk, prepared: Path, tmp_path: Path) -> None:
    run(disk, prepared, tmp_path, int(os.environ.get("UPCARD_CUTS", "1000")))


# The simulator has to find what it is there for.


def answers_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted bug: the acknowledgement goes out before the commit."""
    write = Sequencer.write

    def early(self: Sequencer, batch: Commit) -> None:
        for reply, answer in batch.answers:
            if not reply.done():
                reply.set_result(answer)
        batch.answers.clear()
        write(self, batch)

    monkeypatch.setattr(Sequencer, "write", early)


def does_not_sync(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted bug that no kill -9 finds: commits that are written but not synced."""
    monkeypatch.setattr(database, "SYNCHRONOUS", "OFF")


@pytest.mark.parametrize("bug", [answers_first, does_not_sync])
def test_the_simulator_finds_an_early_acknowledgement(
    disk: Disk,
    prepared: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    bug: Callable[[pytest.MonkeyPatch], None],
) -> None:
    bug(monkeypatch)
    found = 0
    for seed in range(40):
        try:
            lose_power(disk, prepared, tmp_path / str(seed), seed)
        except (AssertionError, *FAILS):
            found += 1
            if found >= 2:
                break
    assert found >= 2, "an acknowledgement that was given too early went unnoticed"


@pytest.fixture
def alive(disk: Disk, prepared: Path, tmp_path: Path) -> Iterator[tuple[House, Workload]]:
    path = copy(prepared, tmp_path / "alive")
    disk.plug_in()
    house = reopen(path, Path(f"{prepared}.keys"), disk.url(path))
    yield house, Workload(7, prepared.parent)
    disk.plug_in()
    house.close()


def test_a_full_disk_acknowledges_nothing_and_the_house_goes_on_afterwards(
    disk: Disk, alive: tuple[House, Workload]
) -> None:
    house, work = alive
    assert work.run(house, 10)
    disk.full_at = 0
    job = Job(Command("full-1", "2026-03-01T18:00:00Z", "sue", "buy-in", {"player": "p1", "amount": 500}))
    before = house.sequencer.state.balance("player:p1")
    house.sequencer.process([job])
    with pytest.raises(NotAcknowledged, match="no room left"):
        job.reply.result()
    disk.full_at = None
    again = Job(job.ask)
    house.sequencer.process([again])
    assert again.reply.result().ok
    assert house.sequencer.state.balance("player:p1") == before + 500_000_000
    assert work.run(house, 10)
    check(house, work)
