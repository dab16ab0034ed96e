"""Harbor Five, a game for Upcard."""
