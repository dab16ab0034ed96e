"""A whole game estimated: rounds from a shuffled deck, every decision taken by playing the rest of the round."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from math import sqrt

from upcard.lab.analysis import Analysis, LabError
from upcard.lab.general.asking import model_of, unlimited
from upcard.lab.general.methods.estimate import play_out
from upcard.lab.general.outcome import Count, analysis_of
from upcard.lab.general.rounds.cases import Cell, cell_of
from upcard.lab.general.rounds.script import SEAT, Path, unit_bets
from upcard.lab.general.sending import SentGame, can_be_sent
from upcard.lab.kernels import Progress, cores, silent
from upcard.lab.processes import LabProcesses
from upcard.lab.walking.solving import count_sides
from upcard.rules.events import Acted
from upcard.rules.game import Game
from upcard.rules.model import Model
from upcard.rules.needs import Illegal

ROUNDS = 2_000
FEWEST = 100
STRETCH = 20
"""Rounds that one process plays at a time; each stretch has chance of its own, so that it matters not who plays it."""

Ends = Counter[tuple[Path, Cell]]


def estimate(game: Game, progress: Progress, *, rounds: int = ROUNDS, seed: str = "1") -> Analysis:
    """What rounds played by estimated decisions come to, every figure with its standard error."""
    if rounds < FEWEST:
        raise LabError(f"{rounds} rounds say too little; estimate with at least {FEWEST}")
    free = unlimited(game)
    bets = unit_bets(free)
    main: Ends = Counter()
    try:
        for played in _stretches(free, bets, seed, rounds):
            main.update(played)
            progress(f"estimating {game.title}: {main.total():,} of {rounds:,} rounds")
    except Illegal as illegal:
        raise LabError(f"all wagers of {game.title} together make no bet: {illegal}") from illegal
    method = f"estimated: {rounds:,} rounds, every decision taken by playing it out"
    count, model = Count(rounds, main), model_of(free)
    if model is not None and model.side:  # those are exact whatever the game around them is
        count_sides(free, bets, model, count, random.Random(seed), progress)
        method += f"; exact: {', '.join(count.sides)}"
    found = analysis_of(free, count, bets, method)
    errors = _errors(main, rounds, bets, bets.get(found.total.per if found.total else "", 1))
    return found.estimated({
        name: errors.get(name, 0.0) for name in ("total", *found.wagers) if name not in count.sides
    })  # fmt: skip


def sides(game: Game) -> tuple[str, ...]:
    """The side bets of a game that are exact even where nothing else of it is, once counted and held against it."""
    free, count = unlimited(game), Count(1)
    count_sides(free, unit_bets(free), model_of(free) or Model(), count, random.Random(game.digest), silent)
    return tuple(count.sides)


def _stretches(game: Game, bets: Mapping[str, int], seed: str, rounds: int) -> Iterator[Ends]:
    """Every stretch of the rounds, here or by several processes."""
    tasks = [(f"{seed} {low}", min(STRETCH, rounds - low)) for low in range(0, rounds, STRETCH)]
    if cores() == 1 or not can_be_sent(game):
        for task in tasks:
            yield _played(game, bets, *task)
        return
    first = _played(game, bets, *tasks[0])  # what is wrong with the bets is said before anything is started
    yield first
    with LabProcesses(cores(), _begin, (SentGame.of(game), dict(bets))) as processes:
        yield from processes.map(_there, tasks[1:])


def _played(game: Game, bets: Mapping[str, int], seed: str, rounds: int) -> Ends:
    """How so many rounds end."""
    draw = random.Random(seed)
    found: Ends = Counter()
    for _ in range(rounds):
        played = play_out(game, {SEAT: bets}, draw)
        path = tuple((0, (event.move, event.value)) for event in played.events if isinstance(event, Acted))
        found[path, cell_of(game, played.lines)] += 1
    return found


def _errors(main: Ends, rounds: int, bets: Mapping[str, int], unit: int) -> dict[str, float]:
    """The standard error of the game and of every wager, in units."""
    sums: Counter[str] = Counter()
    squares: Counter[str] = Counter()
    for (_, cell), often in main.items():
        gains = Counter({"total": cell.net})
        for wager, _, _, stake, returned, _ in cell.lines:
            gains[wager] += returned - stake
        for name, gain in gains.items():
            sums[name] += gain * often
            squares[name] += gain * gain * often
    return {
        name: sqrt(max(0, squares[name] - sums[name] ** 2 / rounds) / (rounds - 1) / rounds) / bets.get(name, unit)
        for name in squares
    }


_here: list[tuple[Game, Mapping[str, int]]] = []


def _begin(sent: SentGame, bets: Mapping[str, int]) -> None:
    _here[:] = [(sent.game(), bets)]


def _there(task: tuple[str, int]) -> Ends:
    ((game, bets),) = _here
    return _played(game, bets, *task)
