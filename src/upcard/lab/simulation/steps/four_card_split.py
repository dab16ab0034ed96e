"""4 Card Split a decision at a time: the cards are laid out, then each hand is played or folded (SPL)."""

from typing import ClassVar

import numpy as np

from upcard.lab.kernels import Array
from upcard.lab.simulation.engines.four_card_split import FourCardSplitEngine
from upcard.lab.simulation.setup import Setup
from upcard.lab.simulation.steps import four_card_split_step_kernels as kernels
from upcard.lab.simulation.steps.felt import Felt
from upcard.lab.simulation.steps.games import Numbers

_CARDS = 4
_EVERY = (1 << _CARDS) - 1


class FourCardSplitSteps:
    """4 Card Split, either version."""

    unasked: ClassVar[str] = "always-play"

    def __init__(self, setup: Setup, felt: Felt, stakes: Array, numbers: Numbers) -> None:
        self.felt, self.stakes = felt, stakes
        self.engine = FourCardSplitEngine(setup)
        self.play, self.fold = numbers("play"), numbers("fold")
        self.split_at = np.full(_EVERY + 1, -1, np.int64)
        self.bits_of = np.zeros(felt.mask.shape[1], np.int64)
        for bits in range(1, _EVERY):
            first = _first_hand(bits)
            if bits == first:
                self._name(first, numbers)
        wagers, bets = [wager.name for wager in setup.game.wagers], setup.seats[1].bets
        self.columns = np.array([wagers.index(name) for name in ("ante-1", "ante-2", "play-1", "play-2")], np.int64)
        unit = next(iter(bets.values()))
        self.play_units = np.array([bets["ante-1"] / unit, bets["ante-2"] / unit])
        many = len(felt.hand)
        self.work = (
            np.zeros((many, 8), np.int64), np.zeros(many, np.int64), np.zeros(many, np.int64),
            np.zeros((many, 2, 3), np.int64), np.zeros((many, 2), np.int64), np.zeros((many, 2), np.int64),
        )  # fmt: skip

    def _name(self, first: int, numbers: Numbers) -> None:
        """A way to lay four cards out: as an action names it, the part with the first card in front."""
        parts = [[str(place) for place in range(_CARDS) if bits >> place & 1] for bits in (first, _EVERY ^ first)]
        at = numbers("split " + " | ".join(" ".join(part) for part in sorted(parts)))
        self.split_at[first] = self.split_at[_EVERY ^ first] = at
        self.bits_of[at] = first

    def deal(self, which: Array) -> None:
        """Deals new rounds."""
        kernels.deal(
            which, self.felt.arrays, self.engine.shapes, self.engine.claims, self.split_at, self.fold, self.stakes,
            self.work,
        )  # fmt: skip

    def step(self, actions: Array) -> None:
        """Makes a move everywhere."""
        kernels.step(
            actions, self.bits_of, self.play, self.fold, self.felt.arrays, self.engine.facts,
            len(self.engine.ends), self.engine.ends.index(("fold",)), len(self.engine.blinds), self.play_units,
            self.columns, self.work,
        )  # fmt: skip
        self.felt.pay(self.engine.book)


def _first_hand(bits: int) -> int:
    """The cards of the first hand, as the round lays them: three beside one, else those with the first card (SPL-6)."""
    other = _EVERY ^ bits
    if bits.bit_count() == other.bit_count():
        return bits if bits & 1 else other
    return max(bits, other, key=int.bit_count)
