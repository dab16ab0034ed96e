"""The door of `floor/upkeep`: copies of a house, and its signed heads sent elsewhere."""

from upcard.floor.upkeep import copies, heads
from upcard.floor.upkeep.copies import Copied

__all__ = ["Copied", "copies", "heads"]
