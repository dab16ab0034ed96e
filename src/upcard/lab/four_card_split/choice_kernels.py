"""Kernels of 4 Card Split that choose: the best legal move of every hand, on integers, and what is then played.

How a move is one number is said in `packed_kernels`.
"""

import numpy as np
from numba import prange

from upcard.lab.four_card_split.packed_kernels import (
    FOLD_ALL,
    INSTANT,
    packed_in,
    plays_in,
    split_in,
)
from upcard.lab.kernels import Array, Int, kernel


@kernel(parallel=True)
def best_moves(
    values: Array, fold: Int, times: Array, instant: Array, claims: Array, cards: Array, upcards: Array
) -> tuple[Array, Array, Array]:
    """The best move at [upcard, class], its value in common units, and what the first hand has of that.

    Where values tie, the move that stakes less is taken, then the first. `times` brings one-, two- and three-card
    values to the common unit; `fold` is what a folded hand is worth in it; `instant` at [class, place] is what claiming
    all but that place pays, `claims` whether it may be claimed.
    """
    n = cards.shape[0]
    moves = np.zeros((len(upcards), n), np.int8)
    worth = np.zeros((len(upcards), n), np.int64)
    first = np.zeros((len(upcards), n), np.int64)
    for t in prange(len(upcards)):
        best_of_upcard(values[t], fold, times, instant, claims, cards, upcards[t], moves[t], worth[t], first[t])
    return moves, worth, first


@kernel()
def best_of_upcard(
    values: Array, fold: Int, times: Array, instant: Array, claims: Array, cards: Array, u: Int,
    moves: Array, worth: Array, first: Array,
) -> None:  # fmt: skip
    """The best moves against one upcard."""
    for i in range(cards.shape[0]):
        if u in (cards[i, 0], cards[i, 1], cards[i, 2], cards[i, 3]):
            continue
        best = np.int64(-(2**62))
        own = np.int64(0)
        staked = np.int64(9)
        move = np.int64(0)
        for j in range(4):
            if claims[i, j]:
                single = values[i, j] * times[0]
                played = np.int64(single > fold)
                v = instant[i, j] + max(single, fold)
                if v > best or (v == best and played < staked):
                    best, own, staked = v, instant[i, j], played
                    move = INSTANT + packed_in(3 + j, 0, played)
        if move == 0:
            best, own, staked, move = 2 * fold, fold, np.int64(0), np.int64(FOLD_ALL)
            for j in range(7):
                if j < 3:
                    a, b = values[i, 4 + j] * times[1], values[i, 9 - j] * times[1]
                else:
                    a, b = values[i, 7 + j] * times[2], values[i, j - 3] * times[0]
                one, two = np.int64(a > fold), np.int64(b > fold)
                v = max(a, fold) + max(b, fold)
                if v > best or (v == best and one + two < staked):
                    best, own, staked, move = v, max(a, fold), one + two, packed_in(j, one, two)
        moves[i] = move
        worth[i] = best
        first[i] = own


@kernel()
def played_parts(moves: Array, times: Array) -> Array:
    """The weights at [class, part] of the parts that these moves against one upcard play, in common units."""
    w = np.zeros((len(moves), 14), np.int64)
    for i in range(len(moves)):
        split = split_in(moves[i])
        if plays_in(moves[i], 0):
            w[i, 4 + split if split < 3 else 7 + split] = times[1 if split < 3 else 2]
        if plays_in(moves[i], 1):
            w[i, 9 - split if split < 3 else split - 3] = times[1 if split < 3 else 0]
    return w


@kernel()
def product_of_hands(
    m: Array, p3: Array, s: Array, deck: Array, u: Int, hand: Array, split: Int
) -> tuple[Int, Int, Int, Int]:
    """For one hand of which both parts are played: the sums of A·B, A and B over all configurations, and their number.

    A is what the first part wins and B what the second does; their supplementary cards and the dealer's all differ.
    """
    free = np.zeros(52, np.int64)
    n = 0
    for e in deck:
        if e != u and e != hand[0] and e != hand[1] and e != hand[2] and e != hand[3]:
            free[n] = e
            n += 1
    if split < 3:
        f, g = hand[0], hand[split + 1]
        x, y = hand[2 if split == 0 else 1], hand[2 if split == 2 else 3]
        single = np.int64(-1)
    else:
        single = hand[split - 3]
        f, g, x, y = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    strengths = m.shape[1]
    three = np.int64(0)
    a_all = np.zeros(strengths, np.int64)
    b_all = np.zeros(strengths, np.int64)
    ab_all = np.zeros(strengths, np.int64)
    one = np.zeros((52, strengths), np.int64)
    if single < 0:
        for i in range(n):
            p, q = p3[f, g, free[i]], p3[x, y, free[i]]
            for d in range(strengths):
                a_all[d] += m[p, d]
                b_all[d] += m[q, d]
                ab_all[d] += np.int64(m[p, d]) * m[q, d]
    else:
        rest = np.zeros(3, np.int64)
        k = 0
        for j in range(4):
            if j != split - 3:
                rest[k] = hand[j]
                k += 1
        three = np.int64(p3[rest[0], rest[1], rest[2]])
        for i in range(n):
            for j in range(i):
                p = p3[single, free[i], free[j]]
                for d in range(strengths):
                    one[free[i], d] += m[p, d]
                    one[free[j], d] += m[p, d]
                    b_all[d] += m[p, d]
    product, first, second, count = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    draws = (n - 3) * (n - 4)
    for i in range(n):
        for j in range(i):
            for k in range(j):
                c0, c1, c2 = free[i], free[j], free[k]
                d = s[c0, c1, c2]
                if single < 0:
                    p0, p1, p2 = m[p3[f, g, c0], d], m[p3[f, g, c1], d], m[p3[f, g, c2], d]
                    q0, q1, q2 = m[p3[x, y, c0], d], m[p3[x, y, c1], d], m[p3[x, y, c2], d]
                    a = a_all[d] - p0 - p1 - p2
                    b = b_all[d] - q0 - q1 - q2
                    same = ab_all[d] - np.int64(p0) * q0 - np.int64(p1) * q1 - np.int64(p2) * q2
                    product += a * b - same
                    first += a * (n - 4)
                    second += b * (n - 4)
                    count += draws
                else:
                    b = b_all[d] - one[c0, d] - one[c1, d] - one[c2, d]
                    b += m[p3[single, c0, c1], d] + m[p3[single, c0, c2], d] + m[p3[single, c1, c2], d]
                    a = np.int64(m[three, d])
                    product += a * b
                    first += a * (draws // 2)
                    second += b
                    count += draws // 2
    return product, first, second, count
