"""Every hand with every way to hold it, on whole numbers.

How many final hands of a kind contain a set of cards is added up once, for every set up to the names of the suits. Of
one hand the final ones that keep just these of its cards follow by inclusion and exclusion over the others.
"""

import numpy as np

from upcard.lab.general.hands.index_kernels import number
from upcard.lab.kernels import Array, Int, kernel


@kernel()
def _spread(row: Array, suit: Array, rank: Array) -> None:
    """The cards of four masks."""
    held = 0
    for s in range(4):
        for r in range(13):
            if row[s] >> r & 1:
                suit[held], rank[held] = s, r
                held += 1


@kernel()
def _subset(which: Int, suit: Array, rank: Array, codes: Array, starts: Array, places: Array) -> Int:
    """The number of some of these cards."""
    masks = np.zeros(4, np.int64)
    for j in range(len(suit)):
        if which >> j & 1:
            masks[suit[j]] |= 1 << rank[j]
    return number(masks[0], masks[1], masks[2], masks[3], codes, starts, places)


@kernel()
def containing(
    hands: Array, weights: Array, kinds: Array, table: Array, size: Int, codes: Array, starts: Array, places: Array
) -> None:
    """Adds every hand to the numbers of its subsets, at its kind: over all sets of one number together."""
    suit, rank = np.zeros(size, np.int64), np.zeros(size, np.int64)
    for i in range(len(hands)):
        if weights[i]:
            _spread(hands[i], suit, rank)
            for which in range(1 << size):
                table[_subset(which, suit, rank, codes, starts, places), kinds[i]] += weights[i]


@kernel()
def decide(
    hands: Array,
    weights: Array,
    table: Array,
    holds: Array,
    scale: Array,
    nets: Array,
    stakes: Array,
    size: Int,
    codes: Array,
    starts: Array,
    places: Array,
) -> tuple[Array, int]:
    """How often every (way to hold, kind) comes if the best is held, and how many hands have two that tie.

    Of ways that are worth the same the one that stakes less is taken.
    """
    kinds = table.shape[1]
    often = np.zeros((len(holds), kinds), np.int64)
    tied = 0
    suit, rank = np.zeros(size, np.int64), np.zeros(size, np.int64)
    kept = np.zeros((1 << size, kinds), np.int64)
    for i in range(len(hands)):
        if not weights[i]:
            continue
        _spread(hands[i], suit, rank)
        for which in range(1 << size):
            kept[which] = table[_subset(which, suit, rank, codes, starts, places)]
        for j in range(size):
            for which in range(1 << size):
                if not which >> j & 1:
                    kept[which] -= kept[which | 1 << j]
        best, top, top_stake, same = -1, np.int64(0), np.int64(0), False
        for k in range(len(holds)):
            worth, stake = np.int64(0), np.int64(0)
            for v in range(kinds):
                worth += kept[holds[k], v] * nets[k, v]
                stake += kept[holds[k], v] * stakes[k, v]
            worth *= scale[k]
            stake *= scale[k]
            if best >= 0 and worth == top:
                same = True
            if best < 0 or worth > top:
                same = False
            if best < 0 or worth > top or (worth == top and stake < top_stake):
                best, top, top_stake = k, worth, stake
        tied += weights[i] * same
        for v in range(kinds):
            often[best, v] += weights[i] * scale[best] * kept[holds[best], v]
    return often, tied
