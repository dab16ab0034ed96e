"""Upcard: casino table games, played, settled to the cent and analysed exactly. Play money only."""

__version__ = "0.1.0"
