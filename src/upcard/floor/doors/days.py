"""The door of `floor/days`: the shift that runs, signed reports read back, and their rows."""

from upcard.floor.days import reading, rows
from upcard.floor.days.shifts import as_it_stands

__all__ = ["as_it_stands", "reading", "rows"]
