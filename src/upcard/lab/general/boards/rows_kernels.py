"""What a player knows while a board comes: own cards beside the cards of the board that lie there, up to the suits.

A board's class (see `index_kernels`) gives it a number and the names of its suits; the player's cards are renamed alike
and numbered among all sets of so many, and of those that the board's own symmetry makes alike the first one counts. So
a row is the class of the board times the number of sets, plus the set.
"""

import numpy as np

from upcard.lab.general.hands.index_kernels import number
from upcard.lab.kernels import Array, Int, kernel

SLOTS = 52
"""A card's place: its suit times thirteen, plus its rank."""
_MASK = (1 << 13) - 1


@kernel()
def slots_of(bits: Int, out: Array) -> Int:
    """The places of the cards of a set; how many there are."""
    size = 0
    for slot in range(SLOTS):
        if bits >> slot & 1:
            out[size] = slot
            size += 1
    return size


@kernel()
def class_of(bits: Int, codes: Array, starts: Array, places: Array) -> Int:
    """The number of a set among the classes of all sizes."""
    return number(bits & _MASK, bits >> 13 & _MASK, bits >> 26 & _MASK, bits >> 39 & _MASK, codes, starts, places)


@kernel()
def naming(bits: Int, suits: Int, codes: Array, orders: Array) -> Int:
    """How a set's suits are named in its class, and which of them are alike: kind of symmetry times 24, plus naming."""
    code = np.zeros(4, np.int64)
    order = np.zeros(4, np.int64)
    for s in range(4):
        code[s] = codes[bits >> (13 * s) & _MASK]
        order[s] = s
    for i in range(1, suits):
        for j in range(i, 0, -1):
            if code[j - 1] >= code[j]:
                break
            code[j - 1], code[j] = code[j], code[j - 1]
            order[j - 1], order[j] = order[j], order[j - 1]
    new = np.zeros(4, np.int64)
    for s in range(4):
        new[order[s]] = s
    symmetry = 0
    for j in range(suits - 1):
        if code[j] == code[j + 1]:
            symmetry |= 1 << j
    return symmetry * 24 + orders[new[0] * 64 + new[1] * 16 + new[2] * 4 + new[3]]


@kernel()
def sizes(
    boards: Array, weights: Array, suits: Int, held: Array, rows: Array, orbits: Array, codes: Array, orders: Array
) -> Array:
    """How many deals every row stands for; 0 where its cards can't be there, or another row stands for it."""
    many = len(held)
    found = np.zeros(len(boards) * many, np.int64)
    for i in range(len(boards)):
        if weights[i]:
            name = naming(boards[i], suits, codes, orders)
            for h in range(many):
                if held[h] >= 0 and not held[h] & boards[i] and rows[name, h] == h:
                    found[i * many + h] = weights[i] * orbits[name // 24, h]
    return found


@kernel()
def back(
    boards: Array,
    weights: Array,
    suits: Int,
    held: Array,
    rows: Array,
    values: Array,
    parts: Array,
    first: Int,
    size: Int,
    codes: Array,
    orders: Array,
    starts: Array,
    places: Array,
) -> Array:
    """Sums what every row is worth into the rows of smaller boards; `parts` are their cards among a board's."""
    many = len(held)
    found = np.zeros(size * many, np.int64)
    slots = np.zeros(8, np.int64)
    for i in range(len(boards)):
        if not weights[i]:
            continue
        own = naming(boards[i], suits, codes, orders)
        slots_of(boards[i], slots)
        for k in range(len(parts)):
            part = np.int64(0)
            for at in parts[k]:
                part |= np.int64(1) << slots[at]
            base = (class_of(part, codes, starts, places) - first) * many
            name = naming(part, suits, codes, orders)
            for h in range(many):
                if held[h] >= 0 and not held[h] & boards[i]:
                    found[base + rows[name, h]] += weights[i] * values[i * many + rows[own, h]]
    return found
