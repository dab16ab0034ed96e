"""4 Card Split: two hands of three cards made from four, versions 1 and 2 (SPL)."""

from upcard.rules.four_card_split.game import FourCardSplit

__all__ = ["FourCardSplit"]
