"""The house as clients see it now: the read model, the streams, the tables that run, and how it all looks."""
