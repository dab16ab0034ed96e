"""Third Card, a table game for Upcard."""
