"""The workbook's formulas, worked out by another program, come to the values beside them, and every checker agrees."""

import io
from pathlib import Path
from typing import Any

import formulas
import openpyxl
import pytest

from upcard.lab.analysis import Json
from upcard.lab.reports.writing import FORMS

NEAR = 1e-9


def live_cells(path: Path) -> dict[tuple[str, str], str]:
    """Every formula of a workbook, by sheet and cell."""
    book = openpyxl.load_workbook(path)
    return {
        (sheet.title, cell.coordinate): cell.value
        for sheet in book
        for row in sheet.iter_rows()
        for cell in row
        if isinstance(cell.value, str) and cell.value.startswith("=")
    }


def recalculated(path: Path) -> dict[tuple[str, str], Any]:
    """Every cell, as the formulas come out when they are worked out anew."""
    model = formulas.ExcelModel().loads(str(path)).finish()
    found: dict[tuple[str, str], Any] = {}
    for name, ranges in model.calculate().items():
        if not hasattr(ranges, "value") or ":" in str(name).rpartition("!")[2]:
            continue
        sheet, _, cell = str(name).rpartition("!")
        found[sheet.rpartition("]")[2].strip("'").upper(), cell] = ranges.value[0, 0]
    return found


def test_formulas_come_to_what_stands_beside_them(poker: Json, tmp_path: Path) -> None:
    path = tmp_path / "report.xlsx"
    path.write_bytes(FORMS[".xlsx"](poker))
    kept = openpyxl.load_workbook(path, data_only=True)
    anew = recalculated(path)
    live = live_cells(path)
    assert len(live) > 150
    for (sheet, cell), formula in live.items():
        stored, worked_out = kept[sheet][cell].value, anew[sheet.upper(), cell]
        if isinstance(stored, str):
            assert str(worked_out) == stored == "OK", f"{sheet}!{cell} {formula}"
        else:
            assert float(worked_out) == pytest.approx(stored, abs=NEAR, rel=NEAR), f"{sheet}!{cell} {formula}"


def test_a_checker_sees_a_number_that_was_changed(poker: Json, tmp_path: Path) -> None:
    """One count of Pair Plus a little off, in the workbook: its table's checker says so."""
    path = tmp_path / "report.xlsx"
    book = openpyxl.load_workbook(io.BytesIO(FORMS[".xlsx"](poker)))
    sheet = book["3 Every wager, every outcome"]
    straight = next(cell for row in sheet.iter_rows() for cell in row if cell.value == 3744)
    straight.value = 3745
    book.save(path)
    assert "CHECK" in {str(value) for value in recalculated(path).values()}
