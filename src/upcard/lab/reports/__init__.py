"""The math report: everything that a laboratory asks of a game, as data and as documents."""
