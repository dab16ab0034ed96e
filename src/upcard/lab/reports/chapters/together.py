"""Chapter 5: how the wagers of one round go together, and what common mixes of bets swing.

Taken from rounds that were played: a covariance needs both wagers on the same deal. It
is an estimate and carries its standard error; expectations and single deviations beside it are the exact ones.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np

from upcard.cards.shuffle import SeededSource
from upcard.lab.analysis import Analysis, Json, WagerAnalysis
from upcard.lab.simulation.players import SEAT, UNIT, player
from upcard.lab.simulation.results.tally import Tally
from upcard.lab.simulation.run import compared, engine_for, gathered, parts
from upcard.lab.simulation.seating import watched
from upcard.lab.simulation.setup import SeatSetup
from upcard.rules.game import Game

BASE = "total"

Floats = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class RoundSample:
    """Rounds that were played: what they come to in all, and every wager's result in each."""

    tally: Tally
    names: tuple[str, ...]
    results: Floats
    """[round, name] in units: of the stake, for a fixed stake in stakes."""
    seed: str
    engine: str
    """What played them: a kernel, or the script itself."""


def play(game: Game, rounds: int, seed: str) -> RoundSample:
    """Plays rounds by the lab's strategy, from a whole shoe each: by the game's kernel, where it has one.

    What a side wager did in each round is what the same cards came to with it, less what they came to without.
    """
    setup = compared(game, seed)
    seat, others = setup.seats[SEAT], {n: one for n, one in setup.seats.items() if n != SEAT}
    tally = gathered(setup, parts(setup, rounds), rounds).watched(SEAT, watched(player(game, SeededSource(""))))
    own = {name: stake for name, stake in seat.bets.items() if not game.is_side(name)}
    sides = [w.name for w in game.wagers if w.side and w.placed == "before" and w.name in seat.bets]
    names = [BASE, *(name for name in sides if player(game, SeededSource("")).seat_of(name) == SEAT)]
    columns: list[Floats] = []
    for name in names:
        bets = own if name == BASE else {**own, name: seat.bets[name]}
        alone = replace(setup, seats={SEAT: SeatSetup(bets, seat.strategy, seat.player), **others}, traced=True)
        trace = np.concatenate(gathered(alone, parts(alone, rounds), rounds).trace)[:, sorted(alone.seats).index(SEAT)]
        columns.append(trace / UNIT if name == BASE else (trace - columns[0] * UNIT) / seat.bets[name])
    return RoundSample(tally, tuple(names), np.stack(columns, axis=1), seed, engine_for(setup, None))


def together(analysis: Analysis, played: RoundSample) -> Json:
    """Covariances of the game as a whole and each side wager, and the deviation of mixes of bets of one unit each."""
    names, results = played.names, played.results
    n = len(results)
    off = results - results.mean(axis=0)
    pairs: list[Json] = []
    covariance: dict[tuple[int, int], tuple[float, float]] = {}
    for i in range(len(names)):
        for j in range(i + 1, len(names)):
            products = off[:, i] * off[:, j]
            mean, se = float(products.mean()), float(products.std() / sqrt(n))
            covariance[i, j] = (mean, se)
            both = _sd(analysis, names[i]) * _sd(analysis, names[j])
            pairs.append(
                {"one": names[i], "other": names[j], "covariance": mean, "se": se, "exact": False,
                 "correlation": mean / both if both else 0.0}
            )  # fmt: skip
    return {
        "rounds": n,
        "seed": played.seed,
        "wagers": list(names),
        "pairs": pairs,
        "mixes": [_mix(analysis, names, covariance, mix) for mix in _mixes(len(names))],
        "note": (
            "Covariances are estimated from rounds that were played, with their standard errors; a jackpot comes more "
            "seldom than that, and its share is not in them"
        ),
    }


def _mixes(count: int) -> list[tuple[int, ...]]:
    """The game alone, the game with each side bet, and everything together."""
    mixes: list[tuple[int, ...]] = [(0,), *((0, side) for side in range(1, count))]
    if count > 2:
        mixes.append(tuple(range(count)))
    return mixes


def _sd(analysis: Analysis, name: str) -> float:
    if name == BASE:
        return analysis.total.deviation if analysis.total else 0.0
    said = analysis.wagers[name]
    if isinstance(said, WagerAnalysis):
        return said.sd
    return float(said.to_json()["sd"]) / float(getattr(said, "stake", 1))


def _ev(analysis: Analysis, name: str) -> Fraction:
    if name == BASE:
        return analysis.total.ev if analysis.total else Fraction(0)
    said = analysis.wagers[name]
    if isinstance(said, WagerAnalysis):
        return said.ev
    return Fraction(getattr(said, "constant", 0)) / Fraction(getattr(said, "stake", 1))


def _mix(
    analysis: Analysis,
    names: tuple[str, ...],
    covariance: Mapping[tuple[int, int], tuple[float, float]],
    mix: tuple[int, ...],
) -> Json:
    variance = sum(_sd(analysis, names[i]) ** 2 for i in mix)
    crossed = [covariance[i, j] for i in mix for j in mix if i < j]
    variance += 2 * sum(mean for mean, _ in crossed)
    error = 2 * sqrt(sum(se**2 for _, se in crossed))
    sd = sqrt(max(variance, 0.0))
    return {
        "bets": [names[i] for i in mix],
        "ev": float(sum((_ev(analysis, names[i]) for i in mix), Fraction(0))),
        "sd": sd,
        "se": error / (2 * sd) if sd else 0.0,
        "exact": not crossed,
    }
