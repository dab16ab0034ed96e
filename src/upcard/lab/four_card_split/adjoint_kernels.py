"""Kernels of 4 Card Split, backward: how often which strength meets which, under a given way to play.

The forward kernels work out values that are linear in M. Run backward, the same steps turn "this part of this hand is
played" into the number of configurations in which a hand of strength p meets a dealer's strength d, added up by what
becomes of Ante and Play then: `cc[p, d]` is the code of that. The sum over codes of count times gain is the sum of the
chosen values, whatever the pays are. So one pass gives every outcome of every wager. A name with `_` after it is the
weight of the forward table of that name.

Everything is multiplied by SCALE, so that the divisions of the forward steps stay whole.
"""

import numpy as np
from numba import prange

from upcard.lab.four_card_split.choice_kernels import played_parts
from upcard.lab.four_card_split.kernels import PAIRS, Lines, gather, over_second, pair_of
from upcard.lab.kernels import Array, Int, kernel

SCALE = 1080
"""30 for sums over missing cards (thirds, sixths, tenths), 6 for the orders of suits, 6 for A1 and A0, parts of A2."""


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
    hand = np.zeros(4, np.uint16)
    for i in range(n):
        for j in range(4):
            hand[j] = cards[i, j]
        if u in (hand[0], hand[1], hand[2], hand[3]):
            continue
        for j in range(4):
            f, g, h, x = hand[(j + 1) & 3], hand[(j + 2) & 3], hand[(j + 3) & 3], hand[j]
            pairs = one_xy[x, pair_of(f, g)] + one_xy[x, pair_of(f, h)] + one_xy[x, pair_of(g, h)]
            q1_[i, j] = (
                3 * one[x] - 5 * (one_x[x, f] + one_x[x, g] + one_x[x, h]) + 10 * pairs - 180 * np.int64(w[i, j])
            )
        for j in range(6):
            fg = pair_of(hand[PAIRS[j, 0]], hand[PAIRS[j, 1]])
            x, y = hand[PAIRS[5 - j, 0]], hand[PAIRS[5 - j, 1]]
            q2_[i, j] = 5 * two[fg] - 10 * (two_x[fg, x] + two_x[fg, y]) + 180 * np.int64(w[i, 4 + j])
    return q1_, q2_


@kernel()
def weigh_hands(
    w: Array, sizes: Array, cards: Array, deck: Array, u: Int, p3: Array, lines: Lines, s: Array, ranks: Array,
    p_kind: Array, d_kind: Array,
    cc: Array, met: Array, k_: Array, c_: Array, a2_: Array, a1_: Array, a0_: Array, km_: Array, mm_: Array,
) -> None:  # fmt: skip
    """Backward of `hand_sums`; times SCALE."""
    rows, plain, odd, odd_suit = lines
    q1_, q2_ = weigh_full_sums(w, sizes, cards, deck, u)
    h = np.zeros(4, np.uint16)
    pw, dw = np.zeros(4, np.uint16), np.zeros(4, np.uint16)
    m4_, k4_ = np.zeros((4, 4), np.int64), np.zeros((4, 4), np.int64)
    a4_, u4_ = np.zeros((4, 4), np.int64), np.zeros((4, 4), np.int64)
    r_ = np.zeros(4, np.int64)
    for i in range(cards.shape[0]):
        for t in range(4):
            h[t] = cards[i, t]
        if u in (h[0], h[1], h[2], h[3]):
            continue
        times = 6 * sizes[i]
        m4_[:], k4_[:], a4_[:], u4_[:] = 0, 0, 0, 0
        for t in range(4):
            f, g, x = h[(t + 1) & 3], h[(t + 2) & 3], h[(t + 3) & 3]
            pw[t], dw[t] = p3[f, g, x], s[f, g, x]
            r_[t] = -q1_[i, t] * times
        every = -(r_[0] + r_[1] + r_[2] + r_[3])
        r_ += every
        for j in range(6):
            f, g, x, y = PAIRS[j, 0], PAIRS[j, 1], PAIRS[5 - j, 0], PAIRS[5 - j, 1]
            two_ = times * q2_[i, j]
            r_[x] += two_
            r_[y] += two_
            e_ = two_ + times * (q1_[i, f] + q1_[i, g])
            fg, xy = pair_of(h[f], h[g]), d_kind[h[x], h[y]]
            km_[xy, p_kind[h[f], h[g]]] += e_
            mm_[xy, plain[fg]] -= e_
            a2_[xy, p3[h[f], h[g], u]] -= e_
            u4_[f, g] += e_
            u4_[g, f] += e_
            k4_[f, g] -= e_
            k4_[g, f] -= e_
            a4_[x, y] -= e_
            a4_[y, x] -= e_
            m4_[x, f] += e_
            m4_[x, g] += e_
            m4_[y, f] += e_
            m4_[y, g] += e_
            suit = odd_suit[fg]
            line = plain[fg]
            if suit >= 0:
                line = odd[fg]
                for rank in ranks:
                    card = 4 * rank + suit
                    if card != u and card not in (h[x], h[y]):
                        d = s[h[x], h[y], card]
                        met[cc[rows[plain[fg], rank], d]] += e_
                        met[cc[rows[line, rank], d]] -= e_
            met[cc[rows[line, h[f] >> 2], dw[g]]] += e_
            met[cc[rows[line, h[g] >> 2], dw[f]]] += e_
        for t in range(4):
            p = pw[t]
            one_, three_ = times * q1_[i, t], 180 * times * np.int64(w[i, 10 + t])
            a1_[h[t], p] += r_[t] - three_
            c_[h[t], dw[t]] += one_
            k_[p_kind[h[t], u], dw[t]] -= one_
            a0_[p] += three_
            m4_[t, t] -= three_
            for o in range(4):
                if o != t:
                    m4_[t, o] += r_[t] - three_
                    a4_[t, o] += three_ - r_[t]
                    m4_[o, t] += one_
                    k4_[t, o] -= one_
                    u4_[t, o] += one_
                    if three_:
                        a1_[h[o], p] -= three_
                        for other in range(o):
                            if other != t:
                                a2_[d_kind[h[o], h[other]], p] += three_
        for t in range(4):
            for o in range(4):
                met[cc[pw[t], dw[o]]] += m4_[t, o]
                if t != o:
                    k_[p_kind[h[t], h[o]], dw[t]] += k4_[t, o]
                    a2_[d_kind[h[t], h[o]], pw[t]] += a4_[t, o]
                    met[cc[p3[h[t], h[o], u], dw[t]]] += u4_[t, o]


@kernel()
def spread_dealer(
    cc: Array, met: Array, k_: Array, a2_: Array, a1_: Array, a0_: Array, km_: Array, mm_: Array,
    s: Array, rows: Array, deck: Array, u: Int, d_kind: Array, d_first: Array,
) -> None:  # fmt: skip
    """Backward of `drawn_sums` and `dealer_sums`: the weights of sums go to what they sum."""
    strengths = cc.shape[0]
    turned = np.zeros((strengths, strengths), np.int64)  # at [d, p]
    kt_ = np.zeros((strengths, k_.shape[0]), np.int64)
    for x in deck:
        if x != u:
            for p in range(strengths):
                a1_[x, p] += a0_[p] // 3
    for x in deck:
        for y in deck:
            if x != y and u not in (x, y):
                i = d_kind[x, y]
                for p in range(strengths):
                    a2_[i, p] += a1_[x, p] // 2
    for i in range(len(d_first)):
        x, y = d_first[i, 0], d_first[i, 1]
        if u in (x, y):
            continue
        for e in deck:
            if e in (x, y, u):
                continue
            d = s[x, y, e]
            for p in range(strengths):
                turned[d, p] += a2_[i, p]
            for j in range(kt_.shape[1]):
                kt_[d, j] += km_[i, j]
            for j in range(rows.shape[0]):
                turned[d, rows[j, e >> 2]] += mm_[i, j]
    for i in range(k_.shape[0]):
        for d in range(strengths):
            k_[i, d] += kt_[d, i]
    for p in range(strengths):
        for d in range(strengths):
            met[cc[p, d]] += turned[d, p]


@kernel()
def spread_player(
    cc: Array, met: Array, k_: Array, c_: Array, p3: Array, deck: Array, p_kind: Array, p_first: Array
) -> None:
    """Backward of `player_sums`, once for all upcards."""
    strengths = cc.shape[0]
    for f in deck:
        for g in deck:
            if f != g:
                i = p_kind[f, g]
                for d in range(strengths):
                    k_[i, d] += c_[f, d] // 2
    j_ = np.zeros((strengths, strengths), np.int64)
    for i in range(len(p_first)):
        f, g = p_first[i, 0], p_first[i, 1]
        for a in deck:
            if a not in (f, g):
                p = p3[f, g, a]
                for d in range(strengths):
                    j_[p, d] += k_[i, d]
    for p in range(strengths):
        for d in range(strengths):
            met[cc[p, d]] += j_[p, d]


@kernel(parallel=True)
def meetings(
    moves: Array, times: Array, cc: Array, codes: Int, p3: Array, s: Array, upcards: Array, cards: Array, sizes: Array,
    deck: Array, ranks: Array, p_kind: Array, p_first: Array, d_kind: Array, d_first: Array, lines: Lines,
) -> Array:  # fmt: skip
    """Configurations by the code of what becomes of a played hand, times SCALE, for these moves against the upcards."""
    n, strengths = len(upcards), cc.shape[0]
    met = np.zeros((n + 1, codes), np.int64)
    every_k = np.zeros((n, len(p_first), strengths), np.int64)
    every_c = np.zeros((n, 52, strengths), np.int64)
    for i in prange(n):
        u = upcards[i]
        a2_ = np.zeros((len(d_first), strengths), np.int64)
        a1_ = np.zeros((52, strengths), np.int64)
        a0_ = np.zeros(strengths, np.int64)
        km_ = np.zeros((len(d_first), len(p_first)), np.int64)
        mm_ = np.zeros((len(d_first), lines[0].shape[0]), np.int64)
        weigh_hands(
            played_parts(moves[i], times), sizes, cards, deck, u, p3, lines, s[i], ranks, p_kind, d_kind,
            cc, met[i], every_k[i], every_c[i], a2_, a1_, a0_, km_, mm_,
        )  # fmt: skip
        spread_dealer(cc, met[i], every_k[i], a2_, a1_, a0_, km_, mm_, s[i], lines[0], deck, u, d_kind, d_first)
    spread_player(cc, met[n], every_k.sum(axis=0), every_c.sum(axis=0), p3, deck, p_kind, p_first)
    total: Array = met.sum(axis=0)
    return total
