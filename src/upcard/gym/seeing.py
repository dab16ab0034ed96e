"""What a player knows as arrays: cards where they lie, which hand it is about, what stands on each wager.

It is written from `Knowledge` alone, the one key of what a player has seen; a card that lies face down for him is
`FACE_DOWN` here and nowhere else in the observation.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
from gymnasium import spaces

from upcard.cards.card import Cards
from upcard.lab.simulation.steps.felt import BOARD_ROW, DEALER_ROW, FACE_DOWN, HANDS, NONE, OWN_ROW, WIDE
from upcard.rounds.knowledge import Knowledge
from upcard.rules.game import Game
from upcard.rules.needs import BOARD, DEALER, UNKNOWN

Observation = dict[str, Any]


class Seeing:
    """Observations of one game, in units of the player's first bet."""

    def __init__(self, game: Game, unit: int) -> None:
        self.unit = unit
        self.wagers = tuple(wager.name for wager in game.wagers)
        self.column = {name: at for at, name in enumerate(self.wagers)}
        self.space = spaces.Dict(
            {
                "cards": spaces.Box(NONE, FACE_DOWN, (OWN_ROW + HANDS, WIDE), np.int8),
                "hand": spaces.Discrete(HANDS + 1),
                "stakes": spaces.Box(0.0, np.finfo(np.float32).max, (HANDS, len(self.wagers)), np.float32),
            }
        )

    def write(self, known: Knowledge, *, over: bool) -> Observation:
        """One player's knowledge; a round that is over is about no hand any more."""
        cards = np.zeros((OWN_ROW + HANDS, WIDE), np.int8)
        for laid in known.hands:
            row = {DEALER: DEALER_ROW, BOARD: BOARD_ROW}.get(laid.seat)
            if row is None and laid.seat == known.seat:
                row = OWN_ROW + laid.hand - 1
            if row is not None:
                cards[row, : len(laid.cards)] = list(codes(laid.cards))
        stakes = np.zeros((HANDS, len(self.wagers)), np.float32)
        for stake in known.stakes:
            if stake.seat == known.seat:
                stakes[stake.hand - 1, self.column[stake.wager]] = stake.cents / self.unit
        return {"cards": cards, "hand": 0 if over else known.hand, "stakes": stakes}


def codes(cards: Cards) -> Iterable[int]:
    """Cards from 1 on, so that 0 is none."""
    return (FACE_DOWN if card == UNKNOWN else card + 1 for card in cards)
