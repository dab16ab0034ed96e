"""A report on paper: A4, set by Typst with its own fonts, so that it looks the same wherever it is made."""

import re
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from math import ceil
from pathlib import Path
from textwrap import wrap

from upcard.lab.reports.document import Block, Column, Document, Grid, Heading, Plot, Text, shown
from upcard.lab.reports.forms.drawing import drawn
from upcard.lab.reports.forms.page import is_number, total_of
from upcard.lab.reports.forms.plots import png

SHARP = 3.0
"""Dots of a plot for each point."""
_HASH = re.compile(r"[0-9a-f]{64}")
NARROW = 8
"""From so many columns on, letters are smaller."""
WHOLE = 26
"""A table of no more lines stands on one page; a longer one is broken, and says its head again."""
ACROSS = 130
"""Letters of a table that stand side by side on a page, about."""

_SET_UP = """
#set document(title: {title}, date: {date})
#set page(paper: "a4", margin: (x: 18mm, top: 20mm, bottom: 20mm), numbering: "1 / 1",
  footer: context [#set text(7.5pt, fill: luma(110)); #{foot} #h(1fr) #counter(page).display("1 / 1", both: true)])
#set text(font: "Libertinus Serif", size: 10pt, lang: "en", number-type: "lining")
#set par(justify: false, leading: 0.6em)
#set table(inset: (x: 4pt, y: 3pt),
  stroke: (_, y) => (bottom: if y == 0 {{ 0.8pt + black }} else {{ 0.3pt + luma(215) }}))
#set table.cell(breakable: false)
#show table.cell.where(y: 0): set text(fill: luma(90))
#show heading.where(level: 1): it => block(above: 2.6em, below: 1em, stroke: (top: 2pt + rgb("#1f5aa6")),
  inset: (top: 6pt), width: 100%, sticky: true, text(17pt, it))
#show heading.where(level: 2): it => block(above: 1.6em, below: 0.8em, sticky: true, text(12pt, it))
"""


def paper(document: Document) -> bytes:
    """The PDF's bytes; the same document always gives the same."""
    import typst

    with tempfile.TemporaryDirectory(prefix="upcard-report-") as name:
        folder = Path(name)
        source = folder / "report.typ"
        source.write_text("".join(_typst(document, folder)), encoding="utf-8")
        made: bytes = typst.compile(
            str(source), root=str(folder), format="pdf", ignore_system_fonts=True, timestamp=_midnight(document.date)
        )
    return made


def _midnight(date: str) -> int:
    return int(datetime.fromisoformat(date).replace(tzinfo=UTC).timestamp())


def _typst(document: Document, folder: Path) -> Iterator[str]:
    year, month, day = (int(part) for part in document.date.split("-"))
    yield _SET_UP.format(
        title=said(document.title), foot=said(document.foot), date=f"datetime(year: {year}, month: {month}, day: {day})"
    )
    yield f'#v(25mm)\n#text(26pt, weight: "bold", {said(document.title)})\n\n'
    yield f"#text(13pt, fill: luma(90), {said(document.subtitle)})\n\n"
    facts = "".join(f"text(fill: luma(90), {said(name)}), {said(broken(value))}, " for name, value in document.facts)
    yield f"#v(10mm)\n#grid(columns: (38mm, 1fr), row-gutter: 7pt, {facts})\n"
    yield '#v(10mm)\n#text(12pt, weight: "bold")[Chapters]\n#outline(title: none, depth: 1)\n#pagebreak()\n'
    for chapter in document.chapters:
        yield f"#heading(level: 1, {said(f'{chapter.number}  {chapter.title}')})\n"
        for block in chapter.blocks:
            yield from _block(block, folder)


def _block(block: Block, folder: Path) -> Iterator[str]:
    if isinstance(block, Heading):
        yield f"#heading(level: 2, outlined: false, {said(block.text)})\n"
    elif isinstance(block, Text):
        yield f"#par({said(block.text)})\n"
    elif isinstance(block, Plot):
        (folder / f"{block.name}.png").write_bytes(png(drawn(block), SHARP))
        picture = f"align(center, image({said(f'{block.name}.png')}, width: 88%))"
        caption = f"align(center, text(9pt, fill: luma(90), {said(block.caption)}))"
        yield f"#block(breakable: false, above: 1.2em, width: 100%)[#{picture}#{caption}]\n"
    else:
        yield from _table(block)


def _table(table: Grid) -> Iterator[str]:
    size = 8 if len(table.columns) < NARROW else 7
    widths = ", ".join(f"{column.wide}fr" if _wraps(table, column) else "auto" for column in table.columns)
    if not any(_wraps(table, column) for column in table.columns):
        widths = ", ".join(f"{column.wide}fr" for column in table.columns)
    across = ", ".join("right" if is_number(column) else "left" for column in table.columns)
    aligns = f"(x, y) => ({across},).at(x) + if y == 0 {{ bottom }} else {{ top }}"
    cells = [f"table.header({', '.join(said(column.title) for column in table.columns)})"]
    cells += [said(broken(shown(column, row[column.key]))) for row in table.rows for column in table.columns]
    if table.sums:
        cells += [
            f"table.cell(stroke: (top: 0.8pt + black), strong({said(total_of(table, c))}))" for c in table.columns
        ]
    yield (
        f'#block(above: 1.3em, below: 0.5em, sticky: true, text(9.5pt, weight: "bold", {said(table.title)}))\n'
        f"#block(breakable: {'false' if lines_of(table) <= WHOLE else 'true'}, width: 100%)["
        f"#text({size}pt)[#table(columns: ({widths},), align: {aligns}, {', '.join(cells)})]\n"
    )
    if table.note:
        yield f"#block(above: 0.6em, text(8.5pt, fill: luma(90), {said(table.note)}))\n"
    yield "]\n"


def lines_of(table: Grid) -> int:
    """About how many lines a table takes on paper, so that a short one is not torn apart by the end of a page."""
    wide = sum(column.wide for column in table.columns)
    found = 2 if table.sums else 1
    for row in table.rows:
        found += max(
            ceil(len(shown(column, row[column.key])) * wide / (ACROSS * column.wide)) if _wraps(table, column) else 1
            for column in table.columns
        )
    return found + ceil(len(table.note) / ACROSS)


def _wraps(table: Grid, column: Column) -> bool:
    """Whether a column's words may need several lines."""
    longest = max((len(shown(column, row[column.key])) for row in table.rows), default=0)
    return not is_number(column) and longest > 24


def broken(text: str) -> str:
    """Long numbers may be broken where a line ends. A hash fits in one, and can be copied from the paper as it is."""
    zero_width = "\u200b"
    return " ".join(
        word if len(word) <= 30 or _HASH.fullmatch(word) else zero_width.join(wrap(word, 12))
        for word in text.split(" ")
    )


def said(text: str) -> str:
    """A text as Typst reads it: nothing in it is markup."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{escaped}"'
