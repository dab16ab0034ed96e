"""Cards that come one after another, up to the names of the suits: what is known after each, and what follows.

What is known is, for each suit and each group of cards, how many of every rank (four bits each); the four suits stand
in descending order. One card more leads to other such states; a state is met from many, and found in a hash table.
"""

import numpy as np

from upcard.lab.kernels import Array, Int, kernel

BITS = 4
RANKS = 13


@kernel()
def hash_of(row: Array) -> Int:
    """Where a state is looked for."""
    found = np.uint64(1469598103934665603)
    for x in row:
        found = (found ^ np.uint64(x)) * np.uint64(0x9E3779B97F4A7C15)
        found ^= found >> np.uint64(29)
    return found


@kernel()
def in_order(row: Array, groups: int, suits: int) -> None:
    """Puts the suits of a state in descending order."""
    for i in range(1, suits):
        for j in range(i, 0, -1):
            swap = False
            for g in range(groups):
                a, b = row[(j - 1) * groups + g], row[j * groups + g]
                if a != b:
                    swap = b > a
                    break
            if not swap:
                break
            for g in range(groups):
                a = row[(j - 1) * groups + g]
                row[(j - 1) * groups + g] = row[j * groups + g]
                row[j * groups + g] = a


@kernel()
def grow(
    states: Array, group: int, groups: int, suits: int, ranks: Array, copies: int, room: int
) -> tuple[Array, Array, Array, Array, int]:
    """Adds a card to a group: the new states; for every old one where its ways on begin, where they lead, how many.

    The last number is how many states there are, or -1 where `room` was too little.
    """
    width = 4 * groups
    slots = 1
    while slots < 2 * room:
        slots *= 2
    table = np.full(slots, -1, np.int32)
    found = np.zeros((room, width), np.int64)
    many = 0
    starts = np.zeros(len(states) + 1, np.int64)
    most = len(states) * suits * len(ranks)
    leads = np.zeros(most, np.int32)
    ways = np.zeros(most, np.int16)
    at = 0
    row = np.zeros(width, np.int64)
    for i in range(len(states)):
        starts[i] = at
        s = 0
        while s < suits:
            alike = 1
            while s + alike < suits:
                same = True
                for g in range(groups):
                    if states[i, s * groups + g] != states[i, (s + alike) * groups + g]:
                        same = False
                if not same:
                    break
                alike += 1
            for r in ranks:
                gone = 0
                for g in range(groups):
                    gone += states[i, s * groups + g] >> (BITS * r) & 15
                if gone == copies:
                    continue
                for x in range(width):
                    row[x] = states[i, x]
                row[s * groups + group] += np.int64(1) << (BITS * r)
                in_order(row, groups, suits)
                h = np.int64(hash_of(row) & np.uint64(slots - 1))
                while True:
                    known = np.int64(table[h])
                    if known < 0:
                        if many == room:
                            return found, starts, leads, ways, -1
                        for x in range(width):
                            found[many, x] = row[x]
                        table[h] = many
                        known = np.int64(many)
                        many += 1
                        break
                    same = True
                    for x in range(width):
                        if found[known, x] != row[x]:
                            same = False
                            break
                    if same:
                        break
                    h = (h + 1) & (slots - 1)
                leads[at] = known
                ways[at] = alike * (copies - gone)
                at += 1
            s += alike
    starts[len(states)] = at
    return found[:many], starts, leads[:at], ways[:at], many


@kernel()
def pull(starts: Array, leads: Array, ways: Array, later: Array) -> Array:
    """What every state is worth, summed over the next card."""
    found = np.zeros(len(starts) - 1, np.int64)
    for i in range(len(found)):
        total = np.int64(0)
        for k in range(starts[i], starts[i + 1]):
            total += later[leads[k]] * ways[k]
        found[i] = total
    return found


@kernel()
def push(starts: Array, leads: Array, ways: Array, often: Array, many: int) -> Array:
    """How often every later state is reached."""
    found = np.zeros(many, np.int64)
    for i in range(len(often)):
        if often[i]:
            for k in range(starts[i], starts[i + 1]):
                found[leads[k]] += often[i] * ways[k]
    return found


@kernel()
def gather(codes: Array, often: Array, many: int) -> Array:
    """How often every code is reached."""
    found = np.zeros(many, np.int64)
    for i in range(len(codes)):
        found[codes[i]] += often[i]
    return found


@kernel()
def choose(codes: Array, open_: Array, worth: Array, stakes: Array) -> tuple[Array, Array, Array, Array]:
    """The best option of every state: which, whether two tied, what it is worth and what it stakes.

    `open_` says at [code, option] what can be done; of options that are worth the same the one that stakes less wins.
    """
    many = len(codes)
    best, tied = np.full(many, -1, np.int16), np.zeros(many, np.bool_)
    top, top_stake = np.zeros(many, np.int64), np.zeros(many, np.int64)
    for i in range(many):
        for k in range(worth.shape[0]):
            if not open_[codes[i], k]:
                continue
            first = best[i] < 0
            if not first and worth[k, i] == top[i]:
                tied[i] = True
            if first or worth[k, i] > top[i]:
                tied[i] = False
            if first or worth[k, i] > top[i] or (worth[k, i] == top[i] and stakes[k, i] < top_stake[i]):
                best[i], top[i], top_stake[i] = k, worth[k, i], stakes[k, i]
    return best, tied, top, top_stake
