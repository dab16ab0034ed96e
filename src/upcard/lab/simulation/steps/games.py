"""Which games can be played a decision at a time by kernels, and each with its tables."""

from collections.abc import Callable, Mapping
from typing import TypeAlias, cast

import numpy as np

from upcard.lab.analysis import LabError
from upcard.lab.kernels import Array
from upcard.lab.registry import has_own, kernels_of
from upcard.lab.simulation.engines.run import why_no_kernel
from upcard.lab.simulation.setup import Setup
from upcard.lab.simulation.steps.felt import Felt, Stepper
from upcard.lab.simulation.table import table, unit_bets
from upcard.rules import registry
from upcard.rules.game import Game

Numbers: TypeAlias = Callable[[str], int]
"""The number of an action by its name."""
_MANY = 32
"""More actions than any game has."""


def stops_at_decisions(game: str) -> bool:
    """Whether a game has such kernels."""
    return has_own(game, "steps")


def setup_for(game: Game, bets: Mapping[str, int]) -> Setup:
    """One player's table; refuses what no kernel plays."""
    if not stops_at_decisions(game.name):
        raise LabError(
            f"{game.title} has no kernel that stops at decisions; gymnasium.make_vec plays copies of its "
            "environment side by side"
        )
    if game.house.get("aggregate-limit") is not None:
        raise LabError("aggregate-limit looks at all lines of a round at once, which kernels that stop do not")
    setup = table(game, bets=bets, strategies=[kernels_of(game, "steps").unasked])
    reason = why_no_kernel(setup)
    if reason:
        raise LabError(reason)
    return setup


def stepper(setup: Setup, felt: Felt, stakes: Array, numbers: Numbers) -> Stepper:
    """The kernels of a game with their tables; `stakes` is what stands on the felt at the first decision."""
    return cast("Stepper", kernels_of(setup.game, "steps")(setup, felt, stakes, numbers))


def warm(name: str) -> None:
    """Compiles a game's kernels by a round of it; which numbers its actions have does not matter for that."""
    if not stops_at_decisions(name):
        return
    game = registry.game(name)()
    setup, numbers = setup_for(game, unit_bets(game)), dict[str, int]()
    felt = Felt.of(game.deck, 1, len(game.wagers), _MANY)
    felt.begin([0], game.deck)
    made = stepper(
        setup, felt, np.zeros(felt.stakes.shape[1:], np.float32), lambda said: numbers.setdefault(said, len(numbers))
    )
    made.deal(np.ones(1, np.bool_))
    while not felt.over[0]:
        made.step(np.zeros(1, np.int64))
