"""High Card, a table game for Upcard."""
