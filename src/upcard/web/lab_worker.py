"""What runs in the lab's own process. Plain JSON goes in and comes out; numba is imported only here."""

import os
import signal
from fractions import Fraction
from typing import Any

from upcard.rounds.record import game_from_json

Json = dict[str, Any]


def begin() -> None:
    """The worker's first breath: a stop of the house is the house's business, and play comes before mathematics."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)


def warm() -> None:
    """Compiles what the coach needs."""
    from upcard.lab.solvers import solver, solver_names

    for name in solver_names():
        solver(name).warm(lambda *_: None)


def edges(rules: Json) -> Json:
    """What one unit on every wager placed before the deal is worth; the main wager carries the whole base game."""
    from upcard.lab.solvers import solver

    game = game_from_json(rules)
    said = solver(game.name).solve(game, lambda *_: None).to_json()
    total = said["total"]
    wagers: dict[str, Json] = {}
    for wager in game.wagers:
        found = said["wagers"].get(wager.name)
        if wager.placed == "before" and wager.side and found is not None and isinstance(found["ev"], str):
            wagers[wager.name] = _edge(found["ev"])
    main = next(wager.name for wager in game.wagers if wager.placed == "before" and not wager.side)
    wagers[main] = _edge(total["ev"])
    return {"state": "ready", "per": total["per"], "wagers": wagers}


def _edge(ev: Any) -> Json:
    return {"ev": str(ev), "float": float(Fraction(str(ev)))}


def advise(asked: Json) -> Json:
    """The exact value of every move of a turn."""
    return {"error": "the lab has no advice for this game yet"}
