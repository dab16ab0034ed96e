"""Kernels of 4 Card Split, forward: the value of every part of every hand against every upcard, on integers.

Fix the upcard u. A part of the player's four cards is `f` (one card), `f g` (two) or `f g h` (three) and is drawn up to
three; the dealer's other three cards D come from the same unseen cards. M[p, d] is what a hand of strength p wins
against a dealer's strength d. A *configuration* is the drawn cards and D, all different. With

    Q(S) = the sum of M over all configurations that hold the cards S,

the value of a part whose dead cards are X (the rest of the four) is, by Möbius inversion, the sum over S within X of
(-1)^|S| Q(S). Q of a full X is a handful of *local counts*: sums of M over the one or two cards that are still free.
A Q of fewer cards is the sum of the larger ones over the missing card, divided by how often each configuration is
counted. So nothing is enumerated inside a hand.

Suits are alike except the upcard's, which is made suit 0: hands are taken up to the order of the other three suits.
Over a third card e the player's strength depends on e's rank, and on its suit in one *odd* suit at most (the one that
would make a flush); `odd_suits` finds it in the table that the rules made, and refuses one of which this isn't true.
"""

import numpy as np
from numba import prange

from upcard.lab.kernels import Array, Int, kernel

PAIRS = np.array([[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]])
"""The two-card parts of four cards, by place; the complement of pair k is pair 5 - k."""

ORDERS = np.array([[0, 1, 2, 3], [0, 1, 3, 2], [0, 2, 1, 3], [0, 2, 3, 1], [0, 3, 1, 2], [0, 3, 2, 1]])
"""The ways to rename suits 1, 2, 3."""

Lines = tuple[Array, Array, Array, Array]
"""The player's strengths by the rank of a third card: the different lines there are; which one each two cards have in
plain suits, and which in the odd suit; and the odd suit, -1 for none."""


@kernel()
def pair_of(a: Int, b: Int) -> Int:
    """The place of two different cards among all C(52,2)."""
    low, high = np.int64(min(a, b)), np.int64(max(a, b))
    return np.uint16(low + high * (high - 1) // 2)


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
                        cards[found] = deck[i], deck[j], deck[k], deck[m]
                        sizes[found] = 6 // alike
                        found += 1
    return cards[:found].copy(), sizes[:found].copy()


@kernel()
def odd_suits(cube: Array, deck: Array) -> tuple[Array, Array, Array, bool]:
    """For every two cards: the strength by the third card's rank, the same in the odd suit, and that suit (-1: none).

    The last value says whether one odd suit is enough.
    """
    plain = np.zeros((1326, 13), np.int16)
    odd = np.zeros((1326, 13), np.int16)
    suit = np.full(1326, -1, np.int8)
    fine = True
    for x in deck:
        for y in deck:
            if x >= y:
                continue
            at = pair_of(x, y)
            fits = False
            for candidate in range(-1, 4):
                fits = True
                plain[at] = -1
                for e in deck:
                    if e in (x, y):
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
            if a not in (f, g):
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
            if e not in (x, y, u):
                line = mt[s[x, y, e]]
                for p in range(strengths):
                    row[p] += line[p]
    for x in deck:
        for y in deck:
            if x != y and u not in (x, y):
                row = a2[kind[x, y]]
                for p in range(strengths):
                    a1[x, p] += row[p]
    a1 //= 2
    for x in deck:
        a0 += a1[x]
    return a2, a1, a0 // 3


@kernel()
def drawn_sums(mt: Array, kt: Array, s: Array, rows: Array, ranks: Array, u: Int, first: Array) -> tuple[Array, Array]:
    """Over the dealer's next card beside x and y: K of each kind of fg, and M along each of the player's lines.

    Both at [kind of xy, …].
    """
    km = np.zeros((len(first), kt.shape[1]), np.int32)
    mm = np.zeros((len(first), rows.shape[0]), np.int32)
    for i in range(len(first)):
        x, y = first[i, 0], first[i, 1]
        if u in (x, y):
            continue
        for r in ranks:
            e = 4 * r
            while e < 4 * r + 4:  # suits in which e makes the same strength are taken together
                if e in (x, y, u):
                    e += 1
                    continue
                d = s[x, y, e]
                alike = 0
                while e < 4 * r + 4 and (e in (x, y, u) or s[x, y, e] == d):
                    alike += e not in (x, y, u)
                    e += 1
                for j in range(kt.shape[1]):
                    km[i, j] += alike * kt[d, j]
                for j in range(rows.shape[0]):
                    mm[i, j] += alike * mt[d, rows[j, r]]
    return km, mm


@kernel()
def hand_sums(
    m: Array, p3: Array, lines: Lines, s: Array, ranks: Array, k: Array, c: Array, a2: Array, a1: Array, a0: Array,
    km: Array, mm: Array, p_kind: Array, d_kind: Array, u: Int, cards: Array, values: Array,
) -> tuple[Array, Array]:  # fmt: skip
    """For every class: Q of a full X of the four one-card parts and the six two-card parts; three-card values at once.

    All but one of four cards are the player's strength P or the dealer's strength D. With places t and o of the hand:
    M4[t, o] = M[P without t, D without o], K4[t, o] = K of t and o against D without t, A4[t, o] = A2 of t and o with
    P without t, U4[t, o] = M of t, o and the upcard against D without t. Then
      R(t) the player's three are known (all but t), the dealer holds t and two more,
      T(t) the dealer's three are known (all but t), the player holds t and two more,
      E(fg; xy) the player holds f and g, the dealer x and y, and each gets one more card, not the same.
    """
    rows, plain, odd, odd_suit = lines
    n = cards.shape[0]
    q1 = np.zeros((n, 4), np.int64)
    q2 = np.zeros((n, 6), np.int64)
    h = np.zeros(4, np.uint16)
    pw, dw = np.zeros(4, np.uint16), np.zeros(4, np.uint16)
    m4, k4 = np.zeros((4, 4), np.int64), np.zeros((4, 4), np.int64)
    a4, u4 = np.zeros((4, 4), np.int64), np.zeros((4, 4), np.int64)
    r = np.zeros(4, np.int64)
    for i in range(n):
        for t in range(4):
            h[t] = cards[i, t]
        if u in (h[0], h[1], h[2], h[3]):
            continue
        for t in range(4):
            f, g, x = h[(t + 1) & 3], h[(t + 2) & 3], h[(t + 3) & 3]
            pw[t], dw[t] = p3[f, g, x], s[f, g, x]
        for t in range(4):
            for o in range(4):
                m4[t, o] = m[pw[t], dw[o]]
                if t != o:
                    k4[t, o] = k[p_kind[h[t], h[o]], dw[t]]
                    a4[t, o] = a2[d_kind[h[t], h[o]], pw[t]]
                    u4[t, o] = m[p3[h[t], h[o], u], dw[t]]
        for t in range(4):
            p = pw[t]
            own = a1[h[t], p]
            r[t] = own
            q1[i, t] = c[h[t], dw[t]] - k[p_kind[h[t], u], dw[t]]
            three = a0[p] - own - m4[t, t]
            for o in range(4):
                if o != t:
                    r[t] += m4[t, o] - a4[t, o]
                    q1[i, t] += m4[o, t] - k4[t, o] + u4[t, o]
                    three += a4[t, o] - a1[h[o], p] - m4[t, o]
                    for other in range(o):
                        if other != t:
                            three += a2[d_kind[h[o], h[other]], p]
            values[i, 10 + t] = three
        every = r[0] + r[1] + r[2] + r[3]
        for t in range(4):
            q1[i, t] += every - r[t]
        for j in range(6):
            f, g, x, y = PAIRS[j, 0], PAIRS[j, 1], PAIRS[5 - j, 0], PAIRS[5 - j, 1]
            fg, xy = pair_of(h[f], h[g]), d_kind[h[x], h[y]]
            e = np.int64(km[xy, p_kind[h[f], h[g]]]) - mm[xy, plain[fg]] - a2[xy, p3[h[f], h[g], u]]
            e += u4[f, g] + u4[g, f] - k4[f, g] - k4[g, f] - a4[x, y] - a4[y, x]
            e += m4[x, f] + m4[x, g] + m4[y, f] + m4[y, g]
            suit = odd_suit[fg]
            line = plain[fg]
            if suit >= 0:
                line = odd[fg]
                for rank in ranks:
                    card = 4 * rank + suit
                    if card != u and card not in (h[x], h[y]):
                        d = s[h[x], h[y], card]
                        e += m[rows[plain[fg], rank], d] - m[rows[line, rank], d]
            e += m[rows[line, h[f] >> 2], dw[g]] + m[rows[line, h[g] >> 2], dw[f]]
            q1[i, f] += e
            q1[i, g] += e
            q2[i, j] = e + r[x] + r[y]
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
    hand = np.zeros(4, np.uint16)
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
    every: tuple[Array, Array] = over_suits(one_xy, two_x, deck)
    return every


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
def part_values(q1: Array, q2: Array, sizes: Array, cards: Array, deck: Array, u: Int, values: Array) -> None:
    """The inversion, of every class's one- and two-card parts: 0–3 one card, 4–9 two (as PAIRS); 10–13 are three."""
    one_xy, two_x = gather(q1, q2, sizes, cards, deck, u)
    one_xy //= 6 * 3
    two_x //= 6 * 3
    one_x = over_second(one_xy, deck) // 4
    one = one_x.sum(axis=1) // 5
    two = two_x.sum(axis=1) // 4
    hand = np.zeros(4, np.uint16)
    for i in range(cards.shape[0]):
        for j in range(4):
            hand[j] = cards[i, j]
        if u in (hand[0], hand[1], hand[2], hand[3]):
            continue
        for j in range(4):
            f, g, h, x = hand[(j + 1) & 3], hand[(j + 2) & 3], hand[(j + 3) & 3], hand[j]
            v = one[x] - one_x[x, f] - one_x[x, g] - one_x[x, h] - q1[i, j]
            values[i, j] = v + one_xy[x, pair_of(f, g)] + one_xy[x, pair_of(f, h)] + one_xy[x, pair_of(g, h)]
        for j in range(6):
            fg = pair_of(hand[PAIRS[j, 0]], hand[PAIRS[j, 1]])
            x, y = hand[PAIRS[5 - j, 0]], hand[PAIRS[5 - j, 1]]
            values[i, 4 + j] = two[fg] - two_x[fg, x] - two_x[fg, y] + q2[i, j]


@kernel(parallel=True)
def all_values(
    m: Array, mt: Array, p3: Array, s: Array, upcards: Array, cards: Array, sizes: Array, deck: Array, ranks: Array,
    p_kind: Array, p_first: Array, d_kind: Array, d_first: Array, lines: Lines,
) -> Array:  # fmt: skip
    """Values of all parts of all classes against the upcards (of suit 0), at [upcard, class, part]."""
    k, c = player_sums(m, p3, deck, p_kind, p_first)
    kt = np.ascontiguousarray(k.T)
    values = np.zeros((len(upcards), cards.shape[0], 14), np.int64)
    for i in prange(len(upcards)):
        u, t = upcards[i], s[i]
        a2, a1, a0 = dealer_sums(mt, t, deck, u, d_kind, d_first)
        km, mm = drawn_sums(mt, kt, t, lines[0], ranks, u, d_first)
        q1, q2 = hand_sums(
            m, p3, lines, t, ranks, k, c, a2, a1, a0, km, mm, p_kind, d_kind, u, cards, values[i]
        )  # fmt: skip
        part_values(q1, q2, sizes, cards, deck, u, values[i])
    return values
