"""The door of `floor/days`: the shift that runs, signed reports read back and added up, and their rows."""

from upcard.floor.days import joining, reading, rows
from upcard.floor.days.joining import Wanted
from upcard.floor.days.shifts import as_it_stands

__all__ = ["Wanted", "as_it_stands", "joining", "reading", "rows"]
