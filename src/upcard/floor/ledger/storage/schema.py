"""The tables of the database, and the revision of them that this software reads and writes."""

from sqlalchemy import BigInteger, Column, Integer, LargeBinary, MetaData, String, Table, UniqueConstraint

HEAD = "0001"
"""The newest migration in `migrations/versions`."""

NAMING = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
"""Constraints have names from the first migration on: SQLite can't change what has none."""

metadata = MetaData(naming_convention=NAMING)

# SQLite's own integer key is the fast one there; PostgreSQL's Integer would end at two thousand million entries.
Sequence = BigInteger().with_variant(Integer(), "sqlite")

entry = Table(
    "entry",
    metadata,
    Column("seq", Sequence, primary_key=True, autoincrement=False),
    Column("epoch", BigInteger, nullable=False),
    Column("kind", String, nullable=False),
    Column("command", String, nullable=False),
    Column("transfers", LargeBinary, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    UniqueConstraint("command"),
)
"""The ledger. The sequence number is its key: of two writers that append the same number, one fails."""

snapshot = Table(
    "snapshot",
    metadata,
    Column("seq", Sequence, primary_key=True, autoincrement=False),
    Column("state", LargeBinary, nullable=False),
)
"""The state after an entry. The ledger holds its digest; it is checked, never trusted."""

checkpoint = Table(
    "checkpoint",
    metadata,
    Column("seq", Sequence, primary_key=True, autoincrement=False),
    Column("at", String, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("signature", LargeBinary, nullable=False),
)
"""Signed heads of the chain. Copies of them are kept off the machine."""
