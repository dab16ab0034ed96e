"""Every game as a gymnasium environment: `gymnasium.make("upcard.gym:upcard/Blackjack-v0")` (docs/gym.md).

An episode is a round of one player, a step one of his decisions, an observation what he knows
(`upcard.rounds.knowledge`) and nothing else. `actions` maps moves, amounts and ways to lay cards out to whole numbers,
`seeing` writes knowledge as arrays, `env` plays the game's own script, `vector` thousands of rounds side by side by the
lab's kernels, `ids` registers the games.
"""

from upcard.extras import need

need("gym")
need("lab")

from upcard.gym.actions import WAIT, Actions  # noqa: E402  (what is missing is said first)
from upcard.gym.env import RoundEnv  # noqa: E402  (likewise)
from upcard.gym.ids import env_id, register_games  # noqa: E402  (likewise)
from upcard.gym.vector import VectorRounds  # noqa: E402  (likewise)

__all__ = ["WAIT", "Actions", "RoundEnv", "VectorRounds", "env_id", "register_games"]

register_games()
