"""Three Card Poker and 3 Card Blitz a decision at a time: cards, then play or fold."""

from abc import ABC, abstractmethod
from typing import ClassVar

import numpy as np

from upcard.lab.kernels import Array
from upcard.lab.simulation.engines.three_card_blitz import ThreeCardBlitzEngine
from upcard.lab.simulation.engines.three_card_poker import ThreeCardPokerEngine
from upcard.lab.simulation.setup import Setup
from upcard.lab.simulation.steps import step_kernels as kernels
from upcard.lab.simulation.steps.felt import Felt
from upcard.lab.simulation.steps.games import Numbers


class _PlayOrFold(ABC):
    """One decision a round."""

    unasked: ClassVar[str] = "always-play"

    def __init__(self, setup: Setup, felt: Felt, stakes: Array, numbers: Numbers) -> None:
        self.game, self.felt, self.stakes = setup.game, felt, stakes
        self.play, self.fold = numbers("play"), numbers("fold")
        self.dealt = np.zeros((len(felt.hand), 2 * setup.game.hand_size), np.int64)

    def deal(self, which: Array) -> None:
        """Deals a new round."""
        kernels.deal(
            which, self.felt.arrays, self.dealt, self.game.hand_size, self.stakes, self.play, self.fold
        )  # fmt: skip

    @abstractmethod
    def step(self, actions: Array) -> None:
        """Plays or folds everywhere."""


class PokerSteps(_PlayOrFold):
    """Three Card Poker."""

    def __init__(self, setup: Setup, felt: Felt, stakes: Array, numbers: Numbers) -> None:
        super().__init__(setup, felt, stakes, numbers)
        self.engine = ThreeCardPokerEngine(setup)

    def step(self, actions: Array) -> None:
        """Plays or folds everywhere."""
        engine = self.engine
        kernels.step_poker(
            actions, self.fold, self.felt.arrays, self.dealt, engine.kinds, engine.facts, engine.meets,
            len(engine.meetings), (len(engine.classes), engine.digits.sizes["six"]), engine.made, engine.six,
            engine.suited, engine.bits,
        )  # fmt: skip
        self.felt.pay(engine.book)


class BlitzSteps(_PlayOrFold):
    """3 Card Blitz."""

    def __init__(self, setup: Setup, felt: Felt, stakes: Array, numbers: Numbers) -> None:
        super().__init__(setup, felt, stakes, numbers)
        self.engine = ThreeCardBlitzEngine(setup)

    def step(self, actions: Array) -> None:
        """Plays or folds everywhere."""
        engine = self.engine
        kernels.step_blitz(
            actions, self.fold, self.felt.arrays, self.dealt, engine.packed, engine.rows, engine.sizes
        )  # fmt: skip
        self.felt.pay(engine.book)
