"""The ledger read for staff, in processes of their own: search, replays, reports."""
