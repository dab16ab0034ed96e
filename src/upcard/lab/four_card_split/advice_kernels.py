"""A kernel of 4 Card Split for one hand: the value of each of its parts, by going through every hand of the dealer's.

Slower for one hand than the solver is for a thousand, but it needs no other hand's values; and it shares nothing with
the solver's inversion, so that each proves the other.
"""

import numpy as np

from upcard.lab.four_card_split.kernels import PAIRS
from upcard.lab.kernels import Array, Int, kernel


@kernel()
def hand_values(m: Array, p3: Array, s: Array, deck: Array, u: Int, hand: Array) -> Array:
    """The fourteen parts of four cards, as in `part_values`, against upcard u."""
    strengths = m.shape[1]
    free = np.array([e for e in deck if e != u and e != hand[0] and e != hand[1] and e != hand[2] and e != hand[3]])
    n = len(free)
    # What a part wins against each dealer's strength with any draw, and with a draw that holds a given card.
    drawn = np.zeros((14, strengths), np.int64)
    with_one = np.zeros((4, 52, strengths), np.int32)
    for j in range(4):
        f = hand[j]
        for a in range(n):
            for b in range(a):
                line = m[p3[f, free[a], free[b]]]
                for d in range(strengths):
                    with_one[j, free[a], d] += line[d]
                    with_one[j, free[b], d] += line[d]
        for a in range(n):
            for d in range(strengths):
                drawn[j, d] += with_one[j, free[a], d]
        for d in range(strengths):
            drawn[j, d] //= 2
        line = m[p3[hand[(j + 1) & 3], hand[(j + 2) & 3], hand[(j + 3) & 3]]]
        for d in range(strengths):
            drawn[10 + j, d] = line[d]
    for j in range(6):
        for a in range(n):
            line = m[p3[hand[PAIRS[j, 0]], hand[PAIRS[j, 1]], free[a]]]
            for d in range(strengths):
                drawn[4 + j, d] += line[d]
    values = np.zeros(14, np.int64)
    for i in range(n):
        for k in range(i):
            for t in range(k):
                a, b, c = free[i], free[k], free[t]
                d = s[a, b, c]
                for j in range(4):
                    f = hand[j]
                    v = drawn[j, d] - with_one[j, a, d] - with_one[j, b, d] - with_one[j, c, d]
                    values[j] += v + m[p3[f, a, b], d] + m[p3[f, a, c], d] + m[p3[f, b, c], d]
                    values[10 + j] += drawn[10 + j, d]
                for j in range(6):
                    f, g = hand[PAIRS[j, 0]], hand[PAIRS[j, 1]]
                    values[4 + j] += drawn[4 + j, d] - m[p3[f, g, a], d] - m[p3[f, g, b], d] - m[p3[f, g, c], d]
    return values
