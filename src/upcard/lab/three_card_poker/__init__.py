"""The exact solution of Three Card Poker."""
