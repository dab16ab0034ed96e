"""The sweep: for every hand of a player how many of the dealer's are below and beside it, by inclusion and exclusion.

Hands are gone through in ascending strength. `table` holds, for every set S of cards up to the names of the suits, how
many dealer's hands so far contain S, one column for each class of dealer's hands. Of those the hands that hold none of
a player's cards P are the sum over all S within P of (-1)^|S| table[S]; with upcards U, of table[S and U].

A class H of dealer's hands adds orbit(H) * stab(S) at each of its subsets S, where stab(S) is the number of ways to
rename the suits that leave S as it is: what stands there is `suits!` times a whole number, and every sum must divide.
"""

import numpy as np
from numba import prange

from upcard.lab.general.hands.index_kernels import number
from upcard.lab.kernels import Array, Int, kernel


@kernel()
def up_sets(hands: Array, size: int, ranks: int, suits: int) -> tuple[Array, Array]:
    """The sets of up to two upcards beside every class of hands, one for each that differs; and where each begins."""
    starts = np.zeros(len(hands) + 1, np.int64)
    found = np.zeros((1, 4), np.int16)
    for fill in range(2):  # first they are counted, then written
        at = 0
        if fill:
            found = np.zeros((starts[-1], 4), np.int16)
        for i in range(len(hands)):
            starts[i] = at
            if hands[i, 0] < 0:
                continue
            for first in range(suits * 13):
                s, r = first // 13, first % 13
                if not ranks >> r & 1 or hands[i, s] >> r & 1:
                    continue
                for second in range(first + 1, suits * 13 if size == 2 else first + 2):
                    t, q = second // 13, second % 13
                    if size == 2 and (not ranks >> q & 1 or hands[i, t] >> q & 1):
                        continue
                    u = np.zeros(4, np.int64)
                    u[s] |= 1 << r
                    if size == 2:
                        u[t] |= 1 << q
                    ordered = True
                    for j in range(suits - 1):
                        if hands[i, j] == hands[i, j + 1] and u[j] < u[j + 1]:
                            ordered = False
                    if ordered:
                        if fill:
                            for j in range(4):
                                found[at, j] = u[j]
                        at += 1
        starts[len(hands)] = at
    return found, starts


@kernel()
def alike(hands: Array, ups: Array, starts: Array, suits: int) -> Array:
    """In how many ways the suits of every (hand, upcards) can be renamed without a change."""
    ways = np.zeros(len(ups), np.uint8)
    for i in range(len(hands)):
        for v in range(starts[i], starts[i + 1]):
            product, run = 1, 1
            for j in range(suits - 1):
                same = hands[i, j] == hands[i, j + 1] and ups[v, j] == ups[v, j + 1]
                run = run + 1 if same else 1
                product *= run
            ways[v] = product
    return ways


@kernel()
def _numbers(hand: Array, up: Array, out: Array, codes: Array, starts: Array, places: Array) -> Int:
    """The numbers of all subsets of a hand joined with the upcards, each a card apart from the one before; how many."""
    suit, rank = np.zeros(8, np.int64), np.zeros(8, np.int64)
    size = 0
    for s in range(4):
        for r in range(13):
            if hand[s] >> r & 1:
                suit[size], rank[size] = s, r
                size += 1
    m = np.zeros(4, np.int64)
    for s in range(4):
        m[s] = up[s]
    for step in range(1 << size):
        if step:
            card = 0
            while not step >> card & 1:
                card += 1
            m[suit[card]] ^= 1 << rank[card]
        out[step] = number(m[0], m[1], m[2], m[3], codes, starts, places)
    return 1 << size


@kernel()
def _sum(numbers: Array, count: Int, end: Int, table: Array, factor: Int, out: Array, column: Int) -> None:
    """The sum over subsets of the table below `end`, with the sign of each, as whole numbers; -1 where one is not."""
    for c in range(table.shape[1]):
        total = 0
        for step in range(0, count, 2):  # of two neighbours the first has an even number of cards
            at = numbers[step]
            if at < end:
                total += table[at, c]
            at = numbers[step + 1]
            if at < end:
                total -= table[at, c]
        out[c, column] = total // factor if total >= 0 and total % factor == 0 else -1


@kernel()
def _ask_some(
    low: Int,
    high: Int,
    order: Array,
    hands: Array,
    ups: Array,
    up_starts: Array,
    end: Int,
    table: Array,
    factor: Int,
    out: Array,
    column: Int,
    buffer: Array,
    local: Array,
    known: Int,
    codes: Array,
    starts: Array,
    places: Array,
) -> None:
    """Asks for every (hand, upcards) of hands order[low:high]; `known` subsets stand in the buffer."""
    one = np.zeros(256, np.int32)
    for k in range(low, high):
        i = order[k]
        row = local[k]
        for v in range(up_starts[i], up_starts[i + 1]):
            if known < 0:
                count = _numbers(hands[i], ups[v], one, codes, starts, places)
                _sum(one, count, end, table, factor, out[v], column)
            else:
                count = known
                if not count:
                    count = _numbers(hands[i], ups[v], buffer[row], codes, starts, places)
                _sum(buffer[row], count, end, table, factor, out[v], column)
                row += 1


@kernel(parallel=True)
def _ask_many(
    low: Int,
    high: Int,
    order: Array,
    hands: Array,
    ups: Array,
    up_starts: Array,
    end: Int,
    table: Array,
    factor: Int,
    out: Array,
    column: Int,
    buffer: Array,
    local: Array,
    known: Int,
    codes: Array,
    starts: Array,
    places: Array,
) -> None:
    """The same for a large group, side by side."""
    parts = 64
    for part in prange(parts):
        _ask_some(
            low + (high - low) * part // parts,
            low + (high - low) * (part + 1) // parts,
            order,
            hands,
            ups,
            up_starts,
            end,
            table,
            factor,
            out,
            column,
            buffer,
            local,
            known,
            codes,
            starts,
            places,
        )


@kernel()
def _ask(
    low: Int,
    high: Int,
    order: Array,
    hands: Array,
    ups: Array,
    up_starts: Array,
    end: Int,
    table: Array,
    factor: Int,
    out: Array,
    column: Int,
    buffer: Array,
    local: Array,
    known: Int,
    codes: Array,
    starts: Array,
    places: Array,
) -> None:
    if high - low > 2000:
        _ask_many(
            low,
            high,
            order,
            hands,
            ups,
            up_starts,
            end,
            table,
            factor,
            out,
            column,
            buffer,
            local,
            known,
            codes,
            starts,
            places,
        )
    else:
        _ask_some(
            low,
            high,
            order,
            hands,
            ups,
            up_starts,
            end,
            table,
            factor,
            out,
            column,
            buffer,
            local,
            known,
            codes,
            starts,
            places,
        )


@kernel()
def _add(
    low: Int,
    high: Int,
    order: Array,
    hands: Array,
    weights: Array,
    columns: Array,
    first: Int,
    end: Int,
    table: Array,
    stabs: Array,
    buffer: Array,
    shared: Int,
    codes: Array,
    starts: Array,
    places: Array,
) -> None:
    """Adds the dealer's hands order[low:high] at their subsets from number `first` up to `end`."""
    one = np.zeros(256, np.int32)
    nobody = np.zeros(4, np.int16)
    for k in range(low, high):
        i = order[k]
        weight, c = weights[i], columns[i]
        numbers = buffer[k - low]
        count = shared
        if not shared:
            numbers = one
            count = _numbers(hands[i], nobody, one, codes, starts, places)
        for step in range(count):
            at = numbers[step]
            if first <= at < end:
                table[at, c] += weight * stabs[at]


@kernel()
def sweep(
    groups: Array,
    late: Array,
    order: Array,
    hands: Array,
    size: Int,
    ups: Array,
    up_starts: Array,
    asked_end: Int,
    dealer_order: Array,
    dealer_hands: Array,
    weights: Array,
    columns: Array,
    first: Int,
    end: Int,
    same: Int,
    table: Array,
    stabs: Array,
    factor: Int,
    out: Array,
    buffer: Array,
    codes: Array,
    starts: Array,
    places: Array,
) -> None:
    """Goes through groups of one strength, each (player's from, to, dealer's from, to), in ascending order.

    `same`: the dealer's hands are the player's, so that what is known of one need not be found again for the other.
    """
    local = np.zeros(len(order), np.int64)
    for g in range(len(groups)):
        low, high, dealer_low, dealer_high = groups[g]
        rows = 0
        for k in range(low, high):
            local[k] = rows
            rows += up_starts[order[k] + 1] - up_starts[order[k]]
        fits = rows <= len(buffer)
        if high > low:
            _ask(
                low,
                high,
                order,
                hands,
                ups,
                up_starts,
                asked_end,
                table,
                factor,
                out,
                0,
                buffer,
                local,
                0 if fits else -1,
                codes,
                starts,
                places,
            )
        _add(
            dealer_low,
            dealer_high,
            dealer_order,
            dealer_hands,
            weights,
            columns,
            first,
            end,
            table,
            stabs,
            buffer,
            (1 << size) if same and fits else 0,
            codes,
            starts,
            places,
        )
        if high > low:
            _ask(
                low,
                high,
                order,
                hands,
                ups,
                up_starts,
                asked_end,
                table,
                factor,
                out,
                1,
                buffer,
                local,
                (1 << size) if fits else -1,
                codes,
                starts,
                places,
            )
    for g in range(len(groups)):  # where a class of the dealer's was not complete yet
        if late[g] and groups[g, 1] > groups[g, 0]:
            _ask(
                groups[g, 0],
                groups[g, 1],
                order,
                hands,
                ups,
                up_starts,
                asked_end,
                table,
                factor,
                out,
                2,
                buffer,
                local,
                -1,
                codes,
                starts,
                places,
            )
