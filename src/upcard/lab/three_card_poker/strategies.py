"""Three Card Poker's hands in cells, for strategies that people can remember (TCP-4)."""

import numpy as np

from upcard.lab.kernels import Progress
from upcard.lab.memorable.findings import Findings
from upcard.lab.memorable.two_way import Sheet, findings, sheet_of
from upcard.lab.pricing import net
from upcard.lab.three_card_poker.counts import deals
from upcard.lab.three_card_poker.solver import decide, meet
from upcard.rules.features import HandSight
from upcard.rules.game import Game
from upcard.rules.words import poker_label


def sheet(game: Game) -> Sheet:
    """Every kind of hand, with what playing wins over folding."""
    dealt = deals(game.deck)
    playing, folding, parts = decide(game, dealt, meet(game, dealt))
    gain = (playing - folding) * dealt.weights
    seen = {
        feature.name: np.array([feature.of(game, HandSight(hand)) for hand in dealt.hands]) for feature in game.features
    }
    return sheet_of(
        game, "ante", ("play", "fold"), seen, dealt.weights * dealt.dealer_hands, gain, np.maximum(gain, 0),
        dealt.player_hands * dealt.dealer_hands, parts, net(game.table_of("ante")["fold"]),
    )  # fmt: skip


def find(game: Game, progress: Progress) -> Findings:
    """The short strategies of Three Card Poker."""
    progress("searching short strategies of Three Card Poker")
    made = sheet(game)
    dealt = deals(game.deck)
    strength = next(feature for feature in game.features if feature.name == "hand")
    words = {strength.of(game, HandSight(hand)): poker_label(hand) for hand in dealt.hands}
    at = made.features.index("hand")
    return findings(made, [words[int(row[at])] for row in made.seen])
