"""Blackjack with 21+3, In Between and Blazing 7s (BJK, B7S)."""
