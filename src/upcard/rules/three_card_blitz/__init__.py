"""3 Card Blitz: the best total of three suited cards out of seven (BLZ)."""

from upcard.rules.three_card_blitz.game import ThreeCardBlitz

__all__ = ["ThreeCardBlitz"]
