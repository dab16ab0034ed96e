"""A report as an Excel workbook: every table as values, with live formulas beside what follows from other cells.

Each table ends with a checker cell: OK where the formulas come to the computed values, and CHECK where they don't.
"""

import io
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from upcard.lab.reports.document import Chapter, Column, Document, Grid, Heading, Plot, Text, value_of
from upcard.lab.reports.forms.drawing import drawn
from upcard.lab.reports.forms.plots import png

NEAR = 1e-9
"""How far a formula may be from a computed value: both are floats."""
LARGEST = 10**15
"""Longer whole numbers stand as text beside their nearest float: a cell keeps fifteen digits."""
CHECKER = "checker"
_KEY = re.compile(r"\{(\w+)\}")


def workbook(document: Document) -> bytes:
    """The file's bytes."""
    import xlsxwriter

    kept = io.BytesIO()
    book = xlsxwriter.Workbook(kept, {"in_memory": True})
    book.set_properties({"title": document.title, "created": datetime.fromisoformat(document.date)})
    look = _Look(book)
    _first_sheet(book, look, document)
    checkers: list[tuple[str, str, str]] = []
    for chapter in document.chapters:
        checkers += _Sheet(book, look, chapter).write()
    _checks_sheet(book, look, checkers)
    book.close()
    return kept.getvalue()


class _Look:
    """The formats of a workbook."""

    def __init__(self, book: Any) -> None:
        self._book = book
        self._made: dict[tuple[tuple[str, object], ...], Any] = {}

    def __call__(self, **wanted: object) -> Any:
        key = tuple(sorted(wanted.items()))
        if key not in self._made:
            self._made[key] = self._book.add_format(
                {"font_name": "Calibri", "font_size": 10, "valign": "top", **wanted}
            )
        return self._made[key]

    def of(self, column: Column, **more: object) -> Any:
        point = f".{'0' * column.places}" if column.places else ""
        forms = {"count": "#,##0", "number": f"#,##0{point}", "percent": f"0{point}%", "money": "$#,##0.00"}
        wanted = {"num_format": forms[column.kind]} if column.kind in forms else {"text_wrap": True}
        return self(**wanted, **more)


def _first_sheet(book: Any, look: _Look, document: Document) -> None:
    sheet = book.add_worksheet("Report")
    sheet.set_column(0, 0, 24)
    sheet.set_column(1, 1, 100)
    sheet.write(0, 0, document.title, look(bold=True, font_size=18))
    sheet.write(1, 0, document.subtitle, look(font_color="#5b5b66"))
    for at, (name, value) in enumerate(document.facts, 3):
        sheet.write(at, 0, name, look(font_color="#5b5b66"))
        sheet.write_string(at, 1, value, look(text_wrap=True))
    at = 4 + len(document.facts)
    for chapter in document.chapters:
        sheet.write_url(
            at, 0, f"internal:'{_name(chapter)}'!A1", look(font_color="#1f5aa6"), f"{chapter.number} {chapter.title}"
        )
        at += 1
    sheet.write_url(at, 0, "internal:'Checks'!A1", look(font_color="#1f5aa6"), "Checks")
    _paper(sheet)


def _paper(sheet: Any) -> None:
    sheet.set_paper(9)
    sheet.set_landscape()
    sheet.fit_to_pages(1, 0)
    sheet.hide_gridlines(2)


def _checks_sheet(book: Any, look: _Look, checkers: list[tuple[str, str, str]]) -> None:
    sheet = book.add_worksheet("Checks")
    sheet.set_column(0, 1, 42)
    sheet.write(0, 0, "Every checker cell of the workbook", look(bold=True, font_size=14))
    for at, (where, title, cell) in enumerate(checkers, 2):
        sheet.write(at, 0, where, look())
        sheet.write(at, 1, title, look())
        sheet.write_formula(at, 2, f"='{where}'!{cell}", look(bold=True), "OK")
    _paper(sheet)


def _name(chapter: Chapter) -> str:
    return f"{chapter.number} {chapter.title}"[:31].replace(":", "")


class _Sheet:
    """One chapter's sheet."""

    def __init__(self, book: Any, look: _Look, chapter: Chapter) -> None:
        self._look = look
        self._chapter = chapter
        self._name = _name(chapter)
        self._sheet = book.add_worksheet(self._name)
        self._row = 0
        self._widths: dict[int, int] = {}

    def write(self) -> list[tuple[str, str, str]]:
        """Writes every block; returns sheet, title and checker cell of every table."""
        look, checkers = self._look, []
        self._sheet.write(0, 0, f"{self._chapter.number} {self._chapter.title}", look(bold=True, font_size=16))
        self._row = 2
        for block in self._chapter.blocks:
            if isinstance(block, Text):
                self._sheet.write_string(self._row, 0, block.text, look(font_color="#5b5b66"))
                self._row += 2
            elif isinstance(block, Heading):
                self._sheet.write_string(self._row, 0, block.text, look(bold=True, font_size=13))
                self._row += 1
            elif isinstance(block, Plot):
                picture = io.BytesIO(png(drawn(block)))
                options = {"image_data": picture, "x_scale": 0.5, "y_scale": 0.5, "description": block.caption}
                self._sheet.insert_image(self._row, 0, f"{block.name}.png", options)
                self._row += 20
            else:
                checkers.append((self._name, block.title, self._table(block)))
        for column, wide in self._widths.items():
            self._sheet.set_column(column, column, min(max(wide, 9), 70))
        _paper(self._sheet)
        return checkers

    def _table(self, table: Grid) -> str:
        look, sheet = self._look, self._sheet
        sheet.write_string(self._row, 0, table.title, look(bold=True))
        head = self._row + 1
        places: dict[str, int] = {}
        live: dict[str, int] = {}
        at = 0
        for column in table.columns:
            places[column.key] = at
            self._head(head, at, column.title)
            at += 1
            if column.formula:
                live[column.key] = at
                self._head(head, at, f"{column.title}, live")
                at += 1
        exact = at
        first, last = head + 1, head + len(table.rows)
        for row_at, row in enumerate(table.rows, first):
            self._cells(table, row, row_at, places, live, exact)
        self._row = last + 1
        if table.sums:
            self._sums(table, first, last, places, live)
        cell = self._check(table, first, last, places, live)
        if table.note:
            sheet.write_string(self._row, 0, table.note, look(font_color="#5b5b66", italic=True))
            self._row += 1
        self._row += 1
        return cell

    def _head(self, row: int, at: int, title: str) -> None:
        self._sheet.write_string(row, at, title, self._look(font_color="#5b5b66", bottom=1, text_wrap=True))

    def _cells(
        self,
        table: Grid,
        row: Mapping[str, Any],
        at: int,
        places: Mapping[str, int],
        live: Mapping[str, int],
        exact: int,
    ) -> None:
        long = []
        for column in table.columns:
            place, said = places[column.key], row[column.key]
            if said is None or said == "":
                self._sheet.write_blank(at, place, None, self._look())
            elif column.kind in {"text", "exact"}:
                self._sheet.write_string(at, place, str(said), self._look.of(column))
                self._wide(place, len(str(said)))
            else:
                if column.kind == "count" and abs(int(said)) >= LARGEST:
                    long.append(f"{column.title} {int(said)}")
                number = value_of(said)
                self._sheet.write_number(at, place, number, self._look.of(column))
                self._wide(place, 6 + len(f"{number:,.0f}") + column.places)
            if column.formula:
                self._formula(table, row, at, places, live[column.key], column)
        if long:
            self._sheet.write_string(at, exact, "; ".join(long), self._look(font_color="#5b5b66"))
            self._wide(exact, 40)

    def _formula(
        self, table: Grid, row: Mapping[str, Any], at: int, places: Mapping[str, int], place: int, column: Column
    ) -> None:
        needed = _KEY.findall(column.formula)
        if row[column.key] is None or any(row[key] is None for key in needed):
            return
        formula = _KEY.sub(lambda key: _cell(at, places[key[1]]), column.formula)
        look = self._look.of(column, font_color="#1f5aa6")
        self._sheet.write_formula(at, place, f"={formula}", look, value_of(row[column.key]))
        self._wide(place, 16)

    def _sums(self, table: Grid, first: int, last: int, places: Mapping[str, int], live: Mapping[str, int]) -> None:
        for column in table.columns:
            if column.key in table.sums:
                total = sum(value_of(row[column.key]) for row in table.rows)
                for place in (places[column.key], live.get(column.key)):
                    if place is not None:
                        look = self._look.of(column, bold=True, top=1)
                        self._sheet.write_formula(
                            last + 1, place, f"=SUM({_cell(first, place)}:{_cell(last, place)})", look, total
                        )
        self._row = last + 2

    def _check(self, table: Grid, first: int, last: int, places: Mapping[str, int], live: Mapping[str, int]) -> str:
        """The checker cell: formulas against computed values, sums against what they have to come to, and the rows."""
        said = [f"ROWS({_cell(first, 0)}:{_cell(last, 0)})={len(table.rows)}"] if table.rows else ["1=1"]
        for key, place in live.items():
            computed = f"{_cell(first, places[key])}:{_cell(last, places[key])}"
            largest = max((abs(value_of(row[key])) for row in table.rows if row[key] is not None), default=1.0)
            tolerance = (NEAR * max(largest, 1.0)) ** 2
            said.append(f"SUMXMY2({computed},{_cell(first, place)}:{_cell(last, place)})<{tolerance:.3e}")
        for key, expected in table.expected.items():
            place = live.get(key, places[key])
            said.append(f"ABS({_cell(last + 1, place)}-({expected!r}))<{NEAR}")
        self._sheet.write_string(self._row, 0, CHECKER, self._look(font_color="#5b5b66"))
        self._sheet.write_formula(self._row, 1, f'=IF(AND({",".join(said)}),"OK","CHECK")', self._look(bold=True), "OK")
        cell = _cell(self._row, 1)
        self._row += 1
        return cell

    def _wide(self, place: int, wide: int) -> None:
        self._widths[place] = max(self._widths.get(place, 0), wide)


def _cell(row: int, column: int) -> str:
    letters = ""
    at = column + 1
    while at:
        at, rest = divmod(at - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row + 1}"
