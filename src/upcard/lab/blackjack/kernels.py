"""The compiled loops of blackjack: they walk the arrays of `tables.py` and multiply probabilities, and know no rule.

Every value of a hand is carried *unconditionally*: "stand" is the expectation of the result times "the dealer has no
blackjack under a card he peeks at". What the next card is does not depend on that event any more, so cards are drawn
from what is left of the shoe, plainly. Divide by `alive` to have the value after the peek.

`deplete` is 1 for a shoe whose cards leave it and 0 for the infinite one.
"""

import numpy as np
from numpy.typing import NDArray

from upcard.lab.blackjack.tables import dealer, hands
from upcard.lab.kernels import kernel

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

STAND, HIT, DOUBLE = 0, 1, 2
WHOLE = 1.0 - 1e-9
"""Less than this of the dealer's chances accounted for means that the shoe can run out."""
MOST_DRAWN = 24
"""More cards than a dealer can draw: 21 aces is the longest hand there is."""
LANES = 64
"""How many shoes are walked side by side: enough to fill the processor's vectors, few enough for its first cache."""


@kernel()
def finish(
    rests: Floats,
    deplete: float,
    slot: Ints,
    depth: Ints,
    copy: Ints,
    ways: Floats,
    kind: Ints,
    skip: Ints,
    light: int,
    bust_kind: int,
    out: Floats,
) -> None:
    """Fills `out[shoe, kind]` with the chances of each kind of dealer's result, drawing from each of `rests[shoe]`."""
    shoes, values = rests.shape
    kinds = out.shape[1]
    path = np.empty((MOST_DRAWN + 1, LANES))
    scale = np.empty((MOST_DRAWN + 1, LANES))
    stock = np.empty((values, LANES))
    chances = np.empty((kinds, LANES))
    most = np.empty(values)
    for first in range(0, shoes, LANES):
        lanes = min(LANES, shoes - first)
        fewest = np.inf
        for i in range(lanes):
            cards = 0.0
            for v in range(values):
                stock[v, i] = rests[first + i, v]
                cards += rests[first + i, v]
            fewest = min(fewest, cards)
            path[0, i] = scale[0, i] = 1.0
            for d in range(MOST_DRAWN):
                left = cards - deplete * d
                scale[d + 1, i] = scale[d, i] / left if left > 0.0 else 0.0
        for v in range(values):
            most[v] = stock[v, :lanes].max()
        chances[:] = 0.0
        enough = deplete == 0.0 or fewest > MOST_DRAWN
        node, end = (0, light) if enough else (light, slot.size)
        while node < end:
            gone = deplete * copy[node]
            if most[slot[node]] <= gone:
                node = skip[node]
                continue
            # A count that reaches nought makes the product nought for good, so it may go on below without harm.
            before, after, have = path[depth[node]], path[depth[node] + 1], stock[slot[node]]
            orders = ways[node]
            if orders != 0.0:
                total, norm = chances[kind[node]], scale[depth[node] + 1]
                for i in range(lanes):
                    p = before[i] * (have[i] - gone)
                    after[i] = p
                    total[i] += orders * p * norm[i]
            else:
                for i in range(lanes):
                    after[i] = before[i] * (have[i] - gone)
            node += 1
        for i in range(lanes):
            found = 0.0
            for k in range(kinds):
                out[first + i, k] = chances[k, i]
                found += chances[k, i]
            if enough:
                out[first + i, bust_kind] = 1.0 - found


@kernel()
def value_hands(
    left: Floats,
    deplete: float,
    counts: Ints,
    size: Ints,
    total: Ints,
    after: Ints,
    slot: Ints,
    depth: Ints,
    copy: Ints,
    ways: Floats,
    kind: Ints,
    skip: Ints,
    light: int,
    bust_kind: int,
    stands: Bools,
    may_double: Bools,
    net: Floats,
    ends: Bools,
    alive: Floats,
    stand: Floats,
    hit: Floats,
    double: Floats,
    best: Floats,
) -> None:
    """Values every hand against one upcard, best play without splitting; `left` has the upcard taken out.

    `net[total, kind]` is what standing wins, its last row what a bust wins; `ends[value]` says which hole cards end the
    round at the peek. A hand this shoe can't make, and an action that could run it out, has no value (NaN).
    """
    values = left.size
    bust = net.shape[0] - 1
    alive[:] = np.nan
    stand[:] = np.nan
    hit[:] = np.nan
    double[:] = np.nan
    best[:] = np.nan
    possible = np.empty(size.size, np.int64)
    rests = np.empty((size.size, values))
    made = 0
    for h in range(size.size):
        can_be = True
        for v in range(values):
            rests[made, v] = left[v] - deplete * counts[h, v]
            can_be &= rests[made, v] >= 0.0
        if can_be and rests[made].sum() > 1.0:
            possible[made] = h
            made += 1
    results = np.empty((made, net.shape[1]))
    finish(rests[:made], deplete, slot, depth, copy, ways, kind, skip, light, bust_kind, results)
    # Hands come before those they grow into, so they are walked backwards.
    for place in range(made - 1, -1, -1):
        h, rest = possible[place], rests[place]
        remaining = rest.sum()
        ended = 0.0
        for v in range(values):
            if ends[v]:
                ended += rest[v]
        alive[h] = 1.0 - ended / remaining
        value, mass = 0.0, 0.0
        for k in range(net.shape[1]):
            value += results[place, k] * net[total[h], k]
            mass += results[place, k]
        if mass >= WHOLE:
            stand[h] = best[h] = value
        if stands[h]:
            continue
        hits, doubles = 0.0, 0.0
        for v in range(values):
            if rest[v] <= 0.0:
                continue
            p = rest[v] / remaining
            then = after[h, v]
            if then >= 0:
                hits += p * best[then]
                doubles += p * stand[then]
            else:
                gone = ended - deplete if ends[v] else ended
                lost = net[bust, 0] * (1.0 - gone / (remaining - deplete))
                hits += p * lost
                doubles += p * lost
        hit[h] = hits
        if hits > best[h]:  # noqa: PLR1730 - max() would let a hand without a value (NaN) have one
            best[h] = hits
        if size[h] == 2 and may_double[h]:
            double[h] = 2.0 * doubles
            if double[h] > best[h]:  # noqa: PLR1730 - as above
                best[h] = double[h]


@kernel()
def play_out(
    left: Floats,
    deplete: float,
    counts: Ints,
    total: Ints,
    after: Ints,
    ends: Bools,
    act: Ints,
    weight: Floats,
    rests: Floats,
    weights: Floats,
    totals: Ints,
    stakes: Ints,
    busted: Floats,
) -> int:
    """Plays every hand with a `weight` on by the strategy `act`; returns how many hands it leaves to be settled.

    Those stand in `rests` (what is left of the shoe then), `weights`, `totals` and `stakes`; a doubled hand that busts
    has the total after the last. `busted` takes the weight of other hands that bust in a round that the peek does not
    end. `left` has everything out that lies on the table but the hand itself. `weight` is used up.
    """
    values = left.size
    bust_total = total.max() + 1
    rest = np.empty(values)
    found = 0
    for h in range(weight.size):
        w = weight[h]
        if w == 0.0:
            continue
        weight[h] = 0.0
        for v in range(values):
            rest[v] = left[v] - deplete * counts[h, v]
        if act[h] == STAND:
            rests[found] = rest
            weights[found], totals[found], stakes[found] = w, total[h], 1
            found += 1
            continue
        remaining = rest.sum()
        ended = 0.0
        for v in range(values):
            if ends[v]:
                ended += rest[v]
        for v in range(values):
            if rest[v] <= 0.0:
                continue
            p = w * rest[v] / remaining
            then = after[h, v]
            if act[h] == DOUBLE:
                rests[found] = rest
                rests[found, v] -= deplete
                weights[found], totals[found], stakes[found] = p, total[then] if then >= 0 else bust_total, 2
                found += 1
            elif then >= 0:
                weight[then] += p
            else:
                gone = ended - deplete if ends[v] else ended
                busted[0] += p * (1.0 - gone / (remaining - deplete))
    return found


@kernel()
def settle(
    left: Floats,
    deplete: float,
    counts: Ints,
    total: Ints,
    after: Ints,
    slot: Ints,
    depth: Ints,
    copy: Ints,
    ways: Floats,
    kind: Ints,
    skip: Ints,
    light: int,
    bust_kind: int,
    ends: Bools,
    act: Ints,
    weight: Floats,
    stood: Floats,
    busted: Floats,
) -> float:
    """Plays hands out and lets the dealer finish; returns the weight lost where the shoe ran out.

    `stood[stakes - 1, total, kind]` takes the hands that stood or were doubled, `busted` the others.
    """
    most = 2 * weight.size
    rests = np.empty((most, left.size))
    weights, totals, stakes = np.empty(most), np.empty(most, np.int64), np.empty(most, np.int64)
    found = play_out(left, deplete, counts, total, after, ends, act, weight, rests, weights, totals, stakes, busted)
    results = np.empty((found, stood.shape[2]))
    finish(rests[:found], deplete, slot, depth, copy, ways, kind, skip, light, bust_kind, results)
    lost = 0.0
    for i in range(found):
        lost += weights[i]
        for k in range(stood.shape[2]):
            stood[stakes[i] - 1, totals[i], k] += weights[i] * results[i, k]
            lost -= weights[i] * results[i, k]
    return lost


def arrays(up: int, *, hits_soft_17: bool) -> tuple[Ints, Ints, Ints, Ints, Ints, Ints, Floats, Ints, Ints, int, int]:
    """The hands and an upcard's tree as the kernels take them."""
    table, tree = hands(), dealer(hits_soft_17=hits_soft_17)[1][up]
    return (
        *(table.counts, table.total, table.after),
        *(tree.slot, tree.depth, tree.copy, tree.ways, tree.kind, tree.skip, tree.light, tree.bust),
    )
