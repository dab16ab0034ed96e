"""Kernels of 4 Card Split, backward: how often which strength meets which, under a given way to play.

The forward kernels work out values that are linear in M. Run backward, the same steps turn "this part of this hand is
played" into J[p, d], the number of configurations in which a hand of strength p meets a dealer's strength d: the sum of
M times J is the sum of the chosen values, whatever M is. So one pass gives every outcome of every wager, and a changed pay
needs none. A name with `_` after it is the weight of the forward table of that name.

Everything is multiplied by SCALE, so that the divisions of the forward steps stay whole.
"""

import numpy as np
from numba import prange

from upcard.lab.four_card_split.kernels import PAIR_AT, PAIRS, Lines, gather, over_second, pair_of
from upcard.lab.kernels import Array, Int, kernel

SCALE = 1080
"""30 for the sums over missing cards (thirds, sixths, tenths), 6 for the orders of suits, 6 for A1 and A0 as parts of A2."""


@kernel()
def weigh_full_sums(w: Array, sizes: Array, cards: Array, deck: Array, u: Int) -> tuple[Array, Array]:
    """The weights of Q of a full X, of one hand of each class; times 180."""
    one_xy, two_x = gather(w[:, :4], w[:, 4:10], sizes, cards, deck, u)
    one_x = over_second(one_xy, deck) // 2
    one = one_x.sum(axis=1) // 3
    two = two_x.sum(axis=1) // 2
    n = cards.shape[0]
    q1_ = np.zeros((n, 4), np.int64)
    q2_ = np.zeros((n, 6), np.int64)
    hand = np.zeros(4, np.int64)
    for i in range(n):
        for j in range(4):
            hand[j] = cards[i, j]
        if u in (hand[0], hand[1], hand[2], hand[3]):
            continue
        for j in range(4):
            f, g, h, x = hand[(j + 1) & 3], hand[(j + 2) & 3], hand[(j + 3) & 3], hand[j]
            pairs = one_xy[x, pair_of(f, g)] + one_xy[x, pair_of(f, h)] + one_xy[x, pair_of(g, h)]
            q1_[i, j] = 3 * one[x] - 5 * (one_x[x, f] + one_x[x, g] + one_x[x, h]) + 10 * pairs - 180 * w[i, j]
        for j in range(6):
            fg = pair_of(hand[PAIRS[j, 0]], hand[PAIRS[j, 1]])
            x, y = hand[PAIRS[5 - j, 0]], hand[PAIRS[5 - j, 1]]
            q2_[i, j] = 5 * two[fg] - 10 * (two_x[fg, x] + two_x[fg, y]) + 180 * w[i, 4 + j]
    return q1_, q2_


@kernel()
def weigh_not_free(
    w: Int, j_: Array, p3: Array, d_rows: Array, dp: Int, do: Int, d_suit: Int, k_: Array, ki: Int, a2_: Array, ai: Int,
    f: Int, g: Int, dead: Int, df: Int, dg: Int,
) -> None:  # fmt: skip
    """Backward of `not_free`."""
    p = p3[f, g, dead]
    d = d_rows[do if dead & 3 == d_suit else dp, dead >> 2]
    k_[ki, d] -= w
    j_[p, d] += w
    a2_[ai, p] -= w
    j_[p, df] += w
    j_[p, dg] += w


@kernel()
def weigh_both_drawn(
    w: Int, j_: Array, p3: Array, p_rows: Array, p_plain: Array, p_odd: Array, p_suits: Array,
    s: Array, d_rows: Array, d_plain: Array, d_odd: Array, d_suits: Array,
    k_: Array, ki: Int, a2_: Array, ai: Int, mm_: Array, km_: Array, u: Int, f: Int, g: Int, x: Int, y: Int,
) -> None:  # fmt: skip
    """Backward of `both_drawn`."""
    fg, xy = pair_of(f, g), pair_of(x, y)
    p_suit, d_suit = p_suits[fg], d_suits[xy]
    pp, po, dp, do = p_plain[fg], p_odd[fg], d_plain[xy], d_odd[xy]
    p_has, d_has, both = np.int64(p_suit >= 0), np.int64(d_suit >= 0), np.int64(d_suit >= 0 and p_suit == d_suit)
    km_[ki, dp] += (4 - d_has) * w
    mm_[pp, dp] -= (4 - p_has - d_has + both) * w
    if d_has:
        km_[ki, do] += w
        mm_[po, do] -= both * w
        mm_[pp, do] -= (1 - both) * w
    mm_[po, dp] -= (p_has - both) * w
    df, dg = s[x, y, f], s[x, y, g]
    pf, pg = p_rows[po if f & 3 == p_suit else pp, f >> 2], p_rows[po if g & 3 == p_suit else pp, g >> 2]
    k_[ki, df] -= w
    j_[pf, df] += w
    k_[ki, dg] -= w
    j_[pg, dg] += w
    weigh_not_free(w, j_, p3, d_rows, dp, do, d_suit, k_, ki, a2_, ai, f, g, x, df, dg)
    weigh_not_free(w, j_, p3, d_rows, dp, do, d_suit, k_, ki, a2_, ai, f, g, y, df, dg)
    weigh_not_free(w, j_, p3, d_rows, dp, do, d_suit, k_, ki, a2_, ai, f, g, u, df, dg)


@kernel()
def weigh_player_full(
    w: Int, j_: Array, p3: Array, s: Array, a2_: Array, a1_: Array, kind: Array, f: Int, g: Int, h: Int, x: Int
) -> None:
    """Backward of `player_full`."""
    p = p3[f, g, h]
    a1_[x, p] += w
    a2_[kind[x, f], p] -= w
    a2_[kind[x, g], p] -= w
    a2_[kind[x, h], p] -= w
    j_[p, s[x, f, g]] += w
    j_[p, s[x, f, h]] += w
    j_[p, s[x, g, h]] += w


@kernel()
def weigh_dealer_full(
    w: Int, j_: Array, p3: Array, s: Array, k_: Array, c_: Array, kind: Array, u: Int, f: Int, x: Int, y: Int, z: Int
) -> None:
    """Backward of `dealer_full`."""
    d = s[x, y, z]
    c_[f, d] += w
    k_[kind[f, x], d] -= w
    k_[kind[f, y], d] -= w
    k_[kind[f, z], d] -= w
    k_[kind[f, u], d] -= w
    j_[p3[f, x, y], d] += w
    j_[p3[f, x, z], d] += w
    j_[p3[f, y, z], d] += w
    j_[p3[f, x, u], d] += w
    j_[p3[f, y, u], d] += w
    j_[p3[f, z, u], d] += w


@kernel()
def weigh_three(
    w: Int, j_: Array, p3: Array, s: Array, a2_: Array, a1_: Array, a0_: Array, kind: Array,
    f: Int, g: Int, h: Int, x: Int,
) -> None:  # fmt: skip
    """Backward of the value of a three-card part."""
    p = p3[f, g, h]
    a0_[p] += w
    a1_[f, p] -= w
    a1_[g, p] -= w
    a1_[h, p] -= w
    a1_[x, p] -= w
    a2_[kind[f, g], p] += w
    a2_[kind[f, h], p] += w
    a2_[kind[g, h], p] += w
    a2_[kind[f, x], p] += w
    a2_[kind[g, x], p] += w
    a2_[kind[h, x], p] += w
    j_[p, s[f, g, h]] -= w
    j_[p, s[f, g, x]] -= w
    j_[p, s[f, h, x]] -= w
    j_[p, s[g, h, x]] -= w


@kernel()
def weigh_hands(
    w: Array, sizes: Array, cards: Array, deck: Array, u: Int, p3: Array, p_lines: Lines, s: Array, d_lines: Lines,
    p_kind: Array, d_kind: Array, j_: Array, k_: Array, c_: Array, a2_: Array, a1_: Array, a0_: Array, mm_: Array, km_: Array,
) -> None:  # fmt: skip
    """Backward of `full_sums` and of the three-card values; times SCALE."""
    p_rows, p_plain, p_odd, p_suits = p_lines
    d_rows, d_plain, d_odd, d_suits = d_lines
    q1_, q2_ = weigh_full_sums(w, sizes, cards, deck, u)
    hand = np.zeros(4, np.int64)
    for i in range(cards.shape[0]):
        for j in range(4):
            hand[j] = cards[i, j]
        if u in (hand[0], hand[1], hand[2], hand[3]):
            continue
        times = 6 * sizes[i]
        every = q1_[i].sum()
        for j in range(4):
            a, b, c = (j + 1) & 3, (j + 2) & 3, (j + 3) & 3
            f, g, h, x = hand[a], hand[b], hand[c], hand[j]
            r_ = every - q1_[i, j] + q2_[i, PAIR_AT[a, b]] + q2_[i, PAIR_AT[a, c]] + q2_[i, PAIR_AT[b, c]]
            weigh_player_full(times * r_, j_, p3, s, a2_, a1_, d_kind, f, g, h, x)
            weigh_dealer_full(times * q1_[i, j], j_, p3, s, k_, c_, p_kind, u, x, f, g, h)
            if w[i, 10 + j]:
                weigh_three(180 * times * w[i, 10 + j], j_, p3, s, a2_, a1_, a0_, d_kind, f, g, h, x)
        for j in range(6):
            at, bt, ct, dt = PAIRS[j, 0], PAIRS[j, 1], PAIRS[5 - j, 0], PAIRS[5 - j, 1]
            f, g, x, y = hand[at], hand[bt], hand[ct], hand[dt]
            e_ = times * (q1_[i, at] + q1_[i, bt] + q2_[i, j])
            weigh_both_drawn(
                e_, j_, p3, p_rows, p_plain, p_odd, p_suits, s, d_rows, d_plain, d_odd, d_suits,
                k_, p_kind[f, g], a2_, d_kind[x, y], mm_, km_, u, f, g, x, y,
            )  # fmt: skip


@kernel()
def spread(
    j_: Array, k_: Array, c_: Array, a2_: Array, a1_: Array, a0_: Array, mm_: Array, km_: Array,
    p3: Array, s: Array, deck: Array, ranks: Array, u: Int,
    p_rows: Array, d_rows: Array, p_kind: Array, p_first: Array, d_kind: Array, d_first: Array,
) -> None:  # fmt: skip
    """Backward of `line_sums`, `player_sums` and `dealer_sums`: the sums' weights go to the configurations they sum."""
    strengths = j_.shape[0]
    for j in range(d_rows.shape[0]):
        for r in ranks:
            d = d_rows[j, r]
            for i in range(p_rows.shape[0]):
                j_[p_rows[i, r], d] += mm_[i, j]
            for i in range(k_.shape[0]):
                k_[i, d] += km_[i, j]
    for f in deck:
        for g in deck:
            if f != g:
                i = p_kind[f, g]
                for d in range(strengths):
                    k_[i, d] += c_[f, d] // 2
    for i in range(len(p_first)):
        f, g = p_first[i, 0], p_first[i, 1]
        for a in deck:
            if a != f and a != g:
                p = p3[f, g, a]
                for d in range(strengths):
                    j_[p, d] += k_[i, d]
    for x in deck:
        if x != u:
            for p in range(strengths):
                a1_[x, p] += a0_[p] // 3
    for x in deck:
        for y in deck:
            if x != y and x != u and y != u:
                i = d_kind[x, y]
                for p in range(strengths):
                    a2_[i, p] += a1_[x, p] // 2
    turned = np.zeros((strengths, strengths), np.int64)
    for i in range(len(d_first)):
        x, y = d_first[i, 0], d_first[i, 1]
        if u in (x, y):
            continue
        for e in deck:
            if e != x and e != y and e != u:
                d = s[x, y, e]
                for p in range(strengths):
                    turned[d, p] += a2_[i, p]
    for d in range(strengths):
        for p in range(strengths):
            j_[p, d] += turned[d, p]


@kernel(parallel=True)
def meetings(
    w: Array, strengths: Int, p3: Array, s: Array, upcards: Array, cards: Array, sizes: Array, deck: Array, ranks: Array,
    p_kind: Array, p_first: Array, d_kind: Array, d_first: Array, p_lines: Lines, d_lines: Lines,
) -> Array:  # fmt: skip
    """J at [upcard, p, d], times SCALE, for parts played with the weights w at [upcard, class, part] in one hand of a class."""
    every = np.zeros((len(upcards), strengths, strengths), np.int64)
    for i in prange(len(upcards)):
        u = upcards[i]
        lines = (d_lines[0][i], d_lines[1][i], d_lines[2][i], d_lines[3][i])
        k_ = np.zeros((len(p_first), strengths), np.int64)
        c_ = np.zeros((52, strengths), np.int64)
        a2_ = np.zeros((len(d_first), strengths), np.int64)
        a1_ = np.zeros((52, strengths), np.int64)
        a0_ = np.zeros(strengths, np.int64)
        mm_ = np.zeros((p_lines[0].shape[0], lines[0].shape[0]), np.int64)
        km_ = np.zeros((len(p_first), lines[0].shape[0]), np.int64)
        weigh_hands(
            w[i], sizes, cards, deck, u, p3, p_lines, s[i], lines, p_kind, d_kind,
            every[i], k_, c_, a2_, a1_, a0_, mm_, km_,
        )  # fmt: skip
        spread(
            every[i], k_, c_, a2_, a1_, a0_, mm_, km_, p3, s[i], deck, ranks, u,
            p_lines[0], lines[0], p_kind, p_first, d_kind, d_first,
        )  # fmt: skip
    return every
