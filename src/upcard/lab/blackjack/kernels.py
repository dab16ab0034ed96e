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


@kernel()
def finish(
    left: Floats,
    cards: float,
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
    """Fills `out` with the probability of each kind of dealer's result, drawing from what is `left`."""
    path = np.empty(MOST_DRAWN + 1)
    path[0] = 1.0
    per_card = np.empty(MOST_DRAWN)
    for d in range(MOST_DRAWN):
        rest = cards - deplete * d
        per_card[d] = 1.0 / rest if rest > 0.0 else 0.0
    out[:] = 0.0
    enough = deplete == 0.0 or cards > MOST_DRAWN
    node, end = (0, light) if enough else (light, slot.size)
    while node < end:
        d = depth[node]
        free = left[slot[node]] - deplete * copy[node]
        if free <= 0.0:
            node = skip[node]
            continue
        p = path[d] * free * per_card[d]
        path[d + 1] = p
        out[kind[node]] += ways[node] * p
        node += 1
    if enough:
        out[bust_kind] = 1.0 - out.sum()


@kernel()
def value_hands(
    left: Floats,
    cards: float,
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
    dealer: Floats,
    alive: Floats,
    stand: Floats,
    hit: Floats,
    double: Floats,
    best: Floats,
) -> None:
    """Values every hand against one upcard, best play without splitting; `left` has the upcard taken out.

    `net[total, kind]` is what standing wins, its last row what a bust wins; `ends[value]` says which hole cards end the
    round at the peek. Hands come before those they grow into, so they are walked backwards.
    """
    values = left.size
    bust = net.shape[0] - 1
    rest = np.empty(values)
    for h in range(size.size - 1, -1, -1):
        possible = True
        for v in range(values):
            rest[v] = left[v] - deplete * counts[h, v]
            if rest[v] < 0.0:
                possible = False
        remaining = cards - deplete * size[h]
        if not possible or remaining <= 1.0:
            # A hand this shoe cannot make, or that leaves the dealer without a card: nothing leads to it.
            dealer[h, :] = 0.0
            alive[h] = stand[h] = hit[h] = double[h] = best[h] = np.nan
            continue
        finish(rest, remaining, deplete, slot, depth, copy, ways, kind, skip, light, bust_kind, dealer[h])
        ended = 0.0
        for v in range(values):
            if ends[v]:
                ended += rest[v]
        alive[h] = 1.0 - ended / remaining
        value, mass = 0.0, 0.0
        for k in range(net.shape[1]):
            value += dealer[h, k] * net[total[h], k]
            mass += dealer[h, k]
        if mass < WHOLE:
            # The dealer can run out of cards here, so standing has no value; neither has what leads here.
            value = np.nan
        stand[h] = value
        best[h] = value
        hit[h] = np.nan
        double[h] = np.nan
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
        best[h] = max(best[h], hits)
        if size[h] == 2 and may_double[h]:
            double[h] = 2.0 * doubles
            best[h] = max(best[h], double[h])


@kernel()
def play_out(
    left: Floats,
    cards: float,
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
    ends: Bools,
    dealer: Floats,
    act: Ints,
    extra_slot: int,
    extra: int,
    weight: Floats,
    stood: Floats,
    busted: Floats,
) -> float:
    """Plays every hand with a `weight` on by the strategy `act`; returns the weight lost, where the shoe ran out.

    `stood[stakes - 1, total, kind]` takes the hands that stood against each kind of dealer's result,
    `busted[stakes - 1]` those that busted in a round that the peek did not end. `extra` cards of value `extra_slot` are
    out of the shoe beside the hand's own: the other cards of a split pair. `weight` is used up.
    """
    values = left.size
    rest = np.empty(values)
    results = np.empty(dealer.shape[1])
    lost = 0.0
    for h in range(size.size):
        w = weight[h]
        if w == 0.0:
            continue
        weight[h] = 0.0
        for v in range(values):
            rest[v] = left[v] - deplete * counts[h, v]
        rest[extra_slot] -= deplete * extra
        remaining = cards - deplete * (size[h] + extra)
        if act[h] == STAND:
            lost += settle(
                *(h, extra_slot, extra, w, rest, remaining, deplete, total, after),
                *(slot, depth, copy, ways, kind, skip, light, bust_kind, dealer, results, stood[0]),
            )
            continue
        ended = 0.0
        for v in range(values):
            if ends[v]:
                ended += rest[v]
        spread = 0.0
        stakes = 1 if act[h] == DOUBLE else 0
        for v in range(values):
            if rest[v] <= 0.0:
                continue
            p = w * rest[v] / remaining
            spread += p
            then = after[h, v]
            if then < 0:
                gone = ended - deplete if ends[v] else ended
                busted[stakes] += p * (1.0 - gone / (remaining - deplete))
            elif stakes == 0:
                weight[then] += p
            else:
                rest[v] -= deplete
                lost += settle(
                    *(then, extra_slot, extra, p, rest, remaining - deplete, deplete, total, after),
                    *(slot, depth, copy, ways, kind, skip, light, bust_kind, dealer, results, stood[1]),
                )
                rest[v] += deplete
        lost += w - spread
    return lost


@kernel()
def settle(
    h: int,
    extra_slot: int,
    extra: int,
    w: float,
    rest: Floats,
    remaining: float,
    deplete: float,
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
    dealer: Floats,
    results: Floats,
    stood: Floats,
) -> float:
    """Lets the dealer finish against one standing hand and adds its weight to `stood`; returns the weight lost."""
    # The dealer's chances depend on what is out of the shoe, not on whose it is: look up a hand that holds it all.
    known = h
    for _ in range(extra):
        if known >= 0:
            known = after[known, extra_slot]
    if known >= 0:
        results[:] = dealer[known]
    else:
        finish(rest, remaining, deplete, slot, depth, copy, ways, kind, skip, light, bust_kind, results)
    lost = w
    for k in range(results.size):
        lost -= w * results[k]
        stood[total[h], k] += w * results[k]
    return lost


def arrays(
    up: int, *, hits_soft_17: bool
) -> tuple[Ints, Ints, Ints, Ints, Ints, Ints, Ints, Floats, Ints, Ints, int, int]:
    """The hands and an upcard's tree as the kernels take them."""
    table, tree = hands(), dealer(hits_soft_17=hits_soft_17)[1][up]
    return (
        *(table.counts, table.size, table.total, table.after),
        *(tree.slot, tree.depth, tree.copy, tree.ways, tree.kind, tree.skip, tree.light, tree.bust),
    )
