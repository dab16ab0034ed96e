"""The commands of the mathematics: analyze, advise, simulate, verify, warm."""
