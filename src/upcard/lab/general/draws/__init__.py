"""Cards that are exchanged: some of a hand are held, others come for the rest."""
