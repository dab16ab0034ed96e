"""The exact solution of 3 Card Blitz."""
