"""The ledger, its snapshots and its checkpoints."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Creates them."""
    op.create_table(
        "entry",
        sa.Column("seq", _number, autoincrement=False, nullable=False),
        sa.Column("epoch", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("command", sa.String(), nullable=False),
        sa.Column("transfers", sa.LargeBinary(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_entry")),
        sa.UniqueConstraint("command", name=op.f("uq_entry_command")),
    )
    op.create_table(
        "snapshot",
        sa.Column("seq", _number, autoincrement=False, nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_snapshot")),
    )
    op.create_table(
        "checkpoint",
        sa.Column("seq", _number, autoincrement=False, nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("signature", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_checkpoint")),
    )


def downgrade() -> None:
    """There is no way back from a ledger."""
    raise NotImplementedError("a ledger is not taken away")
