"""Reading a ledger from the outside: reports, the audit, rounds replayed to the cent."""
