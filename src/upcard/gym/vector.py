"""Thousands of rounds side by side by the lab's kernels: the same environment as so many copies of `RoundEnv`.

Table n deals what a `RoundEnv` deals that was reset with the seed s + n, card for card, and pays to the same cent. A
round that ends is followed by the next in the same step (gymnasium's `SAME_STEP`): what comes back with the reward is
the next decision. There is no `final_obs`: after the last decision of a round there is nothing left to foresee.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from upcard.gym.env import Info, RoundEnv, key_of
from upcard.gym.seeing import Observation
from upcard.lab.analysis import LabError
from upcard.lab.kernels import Array
from upcard.lab.simulation.steps.felt import Felt
from upcard.lab.simulation.steps.games import setup_for, stepper
from upcard.rules.game import Game


class VectorRounds(VectorEnv[Observation, Array, Array]):
    """Many tables of one game side by side, each with one player."""

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  (as gymnasium's own are)

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        house: Mapping[str, object] | None = None,
        pays: Mapping[str, object] | None = None,
        bets: Mapping[str, int] | None = None,
        *,
        copy: bool = True,
    ) -> None:
        """As `RoundEnv`; an action that the mask forbids is replaced by the first that is allowed.

        Without `copy` the arrays that come back are the kernels' own: the next step writes over them.
        """
        if num_envs < 1:
            raise ValueError(f"{num_envs} environments are none; at least 1 is")
        one = RoundEnv(game, house, pays, bets)
        self.game, self.bets, self.unit, self.actions = one.game, one.bets, one.unit, one.actions
        self.num_envs = num_envs
        self.single_action_space = one.action_space
        self.single_observation_space = cast("spaces.Dict", one.observation_space)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._copy = copy
        setup = setup_for(self.game, self.bets)
        self.felt = Felt.of(self.game.deck, num_envs, len(self.game.wagers), len(self.actions))
        self._stepper = stepper(setup, self.felt, _first_stakes(one), self.actions.number)
        self._everywhere = np.ones(num_envs, np.bool_)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Deals at every table; table n begins the rounds of the seed s + n, or of the n-th seed."""
        seeds = [None if seed is None else seed + n for n in range(self.num_envs)] if _is_one(seed) else list(seed)  # type: ignore[operator, arg-type]  # told apart by _is_one
        self.felt.begin([key_of(gymnasium.utils.seeding.np_random(one)[0]) for one in seeds], self.game.deck)
        self._deal(self._everywhere)
        return self._seen(), self._info()

    def step(self, actions: Array) -> tuple[Observation, Array, Array, Array, Info]:
        """Makes a move at every table, and deals where that ended a round."""
        self.felt.over[:] = False
        self._stepper.step(np.asarray(actions, np.int64))
        over = self.felt.over.copy()
        rewards = np.where(over, self.felt.gain / self.unit, 0.0)
        self._deal(over)
        return self._seen(), rewards, over, np.zeros(self.num_envs, np.bool_), self._info()

    def _deal(self, which: Array) -> None:
        felt = self.felt
        felt.cards[which] = 0
        felt.mask[which] = 0
        self._stepper.deal(which)

    def _seen(self) -> Observation:
        seen = {"cards": self.felt.cards, "hand": self.felt.hand, "stakes": self.felt.stakes}
        return {name: array.copy() for name, array in seen.items()} if self._copy else seen

    def _info(self) -> Info:
        mask = self.felt.mask.copy() if self._copy else self.felt.mask
        return {"action_mask": mask, "_action_mask": self._everywhere.copy()}


def _is_one(seed: object) -> bool:
    return seed is None or isinstance(seed, int)


def _first_stakes(one: RoundEnv) -> Array:
    """What stands on the felt at the first decision of a round."""
    for seed in range(100):
        seen, _ = one.reset(seed=seed)
        if seen["hand"]:
            return cast("Array", seen["stakes"])
    raise LabError(f"{one.game.title} with these bets asks nobody anything: there is nothing to play side by side")
