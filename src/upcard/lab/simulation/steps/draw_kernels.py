"""Kernels of chance for a table that draws a few cards at a time: a counter-based stream in eight numbers.

The simulation's streams make thousands of pieces at once, and each takes ten kilobytes; here there are thousands of
streams. The blocks are the same (`stream_kernels.philox`). A stream is two numbers of the key, the block, two halves of
it, and how many 16-bit pieces are left.
"""

import numpy as np

from upcard.lab.kernels import Array, Int, kernel
from upcard.lab.simulation.stream_kernels import philox

_MASK = np.uint64(0xFFFFFFFF)
_PIECE = np.uint64(0xFFFF)
_0, _1, _4, _8 = np.uint64(0), np.uint64(1), np.uint64(4), np.uint64(8)
_16, _32 = np.uint64(16), np.uint64(32)
KEY, BLOCK, HALF, NEXT, LEFT = 0, 2, 3, 4, 5


@kernel()
def begin(state: Array, key: Int) -> None:
    """Sets a stream to its start."""
    state[KEY] = np.uint64(key) & _MASK
    state[KEY + 1] = np.uint64(key) >> _32
    state[BLOCK] = _0
    state[LEFT] = _0


@kernel(inline="always")
def piece(state: Array) -> Int:
    """The next 16 bits."""
    left = state[LEFT]
    if left == _0:
        number = state[BLOCK]
        a, b, c, d = philox(number & _MASK, number >> _32, _0, _0, state[KEY], state[KEY + 1])
        state[BLOCK] = number + _1
        state[HALF] = a | (b << _32)
        state[NEXT] = c | (d << _32)
        left = _8
    elif left == _4:
        state[HALF] = state[NEXT]
    drawn = state[HALF]
    state[HALF] = drawn >> _16
    state[LEFT] = left - _1
    return np.int64(drawn & _PIECE)


@kernel()
def draw(state: Array, order: Array, at: Int) -> Int:
    """The next card of a shoe: one of those from `at` on, each equally likely, and moved to `at`.

    However the cards lie that were dealt before, a new shuffle begins with `at` at 0.
    """
    bound = order.shape[0] - at
    product = piece(state) * bound
    if (product & 0xFFFF) < bound:  # what would bias it is drawn anew
        least = 0x10000 % bound
        while (product & 0xFFFF) < least:
            product = piece(state) * bound
    pick = at + (product >> 16)
    card = order[pick]
    order[pick] = order[at]
    order[at] = card
    return np.int64(card)
