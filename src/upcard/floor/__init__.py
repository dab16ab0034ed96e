"""The casino around the tables: money, ledger, meters, staff, limits and storage."""
