"""Chapter 12: why the numbers may be believed, and what is needed to make them again."""

import hashlib
import platform
from collections.abc import Iterator

import numpy as np

from upcard import __version__
from upcard.lab.analysis import Analysis, Json, LabError, fraction
from upcard.lab.figures.verifying import of_game
from upcard.lab.kernels import silent
from upcard.lab.reports.chapters.identity import canonical
from upcard.lab.reports.variants import analysed
from upcard.lab.simulation.report import Simulation
from upcard.lab.walking.solving import solve as walk
from upcard.rules.game import Game

SMALL_DECKS = (10, 9, 8, 7, 6)


def verification(game: Game, analysis: Analysis, simulation: Simulation) -> Json:
    """A second method, simulation, published figures."""
    return {
        "second_method": second_method(game),
        "simulation": simulation.to_json(),
        "published": [
            {"rule": figure.rule, "what": figure.what, "published": figure.published, "computed": figure.computed,
             "agrees": figure.agrees}
            for figure in of_game(type(game))
        ],
        "method": analysis.method,
    }  # fmt: skip


def second_method(game: Game) -> Json:
    """The same game dealt from a small deck, solved as in this report and again by playing every deal and decision."""
    for deck in small_decks(game):
        try:
            small = type(game)(game.house, dict(game.tables), deck)
            solved = analysed(small)  # first: a solver says at once that a deck is too small for it
            if solved.total is None or solved.total.ev.denominator == 1:
                continue  # every round of it ends alike, or nearly: that would prove little
            walked = walk(small, silent)
        except (LabError, ValueError):
            continue
        assert walked.total is not None
        return {
            "what": f"a deck of {len(deck)} cards: solved, and played through the game's own round in every way",
            "deck": len(deck),
            "solved": fraction(solved.total.ev),
            "walked": fraction(walked.total.ev),
            "agrees": solved.total.ev == walked.total.ev,
            "own_solver": solved.method != walked.method,
        }
    return {
        "what": (
            "no deck of this game is small enough to be played through in every way while a report is written; the "
            "simulation below plays the game's own round, and the test suite does the rest"
        ),
        "deck": None,
    }


def small_decks(game: Game) -> Iterator[tuple[int, ...]]:
    """Small decks: two whole suits of a few ranks, which the general methods solve too, or cards from all over it."""
    every = sorted(set(game.deck))
    ranks = sorted({card >> 2 for card in every})
    for cards in SMALL_DECKS:
        if not cards % 2:
            kept = {ranks[(at + 1) * len(ranks) // (cards // 2) - 1] for at in range(cards // 2)}
            yield tuple(card for card in every if card >> 2 in kept and card & 3 < 2)
        yield tuple(every[at * len(every) // cards] for at in range(cards))


def manifest(said: Json, seed: str, command: str) -> Json:
    """What to run again, and the hash of the data that has to come out; date and this list itself are not in it."""
    dated = {
        **said,
        "identity": {key: value for key, value in said["identity"].items() if key not in {"date", "command"}},
    }
    return {
        "command": command,
        "seed": seed,
        "upcard": __version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "chapters": {name: hashlib.sha256(canonical(dated[name])).hexdigest() for name in dated},
        "data": hashlib.sha256(canonical(dated)).hexdigest(),
    }
