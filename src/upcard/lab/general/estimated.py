"""A whole game estimated: rounds from a shuffled deck, every decision taken by playing the rest of the round."""

import random
from collections import Counter
from math import sqrt

from upcard.lab.analysis import Analysis, LabError
from upcard.lab.general.asking import unlimited
from upcard.lab.general.methods.estimate import play_out
from upcard.lab.general.outcome import Count, analysis_of
from upcard.lab.general.rounds.cases import Cell, cell_of
from upcard.lab.general.rounds.script import SEAT, Path, unit_bets
from upcard.lab.kernels import Progress
from upcard.rules.events import Acted
from upcard.rules.game import Game
from upcard.rules.needs import Illegal

ROUNDS = 2_000
FEWEST = 100


def estimate(game: Game, progress: Progress, *, rounds: int = ROUNDS, seed: str = "1") -> Analysis:
    """What rounds played by estimated decisions come to, every figure with its standard error."""
    if rounds < FEWEST:
        raise LabError(f"{rounds} rounds say too little; estimate with at least {FEWEST}")
    free = unlimited(game)
    bets = unit_bets(free)
    draw = random.Random(seed)
    count = Count(rounds)
    main: Counter[tuple[Path, Cell]] = Counter()
    sums: Counter[str] = Counter()
    squares: Counter[str] = Counter()
    for done in range(rounds):
        try:
            played = play_out(free, {SEAT: bets}, draw)
        except Illegal as illegal:
            raise LabError(f"all wagers of {game.title} together make no bet: {illegal}") from illegal
        cell = cell_of(free, played.lines)
        gains = Counter({"total": cell.net})
        for wager, _, _, stake, returned, _ in cell.lines:
            gains[wager] += returned - stake
        path = tuple((0, (event.move, None)) for event in played.events if isinstance(event, Acted))
        main[path, cell] += 1
        for name, gain in gains.items():
            sums[name] += gain
            squares[name] += gain * gain
        if done % 50 == 0:
            progress(f"estimating {game.title}: {done:,} of {rounds:,} rounds")
    count.main = main
    found = analysis_of(free, count, bets, f"estimated: {rounds:,} rounds, every decision taken by playing it out")
    unit = bets.get(found.total.per if found.total else "", 1)
    errors = {
        name: sqrt(max(0, squares[name] - sums[name] ** 2 / rounds) / (rounds - 1) / rounds) / bets.get(name, unit)
        for name in ("total", *found.wagers)
    }
    return found.estimated(errors)
