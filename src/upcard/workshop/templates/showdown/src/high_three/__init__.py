"""High Three, a table game for Upcard."""
