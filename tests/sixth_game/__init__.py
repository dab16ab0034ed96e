"""High Card, a game that nobody plays: it proves docs/adding-a-game.md."""
