"""A report as a document: headings, sentences, tables and plots, before anybody decides on paper or a workbook.

Every form writes these blocks and nothing else, so that the same numbers stand in all of them. A table may say how a
column follows from others (`formula`): the workbook then computes it beside the computed value, and checks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from upcard.lab.analysis import Json

Kind = Literal["text", "count", "number", "percent", "money", "exact"]
"""How a column is written: words, a whole number, a decimal number, a part of one in per cent, dollars, p/q."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    key: str
    title: str
    kind: Kind = "text"
    places: int = 6
    formula: str = ""
    """How the workbook works it out from other columns of the row: ``{combinations}/{of}``."""
    wide: int = 1
    """Its share of the width of a page."""


def words(key: str, title: str, *, wide: int = 2) -> Column:
    """A column of words."""
    return Column(key, title, "text", wide=wide)


def exact(key: str, title: str, *, wide: int = 4) -> Column:
    """A column of fractions as they are."""
    return Column(key, title, "exact", wide=wide)


def count(key: str, title: str, *, wide: int = 2) -> Column:
    """A column of whole numbers."""
    return Column(key, title, "count", 0, wide=wide)


def number(key: str, title: str, places: int = 6, formula: str = "", *, wide: int = 2) -> Column:
    """A column of decimal numbers."""
    return Column(key, title, "number", places, formula, wide)


def percent(key: str, title: str, places: int = 4, formula: str = "", *, wide: int = 2) -> Column:
    """A column of parts of one, written in per cent."""
    return Column(key, title, "percent", places, formula, wide)


def money(key: str, title: str, places: int = 2, formula: str = "", *, wide: int = 2) -> Column:
    """A column of dollars."""
    return Column(key, title, "money", places, formula, wide)


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows under columns."""

    title: str
    columns: tuple[Column, ...]
    rows: Sequence[Mapping[str, Any]]
    note: str = ""
    sums: tuple[str, ...] = ()
    """Columns that are added up below."""
    expected: Mapping[str, float] = field(default_factory=dict)
    """What a sum has to come to, as reckoned elsewhere; the workbook checks it."""


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    text: str
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading inside a chapter."""

    text: str


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture, as a Vega-Lite specification."""

    name: str
    caption: str
    spec: Json


Block = Grid | Text | Heading | Plot


@dataclass(frozen=True, slots=True)
class Chapter:
    """A numbered part of a document."""

    number: int
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A whole report."""

    title: str
    subtitle: str
    date: str
    facts: tuple[tuple[str, str], ...]
    """What stands on the first page."""
    chapters: tuple[Chapter, ...]
    foot: str = ""


def value_of(said: Any) -> float:
    """A number of the data as a float: an exact fraction is written ``"p/q"``."""
    if isinstance(said, str):
        return float(Fraction(said))
    return float(said)


def shown(column: Column, said: Any) -> str:
    """A cell as people read it."""
    if said is None or said == "":
        return "–"
    if column.kind == "text":
        return str(said)
    if column.kind == "exact":
        return str(said)
    if column.kind == "count":
        return f"{int(said):,}"
    number = value_of(said)
    if column.kind == "percent":
        return f"{_plain(number * 100, column.places)} %"
    if column.kind == "money":
        return f"{'-' if number < 0 else ''}${abs(number):,.2f}"
    return _plain(number, column.places)


def _plain(number: float, places: int) -> str:
    """A number with its decimals; a minus before nothing is left out."""
    said = f"{number:,.{places}f}"
    return said.lstrip("-") if not float(said.replace(",", "")) else said
