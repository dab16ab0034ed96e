"""The lab in a warm process: a full exact solve, a changed pay table, one hand's advice, memory; and a cold start."""

import resource
import subprocess
import sys
from collections.abc import Callable, Iterator

from bench.harness import Figure, Limit, wall

SOLVES = {
    "three-card-poker": 0.05,
    "three-card-blitz": 0.6,
    "four-card-split": 0.6,
}
"""Seconds promised for each game."""
HANDS = {
    "three-card-poker": ("Qs 6h 4d", None),
    "three-card-blitz": ("As Ks 9s 2h 3d 4c 5c", None),
    "four-card-split": ("As Ah Kd 2c", "7d"),
}


def figures() -> Iterator[Figure]:
    """Solves, re-pricing, advice, memory, a cold start."""
    yield from _solves()
    yield Limit(
        "4 Card Split: another Blind", wall(_reprice("four-card-split", "blind", ["P1", "P2", "P4"])), "s", 0.010
    )
    yield Limit(
        "3 Card Blitz: priced again", wall(_reprice("three-card-blitz", "flush-bonus", ["standard"])), "s", 0.010
    )
    yield from _advice()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    yield Limit("memory of all of this", peak, "MB", 600)
    for game in SOLVES:
        yield Limit(f"upcard analyze {game}, cold", wall(_cold(game), times=2), "s", 3)


def _solves() -> Iterator[Figure]:
    from upcard.lab import analyze
    from upcard.lab.four_card_split import play
    from upcard.lab.three_card_blitz import states

    def fresh(game: str, house: dict[str, object] | None = None) -> Callable[[], object]:
        def solve() -> object:
            play._solved.clear()  # noqa: SLF001 (a solve, not a look at the last one)
            states._kinds.cache_clear()  # noqa: SLF001 (the same)
            return analyze(game, house).total

        return solve

    for game, seconds in SOLVES.items():
        yield Limit(f"{game}: full exact solve", wall(fresh(game)), "s", seconds)
    yield Limit("four-card-split version 1: full exact solve", wall(fresh("four-card-split", {"version": 1})), "s", 0.6)


def _reprice(game: str, wager: str, tables: list[str]) -> Callable[[], object]:
    from upcard.lab import analyze

    turn = iter(tables * 100)
    return lambda: analyze(game, {}, {wager: next(turn)}).to_json()


def _advice() -> Iterator[Figure]:
    from upcard.lab.advice import advise

    for game, (hand, up) in HANDS.items():
        yield Limit(f"{game}: advice", wall(lambda game=game, hand=hand, up=up: advise(game, hand, up)), "s", 0.050)  # type: ignore[misc]  # defaults bind the loop


def _cold(game: str) -> Callable[[], object]:
    command = [sys.executable, "-c", "from upcard.cli.start import main; main()", "analyze", game, "--json"]
    return lambda: subprocess.run(command, check=True, capture_output=True)
