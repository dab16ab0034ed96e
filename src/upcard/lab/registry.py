"""What each game has of its own for the lab; whatever it lacks, the general methods do from its model or its script.

A game names a module (`Game.lab`) in which a `LAB` stands; a game of another package does the same, and needs no second
entry point. The parts are modules named by text, loaded when they are first asked for.
"""

from dataclasses import dataclass, fields
from importlib import import_module
from types import ModuleType

from upcard.lab.analysis import LabError
from upcard.rules import registry
from upcard.rules.game import Game


@dataclass(frozen=True, slots=True)
class Lab:
    """The modules of one game; an empty name: the general one."""

    solver: str = ""
    """`solve(game, progress, **options) -> Analysis` and `warm(progress)`."""
    adviser: str = ""
    """`UNIT`, `advise(game, hand, up, **options) -> Sequence[Rated]`, and `asked(known)` where it looks at more."""
    player: str = ""
    """`player(game, source) -> Player`, who plays simulated rounds."""
    strategies: str = ""
    """`find(game, progress) -> Findings`: strategies that people can remember, with their exact cost."""


GENERAL = Lab(
    solver="upcard.lab.general.solver",
    adviser="upcard.lab.general.adviser",
    player="upcard.lab.general.player",
    strategies="upcard.lab.memorable.general",
)
"""For every other game."""


def lab_of(game: Game | type[Game]) -> Lab:
    """What a game brings of its own."""
    if not game.lab:
        return Lab()
    found = getattr(import_module(game.lab), "LAB", None)
    if not isinstance(found, Lab):
        raise LabError(f"{game.title} names {game.lab} as its lab, and no LAB = Lab(…) stands there")
    return found


def part(game: Game | type[Game], name: str) -> ModuleType:
    """The module that does a part of the work for a game: its own, or the general one."""
    assert name in {field.name for field in fields(Lab)}
    own = getattr(lab_of(game), name) or getattr(GENERAL, name)
    if not own:
        raise LabError(f"the lab has no {name} for {game.title}")
    return import_module(own)


def with_own(name: str) -> tuple[str, ...]:
    """The games that bring this part themselves."""
    return tuple(game for game in registry.names() if getattr(lab_of(registry.game(game)), name))
