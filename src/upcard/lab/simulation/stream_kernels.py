"""Kernels of chance: counter-based streams, and cards drawn from them.

A stream is Philox4x32-10 (Salmon, Moraes, Dror and Shaw, 2011): a block of 128 bits is a function of a key and a
counter. So the n-th stretch of rounds is dealt the same cards wherever and whenever it is played.

A stream is three arrays: its words, the same memory as pieces of 16 bits, and its state (two of the key, the next
block, the stretch, which stream, where the next piece is, and where the pieces end). Many blocks are made at once: the
compiler does several side by side, and a piece then costs a nanosecond. A kernel keeps the place of the next piece in a
variable of its own; Python and choices keep it in the state. Both draw through the same functions.
"""

import numpy as np

from upcard.lab.kernels import Array, Int, kernel

CARDS = 0
"""Which stream: the one that cards are drawn from."""
CHOICES = 1
"""Which stream: errors, and choices between which nothing depends."""
WORDS = 2048
"""Words that are made at a time."""
AHEAD = 640
"""Pieces that lie ready at least when a round begins: more than any round takes, but once in 10^40."""

Stream = tuple[Array, Array, Array]

_MASK = np.uint64(0xFFFFFFFF)
_M0, _M1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_W0, _W1 = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
_32 = np.uint64(32)
_KEY, _BLOCK, _STRETCH, _WHICH, _AT, _END = 0, 2, 3, 4, 5, 6


def new_stream() -> Stream:
    """Room for a stream; `begin` sets it."""
    words = np.zeros(WORDS + AHEAD, np.uint32)
    return words, words.view(np.uint16), np.zeros(8, np.uint64)


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
def begin(stream: Stream, key: Int, stretch: Int, which: Int) -> None:
    """Sets a stream to the start of a stretch."""
    state = stream[2]
    state[_KEY] = np.uint64(key) & _MASK
    state[_KEY + 1] = np.uint64(key) >> _32
    state[_BLOCK] = np.uint64(0)
    state[_STRETCH] = np.uint64(stretch)
    state[_WHICH] = np.uint64(which)
    state[_AT] = np.uint64(0)
    state[_END] = np.uint64(0)


@kernel()
def _fill(words: Array, first: Int, blocks: Int, base: Int, c2: Int, c3: Int, k0: Int, k1: Int) -> None:
    """Makes so many blocks; no word depends on the one before, so that several are made side by side."""
    for j in range(blocks):
        number = base + np.uint64(j)
        a, b, c, d = philox(number & _MASK, number >> _32, c2, c3, k0, k1)
        at = first + 4 * j
        words[at] = a
        words[at + 1] = b
        words[at + 2] = c
        words[at + 3] = d


@kernel()
def refill(stream: Stream, at: Int) -> Int:
    """Moves the pieces that are left to the front and makes new ones behind them; says where the next one is now.

    Words are two pieces: an odd number of pieces that are left begins at the second half of a word.
    """
    words, pieces, state = stream
    left = np.int64(state[_END]) - at
    start = left & 1
    for i in range(left):
        pieces[start + i] = pieces[at + i]
    first = (start + left) >> 1
    blocks = (WORDS - first) // 4
    stretch = state[_STRETCH]
    _fill(
        words, first, blocks, state[_BLOCK], stretch & _MASK, (stretch >> _32) ^ (state[_WHICH] << np.uint64(16)),
        state[_KEY], state[_KEY + 1],
    )  # fmt: skip
    state[_BLOCK] += np.uint64(blocks)
    state[_END] = np.uint64(2 * (first + 4 * blocks))
    return start


@kernel(inline="always")
def is_low(state: Array, at: Int) -> Int:
    """Whether a round might take more pieces than lie ready: asked before each, and answered by `refill`.

    The state alone is handed over: a tuple of arrays, or a view of one, counts references, and costs more than a card.
    So does an array that is handed to an inlined function within a branch.
    """
    return at + AHEAD > np.int64(state[_END])


@kernel()
def ready(stream: Stream) -> Int:
    """Where the next piece is, for whoever keeps the place in the state; enough lie ready behind it."""
    at = np.int64(stream[2][_AT])
    return refill(stream, at) if is_low(stream[2], at) else at


@kernel(inline="always")
def below_at(pieces: Array, at: Int, bound: Int) -> tuple[Int, Int]:
    """A whole number below a bound of at most 65,536, every one equally likely; and where the next piece is.

    What would bias it is drawn anew.
    """
    product = np.int64(pieces[np.uint64(at)]) * bound
    at += 1
    if (product & 0xFFFF) < bound:
        least = 0x10000 % bound
        while (product & 0xFFFF) < least:
            product = np.int64(pieces[at]) * bound
            at += 1
    return product >> 16, at


@kernel(inline="always")
def swap_out(order: Array, size: Int, pieces: Array, at: Int, dealt: Int) -> tuple[Int, Int, Int]:
    """The next card of a shoe: one of those from `dealt` on, each equally likely, and moved there.

    What lies before are the cards dealt, in order. A new shuffle begins with `dealt` at 0: however the cards lie, the
    ones drawn next come in an order as likely as any other. Out of a shoe that has run out come cards that are none,
    from the room behind it (`AHEAD`): whoever deals looks after the round whether more were dealt than it has.
    """
    pick, at = below_at(pieces, at, max(size - dealt, 1))
    pick += dealt
    card = order[np.uint64(pick)]
    order[np.uint64(pick)] = order[np.uint64(dealt)]
    order[np.uint64(dealt)] = card
    return np.int64(card), at, dealt + 1


@kernel(inline="always")
def mark_out(size: Int, pieces: Array, at: Int, marks: Int) -> tuple[Int, Int, Int]:
    """The place of the next card of a freshly shuffled deck, one that is not marked, each equally likely; it is now."""
    place, at = below_at(pieces, at, size)
    while (marks >> place) & 1:
        place, at = below_at(pieces, at, size)
    return place, at, marks | (np.int64(1) << place)


# Where the state keeps the place: choices, and everything for Python


@kernel()
def below(stream: Stream, bound: Int) -> Int:
    """`below_at`, the state kept."""
    at = ready(stream)
    drawn, at = below_at(stream[1], at, bound)
    stream[2][_AT] = np.uint64(at)
    return drawn


@kernel()
def word(stream: Stream) -> Int:
    """32 bits."""
    at = ready(stream)
    stream[2][_AT] = np.uint64(at + 2)
    return (np.int64(stream[1][at]) << 16) | np.int64(stream[1][at + 1])


@kernel()
def swap_one(stream: Stream, order: Array, dealt: Int) -> Int:
    """`swap_out`, the state kept."""
    card, at, _ = swap_out(order, order.shape[0], stream[1], ready(stream), dealt)
    stream[2][_AT] = np.uint64(at)
    return card


@kernel()
def mark_one(stream: Stream, size: Int, marks: Int) -> tuple[Int, Int]:
    """`mark_out`, the state kept: the place, and the marks with it."""
    place, at, marks = mark_out(size, stream[1], ready(stream), marks)
    stream[2][_AT] = np.uint64(at)
    return place, marks


@kernel()
def slips(stream: Stream, parts: Int) -> Int:
    """Whether a player errs who does in so many parts of 2^32; nobody asks where there are none."""
    return word(stream) < parts
