"""Jackpots over months and years: meters of a link led through the hits of all its tables."""
