"""What it is worth to follow a strategy against one upcard: a walk through every hand, from the last one back."""

import numpy as np
from numpy.typing import NDArray

from upcard.lab.kernels import kernel

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
HIT, DOUBLE = 1, 2


@kernel()
def follow(act: Ints, stand: Floats, double: Floats, chance: Floats, bust: Floats, after: Ints, out: Floats) -> None:
    """Fills `out[hand]` with what a hand is worth that stands, hits or doubles by `act`, unconditionally.

    `chance[hand, value]` is that of the next card, `bust[hand]` what cards that bust it cost together.
    """
    for h in range(len(act) - 1, -1, -1):
        if act[h] == HIT:
            value = bust[h]
            for v in range(after.shape[1]):
                if after[h, v] >= 0:
                    value += chance[h, v] * out[after[h, v]]
            out[h] = value
        elif act[h] == DOUBLE:
            out[h] = double[h]
        else:
            out[h] = stand[h]
