"""Blackjack a decision at a time: insurance, then every hand with every split (BJK)."""

from typing import ClassVar

import numpy as np

from upcard.lab.kernels import Array
from upcard.lab.simulation.engines import blackjack_kernels as whole
from upcard.lab.simulation.engines.blackjack import BlackjackEngine
from upcard.lab.simulation.engines.blackjack_policy import ANSWERS, CODES
from upcard.lab.simulation.setup import Setup
from upcard.lab.simulation.steps import blackjack_step_kernels as kernels
from upcard.lab.simulation.steps.felt import Felt
from upcard.lab.simulation.steps.games import Numbers

LEAST = "{} least"
"""What the smallest amount of a move is called."""


class BlackjackSteps:
    """Blackjack with all its rules."""

    unasked: ClassVar[str] = "never-bust"

    def __init__(self, setup: Setup, felt: Felt, stakes: Array, numbers: Numbers) -> None:
        self.felt, self.stakes = felt, stakes
        self.engine = BlackjackEngine(setup)
        bet, first = self.engine.bet, self.engine.first
        self.cells = (
            bet["blackjack"], bet["even-money"], bet["surrender"], bet["lose"], self.engine.insurance,
            first["21+3"], first["in-between"], first["blazing-sevens"],
        )  # fmt: skip
        self.gain = np.array([cell.gain if cell else 0 for cell in self.engine.cells[1]], np.int64)
        bets = setup.seats[1].bets
        amounts = self.engine.policy.amounts(bets)
        acts = {**CODES, **({LEAST.format("double"): whole.DOUBLE_LEAST} if _two(amounts.double) else {})}
        replies = {**ANSWERS, **({LEAST.format("insurance"): whole.INSURE_LEAST} if _two(amounts.insurance) else {})}
        self.moves, self.codes = _both_ways(acts, numbers, felt.mask.shape[1])
        self.answers, self.replies = _both_ways(replies, numbers, felt.mask.shape[1])
        staked = [bets["bet"] + added for added in (0, *amounts.double)]
        self.amounts = np.array(staked, np.float64) / next(iter(bets.values()))
        _, legal, ways, _, _, insure_legal, insure_ways = self.engine.plays
        self.policy = (legal, ways, insure_legal[0], insure_ways[0])
        many, most = len(felt.hand), whole.MOST_HANDS + 1
        self.work = (
            np.zeros((many, kernels.PLACES), np.int64), np.zeros((many, most), np.int64),
            np.zeros((many, most), np.int64), np.zeros((many, most), np.int64), np.zeros((many, most), np.int64),
            np.zeros(many, np.bool_),
        )  # fmt: skip

    def deal(self, which: Array) -> None:
        """Deals new rounds."""
        engine = self.engine
        kernels.deal(
            which, self.felt.arrays, engine.hands, engine.dealer, self.policy, self.cells, self.answers,
            self.moves, self.stakes, self.work,
        )  # fmt: skip

    def step(self, actions: Array) -> None:
        """Makes a move everywhere."""
        engine = self.engine
        kernels.step(
            actions, self.felt.arrays, engine.hands, engine.dealer, self.policy, self.cells, engine.sides,
            self.codes, self.replies, self.moves, self.amounts, engine.made, self.work, self.gain,
        )  # fmt: skip


def _two(amounts: tuple[int, int]) -> bool:
    """Whether the most and the least differ."""
    return amounts[0] != amounts[1]


def _both_ways(codes: dict[str, int], numbers: Numbers, actions: int) -> tuple[Array, Array]:
    """The number of an action by the kernel's code, and the code by the number; -1 where there is none."""
    of, back = np.full(max(codes.values()) + 2, -1, np.int64), np.full(actions, -1, np.int64)
    for name, code in codes.items():
        of[code] = numbers(name)
        back[numbers(name)] = code
    return of, back
