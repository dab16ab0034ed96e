"""Reports from the ledger alone: they reconcile, and say the same in every form."""

import csv
import io
import json

import pytest

from tests.kit.floor import SEVENS, Floor
from upcard.floor.ledger.entry import read_transfers
from upcard.floor.progressive.hits import KEPT
from upcard.floor.reports import reports

ALL, TEN = "three-suited-sevens", "three-same-colour-sevens"


@pytest.fixture
def evening(quick: Floor) -> Floor:
    """An evening with everything that moves a meter."""
    quick.link(meters={"blazing-sevens": {**SEVENS["blazing-sevens"], "reset": 5_000, "limit": 1_000_050}})
    quick.table("T1")
    quick.table("T2")
    quick.start("T1", 1, 2, 3, 4)
    first = quick.press("T1", 2, TEN)
    quick.start("T2", 1)
    second = quick.press("T2", 1, ALL)
    quick.ok("sue", "void", hit=first, reason="no third seven")
    quick.ok("dora", "hits-done", table="T1")
    quick.ok("dora", "end", table="T1")
    quick.ok("dora", "hits-done", table="T2")
    quick.settle(second)
    quick.ok("dora", "end", table="T2")
    quick.change("correction", link="L", meter="blazing-sevens", amount=-7, reason="a test")
    return quick


@pytest.mark.rule("REG-4", "REG-8")
def test_a_statement_reconciles_to_the_last_fraction(evening: Floor) -> None:
    store = evening.house.store
    whole = reports.statement(store, "L", "blazing-sevens")
    assert whole.reconciles()
    assert whole.closing["meter"] == evening.state.balance("meter:L/blazing-sevens")
    assert whole.closing["reserve"] == evening.state.balance("reserve:L/blazing-sevens")
    assert whole.closing["overflow"] == evening.state.balance("overflow:L/blazing-sevens")
    assert whole.opening == {"meter": 0, "reserve": 0, "overflow": 0}
    causes = set(whole.moved["meter"])
    assert {"base", "contribution", "award", "reseed", "void", "correction"} <= causes
    half = store.head()[0] // 2
    early = reports.statement(store, "L", "blazing-sevens", 0, half)
    late = reports.statement(store, "L", "blazing-sevens", half)
    assert early.closing == late.opening
    assert late.closing == whole.closing
    assert early.reconciles()
    assert late.reconciles()


@pytest.mark.rule("REG-8")
def test_a_movement_that_the_statement_misses_is_noticed(evening: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Opening and closing are added up apart from the causes: a statement that loses one does not reconcile."""
    read = read_transfers
    monkeypatch.setattr(reports, "read_transfers", lambda data: [t for t in read(data) if t.cause != "void"])
    assert not reports.statement(evening.house.store, "L", "blazing-sevens").reconciles()


@pytest.mark.rule("REG-5")
def test_at_least_the_last_25_hits_of_each_prize_are_at_hand(quick: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """The kept number is made small for the test's sake; what a voided hit takes is no winner's place."""
    assert KEPT >= 25
    monkeypatch.setattr("upcard.floor.progressive.hits.KEPT", 4)
    quick.link()
    quick.table("T1")
    for number in range(14):
        quick.start("T1", 1)
        hit = quick.press("T1", 1, TEN)
        quick.ok("dora", "hits-done", table="T1")
        if number < 7:
            quick.settle(hit)
        else:
            quick.ok("sue", "void", hit=hit, reason="practice")
        quick.ok("dora", "end", table="T1")
    quick.start("T1", 1)
    quick.press("T1", 1, ALL)
    tens = [(hit.round, hit.state) for hit in quick.state.hits.values() if hit.percent == 10]
    paid, voided = [f"T1-{n}" for n in (4, 5, 6, 7)], [f"T1-{n}" for n in (11, 12, 13, 14)]
    assert tens == [*((name, "PAID") for name in paid), *((name, "VOIDED") for name in voided)]
    assert len(reports.hits(quick.house.store).rows) == 15, "the ledger has them all"
    last = _dicts(reports.hits(quick.house.store, last=3))
    assert [row["round"] for row in last] == ["T1-5", "T1-6", "T1-7", "T1-12", "T1-13", "T1-14", "T1-15"]
    assert (last[0]["state"], last[0]["amount"], last[0]["paid_by"], last[0]["voided_by"]) == (
        "PAID",
        quick.hit("T1-5-1").amount,
        "sue",
        None,
    )
    assert (last[3]["state"], last[3]["amount"], last[3]["voided_by"], last[3]["reason"]) == (
        "VOIDED",
        0,
        "sue",
        "practice",
    )


@pytest.mark.rule("REG-28")
def test_the_record_of_a_round(evening: Floor) -> None:
    found = reports.rounds(evening.house.store)
    rows = [dict(zip(found.columns, row, strict=True)) for row in found.rows]
    assert [(row["round"], row["table"], row["status"]) for row in rows] == [
        ("T1-1", "T1", "ended"),
        ("T2-1", "T2", "ended"),
    ]
    first = rows[0]
    assert json.loads(first["players"]) == [1, 2, 3, 4]
    assert json.loads(first["contributions"]) == {"blazing-sevens": 400 * 250_000}
    assert json.loads(first["pays"])["blazing-sevens"] == "manual"
    assert first["rules"] == evening.state.tables["T1"].digest
    assert first["software"]
    assert len(reports.rounds(evening.house.store, "T2").rows) == 1


@pytest.mark.rule("REG-19", "REG-12")
def test_significant_events_have_time_place_and_person(evening: Floor) -> None:
    evening.no("dora", "verify", hit="none")
    found = reports.events(evening.house.store)
    rows = [dict(zip(found.columns, row, strict=True)) for row in found.rows]
    wins = [row for row in rows if row["event"] == "hit-pending"]
    assert [(row["where"], row["by"]) for row in wins] == [("T1", "dora"), ("T2", "dora")]
    assert all(row["at"] for row in rows)
    assert [row["seq"] for row in rows] == sorted(row["seq"] for row in rows)
    groups = {row["group"] for row in rows}
    assert {"win", "security", "parameters", "refused", "start"} <= groups
    assert {row["group"] for row in _dicts(reports.events(evening.house.store, ["win"]))} == {"win"}
    (refused,) = [row for row in _dicts(reports.events(evening.house.store, ["refused"])) if row["by"] == "dora"]
    assert refused["event"] == "verify"
    text = json.dumps([row["what"] for row in rows])
    assert "argon2" not in text


def _dicts(report: reports.Report) -> list[dict[str, object]]:
    return [dict(zip(report.columns, row, strict=True)) for row in report.rows]


@pytest.mark.rule("REG-19")
def test_every_step_of_a_win_has_its_place(evening: Floor) -> None:
    wins = reports.events(evening.house.store, ["win"])
    steps = [(row[wins.columns.index("event")], row[wins.columns.index("where")]) for row in wins.rows]
    assert ("hit-voided", "T1") in steps
    assert {("hit-verified", "T2"), ("hit-confirmed", "T2"), ("hit-paid", "T2")} <= set(steps)


def test_every_form_says_the_same(evening: Floor) -> None:
    found = reports.hits(evening.house.store)
    as_json = json.loads(found.as_json())
    as_csv = list(csv.DictReader(io.StringIO(found.as_csv())))
    assert len(as_json) == len(as_csv) == 2
    for one, other in zip(as_json, as_csv, strict=True):
        cents = {key: other.pop(f"{key}_dollars").replace(".", "").lstrip("0") or "0" for key in ("amount", "new_base")}
        same = {**other, **cents}
        assert {key: "" if value is None else str(value) for key, value in one.items()} == same | {
            "new_base": "" if one["new_base"] is None else cents["new_base"]
        }, "people and spreadsheets read dollars, programs cents"
    text = found.as_text()
    assert "VOIDED" in text
    assert "PAID" in text


def test_a_spreadsheet_runs_nothing() -> None:
    report = reports.Report("x", ("a",), [("=1+1",), ("-5",), (-5,)])
    assert report.as_csv() == "a\n'=1+1\n'-5\n-5\n"
