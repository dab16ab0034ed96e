"""Alembic's way in. The connection comes from `ledger.storage.database`; there is no configuration file."""

from alembic import context

from upcard.floor.ledger.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite changes a table by making it again
    transaction_per_migration=False,
)
with context.begin_transaction():
    context.run_migrations()
