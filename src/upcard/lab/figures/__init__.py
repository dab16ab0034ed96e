"""Figures that others printed, and those that a game's package gives: worked out anew, to be compared with."""
