"""Thousands of tables by kernels: the same cards, choices and results as so many environments of the script's."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from upcard.gym import RoundEnv, VectorRounds
from upcard.lab.analysis import LabError
from upcard.rules.needs import Illegal

SAME: dict[str, tuple[str, dict[str, object], dict[str, int] | None]] = {
    "three-card-poker": ("three-card-poker", {}, None),
    "three-card-poker-sides": (
        "three-card-poker",
        {"pair-plus-on-fold": "loses"},
        {"ante": 200, "pair-plus": 100, "six-card-bonus": 300, "progressive": 100},
    ),
    "blitz-sides": ("three-card-blitz", {}, {"ante": 200, "blind": 200, "flush-bonus": 100, "blitz-bonus": 100}),
    "split": ("four-card-split", {}, {"ante-1": 200, "ante-2": 200, "blind": 500}),
    "split-version-1": ("four-card-split", {"version": 1, "instant": "best-paid"}, None),
    "blackjack": ("blackjack", {"double": "9-11", "surrender": "none"}, {"bet": 1}),
    "blackjack-sides": (
        "blackjack",
        {"max-hands": 4, "resplit-aces": "yes", "decks": 3},
        {"bet": 100, "21+3": 50, "in-between": 20, "blazing-sevens": 100},
    ),
}
TABLES, STEPS = 24, 60


@pytest.mark.parametrize("name", SAME)
def test_kernel_and_script_are_the_same_environment(name: str) -> None:
    """Observation, mask, reward and end at every table and every step; now and then a move that is forbidden."""
    game, house, bets = SAME[name]
    tables = VectorRounds(game, TABLES, house=house, bets=bets)
    copies = SyncVectorEnv([lambda: RoundEnv(game, house, bets=bets)] * TABLES, autoreset_mode=AutoresetMode.SAME_STEP)
    assert tables.observation_space == copies.observation_space
    assert tables.action_space == copies.action_space
    source, ended, moves = np.random.default_rng(7), 0, set[int]()
    seen, info = tables.reset(seed=5)
    wanted, told = copies.reset(seed=5)
    for _ in range(STEPS):
        assert tables.observation_space.contains(seen)
        for part, array in seen.items():
            assert np.array_equal(array, wanted[part]), part
        masks = info["action_mask"]
        assert np.array_equal(masks, np.stack(told["action_mask"]))
        actions = np.array([source.choice(np.flatnonzero(mask)) for mask in masks])
        strays = source.random(TABLES) < 0.05
        actions[strays] = source.integers(len(tables.actions), size=strays.sum())
        moves |= set(actions.tolist())
        seen, rewards, over, _, info = tables.step(actions)
        wanted, paid, ends, _, told = copies.step(actions)
        assert np.array_equal(over, ends)
        assert np.array_equal(rewards, paid)
        ended += int(over.sum())
    assert ended > 200
    assert len(moves) == len(tables.actions)


def test_gymnasium_makes_them_by_the_kernels_where_there_are_some() -> None:
    made: Any = gymnasium.make_vec("upcard.gym:upcard/FourCardSplit-v0", num_envs=3)
    assert isinstance(made.unwrapped, VectorRounds)
    first, _ = made.reset(seed=[3, 1, 4])
    again, _ = made.reset(seed=[3, 1, 4])
    assert all(np.array_equal(first[part], again[part]) for part in first)
    alone, _ = RoundEnv("four-card-split").reset(seed=4)
    assert np.array_equal(alone["cards"], first["cards"][2])


def test_what_no_kernel_plays_is_refused() -> None:
    with pytest.raises(LabError, match="aggregate-limit"):
        VectorRounds("three-card-poker", 2, house={"aggregate-limit": 100_000})
    with pytest.raises(LabError, match="asks nobody anything"):
        VectorRounds("three-card-poker", 2, bets={"pair-plus": 100})
    with pytest.raises(ValueError, match="0 environments"):
        VectorRounds("blackjack", 0)
    with pytest.raises(Illegal, match="play is not placed before the deal"):
        VectorRounds("three-card-poker", 2, bets={"play": 100})
