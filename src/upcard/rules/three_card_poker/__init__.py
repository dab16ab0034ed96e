"""Three Card Poker with Pair Plus, 6 Card Bonus, progressive and envy (TCP)."""

from upcard.rules.three_card_poker.game import ThreeCardPoker

__all__ = ["ThreeCardPoker"]
