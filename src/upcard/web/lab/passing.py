"""A game on its way to one of the lab's processes: its rules in full, and where its class stands."""

from importlib import import_module
from typing import Any

from upcard.rounds.record import game_from_json, game_to_json
from upcard.rules import registry
from upcard.rules.game import Game

Json = dict[str, Any]


def sent(game: Game) -> Json:
    """A game as another process reads it; one that this program registered itself says where it is."""
    return {**game_to_json(game), "class": [type(game).__module__, type(game).__qualname__]}


def received(rules: Json) -> Game:
    """The game that was sent."""
    if rules["game"] not in registry.names():
        module, name = rules["class"]
        try:
            registry.register(getattr(import_module(module), name))
        except (ImportError, AttributeError):  # it was made up inside a program
            raise registry.UnknownGame(rules["game"]) from None
    return game_from_json(rules)
