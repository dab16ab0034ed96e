"""Decisions over counted hands, on integers: the best way for each, and how often every case happens then."""

import numpy as np

from upcard.lab.general.hands.index_kernels import number
from upcard.lab.kernels import Array, Int, kernel


@kernel()
def numbers(masks: Array, codes: Array, starts: Array, places: Array) -> Array:
    """The number of every row of masks."""
    found = np.zeros(len(masks), np.int64)
    for i in range(len(masks)):
        if masks[i, 0] >= 0:
            found[i] = number(
                np.int64(masks[i, 0]), np.int64(masks[i, 1]), np.int64(masks[i, 2]), np.int64(masks[i, 3]),
                codes, starts, places,
            )  # fmt: skip
    return found


@kernel()
def complete(out: Array, own: Array, final: Array, hidden: Int, weights: Array) -> Int:
    """Makes (lower, equal, higher) of (lower, not higher, all); the first row that does not add up, or -1.

    A class of the dealer's whose last hand has been inserted is complete; of one that is not, the rest is known.
    """
    classes = out.shape[1]
    for i in range(len(out)):
        if weights[i] == 0:
            continue
        open_classes = 0
        last = -1
        for c in range(classes):
            if final[c] > own[i]:
                open_classes += 1
                last = c
        total = 0
        for c in range(classes):
            if out[i, c, 0] < 0 or out[i, c, 1] < out[i, c, 0] or out[i, c, 2] < 0:
                return i
            if open_classes < 2:
                out[i, c, 2] = out[i, c, 1]
            total += out[i, c, 2]
        if open_classes == 1:
            out[i, last, 2] += hidden - total
            total = hidden
        if total != hidden:
            return i
        for c in range(classes):
            below, not_higher, every = out[i, c, 0], out[i, c, 1], out[i, c, 2]
            if every < not_higher:
                return i
            out[i, c, 1] = not_higher - below
            out[i, c, 2] = every - not_higher
    return -1


@kernel()
def occurring(counts: Array, codes: Array, weights: Array, seen: int, classes: int) -> tuple[Array, Array]:
    """How often each (seen case, dealer's case, relation) happens, at most counted to 1, and up to three rows with it.

    The first row, the last, and the one with the most hands of the kind.
    """
    often = np.zeros((seen, classes, 3), np.int64)
    rows = np.full((seen, classes, 3, 3), -1, np.int64)
    for i in range(len(counts)):
        if weights[i] == 0:
            continue
        v = codes[i]
        for c in range(classes):
            for r in range(3):
                n = counts[i, c, r]
                if n:
                    if rows[v, c, r, 0] < 0:
                        rows[v, c, r, 0] = i
                    rows[v, c, r, 1] = i
                    if n > often[v, c, r]:
                        often[v, c, r] = n
                        rows[v, c, r, 2] = i
    return often, rows


@kernel()
def decide(counts: Array, codes: Array, weights: Array, ways: Array, nets: Array, stakes: Array) -> tuple[Array, Array]:
    """The best way for every row; of ways that are worth the same the one that stakes less. And whether two tied."""
    best = np.zeros(len(counts), np.uint8)
    tied = np.zeros(len(counts), np.bool_)
    classes = counts.shape[1]
    for i in range(len(counts)):
        if weights[i] == 0:
            continue
        v = codes[i]
        top = np.int64(0)
        top_stake = np.int64(0)
        for k in range(ways[v]):
            worth = np.int64(0)
            stake = np.int64(0)
            for c in range(classes):
                for r in range(3):
                    worth += np.int64(counts[i, c, r]) * nets[v, k, c, r]
                    stake += np.int64(counts[i, c, r]) * stakes[v, k, c, r]
            if k == 0 or worth > top:
                tied[i] = False
            if k and worth == top:
                tied[i] = True
            if k == 0 or worth > top or (worth == top and stake < top_stake):
                top, top_stake, best[i] = worth, stake, k
    return best, tied


@kernel()
def weigh(counts: Array, codes: Array, weights: Array, best: Array, seen: int, most: int) -> Array:
    """How often each (seen case, way, dealer's case, relation) happens when every row goes its best way."""
    often = np.zeros((seen, most, counts.shape[1], 3), np.int64)
    for i in range(len(counts)):
        if weights[i]:
            for c in range(counts.shape[1]):
                for r in range(3):
                    often[codes[i], best[i], c, r] += weights[i] * np.int64(counts[i, c, r])
    return often
