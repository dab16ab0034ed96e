"""Reports against the ledger, added up anew from the database's own rows: no code of the reports is in here."""

import json
import sqlite3
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.floor.faults.workload import TABLES, Workload, prepare, reopen
from upcard.floor.days import reading
from upcard.floor.ledger.entry import Broken
from upcard.floor.ledger.storage.store import Store

Row = tuple[int, list[list[Any]], dict[str, Any]]


def rows(path: Path) -> list[Row]:
    """Number, transfers and body of every entry."""
    connection = sqlite3.connect(path)
    found = connection.execute("SELECT seq, transfers, body FROM entry ORDER BY seq").fetchall()
    connection.close()
    return [(seq, json.loads(moved), json.loads(body)) for seq, moved, body in found]


@pytest.fixture(scope="module")
def worked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house after some thousand random commands with many closes among them."""
    path = prepare(tmp_path_factory.mktemp("reconciled"))
    with reopen(path, path.parent / f"{path.name}.keys") as house:
        assert Workload(11, path.parent).run(house, 500)
    return path


def reports(path: Path) -> list[dict[str, Any]]:
    store = Store(str(path), reading=True)
    try:
        return [one.report for one in reading.read(store).closed]
    finally:
        store.close()


def facts_of(every: list[Row], first: int, last: int) -> list[tuple[str, dict[str, Any]]]:
    return [(kind, said) for seq, _, body in every if first < seq <= last for kind, said in body["facts"]]


def test_every_report_is_what_the_entries_come_to(worked: Path) -> None:
    every, known = rows(worked), reports(worked)
    assert len(known) > 5
    played = sum(report["tables"]["V"]["figures"]["rounds"] for report in known)
    jackpots = sum(report["meters"]["L/blazing-sevens"]["figures"]["hits"] for report in known)
    assert played > 20
    assert jackpots > 3
    for report in known:
        first, last = report["after"], report["upto"]
        check_virtual(report, facts_of(every, first, last))
        for table in TABLES:
            check_live(report["tables"][table], every, table, first, last)
        check_meter(report["meters"]["L/blazing-sevens"]["figures"], every, first, last)
        check_notes(report["notes"], every, first, last)


def check_virtual(report: dict[str, Any], said: list[tuple[str, dict[str, Any]]]) -> None:
    figures = report["tables"]["V"]["figures"]
    lines = [line for kind, fact in said if kind == "settled" and fact["table"] == "V" for line in fact["lines"]]
    staked, returned = Counter[str](), Counter[str]()
    for _, _, wager, stake, _, _, back, _ in lines:
        staked[wager] += stake
        returned[wager] += back
    assert figures["recorded_win"] == staked.total() - returned.total()
    assert {name: row["staked"] for name, row in figures["wagers"].items()} == dict(staked)
    assert figures["rounds"] == sum(kind == "settled" and fact["table"] == "V" for kind, fact in said)


def check_live(said: dict[str, Any], every: list[Row], table: str, first: int, last: int) -> None:
    figures = said["figures"]
    contributed = sum(
        amount
        for seq, moved, _ in every
        if first < seq <= last
        for source, target, amount, _ in moved
        if source == f"tray:{table}" and target.partition(":")[0] in {"meter", "reserve", "overflow"}
    )
    assert figures["contributed"] == contributed
    ended = [fact for kind, fact in facts_of(every, first, last) if (kind, fact.get("table")) == ("ended", table)]
    assert figures["rounds"] == sum(fact["status"] == "ended" for fact in ended)
    stakes = {fact["round"]: fact["stakes"] for kind, fact in facts_of(every, 0, last) if kind == "started"}
    wagered = sum(
        cents
        for fact in ended
        if fact["status"] == "ended"
        for bets in stakes[fact["round"]].values()
        for cents in bets.values()
    )
    assert figures["staked"] == wagered
    counted = said["counted"]
    assert figures["win"] == counted["closer"] + counted["drop"] - counted["opener"]
    assert figures["drop"] == counted["drop"]


def check_meter(figures: dict[str, Any], every: list[Row], first: int, last: int) -> None:
    account = "meter:L/blazing-sevens"

    def stands(upto: int) -> int:
        moved = [each for seq, transfers, _ in every if seq <= upto for each in transfers]
        came: int = sum(amount for _, to, amount, _ in moved if to == account)
        went: int = sum(amount for source, _, amount, _ in moved if source == account)
        return came - went

    assert figures["opening"] == stands(first)
    assert figures["closing"] == stands(last)
    moved = [each for seq, transfers, _ in every if first < seq <= last for each in transfers]
    shown = [amount for source, to, amount, _ in moved if to == account and source.startswith("tray:")]
    to_hits = sum(amount for source, to, amount, _ in moved if source == account and to.startswith("hit:"))
    from_hits = sum(amount for source, to, amount, _ in moved if to == account and source.startswith("hit:"))
    jackpots = [amount for source, _, amount, _ in moved if source.startswith("payable:")]
    house = sum(amount for source, _, amount, _ in moved if source == "house") - sum(
        amount for _, to, amount, _ in moved if to == "house"
    )
    assert figures["contributions"] == sum(shown)
    assert figures["awards"] == to_hits - from_hits
    assert (figures["paid"], figures["hits"]) == (sum(jackpots), len(jackpots))
    assert figures["house_cost"] == house


def check_notes(notes: list[dict[str, Any]], every: list[Row], first: int, last: int) -> None:
    said = Counter(note["what"].partition(":")[0] for note in notes)
    kinds = Counter(kind for kind, _ in facts_of(every, first, last))
    assert said["jackpot voided"] == kinds["hit-voided"]
    assert said["late hit"] == kinds["late-hit"]
    assert said["alert"] == kinds["alert"]


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
