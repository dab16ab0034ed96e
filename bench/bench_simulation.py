"""Simulated rounds of the house's games and of some with a model, on one core and on two; the first result; memory.

The yardstick of each of the house's games is a loop that only draws the cards of its rounds from the same stream: what
is above it is the game itself.
"""

import importlib
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from time import perf_counter

import numpy as np

from bench.harness import AtLeast, Figure, Limit, Ratio, rate, side_by_side
from upcard.lab.kernels import Array, Int, cores, kernel
from upcard.lab.simulation.engines.run import player_of
from upcard.lab.simulation.run import parts
from upcard.lab.simulation.setup import STRETCH
from upcard.lab.simulation.stream_kernels import CARDS, Stream, begin, is_low, new_stream, refill, swap_out
from upcard.lab.simulation.table import table

MANY = 64 * STRETCH
TCP = {"ante": 1000, "pair-plus": 500, "six-card-bonus": 500, "progressive": 100}
BLACKJACK = {"bet": 1000, "21+3": 500, "in-between": 500, "blazing-sevens": 100}

GAMES = Path(__file__).parents[1] / "examples" / "games"
MODELLED = {"narrows": "Narrows", "open-water": "OpenWater", "harbor-five": "HarborFive"}

PROMISED: tuple[tuple[str, str, Mapping[str, int] | None, float, int], ...] = (
    ("blackjack", "basic", None, 10e6, 6),
    ("blackjack", "basic", BLACKJACK, 10e6, 6),
    ("three-card-poker", "basic", None, 20e6, 6),
    ("three-card-poker", "basic", TCP, 10e6, 6),
    ("three-card-blitz", "always-play", None, 20e6, 14),
    ("three-card-blitz", "optimal", None, 10e6, 14),
    ("four-card-split", "basic", None, 5e6, 12),
    ("four-card-split", "optimal", None, 1e6, 12),
)
"""Game, strategy, bets (none: a unit on what the game needs), rounds a second, cards a round has about."""


@kernel()
def deal_only(cards: Stream, order: Array, rounds: Int, each: Int) -> Int:
    """Draws the cards of so many rounds."""
    pieces, state = cards[1], cards[2]
    begin(cards, np.uint64(1), np.uint64(0), np.uint64(CARDS))
    at, last = np.int64(0), np.int64(0)
    for _ in range(rounds):
        if is_low(state, at):
            at = refill(cards, at)
        dealt = np.int64(0)
        for _card in range(each):
            card, at, dealt = swap_out(order, order.shape[0], pieces, at, dealt)
            last += card
    return last


def figures() -> Iterator[Figure]:
    """Rates, two workers, the first result, memory."""
    for game, strategy, bets, promised, each in PROMISED:
        setup = table(game, bets=bets, strategies=[strategy])
        play = player_of(setup, "kernel")
        order = np.array(setup.game.deck, np.uint8)

        def ours(play: Callable[..., object] = play) -> int:
            play(0, [STRETCH] * 64)
            return MANY

        def theirs(order: Array = order, each: int = each) -> int:
            deal_only(new_stream(), order, MANY, each)
            return MANY

        own, dealt = side_by_side(ours, theirs, seconds=0.3, turns=5)
        what = f"{game}, {strategy}, {'all wagers' if bets else 'its own wagers'}"
        yield AtLeast(f"{what} ({own / dealt:.2f} of drawing its cards alone)", own, "rounds/s", promised)
    yield from _modelled()
    script = player_of(table("blackjack", strategies=["basic"]), "round")
    slow = rate(lambda: script(0, [500]).rounds, 0.5)
    kernel_ = player_of(table("blackjack", strategies=["basic"]), "kernel")
    fast = rate(lambda: kernel_(0, [STRETCH] * 16).rounds, 0.5)
    yield Ratio("blackjack by its kernel", fast, "by its script", slow, "rounds", 500)
    if cores() > 1:
        yield _two_workers()
    yield Limit("upcard simulate, first result", _first(), "s", 2.0)
    yield _memory()


def _modelled() -> Iterator[Figure]:
    """Games that nobody wrote a kernel for, by the general one."""
    for name, kind in MODELLED.items():
        sys.path.insert(0, str(GAMES / name))
        setup = table(getattr(importlib.import_module(f"{name.replace('-', '_')}.game"), kind)())
        play = player_of(setup, "kernel")
        play(0, [STRETCH] * 64)  # what a round can come to is learned

        def again(play: Callable[..., object] = play) -> int:
            play(0, [STRETCH] * 64)
            return MANY

        yield AtLeast(f"{name}, a game with a model, optimal", rate(again, 0.5), "rounds/s", 1e6)


def _spent(workers: int, rounds: int) -> float:
    """Seconds from the first part to the last, so that no process is being started."""
    setup = table("blackjack", strategies=["basic"])
    begin_, first, seen = 0.0, 0, 0
    for part in parts(setup, rounds, engine="kernel", workers=workers):
        seen += part.rounds
        if not begin_:
            begin_, first = perf_counter(), seen
    return (perf_counter() - begin_) / (seen - first)


def _two_workers() -> Figure:
    rounds = 100 * MANY
    one = min(_spent(1, rounds) for _ in range(2))
    two = min(_spent(2, rounds) for _ in range(2))
    return Ratio("two workers", 1 / two, "one", 1 / one, "rounds", 1.8)


def _first() -> float:
    command = [
        sys.executable, "-c", "from upcard.cli.start import main; main()", "simulate", "blackjack", "--rounds", "10000",
        "--strategy", "basic", "--json",
    ]  # fmt: skip
    spent = []
    for _ in range(4):  # the first one warms the disk
        begun = perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        spent.append(perf_counter() - begun)
    return min(spent[1:])


def _memory() -> Figure:
    """How much more is held after twenty times as many rounds."""

    def play(rounds: int) -> float:
        for _ in parts(table("blackjack", bets=BLACKJACK, strategies=["basic"]), rounds, engine="kernel"):
            pass
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

    before = play(5 * MANY)
    return Limit("memory that twenty times as many rounds add", play(100 * MANY) - before, "MB", 8)
