"""Reports against the ledger, added up anew from the database's own rows by `examples/reconcile_a_shift.py`."""

import importlib.util
import json
from collections import Counter
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.floor.faults.workload import Workload, prepare, reopen
from upcard.floor.days import joining, reading
from upcard.floor.days.joining import Wanted
from upcard.floor.ledger.entry import Broken
from upcard.floor.ledger.storage.store import Store

EXAMPLE = Path(__file__).parents[3] / "examples" / "reconcile_a_shift.py"


@pytest.fixture(scope="module")
def auditor() -> ModuleType:
    """The program that auditors are given; it uses nothing of ours."""
    spec = importlib.util.spec_from_file_location(EXAMPLE.stem, EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert "upcard" not in {name.partition(".")[0] for name in vars(module)}
    return module


@pytest.fixture(scope="module")
def worked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house after some thousand random commands with many closes among them."""
    path = prepare(tmp_path_factory.mktemp("reconciled"))
    with reopen(path, path.parent / f"{path.name}.keys") as house:
        assert Workload(11, path.parent).run(house, 500)
    return path


def signed(path: Path) -> reading.Kept:
    store = Store(str(path), reading=True)
    try:
        return reading.read(store)
    finally:
        store.close()


def reports(path: Path) -> list[dict[str, Any]]:
    return [one.report for one in signed(path).closed]


def test_every_report_is_what_the_entries_come_to(worked: Path, auditor: ModuleType) -> None:
    kept, rows = signed(worked), auditor.read(worked)
    assert len(kept.closed) > 5
    held: Counter[str] = Counter()
    for wanted in (*(Wanted(number=one.number) for one in kept.closed), Wanted()):
        said = joining.joined(kept, wanted)
        for where, figure, reported, found in auditor.compared(json.loads(json.dumps(said)), rows):
            assert reported == found, f"{figure} of {where} in {wanted}"
            held[figure] += bool(found)
    wanted_figures = {*auditor.TABLE, *auditor.METER, "opener", "closer", "drop", "win", "jackpot voided", "late hit"}
    assert {figure for figure, times in held.items() if times} >= wanted_figures, "every figure was something"
    assert held["rounds"] > 20


def test_no_entry_is_in_two_shifts_or_in_none(worked: Path) -> None:
    known = reports(worked)
    assert [report["number"] for report in known] == list(range(1, len(known) + 1))
    for before, behind in pairwise(known):
        assert behind["after"] == before["upto"] + 1  # the cut itself
        meter = "L/blazing-sevens"
        assert behind["meters"][meter]["figures"]["opening"] == before["meters"][meter]["figures"]["closing"]


def test_a_report_that_says_something_else_is_found(worked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(str(worked), reading=True)
    assert reading.check(store) >= len(reports(worked))
    follow = "upcard.floor.commands.decide.follow"
    monkeypatch.setattr(follow, lambda *_: None)  # nothing is added up
    with pytest.raises(Broken, match="than the entries that it is of"):
        reading.check(store)
    store.close()
