"""What each game has of its own for the lab; whatever it lacks, the general methods do from its model or its script.

A game names a module (`Game.lab`) in which a `LAB` stands; a game of another package does the same, and needs no second
entry point. The parts are modules named by text (kernels: `module:Class`), loaded when they are first asked for.
"""

from dataclasses import dataclass, fields
from importlib import import_module
from types import ModuleType
from typing import Any

from upcard.lab.analysis import LabError
from upcard.rounds.fault import where
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
    """`player(game, source) -> StrategyPlayer`, who plays simulated rounds."""
    strategies: str = ""
    """`find(game, progress) -> Findings`: strategies that people can remember, with their exact cost."""
    plans: str = ""
    """`PLANS`: strategies by name that are worked out for a house's settings, each `plan(game) -> Plan`."""
    claims: str = ""
    """`claims(game, wager)`: what one hand claims together, with the chances; without it each row claims alone."""
    counting: str = ""
    """`gain(game) -> float` and `HOW`: what a player who counts wins a round, in units, and how he plays."""
    engine: str = ""
    """An `Engine` (`lab.simulation.engines.run`): whole rounds by a kernel. Without it the script plays them."""
    steps: str = ""
    """A `Stepper` (`lab.simulation.steps.felt`): rounds by kernels that stop at every decision."""


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
    try:
        found = getattr(import_module(game.lab), "LAB", None)
    except Exception as error:
        raise LabError(f"{game.title} names {game.lab} as its lab, which can't be loaded: {where(error)}") from error
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


def kernels_of(game: Game | type[Game], name: str) -> Any:
    """The class of a game's `engine` or `steps`; None where it has none."""
    module, _, made = getattr(lab_of(game), name).partition(":")
    return getattr(import_module(module), made) if module else None


def has_own(game: str, name: str) -> bool:
    """Whether a game brings this part itself; one whose lab can't be loaded brings nothing, and is told when asked."""
    try:
        return bool(getattr(lab_of(registry.game(game)), name))
    except LabError:
        return False


def with_own(name: str) -> tuple[str, ...]:
    """The games that bring this part themselves."""
    return tuple(game for game in registry.names() if has_own(game, name))
