"""The terminal table: what is on the felt, who may do what, and what it came to. It knows no game."""
