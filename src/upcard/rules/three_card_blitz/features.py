"""What a player of 3 Card Blitz looks at: the total, and the suits it is made of (BLZ-2, BLZ-3)."""

from collections.abc import Mapping

from upcard.rules.features import Feature, flag
from upcard.rules.three_card_blitz.points import blitz_hand, blitz_total, blitz_value

FEATURES = (
    Feature("total", "the highest sum of up to three cards of one suit", lambda _, s: blitz_total(s.hand)),
    Feature("points", "the sum of all seven cards", lambda _, s: sum(map(blitz_value, s.hand))),
    Feature("longest-suit", "how many cards of one suit there are", lambda _, s: blitz_hand(s.hand).longest_suit),
    flag("royal", "A-K-Q of one suit is there", lambda _, s: bool(blitz_hand(s.hand).royals)),
)
MOVES: Mapping[str, str] = {"play": "P", "fold": "F"}
