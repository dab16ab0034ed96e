"""Commands for inventors of games."""
