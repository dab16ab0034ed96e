"""The house itself: opened on its database, one sequencer, recovered from its ledger alone."""
