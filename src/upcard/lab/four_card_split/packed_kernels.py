"""A move of 4 Card Split in one number, packed and unpacked here and nowhere else.

A move is 4 * split + 1 (the first hand is played) + 2 (the second is). Splits 0–2 are two and two (pair k and pair
5 - k), 3–6 are three and one (all but place k - 3, then that card), 7 is to fold all four; from INSTANT on the three
cards are claimed as an instant winner. The functions take numbers and arrays; those that end in `_in` are the same, for
kernels.
"""

from typing import Any

from upcard.lab.kernels import Int, kernel

FOLD_ALL = 28
INSTANT = 32


def packed(split: Int, first: Int, second: Int) -> Any:
    """The move that lays a split and plays the first hand, the second, both or none."""
    return 4 * split + first + 2 * second


def split_of(move: Any) -> Any:
    """Which split a move lays; 7 is none."""
    return (move & 31) >> 2


def plays(move: Any, which: Int) -> Any:
    """1 where a move plays a hand: the first of the split (0) or the second (1)."""
    return move >> which & 1


packed_in = kernel(inline="always")(packed)
split_in = kernel(inline="always")(split_of)
plays_in = kernel(inline="always")(plays)
