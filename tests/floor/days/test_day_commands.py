"""`upcard floor day` from the first day to a report on paper: what people type, and what they are told."""

import csv
import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import openpyxl
import pypdf
import pytest

from tests.kit.cli import refused, run, said
from tests.kit.dealing import GAMES, seat_players
from tests.kit.floor import CHEAP, PASSWORD, Floor
from upcard.floor.house.house import House
from upcard.lab.solvers import analyze
from upcard.rounds.record import game_to_json
from upcard.rules import registry
from upcard.web.days import theory


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A house with a table that the house deals; everybody's password is typed for them."""
    monkeypatch.setattr("upcard.floor.people.secret.PasswordHasher", lambda: CHEAP)
    monkeypatch.setenv("UPCARD_PASSWORD", PASSWORD)
    monkeypatch.setenv("UPCARD_ACCEPT_SOFTWARE", "1")
    path = tmp_path / "house.sqlite3"
    monkeypatch.setenv("UPCARD_DATABASE", str(path))
    with House.found(str(path), threads=False, hasher=CHEAP) as house:
        floor = Floor(house).hire()
        floor.table("V", "virtual", "three-card-poker", link=None)
        seat_players(floor, "V", 2)
    return str(path)


def play(database: str) -> None:
    """A round: one plays, one folds, whatever the cards are."""
    asked: list[dict[str, Any]] = [
        {"by": f"player:V-p{seat}", "do": "bet", "table": "V", "seat": seat, "wagers": GAMES["three-card-poker"]}
        for seat in (1, 2)
    ]
    asked.append({"by": "dora", "do": "start", "table": "V"})
    for seat, move in ((1, "play"), (2, "fold")):
        asked.append({"by": f"player:V-p{seat}", "do": "act", "table": "V", "seat": seat, "move": move})
    lines = "".join(json.dumps({"id": f"r{at}", **one}) + "\n" for at, one in enumerate(asked))
    answers = [json.loads(line) for line in said("floor", "run", "-", typed=lines).splitlines()]
    assert all(answer["ok"] for answer in answers), answers


def test_a_day_as_it_is_typed(database: str, tmp_path: Path) -> None:
    assert "no gaming day is open" in refused("floor", "day", "show")
    assert "runs" in said("floor", "day", "open", "2026-03-01", "--by", "sue")
    play(database)
    cut = said("floor", "day", "close", "--next", "night", "--next-day", "2026-03-02", "--by", "sue")
    assert "report 1 is cut" in cut
    shown = json.loads(said("floor", "day", "show", "--format", "json"))
    (line,) = shown["lines"]
    # Two Antes of $10, Pair Plus and Six Card of $5: the edges of the published analyses, to the cent.
    assert line["figures"]["theory"]["win"] == round(
        2 * (1000 * 686689 / 20358520 + 500 * 402 / 5525 + 500 * 15306 / 149695)
    )
    assert "is for" in refused("floor", "day", "sign", "1", "--by", "sue")
    digest = cut.split("digest is ")[1].split()[0]
    assert "signed by sue and max" in said("floor", "day", "sign", "1", "--by", "max", "--digest", digest)
    assert "1 report is what" in said("floor", "day", "check")
    asked = said("floor", "day", "inquire", "1", "V", "win", "--why", "a first look", "--by", "art").split()[0]
    assert "has no figure" in refused("floor", "day", "inquire", "1", "V", "luck", "--why", "x", "--by", "art")
    assert "closed" in said("floor", "day", "finding", asked, "--finding", "two hands only", "--by", "max")
    report = json.loads(said("floor", "day", "report", "1", "--format", "json"))
    assert report["inquiries"][0]["finding"] == "two hands only"
    assert report["reports"][0]["digest"] == digest
    check_forms(report, tmp_path)


def check_forms(report: dict[str, Any], folder: Path) -> None:
    """Paper, workbook, page and columns say the same win."""
    files = {end: folder / f"report.{end}" for end in ("csv", "xlsx", "pdf", "html", "json")}
    outputs = [word for path in files.values() for word in ("-o", str(path))]
    said("floor", "day", "report", "--date", "2026-03", *outputs)
    win = report["lines"][0]["figures"]["win"]
    dollars = f"{'-' if win < 0 else ''}${abs(win) / 100:,.2f}"
    assert json.loads(files["json"].read_text("utf-8"))["lines"] == report["lines"]
    rows = list(csv.reader(io.StringIO(files["csv"].read_text("utf-8"))))
    head = next(row for row in rows if "win_dollars" in row and "hold" in row)
    assert float(rows[rows.index(head) + 1][head.index("win_dollars")]) == win / 100
    book = openpyxl.load_workbook(files["xlsx"], data_only=True)
    assert any(cell == win / 100 for row in book["2 Tables"].iter_rows(values_only=True) for cell in row)
    assert all(row[2] == "OK" for row in book["Checks"].iter_rows(min_row=3, values_only=True))
    pages = "".join(page.extract_text() for page in pypdf.PdfReader(files["pdf"]).pages)
    assert dollars in pages
    assert dollars in files["html"].read_text("utf-8")


def test_what_can_not_be_reported(database: str, tmp_path: Path) -> None:
    assert "none is signed yet" in refused("floor", "day", "report")
    said("floor", "day", "open", "2026-03-01", "--by", "sue")
    said("floor", "day", "close", "--next", "night", "--by", "sue")
    said("floor", "day", "sign", "1", "--by", "max")
    assert "the last is report 1" in refused("floor", "day", "report", "7")
    assert "of that table, game or link" in refused("floor", "day", "report", "--table", "T9")
    assert "ends in .csv" in refused("floor", "day", "report", "1", "-o", str(tmp_path / "report.doc"))
    assert run("floor", "day", "report", "--by", "dealer").exit_code == 2


def test_the_base_game_is_counted_once(database: str) -> None:
    """The main wager carries the base game: with equal Antes and Blind the wagers come to the lab's own total."""
    found = theory.reckon(game_to_json(registry.game("three-card-blitz")()))
    assert found is not None
    total = analyze("three-card-blitz").total
    assert total is not None
    assert Fraction(found["wagers"]["ante"]["ev"]) + Fraction(found["wagers"]["blind"]["ev"]) == total.ev
    assert set(found["wagers"]) == {"ante", "blind", "flush-bonus", "blitz-bonus"}
