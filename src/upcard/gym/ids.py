"""Games as gymnasium registers them: `three-card-poker` is `upcard/ThreeCardPoker-v0`."""

import gymnasium

from upcard.lab.simulation.steps.games import stops_at_decisions
from upcard.rules import registry

_VERSION = 0
"""Counted up when the same actions would lead elsewhere: another observation, other numbers of actions."""


def env_id(game: str) -> str:
    """What a game is registered as."""
    return f"upcard/{''.join(part[:1].upper() + part[1:] for part in game.split('-'))}-v{_VERSION}"


def register_games() -> list[str]:
    """Registers all games that are there, also those that this program has added since; says their ids."""
    found = []
    for name in registry.names():
        found.append(env_id(name))
        if found[-1] not in gymnasium.registry:
            gymnasium.register(
                found[-1],
                entry_point="upcard.gym.env:RoundEnv",
                vector_entry_point="upcard.gym.vector:VectorRounds" if stops_at_decisions(name) else None,
                kwargs={"game": name},
            )
    return found
