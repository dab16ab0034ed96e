"""The door of `floor/upkeep`: copies of a house, its signed heads sent elsewhere, a standby, a reader."""

from upcard.floor.upkeep import copies, heads
from upcard.floor.upkeep.copies import Copied
from upcard.floor.upkeep.reader import Reader
from upcard.floor.upkeep.standby import Standby

__all__ = ["Copied", "Reader", "Standby", "copies", "heads"]
