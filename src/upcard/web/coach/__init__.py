"""The coach: exact answers from the lab, asked with what a player sees, and the score kept of them."""
