"""A player's session: so many rounds from a bankroll, simulated, and exactly where rounds are independent."""
