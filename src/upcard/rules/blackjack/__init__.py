"""Blackjack with 21+3, In Between and Blazing 7s (BJK, B7S)."""

from upcard.rules.blackjack.game import Blackjack

__all__ = ["Blackjack"]
