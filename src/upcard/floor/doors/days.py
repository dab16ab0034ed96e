"""The door of `floor/days`: the shift that runs, signed reports read back and added up, and their rows."""

from upcard.floor.days import joining, reading, rows
from upcard.floor.days.joining import Wanted
from upcard.floor.days.shifts import Standing, as_it_stands, report_of, standing

__all__ = ["Standing", "Wanted", "as_it_stands", "joining", "reading", "report_of", "rows", "standing"]
