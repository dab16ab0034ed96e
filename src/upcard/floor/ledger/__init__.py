"""The ledger: entries chained by their hashes, the database they lie in, and the signed heads of the chain."""
