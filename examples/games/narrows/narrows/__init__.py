"""Narrows, a game for Upcard."""
