"""Chapter 12: why the numbers may be believed, and what is needed to make them again."""

import hashlib
import platform

import numpy as np

from upcard import __version__
from upcard.lab.analysis import Analysis, Json
from upcard.lab.figures.verifying import of_game
from upcard.lab.reports.chapters.identity import canonical
from upcard.lab.reports.chapters.second_method import second_method
from upcard.lab.simulation.report import Simulation
from upcard.rules.game import Game


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
