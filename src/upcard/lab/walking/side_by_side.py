"""A walk in several processes: its parts are walked side by side, and put together where they belong."""

import time
from collections.abc import Hashable, Mapping
from concurrent.futures import as_completed
from dataclasses import dataclass

from upcard.lab.general.rounds.script import SEAT
from upcard.lab.general.sending import SentGame
from upcard.lab.kernels import Progress
from upcard.lab.processes import LabProcesses
from upcard.lab.walking.drawing import Alike
from upcard.lab.walking.outlook import Outlook
from upcard.lab.walking.walker import Told, Walker, told_far

PARTS = 24
"""Parts for each process, so that none waits long for the last one."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A walk on its way to another process."""

    game: SentGame
    bets: dict[str, int]
    most: int
    suits: bool
    turning: bool
    apart: tuple[str, ...]


def walk_apart(walker: Walker, workers: int, progress: Progress) -> Outlook:
    """The whole walk, by so many processes."""
    begun = time.monotonic()
    game = walker.game
    parts = _parts(walker, workers * PARTS)
    sent = Sent(
        SentGame.of(game), walker.bets[SEAT], walker.most, walker.alike == "suits", walker.turning, tuple(walker.apart)
    )
    known: dict[Hashable, Outlook] = {}
    done = 0.0
    with LabProcesses(workers, _begin, (sent,)) as processes:
        waiting = {processes.submit(_walk, part): part for part in parts}
        for future in as_completed(waiting):
            part = waiting[future]
            outlook, rounds = future.result()
            known[walker.place(*walker.replayed(part))] = outlook
            walker.rounds += rounds
            if walker.rounds > walker.most:
                raise walker.too_large()
            done += parts[part]
            progress(told_far(game, walker.rounds, done, time.monotonic() - begun))
    walker.known = known
    return walker.outlook()


def _parts(walker: Walker, wanted: int) -> Mapping[Told, float]:
    """Beginnings of the round, enough of them and none the beginning of another, each with its share of the walk."""
    parts: dict[Told, float] = {walker.replayed(())[1]: 1.0}
    while len(parts) < wanted:
        found: dict[Told, float] = {}
        first: dict[Hashable, Told] = {}
        for part, share in parts.items():
            branches = walker.branches(part)
            for branch, of_it in branches:
                played, told = walker.replayed(branch)
                told = first.setdefault(walker.place(played, told), told)
                found[told] = found.get(told, 0.0) + share * of_it
            if not branches:
                found[part] = share
        if len(found) <= len(parts):
            return found
        parts = found
    return parts


_here: list[Walker] = []


def _begin(sent: Sent) -> None:
    suits: Alike = "suits" if sent.suits else None  # otherwise its own model says what is alike
    _here[:] = [Walker(sent.game.game(), sent.bets, sent.most, alike=suits, turning=sent.turning, apart=sent.apart)]


def _walk(part: Told) -> tuple[Outlook, int]:
    (walker,) = _here
    walker.rounds = 0
    return walker.outlook(part), walker.rounds
