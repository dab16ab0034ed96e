"""Which engine plays a setup, and stretches of rounds played by it."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol, TypeAlias

import numpy as np

from upcard.lab.analysis import LabError
from upcard.lab.kernels import Array
from upcard.lab.registry import kernels_of, lab_of
from upcard.lab.simulation import script
from upcard.lab.simulation.engines.book import Book
from upcard.lab.simulation.engines.policies import is_tabled
from upcard.lab.simulation.results.tally import Tallies
from upcard.lab.simulation.setup import Setup
from upcard.rules.game import Game

EngineName: TypeAlias = Literal["kernel", "round"]
Play: TypeAlias = Callable[[int, Sequence[int]], Tallies]
"""Plays stretches: the first one's number, and how many rounds each has."""

RAN_OUT = -2


class Engine(Protocol):
    """A game's kernel with its tables."""

    book: Book

    def run(self, first: int, lengths: Array) -> tuple[int, Array]:
        """Plays stretches: how many rounds, and the code of every seat in each."""


def why_no_kernel(setup: Setup) -> str:
    """Why the script itself has to play this; nothing where a kernel can."""
    own = [seat.strategy.name for seat in setup.seats.values() if not is_tabled(seat.strategy)]
    if own:
        return f"the strategy {own[0]!r} is a function; a kernel plays plans and the optimal strategy"
    if lab_of(setup.game).engine:
        return ""
    from upcard.lab.simulation.engines.modelled import why_not  # a game of the house does without the general solver

    return why_not(setup)


def knows_every_round(game: Game) -> bool:
    """Whether the kernel can also walk through all deals of a seat, one decision to play or fold in each."""
    return hasattr(kernels_of(game, "engine"), "every")


def every_round(setup: Setup, errors: int, parts: int) -> tuple[dict[tuple[int, int], int], int]:
    """How often a round of the only seat comes to each stake and gain, of how many rounds.

    Whoever errs in so many of `parts` decisions folds and plays half of those.
    """
    engine: Any = engine_of(setup)
    said, of = engine.every()
    if not errors:
        return said, of
    found = Counter({pair: times * 2 * (parts - errors) for pair, times in said.items()})
    for moves in engine.moves:
        for pair, times in engine.every(moves)[0].items():
            found[pair] += times * errors
    return found, of * 2 * parts


def engine_of(setup: Setup) -> Engine:
    """The kernel of a game with its tables made for a setup."""
    own = kernels_of(setup.game, "engine")
    if own is not None:
        found: Engine = own(setup)
        return found
    from upcard.lab.simulation.engines.modelled import ModelledEngine

    return ModelledEngine(setup)


def player_of(setup: Setup, engine: EngineName) -> Play:
    """Whoever plays stretches of this setup."""
    if engine == "round":
        return lambda first, lengths: script.play(setup, first, lengths)
    kernel = engine_of(setup)

    def play(first: int, lengths: Sequence[int]) -> Tallies:
        done, codes = kernel.run(first, np.array(lengths, np.int64))
        if done == RAN_OUT:
            raise LabError(script.runs_out(setup))
        return kernel.book.read(first, codes)

    return play
