"""A game of anybody's on its way to another process: where its class stands, and the rules in force."""

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from upcard.rounds.record import game_from_json, game_to_json
from upcard.rules import registry
from upcard.rules.game import Game


@dataclass(frozen=True, slots=True)
class SentGame:
    """A game as plain data."""

    module: str
    kind: str
    written: dict[str, Any]

    @classmethod
    def of(cls, game: Game) -> "SentGame":
        """A game to be sent."""
        return cls(type(game).__module__, type(game).__qualname__, game_to_json(game))

    def game(self) -> Game:
        """The game again; it may be known to the program that sent it only."""
        registry.register(getattr(import_module(self.module), self.kind))
        return game_from_json(self.written)


def can_be_sent(game: Game) -> bool:
    """Whether another process finds the same class: one that was made inside a function it does not."""
    kind = type(game)
    return kind.__module__ != "__main__" and getattr(import_module(kind.__module__), kind.__qualname__, None) is kind
