"""Sets of up to seven cards of one deck, numbered up to the names of the suits.

A set is four masks of thirteen ranks, one for each suit. A mask is read as (how many ranks, which of those), a *code*
that orders masks; four codes in descending order are a class of sets, and classes have consecutive numbers: first by
how the cards spread over the suits, then by the masks, equally long suits as a multiset. So 8 million classes share one
range of numbers, the empty set first, and a table at a class is one look away.
"""

from math import comb

import numpy as np

from upcard.lab.kernels import Array, Int, kernel

RANKS = 13
SUITS = 4
MOST = 7
"""The largest set that is numbered."""
_SHIFT = 11
_PLACE = (1 << _SHIFT) - 1


def _codes() -> Array:
    """Each mask's code: how many ranks, then its place among those of as many."""
    codes = np.zeros(1 << RANKS, np.int64)
    seen = [0] * (RANKS + 1)
    for mask in range(1 << RANKS):
        held = mask.bit_count()
        codes[mask] = held << _SHIFT | seen[held]
        seen[held] += 1
    return codes


def _masks(codes: Array) -> Array:
    """The mask of each code, at [how many, which]."""
    masks = np.zeros((RANKS + 1, 1716), np.int64)
    for mask, code in enumerate(codes.tolist()):
        masks[code >> _SHIFT, code & _PLACE] = mask
    return masks


def _spread(shape: tuple[int, int, int, int]) -> int:
    """How many classes spread over the suits like this: equally long suits are a multiset."""
    ways = 1
    for held in set(shape):
        times = shape.count(held)
        ways *= comb(comb(RANKS, held) + times - 1, times)
    return ways


def _shapes() -> tuple[Array, Array, Array]:
    """The first number of every shape, at its packed lengths; the shapes; and where each size of set begins."""
    starts = np.full(8**SUITS, -1, np.int64)
    shapes, sizes = [], [0]
    at = 0
    for size in range(MOST + 1):
        for a in range(size, -1, -1):
            for b in range(min(a, size - a), -1, -1):
                for c in range(min(b, size - a - b), -1, -1):
                    d = size - a - b - c
                    if d <= c:
                        starts[((a * 8 + b) * 8 + c) * 8 + d] = at
                        shapes.append((a, b, c, d))
                        at += _spread((a, b, c, d))
        sizes.append(at)
    return starts, np.array(shapes, np.int64), np.array(sizes, np.int64)


CODES = _codes()
MASKS = _masks(CODES)
STARTS, SHAPES, SIZES = _shapes()
"""SIZES[n] is the number of the first class of n cards, SIZES[n + 1] that after the last."""
PLACES = np.array([comb(RANKS, held) for held in range(RANKS + 1)], np.int64)


@kernel()
def number(a: Int, b: Int, c: Int, d: Int, codes: Array, starts: Array, places: Array) -> Int:
    """The number of the class of a set: its masks, in any order."""
    a, b, c, d = codes[a], codes[b], codes[c], codes[d]
    if a < b:
        a, b = b, a
    if c < d:
        c, d = d, c
    if a < c:
        a, c = c, a
    if b < d:
        b, d = d, b
    if b < c:
        b, c = c, b
    na, nb, nc, nd = a >> 11, b >> 11, c >> 11, d >> 11
    a, b, c, d = a & 2047, b & 2047, c & 2047, d & 2047
    start = starts[((na * 8 + nb) * 8 + nc) * 8 + nd]
    if na == nb:
        if nb == nc:
            if nc == nd:
                return start + (
                    a * (a + 1) * (a + 2) * (a + 3) // 24 + b * (b + 1) * (b + 2) // 6 + c * (c + 1) // 2 + d
                )
            three = a * (a + 1) * (a + 2) // 6 + b * (b + 1) // 2 + c
            return start + three * places[nd] + d
        two = a * (a + 1) // 2 + b
        if nc == nd:
            return start + two * (places[nc] * (places[nc] + 1) // 2) + c * (c + 1) // 2 + d
        return start + (two * places[nc] + c) * places[nd] + d
    if nb == nc:
        if nc == nd:
            w = places[nb]
            three = b * (b + 1) * (b + 2) // 6 + c * (c + 1) // 2 + d
            return start + a * (w * (w + 1) * (w + 2) // 6) + three
        w = places[nb]
        return start + (a * (w * (w + 1) // 2) + b * (b + 1) // 2 + c) * places[nd] + d
    if nc == nd:
        w = places[nc]
        return start + (a * places[nb] + b) * (w * (w + 1) // 2) + c * (c + 1) // 2 + d
    return start + ((a * places[nb] + b) * places[nc] + c) * places[nd] + d


@kernel()
def every_class(
    size: int,
    ranks: int,
    suits: int,
    codes: Array,
    masks: Array,
    starts: Array,
    places: Array,
    shapes: Array,
    sizes: Array,
) -> Array:
    """The masks of every class of so many cards out of a deck of these ranks and so many suits, by number."""
    first = sizes[size]
    found = np.full((sizes[size + 1] - first, 4), -1, np.int16)
    for at in range(len(shapes)):
        na, nb, nc, nd = shapes[at]
        if na + nb + nc + nd != size or (nd and suits < 4) or (nc and suits < 3) or (nb and suits < 2):
            continue
        for a in range(places[na]):
            ma = masks[na, a]
            if ma & ~ranks:
                continue
            for b in range(a + 1 if na == nb else places[nb]):
                mb = masks[nb, b]
                if mb & ~ranks:
                    continue
                for c in range(b + 1 if nb == nc else places[nc]):
                    mc = masks[nc, c]
                    if mc & ~ranks:
                        continue
                    for d in range(c + 1 if nc == nd else places[nd]):
                        md = masks[nd, d]
                        if md & ~ranks:
                            continue
                        n = number(ma, mb, mc, md, codes, starts, places) - first
                        found[n, 0], found[n, 1], found[n, 2], found[n, 3] = ma, mb, mc, md
    return found


@kernel()
def alike_suits(a: Int, b: Int, c: Int, d: Int, suits: int) -> Int:
    """In how many ways the suits of a class can be renamed without a change; its masks stand in order."""
    ways = 1
    run = 1
    if suits > 1:
        run = run + 1 if a == b else 1
        ways *= run
    if suits > 2:
        run = run + 1 if b == c else 1
        ways *= run
    if suits > 3:
        run = run + 1 if c == d else 1
        ways *= run
    return ways


@kernel()
def stabilisers(found: Array, suits: int) -> Array:
    """The same for every row of masks; 0 for a row that the deck does not deal."""
    ways = np.zeros(len(found), np.uint8)
    for i in range(len(found)):
        if found[i, 0] >= 0:
            ways[i] = alike_suits(found[i, 0], found[i, 1], found[i, 2], found[i, 3], suits)
    return ways


@kernel()
def best_without_one(found: Array, smaller: Array, first: int, codes: Array, starts: Array, places: Array) -> Array:
    """For every class: the highest value that it has with one card less; `first` is the number of the first of those.

    Taken again and again this is the best five of seven, and a class is looked at seven times instead of 21.
    """
    best = np.zeros(len(found), smaller.dtype)
    for i in range(len(found)):
        if found[i, 0] < 0:
            continue
        a, b, c, d = np.int64(found[i, 0]), np.int64(found[i, 1]), np.int64(found[i, 2]), np.int64(found[i, 3])
        highest = -1
        for r in range(13):
            bit = 1 << r
            if a & bit:
                highest = max(highest, smaller[number(a ^ bit, b, c, d, codes, starts, places) - first])
            if b & bit:
                highest = max(highest, smaller[number(a, b ^ bit, c, d, codes, starts, places) - first])
            if c & bit:
                highest = max(highest, smaller[number(a, b, c ^ bit, d, codes, starts, places) - first])
            if d & bit:
                highest = max(highest, smaller[number(a, b, c, d ^ bit, codes, starts, places) - first])
        best[i] = highest
    return best
