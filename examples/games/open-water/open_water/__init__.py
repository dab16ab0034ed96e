"""Open Water, a game for Upcard."""
