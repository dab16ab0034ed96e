"""Two hands of one split beside each other, against the same dealer: how far they swing together.

However its cards come, a multiset of cards has one probability for each order, so a hand is its cards and the number
of orders in which the strategy draws them. Two hands together are the cards of both: what each couple of hands wins
against each kind of dealer's result is added up under those cards first; the shoe is asked about each multiset once.
"""

import numpy as np

from upcard.lab.blackjack.kernels import DOUBLE, LANES, STAND, Floats, Ints, finish
from upcard.lab.kernels import kernel

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
"""Spreads codes over a table: 2**64 over the golden ratio, as hashing by multiplication has it."""
RADIX = 32
"""More than any value's number of cards in two hands; ten digits of it fit an int64."""


@kernel()
def hands_of_split(
    counts: Ints,
    total: Ints,
    after: Ints,
    act: Ints,
    single: int,
    pair: int,
    pairs: int,
    drawn: Ints,
    orders: Floats,
    totals: Ints,
    stakes: Ints,
) -> int:
    """Every hand that one card of a split can grow into and that does not bust with one stake; returns how many.

    `pairs` says whether its second card pairs (1) or not (0). `drawn[hand]` are its cards but the first, `orders` the
    number of orders in which `act` draws them; a doubled hand that busts has the total after the last.
    """
    ways = np.zeros(total.size)
    for v in range(after.shape[1]):
        if (v == pair) == (pairs == 1):
            ways[after[single, v]] = 1.0
    bust_total = total.max() + 1
    found = 0
    for h in range(total.size):
        if ways[h] == 0.0:
            continue
        if act[h] == STAND:
            drawn[found] = counts[h]
            drawn[found, pair] -= 1
            orders[found], totals[found], stakes[found] = ways[h], total[h], 1
            found += 1
            continue
        for v in range(after.shape[1]):
            then = after[h, v]
            if act[h] == DOUBLE:
                drawn[found] = counts[h]
                drawn[found, pair] -= 1
                drawn[found, v] += 1
                orders[found], totals[found], stakes[found] = ways[h], total[then] if then >= 0 else bust_total, 2
                found += 1
            elif then >= 0:
                ways[then] += ways[h]
    return found


@kernel()
def spread_of(keys: Ints) -> int:
    """How far `find` shifts a code for a table of 2**n places."""
    shift = 64
    places = keys.size
    while places > 1:
        places >>= 1
        shift -= 1
    return shift


@kernel()
def find(key: int, keys: Ints, spread: int) -> int:
    """Where a code stands in the table `keys`, or the free place (-1) where it belongs."""
    mask = keys.size - 1
    at = np.int64((np.uint64(key) * GOLDEN) >> np.uint64(spread))
    while keys[at] != key and keys[at] != -1:
        at = (at + 1) & mask
    return int(at)


@kernel()
def add_couples(
    first: Ints,
    first_gains: Floats,
    first_pairs: Ints,
    second: Ints,
    second_gains: Floats,
    second_pairs: Ints,
    same: bool,
    row: int,
    keys: Ints,
    places: Ints,
    together: Ints,
    gains: Floats,
) -> tuple[int, int]:
    """Adds up the products of every couple's gains under the cards of both, from `row` of the first hands on.

    `gains[sum, first pairs, second pairs, kind]` takes them. `same` says that first and second hands are one list, so
    that each couple need be met only once. `keys` is a table of codes, -1 where it is free, `places` where a code's sum
    stands. Returns (sums made, next row): it stops at a row after which `together` could be full.
    """
    values, kinds = first.shape[1], first_gains.shape[1]
    codes = np.zeros(second.shape[0], np.int64)
    for j in range(second.shape[0]):
        for v in range(values):
            codes[j] = codes[j] * RADIX + second[j, v]
    made, spread = 0, spread_of(keys)
    while row < first.shape[0] and made + second.shape[0] <= together.shape[0]:
        code = np.int64(0)
        for v in range(values):
            code = code * RADIX + first[row, v]
        for j in range(row if same else 0, second.shape[0]):
            key = code + codes[j]
            at = find(key, keys, spread)
            if keys[at] == -1:
                keys[at] = key
                places[at] = made
                together[made] = first[row] + second[j]
                gains[made] = 0.0
                made += 1
            often = 2.0 if same and j > row else 1.0
            found = gains[places[at], first_pairs[row], second_pairs[j]]
            for k in range(kinds):
                found[k] += often * first_gains[row, k] * second_gains[j, k]
        row += 1
    return made, row


@kernel()
def merge(
    drawn: Ints,
    gains: Floats,
    times: Floats,
    outs: Ints,
    pair: int,
    keys: Ints,
    places: Ints,
    together: Ints,
    merged: Floats,
) -> int:
    """Puts the cards of the pair that are out in each case to the cards of both hands; returns how many sums there are.

    The chance that given cards are of the pair, times that of the hands' cards then, is the chance of all those cards:
    so cases differ only by the cards, and many a sum in one case has the cards of another sum in another.
    `times[case, first pairs, second pairs]` is how often a couple counts in each case, with `outs[case]` cards out.
    """
    values, kinds = drawn.shape[1], merged.shape[1]
    step = np.int64(1)
    for _ in range(pair + 1, values):
        step *= RADIX
    made, spread = 0, spread_of(keys)
    gain = np.empty(kinds)
    for i in range(drawn.shape[0]):
        code = np.int64(0)
        for v in range(values):
            code = code * RADIX + drawn[i, v]
        for case in range(outs.size):
            size = 0.0
            for k in range(kinds):
                gain[k] = 0.0
                for a in range(2):
                    for b in range(2):
                        gain[k] += times[case, a, b] * gains[i, a, b, k]
                size += abs(gain[k])
            if size == 0.0:
                continue
            key = code + step * outs[case]
            at = find(key, keys, spread)
            if keys[at] == -1:
                keys[at] = key
                places[at] = made
                together[made] = drawn[i]
                together[made, pair] += outs[case]
                merged[made] = 0.0
                made += 1
            for k in range(kinds):
                merged[places[at], k] += gain[k]
    return made


@kernel()
def weigh(
    left: Floats,
    deplete: float,
    drawn: Ints,
    gains: Floats,
    negligible: float,
    slot: Ints,
    depth: Ints,
    copy: Ints,
    ways: Floats,
    kind: Ints,
    skip: Ints,
    light: int,
    bust_kind: int,
) -> float:
    """The mean gain over multisets of cards, each with its gains against every kind of dealer's result.

    A multiset whose gain can't reach `negligible` is left out.
    """
    values, kinds = left.size, gains.shape[1]
    cards = left.sum()
    # The chance of a multiset in one order: the ways to draw so many of each value, over the ways to draw any cards.
    draws, all_draws = np.ones((values, RADIX)), np.ones(2 * RADIX)
    for c in range(1, RADIX):
        for v in range(values):
            draws[v, c] = draws[v, c - 1] * max(left[v] - deplete * (c - 1), 0.0)
    for c in range(1, 2 * RADIX):
        all_draws[c] = all_draws[c - 1] * max(cards - deplete * (c - 1), 1.0)
    rests, results = np.empty((LANES, values)), np.empty((LANES, kinds))
    chances, at = np.empty(LANES), np.empty(LANES, np.int64)
    found = 0.0
    waiting = 0
    for i in range(drawn.shape[0]):
        chance, out = 1.0, 0
        for v in range(values):
            chance *= draws[v, drawn[i, v]]
            out += drawn[i, v]
        chance /= all_draws[out]
        largest = 0.0
        for k in range(kinds):
            largest = max(largest, abs(gains[i, k]))
        if chance * largest > negligible:
            for v in range(values):
                rests[waiting, v] = left[v] - deplete * drawn[i, v]
            chances[waiting], at[waiting] = chance, i
            waiting += 1
        if waiting == LANES or (waiting > 0 and i == drawn.shape[0] - 1):
            finish(
                *(rests[:waiting], deplete, slot, depth, copy, ways, kind, skip, light, bust_kind), results[:waiting]
            )
            for j in range(waiting):
                mean = 0.0
                for k in range(kinds):
                    mean += results[j, k] * gains[at[j], k]
                found += chances[j] * mean
            waiting = 0
    return found
