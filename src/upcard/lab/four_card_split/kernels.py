"""Kernels of 4 Card Split, forward: the value of every part of every hand against every upcard, on integers.

Fix the upcard u. A part of the player's four cards is `f` (one card), `f g` (two) or `f g h` (three) and is drawn up to
three; the dealer's other three cards D come from the same unseen cards. M[p, d] is what a hand of strength p wins against
a dealer's strength d. A *configuration* is the drawn cards and D, all different. With

    Q(S) = the sum of M over all configurations that hold the cards S,

the value of a part whose dead cards are X (the rest of the four) is, by Möbius inversion, the sum over S within X of
(-1)^|S| Q(S). Q of a full X is a handful of *local counts*: sums of M over the one or two cards that are still free.
A Q of fewer cards is the sum of the larger ones over the missing card, divided by how often each configuration is counted.
So nothing is enumerated inside a hand.

Suits are alike except the upcard's, which is made suit 0: hands are taken up to the order of the other three suits.
Over a free card e a strength depends on e's rank, and on its suit in one *odd* suit at most (the one that would make a
flush); `odd_suits` finds it in the tables that the rules made, and refuses tables of which this isn't true.
"""

import numpy as np
from numba import prange

from upcard.lab.kernels import Array, Int, kernel

PAIRS = np.array([[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]])
"""The two-card parts of four cards, by place; the complement of pair k is pair 5 - k."""

PAIR_AT = np.array([[-1, 0, 1, 2], [0, -1, 3, 4], [1, 3, -1, 5], [2, 4, 5, -1]])
"""Which of the six is made of these two places."""

Lines = tuple[Array, Array, Array, Array]
"""Strengths by the rank of a free card: the different lines there are; which one each two cards have in plain suits, and
which in the odd suit; and the odd suit, -1 for none."""

ORDERS = np.array([[0, 1, 2, 3], [0, 1, 3, 2], [0, 2, 1, 3], [0, 2, 3, 1], [0, 3, 1, 2], [0, 3, 2, 1]])
"""The ways to rename suits 1, 2, 3."""


@kernel()
def pair_of(a: Int, b: Int) -> Int:
    """The place of two different cards among all C(52,2)."""
    if a < b:
        return a + b * (b - 1) // 2
    return b + a * (a - 1) // 2


@kernel()
def renamed(card: Int, order: Int) -> Int:
    """A card under another order of the suits."""
    return (card & ~3) | ORDERS[order, card & 3]


@kernel()
def hand_classes(deck: Array) -> tuple[Array, Array]:
    """Four cards up to the order of suits 1, 2, 3: the first of each class in ascending order, and its size."""
    cards = np.zeros((60000, 4), np.uint8)
    sizes = np.zeros(60000, np.int64)
    found = 0
    n = len(deck)
    for i in range(n):
        for j in range(i + 1, n):
            for k in range(j + 1, n):
                for m in range(k + 1, n):
                    own = ((deck[i] * 64 + deck[j]) * 64 + deck[k]) * 64 + deck[m]
                    alike = 0
                    first = True
                    for o in range(6):
                        a, b, c, d = renamed(deck[i], o), renamed(deck[j], o), renamed(deck[k], o), renamed(deck[m], o)
                        a, b = min(a, b), max(a, b)
                        c, d = min(c, d), max(c, d)
                        a, c = min(a, c), max(a, c)
                        b, d = min(b, d), max(b, d)
                        b, c = min(b, c), max(b, c)
                        image = ((a * 64 + b) * 64 + c) * 64 + d
                        if image < own:
                            first = False
                            break
                        alike += image == own
                    if first:
                        cards[found, 0], cards[found, 1], cards[found, 2], cards[found, 3] = (
                            deck[i],
                            deck[j],
                            deck[k],
                            deck[m],
                        )
                        sizes[found] = 6 // alike
                        found += 1
    return cards[:found].copy(), sizes[:found].copy()


@kernel()
def odd_suits(cube: Array, deck: Array, known: Int) -> tuple[Array, Array, Array, bool]:
    """For every two cards: the strength by the third card's rank, the same in the odd suit, which suit that is (-1: none).

    `known` is a card that can't be the third (the upcard; -1 for none). The last value says whether one odd suit is enough.
    """
    plain = np.zeros((1326, 13), np.int16)
    odd = np.zeros((1326, 13), np.int16)
    suit = np.full(1326, -1, np.int8)
    fine = True
    for x in deck:
        for y in deck:
            if x >= y or x == known or y == known:
                continue
            at = pair_of(x, y)
            for candidate in range(-1, 4):
                fits = True
                plain[at] = -1
                for e in deck:
                    if e in (x, y, known):
                        continue
                    s, r = cube[x, y, e], e >> 2
                    if e & 3 == candidate:
                        odd[at, r] = s
                    elif plain[at, r] < 0:
                        plain[at, r] = s
                    elif plain[at, r] != s:
                        fits = False
                        break
                if fits:
                    suit[at] = candidate
                    break
            fine = fine and fits
            for r in range(13):  # no such card is left: any strength will do, what is added is taken off again
                plain[at, r] = max(plain[at, r], 0)
    return plain, odd, suit, fine


@kernel()
def player_sums(m: Array, p3: Array, deck: Array, kind: Array, first: Array) -> tuple[Array, Array]:
    """K[kind of fg, d]: M summed over every third card of the pair fg; C[f, d]: over every two further cards of f."""
    strengths = m.shape[1]
    k = np.zeros((len(first), strengths), np.int32)
    c = np.zeros((52, strengths), np.int64)
    for i in range(len(first)):
        f, g = first[i, 0], first[i, 1]
        row = k[i]
        for a in deck:
            if a != f and a != g:
                line = m[p3[f, g, a]]
                for d in range(strengths):
                    row[d] += line[d]
    for f in deck:
        for g in deck:
            if f != g:
                row = k[kind[f, g]]
                for d in range(strengths):
                    c[f, d] += row[d]
    return k, c // 2


@kernel()
def dealer_sums(mt: Array, s: Array, deck: Array, u: Int, kind: Array, first: Array) -> tuple[Array, Array, Array]:
    """A2[kind of xy, p], A1[x, p], A0[p]: M summed over the dealer's hands with upcard u that hold x and y, x, any."""
    strengths = mt.shape[1]
    a2 = np.zeros((len(first), strengths), np.int32)
    a1 = np.zeros((52, strengths), np.int64)
    a0 = np.zeros(strengths, np.int64)
    for i in range(len(first)):
        x, y = first[i, 0], first[i, 1]
        if u in (x, y):
            continue
        row = a2[i]
        for e in deck:
            if e != x and e != y and e != u:
                line = mt[s[x, y, e]]
                for p in range(strengths):
                    row[p] += line[p]
    for x in deck:
        for y in deck:
            if x != y and x != u and y != u:
                row = a2[kind[x, y]]
                for p in range(strengths):
                    a1[x, p] += row[p]
    a1 //= 2
    for x in deck:
        a0 += a1[x]
    return a2, a1, a0 // 3


@kernel()
def line_sums(m: Array, k: Array, p_rows: Array, d_rows: Array, ranks: Array) -> tuple[Array, Array]:
    """Over the ranks of a free card: M along each player's line against each dealer's line, K along each dealer's line."""
    mm = np.zeros((p_rows.shape[0], d_rows.shape[0]), np.int32)
    km = np.zeros((k.shape[0], d_rows.shape[0]), np.int32)
    for j in range(d_rows.shape[0]):
        for r in ranks:
            d = d_rows[j, r]
            for i in range(p_rows.shape[0]):
                mm[i, j] += m[p_rows[i, r], d]
            for i in range(k.shape[0]):
                km[i, j] += k[i, d]
    return mm, km


@kernel()
def not_free(
    m: Array, p3: Array, d_rows: Array, dp: Int, do: Int, d_suit: Int, k: Array, ki: Int, a2: Array, ai: Int,
    f: Int, g: Int, dead: Int, df: Int, dg: Int,
) -> Int:  # fmt: skip
    """What a card of the dealer's takes off E: it is neither the dealer's next card nor the player's third."""
    p = p3[f, g, dead]
    d = d_rows[do if dead & 3 == d_suit else dp, dead >> 2]
    return k[ki, d] - m[p, d] + a2[ai, p] - m[p, df] - m[p, dg]


@kernel()
def both_drawn(
    m: Array, p3: Array, p_rows: Array, p_plain: Array, p_odd: Array, p_suits: Array,
    s: Array, d_rows: Array, d_plain: Array, d_odd: Array, d_suits: Array,
    k: Array, ki: Int, a2: Array, ai: Int, mm: Array, km: Array, u: Int, f: Int, g: Int, x: Int, y: Int,
) -> Int:  # fmt: skip
    """E(fg; xy): the player holds f and g, the dealer x and y beside u, and each gets one more card, not the same.

    `ki` is the kind of fg in K, `ai` that of xy in A2. Over the dealer's card e: what the player gets from any third
    card, less what he would get from e; first over all cards by lines of ranks, then less the five that are not free,
    then less the player's third card among the dealer's.
    """
    fg, xy = pair_of(f, g), pair_of(x, y)
    p_suit, d_suit = p_suits[fg], d_suits[xy]
    pp, po, dp, do = p_plain[fg], p_odd[fg], d_plain[xy], d_odd[xy]
    p_has, d_has, both = np.int64(p_suit >= 0), np.int64(d_suit >= 0), np.int64(d_suit >= 0 and p_suit == d_suit)
    total = (4 - d_has) * km[ki, dp] + d_has * km[ki, do]
    total -= (4 - p_has - d_has + both) * mm[pp, dp] + both * mm[po, do]
    total -= (p_has - both) * mm[po, dp] + (d_has - both) * mm[pp, do]
    df, dg = s[x, y, f], s[x, y, g]
    pf, pg = p_rows[po if f & 3 == p_suit else pp, f >> 2], p_rows[po if g & 3 == p_suit else pp, g >> 2]
    total -= k[ki, df] - m[pf, df] + k[ki, dg] - m[pg, dg]
    return (
        total
        - not_free(m, p3, d_rows, dp, do, d_suit, k, ki, a2, ai, f, g, x, df, dg)
        - not_free(m, p3, d_rows, dp, do, d_suit, k, ki, a2, ai, f, g, y, df, dg)
        - not_free(m, p3, d_rows, dp, do, d_suit, k, ki, a2, ai, f, g, u, df, dg)
    )


@kernel()
def player_full(
    m: Array, p3: Array, s: Array, a2: Array, a1: Array, kind: Array, f: Int, g: Int, h: Int, x: Int
) -> Int:
    """R(fgh; x): the player's three cards are known, the dealer holds x and two more that avoid them."""
    p = p3[f, g, h]
    total = a1[x, p] - a2[kind[x, f], p] - a2[kind[x, g], p] - a2[kind[x, h], p]
    return total + m[p, s[x, f, g]] + m[p, s[x, f, h]] + m[p, s[x, g, h]]


@kernel()
def dealer_full(
    m: Array, p3: Array, s: Array, k: Array, c: Array, kind: Array, u: Int, f: Int, x: Int, y: Int, z: Int
) -> Int:
    """T(f; xyz): the dealer's cards are known, the player holds f and two more that avoid them."""
    d = s[x, y, z]
    total = c[f, d] - k[kind[f, x], d] - k[kind[f, y], d] - k[kind[f, z], d] - k[kind[f, u], d]
    total += m[p3[f, x, y], d] + m[p3[f, x, z], d] + m[p3[f, y, z], d]
    return total + m[p3[f, x, u], d] + m[p3[f, y, u], d] + m[p3[f, z, u], d]


@kernel()
def full_sums(
    m: Array, p3: Array, p_lines: Lines, s: Array, d_lines: Lines, ranks: Array,
    k: Array, c: Array, a2: Array, a1: Array, p_kind: Array, d_kind: Array, u: Int, cards: Array,
) -> tuple[Array, Array]:  # fmt: skip
    """Q of a full X for every class: of the four one-card parts, and of the six two-card parts."""
    p_rows, p_plain, p_odd, p_suits = p_lines
    d_rows, d_plain, d_odd, d_suits = d_lines
    mm, km = line_sums(m, k, p_rows, d_rows, ranks)
    n = cards.shape[0]
    q1 = np.zeros((n, 4), np.int64)
    q2 = np.zeros((n, 6), np.int64)
    hand = np.zeros(4, np.int64)
    r = np.zeros(4, np.int64)
    for i in range(n):
        for j in range(4):
            hand[j] = cards[i, j]
        if u in (hand[0], hand[1], hand[2], hand[3]):
            continue
        for j in range(4):
            f, g, h, x = hand[(j + 1) & 3], hand[(j + 2) & 3], hand[(j + 3) & 3], hand[j]
            r[j] = player_full(m, p3, s, a2, a1, d_kind, f, g, h, x)
            q1[i, j] = dealer_full(m, p3, s, k, c, p_kind, u, x, f, g, h)
        every = r.sum()
        for j in range(4):
            q1[i, j] += every - r[j]
        for j in range(6):
            at, bt, ct, dt = PAIRS[j, 0], PAIRS[j, 1], PAIRS[5 - j, 0], PAIRS[5 - j, 1]
            f, g, x, y = hand[at], hand[bt], hand[ct], hand[dt]
            e = both_drawn(
                m, p3, p_rows, p_plain, p_odd, p_suits, s, d_rows, d_plain, d_odd, d_suits,
                k, p_kind[f, g], a2, d_kind[x, y], mm, km, u, f, g, x, y,
            )  # fmt: skip
            q1[i, at] += e
            q1[i, bt] += e
            q2[i, j] = e + r[ct] + r[dt]
    return q1, q2


@kernel()
def over_suits(one: Array, two: Array, deck: Array) -> tuple[Array, Array]:
    """Adds up tables [f, xy] and [fg, x] over the six orders of the suits: from one hand of a class to all."""
    all_one = np.zeros_like(one)
    all_two = np.zeros_like(two)
    for o in range(6):
        for y in deck:
            for x in deck:
                if x >= y:
                    continue
                here, there = pair_of(x, y), pair_of(renamed(x, o), renamed(y, o))
                for f in deck:
                    all_one[f, here] += one[renamed(f, o), there]
                    all_two[here, f] += two[there, renamed(f, o)]
    return all_one, all_two


@kernel()
def gather(one_part: Array, two_part: Array, sizes: Array, cards: Array, deck: Array, u: Int) -> tuple[Array, Array]:
    """Adds up a number of each part over the missing card, six times: at [f, xy] over z, at [fg, x] over y."""
    one_xy = np.zeros((52, 1326), np.int64)
    two_x = np.zeros((1326, 52), np.int64)
    hand = np.zeros(4, np.int64)
    for i in range(cards.shape[0]):
        for j in range(4):
            hand[j] = cards[i, j]
        if u in (hand[0], hand[1], hand[2], hand[3]):
            continue
        for j in range(6):
            at = pair_of(hand[PAIRS[j, 0]], hand[PAIRS[j, 1]])
            x, y = PAIRS[5 - j, 0], PAIRS[5 - j, 1]
            one_xy[hand[x], at] += one_part[i, x] * sizes[i]
            one_xy[hand[y], at] += one_part[i, y] * sizes[i]
            two_x[at, hand[x]] += two_part[i, j] * sizes[i]
            two_x[at, hand[y]] += two_part[i, j] * sizes[i]
    return over_suits(one_xy, two_x, deck)


@kernel()
def over_second(one_xy: Array, deck: Array) -> Array:
    """Adds up a table [f, xy] over y: at [f, x]."""
    one_x = np.zeros((52, 52), np.int64)
    for y in deck:
        for x in deck:
            if x < y:
                at = pair_of(x, y)
                for f in deck:
                    one_x[f, x] += one_xy[f, at]
                    one_x[f, y] += one_xy[f, at]
    return one_x


@kernel()
def part_values(
    m: Array, p3: Array, s: Array, a2: Array, a1: Array, a0: Array, kind: Array, q1: Array, q2: Array,
    sizes: Array, cards: Array, deck: Array, u: Int, values: Array,
) -> None:  # fmt: skip
    """The fourteen parts of every class: 0–3 one card, 4–9 two (as PAIRS), 10–13 three (all but that place)."""
    one_xy, two_x = gather(q1, q2, sizes, cards, deck, u)
    one_xy //= 6 * 3
    two_x //= 6 * 3
    one_x = over_second(one_xy, deck) // 4
    one = one_x.sum(axis=1) // 5
    two = two_x.sum(axis=1) // 4
    hand = np.zeros(4, np.int64)
    for i in range(cards.shape[0]):
        for j in range(4):
            hand[j] = cards[i, j]
        if u in (hand[0], hand[1], hand[2], hand[3]):
            continue
        for j in range(4):
            f, g, h, x = hand[(j + 1) & 3], hand[(j + 2) & 3], hand[(j + 3) & 3], hand[j]
            v = one[x] - one_x[x, f] - one_x[x, g] - one_x[x, h] - q1[i, j]
            v += one_xy[x, pair_of(f, g)] + one_xy[x, pair_of(f, h)] + one_xy[x, pair_of(g, h)]
            values[i, j] = v
            p = p3[f, g, h]
            v = a0[p] - a1[f, p] - a1[g, p] - a1[h, p] - a1[x, p]
            v += a2[kind[f, g], p] + a2[kind[f, h], p] + a2[kind[g, h], p]
            v += a2[kind[f, x], p] + a2[kind[g, x], p] + a2[kind[h, x], p]
            values[i, 10 + j] = v - m[p, s[f, g, h]] - m[p, s[f, g, x]] - m[p, s[f, h, x]] - m[p, s[g, h, x]]
        for j in range(6):
            fg = pair_of(hand[PAIRS[j, 0]], hand[PAIRS[j, 1]])
            x, y = hand[PAIRS[5 - j, 0]], hand[PAIRS[5 - j, 1]]
            values[i, 4 + j] = two[fg] - two_x[fg, x] - two_x[fg, y] + q2[i, j]


@kernel(parallel=True)
def all_values(
    m: Array, mt: Array, p3: Array, s: Array, upcards: Array, cards: Array, sizes: Array, deck: Array, ranks: Array,
    p_kind: Array, p_first: Array, d_kind: Array, d_first: Array,
    p_lines: Lines, d_lines: Lines,
) -> Array:  # fmt: skip
    """Values of all parts of all classes against the upcards (of suit 0), at [upcard, class, part]."""
    k, c = player_sums(m, p3, deck, p_kind, p_first)
    values = np.zeros((len(upcards), cards.shape[0], 14), np.int64)
    for i in prange(len(upcards)):
        u = upcards[i]
        t = s[i]
        a2, a1, a0 = dealer_sums(mt, t, deck, u, d_kind, d_first)
        lines = (d_lines[0][i], d_lines[1][i], d_lines[2][i], d_lines[3][i])
        q1, q2 = full_sums(m, p3, p_lines, t, lines, ranks, k, c, a2, a1, p_kind, d_kind, u, cards)
        part_values(m, p3, t, a2, a1, a0, d_kind, q1, q2, sizes, cards, deck, u, values[i])
    return values
