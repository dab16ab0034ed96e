"""The exact solution of 4 Card Split."""
