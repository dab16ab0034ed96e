"""What the lab says that wagers are worth, in the form in which the floor holds results against it.

Floor and lab do not know each other: whoever closes a shift carries the lab's figures over, and the ledger keeps which
they were. An edge is of a cent that lies on a wager before the deal. The main wager's carries the whole base game with
best play, what is added in its course too; a progressive's is for meters at nothing, since jackpots are the meters'.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from upcard.floor.doors.play import games
from upcard.floor.state import State
from upcard.rounds.record import game_from_json, game_to_json
from upcard.rules.game import Game

Json = dict[str, Any]


def wanted(state: State) -> Iterator[tuple[str, Json]]:
    """Rules that the tables play by and that the floor has no figures for: their digest, and the rules themselves."""
    seen = set(state.days.theory)
    for table in state.tables.values():
        if table.digest not in seen and not table.inoperable:
            seen.add(table.digest)
            yield table.digest, game_to_json(games.of(table))


def reckon(rules: Json) -> Json | None:
    """The figures of a game; None where the lab has none. It may take a minute and loads the lab."""
    from upcard.lab.analysis import LabError
    from upcard.lab.kernels import silent
    from upcard.lab.solvers import solver

    game = game_from_json(rules)
    try:
        return _figures(game, solver(game.name).solve(game, silent))
    except (LabError, ModuleNotFoundError):
        return None


def _figures(game: Game, analysis: Any) -> Json:
    from upcard import __version__
    from upcard.lab.analysis import ProgressiveAnalysis, WagerAnalysis

    found: dict[str, Json] = {}
    main, beside = game.main_wager.name, Fraction(0)
    for wager in game.wagers:
        worth = analysis.wagers.get(wager.name)
        if wager.placed != "before" or worth is None:
            continue
        if isinstance(worth, ProgressiveAnalysis):
            found[wager.name] = _edge(worth.constant / worth.stake, _deviation(worth) / float(worth.stake))
            if worth.per_other_bettor is not None:
                found[wager.name]["other"] = str(worth.per_other_bettor / worth.stake)
        elif wager.side:
            found[wager.name] = _edge(worth.ev, worth.sd)
        elif wager.name != main and isinstance(worth, WagerAnalysis):
            found[wager.name] = _edge(worth.ev, 0.0)  # what it swings is in the main wager's
            beside += worth.ev
    total = analysis.total
    if total is not None:
        found[main] = _edge(total.ev - beside, total.deviation)
    elif main in analysis.wagers:
        found[main] = _edge(analysis.wagers[main].ev, analysis.wagers[main].sd)
    return {"game": game.name, "exact": analysis.exact, "software": __version__, "wagers": dict(sorted(found.items()))}


def _edge(ev: Fraction, sd: float) -> Json:
    return {"ev": str(Fraction(ev)), "sd": float(sd)}


def _deviation(worth: Any) -> float:
    deviation: float = worth.to_json()["sd"]
    return deviation
