"""Where the ledger lies: SQLite beside the house by default, PostgreSQL by URL. One code path, real migrations."""
