"""Kernels of 3 Card Blitz: every hand of seven cards against every hand of the dealer, on integers.

What a suit adds to a hand depends on how many ten-values it holds and on which of its other cards: a *state* of a
suit. A hand is four states, and hands with the same four in another order are alike. The dealer stays at or under a
total when each of his suits does; so the number of his hands that do is a convolution, over the number of cards in each
suit, of four tables: "so many cards out of those the player left, none of them making more than the total".
"""

import numpy as np

from upcard.lab.kernels import Array, Int, kernel

HAND = 7
TOTALS = 32
"""A total is 0 to 31."""


@kernel()
def left_over(totals: Array, sizes: Array, tens: Array, masks: Array, all_tens: Int, choose: Array) -> Array:
    """At [state, total, k]: ways to take k cards of a suit out of what that state leaves, not passing the total."""
    n = len(totals)
    exact = np.zeros((n, TOTALS, HAND + 1), np.int32)
    for held in range(n):
        for taken in range(n):
            if sizes[taken] <= HAND and masks[taken] & masks[held] == 0:
                rest = all_tens - tens[held]
                if tens[taken] <= rest:
                    exact[held, totals[taken], sizes[taken]] += choose[rest, tens[taken]]
        for total in range(1, TOTALS):
            for k in range(HAND + 1):
                exact[held, total, k] += exact[held, total - 1, k]
    return exact


@kernel()
def dealer_within(left: Array, a: Int, b: Int, c: Int, d: Int, total: Int) -> Int:
    """How many hands of the dealer's stay at or under a total against four states of the player's."""
    if total < 0:
        return np.int64(0)
    found = np.int64(0)
    for k in range(HAND + 1):
        first, second = np.int64(0), np.int64(0)
        for j in range(k + 1):
            first += np.int64(left[a, total, j]) * left[b, total, k - j]
        for j in range(HAND - k + 1):
            second += np.int64(left[c, total, j]) * left[d, total, HAND - k - j]
        found += first * second
    return found


@kernel()
def add_hand(
    out: tuple[Array, ...], at: Int, left: Array, totals: Array, ways: Array, royals: Array, top: Int,
    under: Array, upto: Array, a: Int, b: Int, c: Int, d: Int,
) -> None:  # fmt: skip
    """Writes one kind of hand: dealer's hands that lose to it and tie with it, and how many hands are of that kind.

    The hands are counted by how many suits make the top total with a royal, since the Blind tells those apart.
    """
    wins, ties, total_of, tops, weights = out
    total = max(totals[a], totals[b], totals[c], totals[d])
    orders = 24
    same = (a == b) + (b == c) + (c == d)  # they ascend: states that are the same stand side by side
    if same == 3:
        orders = 1
    elif same == 2:
        orders = 6 if b != c else 4
    elif same == 1:
        orders = 12
    beaten = dealer_within(left, a, b, c, d, under[total])
    wins[at] = beaten
    ties[at] = dealer_within(left, a, b, c, d, upto[total]) - beaten
    total_of[at] = total
    by_royals = np.zeros(5, np.int64)
    by_royals[0] = orders
    held = 0
    for state in (a, b, c, d):
        if totals[state] == top:
            held += 1
            for r in range(4, -1, -1):
                without = by_royals[r] * (ways[state] - royals[state])
                by_royals[r] = without + (by_royals[r - 1] * royals[state] if r else 0)
        else:
            for r in range(5):
                by_royals[r] *= ways[state]
    tops[at] = held
    for r in range(5):
        weights[at, r] = by_royals[r]


@kernel()
def all_hands(
    left: Array, totals: Array, ways: Array, royals: Array, top: Int, under: Array, upto: Array,
    by_size: Array, starts: Array,
) -> tuple[Array, ...]:  # fmt: skip
    """Every kind of hand; `by_size` lists the states by their number of cards, `starts` where each number begins."""
    room = 1_100_000
    out = (
        np.zeros(room, np.int64),
        np.zeros(room, np.int64),
        np.zeros(room, np.int8),
        np.zeros(room, np.int8),
        np.zeros((room, 5), np.int64),
    )
    at = 0
    for i in range(HAND + 1):
        for j in range(min(i, HAND - i) + 1):
            for k in range(min(j, HAND - i - j) + 1):
                m = HAND - i - j - k
                if m > k:
                    continue
                for ia in range(starts[i], starts[i + 1]):
                    for ib in range(ia if j == i else starts[j], starts[j + 1]):
                        for ic in range(ib if k == j else starts[k], starts[k + 1]):
                            for id_ in range(ic if m == k else starts[m], starts[m + 1]):
                                a, b, c, d = by_size[ia], by_size[ib], by_size[ic], by_size[id_]
                                add_hand(out, at, left, totals, ways, royals, top, under, upto, a, b, c, d)
                                at += 1
    return out[0][:at].copy(), out[1][:at].copy(), out[2][:at].copy(), out[3][:at].copy(), out[4][:at].copy()


@kernel()
def decide(
    wins: Array, ties: Array, totals: Array, tops: Array, weights: Array, codes: Array, dealer: Int,
    gain: Array, tie: Int, lose: Int, fold: Int, outcomes: Int,
) -> tuple[Array, Array, Int, Int]:  # fmt: skip
    """Plays or folds every kind of hand, and adds up what then happens.

    `codes` at [total, suits at the top, royals among them] is the Blind's row for a win, `gain` what Ante, Blind and
    Play win together with it. Returns rounds won by row, rounds tied and lost, how many hands fold and how many there
    are.
    """
    won = np.zeros(outcomes, np.int64)
    rest = np.zeros(2, np.int64)
    folded, every = np.int64(0), np.int64(0)
    for i in range(len(wins)):
        lost = dealer - wins[i] - ties[i]
        for r in range(tops[i] + 1):
            weight = weights[i, r]
            if weight == 0:
                continue
            every += weight
            code = codes[totals[i], tops[i], r]
            if wins[i] * gain[code] + ties[i] * tie + lost * lose > fold * dealer:
                won[code] += weight * wins[i]
                rest[0] += weight * ties[i]
                rest[1] += weight * lost
            else:
                folded += weight
    return won, rest, folded, every
