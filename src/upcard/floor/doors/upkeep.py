"""The door of `floor/upkeep`: copies of a house, its signed heads sent elsewhere, and a standby that takes it over."""

from upcard.floor.upkeep import copies, heads
from upcard.floor.upkeep.copies import Copied
from upcard.floor.upkeep.standby import Standby

__all__ = ["Copied", "Standby", "copies", "heads"]
