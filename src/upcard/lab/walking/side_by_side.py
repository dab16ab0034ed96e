"""A walk in several processes: its parts are walked side by side, and put together where they belong."""

import multiprocessing
import time
from collections.abc import Collection, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from upcard.lab.kernels import Progress
from upcard.lab.walker import Told, Walker, told_far
from upcard.lab.walking.outlook import Outlook
from upcard.rounds.record import game_from_json, game_to_json
from upcard.rules import registry
from upcard.rules.game import Game

PARTS = 24
"""Parts for each process, so that none waits long for the last one."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A walk on its way to another process."""

    kind: tuple[str, str]
    game: dict[str, Any]
    bets: dict[str, int]
    most: int
    suits: bool
    turning: bool
    apart: tuple[str, ...]


def can_be_sent(game: Game) -> bool:
    """Whether another process finds the same class: one that was made inside a function it does not."""
    kind = type(game)
    return getattr(import_module(kind.__module__), kind.__qualname__, None) is kind and kind.__module__ != "__main__"


def walk_apart(walker: Walker, workers: int, progress: Progress) -> Outlook:
    """The whole walk, by so many processes."""
    begun = time.monotonic()
    game = walker.game
    parts = _parts(walker, workers * PARTS)
    suits = walker.alike == "suits"
    kind = type(game)
    sent = Sent(
        (kind.__module__, kind.__qualname__), game_to_json(game), walker.bets[1], walker.most, suits, walker.turning,
        tuple(walker.apart),
    )  # fmt: skip
    known: dict[Told, Outlook] = {}
    done = 0.0
    # A forked child would inherit the threads of compiled kernels.
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _begin, (sent,)) as pool:
        try:
            waiting = {pool.submit(_walk, part): part for part in parts}
            for future in as_completed(waiting):
                part = waiting[future]
                known[part], rounds = future.result()
                walker.rounds += rounds
                if walker.rounds > walker.most:
                    raise walker.too_large()
                done += parts[part]
                progress(told_far(game, walker.rounds, done, time.monotonic() - begun))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    walker.known = known
    return walker.outlook()


def _parts(walker: Walker, wanted: int) -> Mapping[Told, float]:
    """Beginnings of the round, enough of them and none the beginning of another, each with its share of the walk."""
    parts: dict[Told, float] = {walker.replayed(())[1]: 1.0}
    while len(parts) < wanted:
        found: dict[Told, float] = {}
        for part, share in parts.items():
            branches = walker.branches(part)
            for branch, of_it in branches:
                told = walker.replayed(branch)[1]
                found[told] = found.get(told, 0.0) + share * of_it
            if not branches:
                found[part] = share
        if len(found) <= len(parts):
            return found
        parts = found
    return parts


_here: list[Walker] = []


def _begin(sent: Sent) -> None:
    module, name = sent.kind
    registry.register(getattr(import_module(module), name))
    game = game_from_json(sent.game)
    apart: Collection[str] = sent.apart
    _here[:] = [
        Walker(game, sent.bets, sent.most, alike="suits" if sent.suits else None, turning=sent.turning, apart=apart)
    ]


def _walk(part: Told) -> tuple[Outlook, int]:
    (walker,) = _here
    walker.rounds = 0
    return walker.outlook(part), walker.rounds
