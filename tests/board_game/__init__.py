"""A game with a board, written for the tests as somebody outside would write it."""
