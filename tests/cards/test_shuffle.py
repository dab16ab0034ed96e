"""The shuffle: every order equally likely, from a seed and from the operating system.

The walk is proved exactly on four cards and measured on 52. The measures are scores that a fair shuffle keeps within
seven standard deviations except once in thousands of millions of runs, so that no fair run fails; crooked shuffles are
measured too, and must not pass.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise, permutations, product

import numpy as np
import pytest

from upcard.cards.card import CARDS
from upcard.cards.shuffle import SeededSource, Source, SystemSource, shuffled

BOUND = 7
SHUFFLES = 12_000

Orders = np.ndarray[tuple[int, int], np.dtype[np.int64]]


class Scripted:
    """A source that gives what it is told, and remembers what it was asked for."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self.numbers = list(numbers)
        self.asked: list[int] = []

    def below(self, bound: int) -> int:
        self.asked.append(bound)
        return self.numbers.pop(0)


def crooked(cards: Sequence[int], source: Source) -> tuple[int, ...]:
    """The classic mistake: every card changes places with any other, which makes 52**52 walks over 52! orders."""
    order = list(cards)
    for place in range(len(order)):
        pick = source.below(len(order))
        order[place], order[pick] = order[pick], order[place]
    return tuple(order)


def pearson(cells: "np.ndarray[tuple[int, ...], np.dtype[np.int64]]") -> float:
    """Pearson's chi-square over equally likely cells."""
    expected = cells.sum() / cells.size
    return float(((cells - expected) ** 2).sum() / expected)


def scores(orders: Orders) -> dict[str, float]:
    """How far the shuffles are from fair, in standard deviations: positions, pairs and runs."""
    count, size = orders.shape
    positions = np.zeros((size, size), dtype=np.int64)
    for place in range(size):
        positions[place] = np.bincount(orders[:, place], minlength=size)
    followers = np.zeros((size, size), dtype=np.int64)
    np.add.at(followers, (orders[:, :-1].ravel(), orders[:, 1:].ravel()), 1)
    ascending_runs = 1 + (np.diff(orders, axis=1) < 0).sum(axis=1)
    # Each cell of both tables is filled by a shuffle with probability 1/52, and a shuffle fills each row and column of
    # the positions exactly once: that stretches their chi-square of 51 × 51 degrees of freedom by 52/51.
    freedom = (size - 1) ** 2
    fair_positions = pearson(positions) * (size - 1) / size
    fair_pairs = pearson(followers[~np.eye(size, dtype=bool)])
    runs_mean, runs_variance = (size + 1) / 2, (size + 1) / 12
    return {
        "positions": (fair_positions - freedom) / math.sqrt(2 * freedom),
        "pairs": (fair_pairs - freedom) / math.sqrt(2 * freedom),
        "runs": (float(ascending_runs.mean()) - runs_mean) / math.sqrt(runs_variance / count),
    }


def measured(shuffle: Callable[[Sequence[int], Source], tuple[int, ...]], source: Source) -> dict[str, float]:
    return scores(np.array([shuffle(CARDS, source) for _ in range(SHUFFLES)], dtype=np.int64))


def test_every_walk_ends_in_an_order_of_its_own() -> None:
    walks = [shuffled("abcd", Scripted(picks)) for picks in product(range(4), range(3), range(2))]  # type: ignore[arg-type]  # letters read better than cards here
    assert Counter(walks) == dict.fromkeys(permutations("abcd"), 1)


def test_the_walk_asks_for_52_down_to_2() -> None:
    source = Scripted([0] * 51)
    shuffled(CARDS, source)
    assert source.asked == list(range(52, 1, -1))


def test_a_seed_repeats_and_another_seed_does_not() -> None:
    assert shuffled(CARDS, SeededSource(7)) == shuffled(CARDS, SeededSource(7))
    assert shuffled(CARDS, SeededSource(7)) != shuffled(CARDS, SeededSource(8))
    assert shuffled(CARDS, SeededSource("a table")) == shuffled(CARDS, SeededSource("a table"))


def test_a_shuffle_changes_no_card() -> None:
    assert sorted(shuffled(CARDS * 8, SystemSource())) == sorted(CARDS * 8)


@pytest.mark.parametrize("source", [SeededSource(20_150_406), SystemSource()], ids=["seeded", "system"])
def test_positions_pairs_and_runs_are_those_of_a_fair_shuffle(source: Source) -> None:
    found = measured(shuffled, source)
    assert all(abs(score) < BOUND for score in found.values()), found


def test_a_crooked_shuffle_is_caught() -> None:
    found = measured(crooked, SeededSource(20_150_406))
    assert abs(found["positions"]) > 2 * BOUND, found


def test_an_unshuffled_deck_is_caught_by_pairs_and_runs() -> None:
    """Every cut of a sorted deck has fair positions; only neighbours and runs give it away."""
    cut = [CARDS[at:] + CARDS[:at] for at in range(52)] * 20
    found = scores(np.array(cut, dtype=np.int64))
    assert abs(found["positions"]) < 100
    assert abs(found["pairs"]) > 2 * BOUND
    assert abs(found["runs"]) > 2 * BOUND


@pytest.mark.parametrize("source", [SeededSource(3), SystemSource()], ids=["seeded", "system"])
@pytest.mark.parametrize("bound", [2, 3, 7, 52])
def test_numbers_below_a_bound_are_even(source: Source, bound: int) -> None:
    drawn = Counter(source.below(bound) for _ in range(3_000 * bound))
    assert set(drawn) == set(range(bound))
    spread = math.sqrt(3_000 * (1 - 1 / bound))
    assert all(abs(times - 3_000) < BOUND * spread for times in drawn.values()), drawn


def test_two_system_shuffles_differ() -> None:
    orders = [shuffled(CARDS, SystemSource()) for _ in range(3)]
    assert all(a != b for a, b in pairwise(orders))
