"""Rounds on the floor's tables, virtual, live and scanned, from START GAME to END GAME."""
