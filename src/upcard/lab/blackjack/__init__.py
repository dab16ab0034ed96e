"""The mathematics of blackjack and its side bets."""
