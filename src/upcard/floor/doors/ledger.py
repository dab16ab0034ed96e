"""The door of `floor/ledger`: a ledger to be read, its checkpoints, its errors, and its amounts as text."""

from upcard.floor.ledger import chained, money
from upcard.floor.ledger.checkpoint import Checkpoint, head_of, read_checkpoints
from upcard.floor.ledger.entry import Broken, Entry, read_transfers
from upcard.floor.ledger.keys import Keys
from upcard.floor.ledger.storage.archive import Archive, is_archive
from upcard.floor.ledger.storage.database import file_of, parse_url
from upcard.floor.ledger.storage.errors import Missing, StorageError
from upcard.floor.ledger.storage.readable import Readable
from upcard.floor.ledger.storage.store import Store

__all__ = [
    "Archive",
    "Broken",
    "Checkpoint",
    "Entry",
    "Keys",
    "Missing",
    "Readable",
    "StorageError",
    "Store",
    "chained",
    "file_of",
    "head_of",
    "is_archive",
    "money",
    "parse_url",
    "read_checkpoints",
    "read_transfers",
]
