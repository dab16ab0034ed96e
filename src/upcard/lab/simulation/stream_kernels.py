"""Kernels of chance: counter-based streams, cards drawn from them, and results counted.

A stream is Philox4x32-10 (Salmon, Moraes, Dror and Shaw, 2011): a block of 128 bits is a function of a key and a
counter. So the n-th stretch of rounds is dealt the same cards wherever and whenever it is played. The state of a stream
is an array of eight numbers: two of the key, the block, the stretch, which stream, two halves of a block, and how many
16-bit pieces of it are left. Python and the kernels draw through the same functions.
"""

import numpy as np

from upcard.lab.kernels import Array, Int, kernel

CARDS = 0
"""Which stream: the one that cards are drawn from."""
CHOICES = 1
"""Which stream: errors, and choices between which nothing depends."""

_MASK = np.uint64(0xFFFFFFFF)
_PIECE = np.uint64(0xFFFF)
_M0, _M1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_W0, _W1 = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
_0, _1, _3, _4, _8 = np.uint64(0), np.uint64(1), np.uint64(3), np.uint64(4), np.uint64(8)
_16, _32 = np.uint64(16), np.uint64(32)
_HASH_A, _HASH_B = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)


@kernel(inline="always")
def philox(c0: Int, c1: Int, c2: Int, c3: Int, k0: Int, k1: Int) -> tuple[Int, Int, Int, Int]:
    """One block of Philox4x32-10: four words of 32 bits."""
    for _ in range(10):
        p0 = _M0 * c0
        p1 = _M1 * c2
        c0, c1, c2, c3 = (p1 >> _32) ^ c1 ^ k0, p1 & _MASK, (p0 >> _32) ^ c3 ^ k1, p0 & _MASK
        k0 = (k0 + _W0) & _MASK
        k1 = (k1 + _W1) & _MASK
    return c0, c1, c2, c3


@kernel()
def begin(state: Array, key: Int, stretch: Int, stream: Int) -> None:
    """Sets a stream to the start of a stretch."""
    state[0] = np.uint64(key) & _MASK
    state[1] = np.uint64(key) >> _32
    state[2] = _0
    state[3] = np.uint64(stretch)
    state[4] = np.uint64(stream)
    state[7] = _0


@kernel(inline="always")
def piece(state: Array) -> Int:
    """The next 16 bits."""
    left = state[7]
    if left == _0:
        w0, w1, w2, w3 = philox(
            state[2] & _MASK,
            state[2] >> _32,
            state[3] & _MASK,
            (state[3] >> _32) ^ (state[4] << _16),
            state[0],
            state[1],
        )
        state[2] += _1
        state[5] = w0 | (w1 << _32)
        state[6] = w2 | (w3 << _32)
        left = _8
    elif left == _4:
        state[5] = state[6]
    drawn = state[5]
    state[5] = drawn >> _16
    state[7] = left - _1
    return drawn & _PIECE


@kernel(inline="always")
def below(state: Array, bound: Int) -> Int:
    """A whole number below a bound of at most 65,536, every one equally likely (what would bias it is drawn anew)."""
    n = np.uint64(bound)
    product = piece(state) * n
    if (product & _PIECE) < n:
        least = (_PIECE + _1) % n
        while (product & _PIECE) < least:
            product = piece(state) * n
    return np.int64(product >> _16)


@kernel()
def word(state: Array) -> Int:
    """32 bits."""
    high = piece(state)
    return np.int64((high << _16) | piece(state))


@kernel(inline="always")
def draw(state: Array, order: Array, at: Int) -> Int:
    """The next card of a shoe: one of those from `at` on, each equally likely, and moved to `at`.

    What lies before `at` are the cards dealt, in order. A new shuffle begins with `at` at 0: however the cards lie, the
    ones drawn next come in an order as likely as any other.
    """
    pick = at + below(state, order.shape[0] - at)
    card = order[pick]
    order[pick] = order[at]
    order[at] = card
    return np.int64(card)


@kernel(inline="always")
def slips(state: Array, parts: Int) -> Int:
    """Whether a player errs who does in so many parts of 2^32; nothing is drawn where there are none."""
    if parts == 0:
        return False
    return word(state) < parts


@kernel(inline="always")
def weigh(keys: Array, counts: Array, place: Int, a: Int, b: Int, times: Int) -> None:
    """Counts a pair so many times; the last count of a table says how many different ones there are.

    No view of an array is taken here or in any kernel's loop: that would count references, and cost more than a card.
    """
    last = counts.shape[1] - 1
    mixed = (np.uint64(a) * _HASH_A) ^ (np.uint64(b) * _HASH_B)
    at = np.int64((mixed ^ (mixed >> _32)) & np.uint64(last - 1))
    while counts[place, at] != 0:
        if keys[place, at, 0] == a and keys[place, at, 1] == b:
            counts[place, at] += times
            return
        at = np.int64(np.uint64(at + 1) & np.uint64(last - 1))
    keys[place, at, 0] = a
    keys[place, at, 1] = b
    counts[place, at] = times
    counts[place, last] += 1


@kernel(inline="always")
def count(keys: Array, counts: Array, place: Int, a: Int, b: Int) -> None:
    """Counts a pair of numbers in a seat's table of pairs."""
    weigh(keys, counts, place, a, b, 1)


@kernel(inline="always")
def close(
    place: Int, number: Int, cell: Int, main_stake: Int, main_gain: Int, stake: Int, gain: Int, has_sides: Int,
    main_keys: Array, main_counts: Array, keys: Array, counts: Array, log: Array, trace: Array,
) -> None:  # fmt: skip
    """Counts a seat's round; one with claims (`cell` is not -1) waits in the log for its awards.

    A seat without side bets wins on all wagers what it wins on the game: that is counted once.
    """
    count(main_keys, main_counts, place, main_stake, main_gain)
    if cell >= 0:
        last = log.shape[0] - 1
        row = log[last, 0]
        log[row, 0] = number
        log[row, 1] = place
        log[row, 2] = cell
        log[row, 3] = stake
        log[row, 4] = gain
        log[last, 0] = row + 1
    elif has_sides:
        count(keys, counts, place, stake, gain)
    if trace.shape[0] > 0:
        trace[number, place] = gain


@kernel()
def is_crowded(main_counts: Array, counts: Array) -> Int:
    """Whether another stretch of rounds might bring more different results than there are places for."""
    last = counts.shape[1] - 1
    most = max(counts[:, last].max(), main_counts[:, last].max())
    return most > last // 2


@kernel()
def below_of(state: Array, bound: Int) -> Int:
    """`below`, for Python."""
    return below(state, bound)


@kernel()
def draw_of(state: Array, order: Array, at: Int) -> Int:
    """`draw`, for Python."""
    return draw(state, order, at)
