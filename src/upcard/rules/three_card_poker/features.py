"""What a player of Three Card Poker looks at: the hand (TCP-9)."""

from collections.abc import Mapping

from upcard.cards.poker import ladder
from upcard.rules.features import flag, strength
from upcard.rules.three_card_poker import hands

FEATURES = (
    strength("hand", "the three cards, as in Q-6-4 or pair", lambda c: hands.strength(c), *ladder(3), 3),  # noqa: PLW0108 (the atom as it is when it is asked)
    flag("qualifies", "a dealer would play with this hand", lambda _, s: hands.qualifies(hands.strength(s.hand))),
)
MOVES: Mapping[str, str] = {"play": "P", "fold": "F"}
