"""The door of `floor/house`: to open a house, to hear what it has committed, to read its state from a ledger."""

from upcard.floor.house.codec import plain, revive
from upcard.floor.house.house import House, HouseError, keys_path
from upcard.floor.house.profile import in_zone, local, tax_note
from upcard.floor.house.recovery import recover
from upcard.floor.house.sequencer import Committed, ack_of

__all__ = [
    "Committed",
    "House",
    "HouseError",
    "ack_of",
    "in_zone",
    "keys_path",
    "local",
    "plain",
    "recover",
    "revive",
    "tax_note",
]
