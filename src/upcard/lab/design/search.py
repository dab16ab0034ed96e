"""The search: every table of whole numbers that keeps its order and comes to a given expectation, best ones first.

Rows are gone through from the commonest to the rarest, each paying at least as much as the one before. What the rows
still to come can add at least and at most is known, so that a branch is left as soon as it can't meet the target. All
on integers.
"""

import heapq
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log

ROUND = (
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 18, 20, 25, 30, 35, 40, 45, 50, 60, 70, 75, 80, 90, 100, 120, 125, 150,
    180, 200, 250, 300, 350, 400, 500, 600, 750, 800, 1_000, 1_200, 1_250, 1_500, 2_000, 2_500, 3_000, 4_000, 5_000,
    7_500, 10_000, 15_000, 20_000, 25_000, 50_000, 100_000,
)  # fmt: skip
"""Pays that a layout prints: people remember them."""
MOST_TABLES = 60_000
"""How many tables that meet the target are ranked; a search that finds more has enough to choose from."""
MOST_STEPS = 4_000_000
"""How many branches a search looks at."""
FAR, ODD, FLAT = 0.4, 0.5, 0.3
"""What counts how much: distance from the middle of the target, pays nobody remembers, rarer lines that pay no more."""
PLAIN = frozenset(
    {1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 25, 30, 40, 50, 75, 100, 200, 250, 300, 500, 1_000, 2_000, 2_500, 5_000}
)


@dataclass(frozen=True, slots=True)
class DesignProblem:
    """Rows from the commonest to the rarest, as whole numbers."""

    weights: tuple[int, ...]
    """What a unit on each row adds."""
    low: int
    high: int
    """The sum has to lie between."""
    aim: int
    now: tuple[int, ...]
    """What known tables pay there: ranks like theirs come first."""
    least: tuple[int, ...]
    most: tuple[int, ...]
    """Bounds of each row: from fixed neighbours and the largest pay allowed."""


def score(problem: DesignProblem, pays: Sequence[int], total: int) -> float:
    """How far a table is from what one would like: near the middle of the target, like known tables, round numbers."""
    width = max(problem.high - problem.low, 1)
    far = abs(total - problem.aim) / width
    unlike = sum(abs(log(pay / now)) for pay, now in zip(pays, problem.now, strict=True)) / len(pays)
    odd = sum(pay not in PLAIN for pay in pays) / len(pays)
    flat = sum(one == other for one, other in pairwise(pays)) / len(pays)
    return FAR * far + unlike + ODD * odd + FLAT * flat


def _options(problem: DesignProblem, row: int, choices: Sequence[int]) -> list[int]:
    """What a row may pay, today's pay and its neighbours first."""
    least, most, now = problem.least[row], problem.most[row], problem.now[row]
    allowed = {pay for pay in (*choices, least, now) if least <= pay <= most}
    return sorted(allowed, key=lambda pay: abs(log(pay / now)))


def tables(problem: DesignProblem, choices: Sequence[int] = ROUND) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every table that meets the target, with its sum; rows in the problem's order."""
    rows = len(problem.weights)
    options = [_options(problem, row, choices) for row in range(rows)]
    steps = 0

    def rest(row: int, least: int) -> tuple[int, int]:
        """What rows from here on add at least and at most."""
        low = high = 0
        for later in range(row, rows):
            low += problem.weights[later] * max(least, problem.least[later])
            high += problem.weights[later] * problem.most[later]
        return low, high

    def go(row: int, sofar: int, least: int, pays: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
        nonlocal steps
        if row == rows:
            if problem.low <= sofar <= problem.high:
                yield pays, sofar
            return
        for pay in options[row]:
            steps += 1
            if steps > MOST_STEPS:
                return
            if pay < least:
                continue
            total = sofar + problem.weights[row] * pay
            low, high = rest(row + 1, pay)
            if total + low <= problem.high and total + high >= problem.low:
                yield from go(row + 1, total, pay, (*pays, pay))

    yield from go(0, 0, 1, ())


def best(
    problem: DesignProblem,
    count: int,
    choices: Sequence[int] = ROUND,
    suits: Callable[[tuple[int, ...]], bool] | None = None,
) -> list[tuple[tuple[int, ...], int]]:
    """The best tables that meet the target, and whatever else is asked of them."""
    found = []
    for at, (pays, total) in enumerate(tables(problem, choices)):
        if suits is None or suits(pays):
            found.append((score(problem, pays, total), pays, total))
        if at >= MOST_TABLES:
            break
    return [(pays, total) for _, pays, total in heapq.nsmallest(count, found)]


def ends(problem: DesignProblem) -> tuple[int, int]:
    """The least and the most that any table can come to."""
    low = high = 0
    at_least = 1
    for weight, least, most in zip(problem.weights, problem.least, problem.most, strict=True):
        at_least = max(at_least, least)
        low += weight * at_least
        high += weight * most
    return low, high
