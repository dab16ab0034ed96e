"""The mean product of two hands' results in one split, exactly: what the standard deviation needs beside the means.

Reckon a hand's result from a lost stake: it loses one, and *gains* something on that unless it busts. The product of
two results is then one lost twice over, each hand's gain alone, and the product of the gains: no bust takes part in it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from upcard.lab.blackjack.tables import NOTHING, dealer, hands, plus
from upcard.lab.blackjack.upcards import Floats, Ints, Upcard, ends, nets

NEGLIGIBLE = 1e-10
"""Cards of two hands that could add no more than this to a mean product are left out: the standard deviation of a bet
keeps nine digits and more."""
_MOST = 1 << 15
"""How many multisets of cards are added up at a time."""


@dataclass(frozen=True, slots=True)
class _Grown:
    """What one card of a split can grow into, without busts."""

    drawn: Ints
    """[hand, value] its cards but the first."""
    gains: Floats
    """[hand, kind] what it gains on a lost stake, times the orders in which its cards are drawn."""
    pairs: Ints
    """[hand] whether its second card pairs."""

    def only(self, pairs: int) -> "_Grown":
        """The hands whose second card pairs, or those whose does not."""
        kept = self.pairs == pairs
        return _Grown(self.drawn[kept], self.gains[kept], self.pairs[kept])


def mean_products(
    upcard: Upcard, pair: int, acts: tuple[Ints, Ints], times: Mapping[int, Floats], chances: Floats
) -> float:
    """A sum of mean products of two hands' results, the hands played by `acts`.

    `times[out][first pairs, second pairs]` says how often a product counts with so many of the pair's cards out beside
    the two, `chances[n]` how likely it is that n given cards are all of the pair.
    """
    same = acts[0] is acts[1]
    if same:
        times = {out: (often + often.T) / 2.0 for out, often in times.items()}
    first = _grow(upcard, pair, acts[0])
    second = first if same else _grow(upcard, pair, acts[1])
    found = _products(upcard, pair, first, second, times)
    for out, often in times.items():
        found += float(chances[out] * (often * _without_products(upcard, pair, (first, second), out, chances)).sum())
    return found


def _grow(upcard: Upcard, pair: int, act: Ints) -> _Grown:
    from upcard.lab.blackjack import couple_kernels

    table, terms = hands(), upcard.terms
    kinds, _ = dealer(hits_soft_17=terms.hits_soft_17)
    most = 2 * len(table.size)
    drawn = np.empty((2, most, table.counts.shape[1]), np.int64)
    orders, totals, stakes = np.empty((2, most)), np.empty((2, most), np.int64), np.empty((2, most), np.int64)
    made = [
        couple_kernels.hands_of_split(
            *(table.counts, table.total, table.after, act, table.index[plus(NOTHING, pair)], pair, pairs),
            *(drawn[pairs], orders[pairs], totals[pairs], stakes[pairs]),
        )
        for pairs in range(2)
    ]

    def both(array: Floats | Ints) -> Any:
        return np.concatenate([array[pairs][: made[pairs]] for pairs in range(2)])

    gains = both(stakes)[:, None] * nets(terms, upcard.up)[both(totals)] - float(terms.lose)
    if ends(upcard.up).any():
        gains[:, kinds.blackjack] = 0.0
    return _Grown(both(drawn), both(orders)[:, None] * gains, np.repeat(np.arange(2), made))


def _weigh(upcard: Upcard, pair: int, out: int, drawn: Ints, gains: Floats, negligible: float = 0.0) -> float:
    from upcard.lab.blackjack import couple_kernels, kernels

    tree = kernels.arrays(upcard.up, hits_soft_17=upcard.terms.hits_soft_17)[3:]
    left = upcard.without(pair, 2 + out)
    return float(couple_kernels.weigh(left, upcard.deplete, drawn, gains, negligible, *tree))


def _without_products(upcard: Upcard, pair: int, grown: tuple[_Grown, _Grown], out: int, chances: Floats) -> Floats:
    """[first pairs, second pairs] both stakes lost, and each hand's gain alone; "not" is "anything" less "pairs"."""
    lose = float(upcard.terms.lose)
    one, two = (chances[out + more] / chances[out] for more in (1, 2))
    alive = [upcard.alive_without(pair, 2 + out)]
    alive += [chance and chance * upcard.alive_without(pair, 2 + out + more) for more, chance in ((1, one), (2, two))]
    both = np.array([[alive[0] - 2.0 * alive[1] + alive[2], alive[1] - alive[2]], [alive[1] - alive[2], alive[2]]])
    found = lose * lose * both
    alone = []
    for hand in grown[: 1 if grown[0] is grown[1] else 2]:
        gains = np.zeros((2, 2))
        for own in range(2):
            each = hand.only(own)
            pairs = one and one * _weigh(upcard, pair, out + 1, each.drawn, each.gains)
            gains[own] = _weigh(upcard, pair, out, each.drawn, each.gains) - pairs, pairs
        alone.append(lose * gains)
    return found + alone[0] + alone[-1].T


def _products(upcard: Upcard, pair: int, first: _Grown, second: _Grown, times: Mapping[int, Floats]) -> float:
    """The mean products of the gains."""
    from upcard.lab.blackjack import couple_kernels

    outs, often = np.array(list(times)), np.array(list(times.values()))
    values, kinds = first.drawn.shape[1], first.gains.shape[1]
    most = max(min(_MOST, len(first.drawn) * len(second.drawn)), len(second.drawn))
    together, gains = np.empty((most, values), np.int64), np.empty((most, 2, 2, kinds))
    all_cards, all_gains = np.empty((len(outs) * most, values), np.int64), np.empty((len(outs) * most, kinds))
    found, row = 0.0, 0
    while row < len(first.drawn):
        made, row = couple_kernels.add_couples(
            *(first.drawn, first.gains, first.pairs, second.drawn, second.gains, second.pairs, first is second),
            *(row, *_table(most), together, gains),
        )
        made = couple_kernels.merge(
            together[:made], gains[:made], often, outs, pair, *_table(len(outs) * made), all_cards, all_gains
        )
        found += _weigh(upcard, pair, 0, all_cards[:made], all_gains[:made], NEGLIGIBLE)
    return found


def _table(most: int) -> tuple[Ints, Ints]:
    """An empty table for so many codes: keys, and where their sums stand."""
    places = 1 << (2 * most).bit_length()
    return np.full(places, -1, np.int64), np.empty(places, np.int64)
