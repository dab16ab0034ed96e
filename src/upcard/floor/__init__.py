"""The casino around the tables: money, ledger, meters, staff, limits and storage."""

from upcard.extras import need

need("house")
