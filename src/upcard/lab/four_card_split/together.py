"""How the results of two played hands go together: the one term of 4 Card Split that is not counted out.

Both hands meet the same dealer, and their cards come from one deck. If each drew from a deck of its own, the dealer
alone would tie them together, and that is a product of small tables, worked out for every hand. What the one deck
changes beyond it is small, and looked at in `SAMPLE` hands, each gone through completely.
"""

from itertools import combinations

import numpy as np

from upcard.lab.four_card_split.geometry import Geometry
from upcard.lab.four_card_split.kernels import PAIRS
from upcard.lab.four_card_split.packed_kernels import plays, split_of
from upcard.lab.four_card_split.play import SplitSolution
from upcard.lab.kernels import Array

SAMPLE = 240
"""How many hands of which both parts are played are looked at whole."""


def covariance(solved: SplitSolution, weight: Array) -> float:
    """The covariance of two hands' results in Antes, summed over the hands of which both are played.

    `weight` at [upcard, class] is how likely a hand is.
    """
    both = (plays(solved.moves, 0) & plays(solved.moves, 1) == 1) & solved.geometry.held
    chance = (weight * both).reshape(-1)
    ladder = chance.cumsum()
    if not ladder[-1]:
        return 0.0
    apart = with_decks_apart(solved, both)
    picks = np.searchsorted(ladder, (np.arange(SAMPLE) + 0.5) / SAMPLE * ladder[-1])
    more = of_hands(solved, *divmod(picks, both.shape[1])) - apart.reshape(-1)[picks]
    return float((weight * apart).sum() + ladder[-1] * more.mean())


def of_hands(solved: SplitSolution, rows: Array, classes: Array) -> Array:
    """The covariance in hands at [upcard, class], by going through all that can be drawn and dealt in each."""
    from upcard.lab.four_card_split import choice_kernels

    shape = solved.geometry
    found = np.zeros(len(rows))
    for at, (t, i) in enumerate(zip(rows, classes, strict=True)):
        product, first, second, count = choice_kernels.product_of_hands(
            solved.terms.gains, shape.player, shape.dealer[t], shape.deck, shape.upcards[t],
            shape.cards[i].astype(np.int64), int(split_of(solved.moves[t, i])),
        )  # fmt: skip
        found[at] = product / count - first / count * (second / count)
    return found / solved.terms.scale**2


def with_decks_apart(solved: SplitSolution, both: Array) -> Array:
    """At [upcard, class]: the covariance of two played hands if each drew from a deck of its own, the dealer too."""
    shape = solved.geometry
    gains = solved.terms.gains / solved.terms.scale
    two, one = _draws_to_two(shape, len(gains)) @ gains, _draws_to_one(shape, len(gains)) @ gains
    splits = split_of(solved.moves)
    cards, found = shape.cards.astype(np.int64), np.zeros(both.shape)
    for t, dealer in enumerate(_dealer(shape, len(gains))):
        # What two cards and one card win against each strength, less their means, times how likely it is.
        two_off, one_off = ((table - (table @ dealer)[:, None]) * dealer for table in (two, one))
        two_two, three_one = two @ two_off.T, gains @ one_off.T
        for split in range(7):
            rows = np.flatnonzero(both[t] & (splits[t] == split))
            held = cards[rows].T
            if split < 3:
                first, second = (shape.player_kind[tuple(held[PAIRS[k]])] for k in (split, 5 - split))
                found[t, rows] = two_two[first, second]
            else:
                three = shape.player[tuple(np.delete(held, split - 3, axis=0))]
                found[t, rows] = three_one[three, np.searchsorted(shape.ranks, held[split - 3] >> 2)]
    return found


def _draws_to_two(shape: Geometry, strengths: int) -> Array:
    """At [kind of two cards, strength]: how likely a third card makes what."""
    made = np.zeros((len(shape.player_first), strengths))
    for kind, (f, g) in enumerate(shape.player_first):
        third = shape.deck[(shape.deck != f) & (shape.deck != g)]
        made[kind] = np.bincount(shape.player[f, g, third], minlength=strengths) / len(third)
    return made


def _draws_to_one(shape: Geometry, strengths: int) -> Array:
    """At [rank, strength]: how likely two more cards make what of one."""
    made = np.zeros((len(shape.ranks), strengths))
    pairs = np.array(list(combinations(shape.deck.tolist(), 2)))
    for place, card in enumerate(shape.upcards):
        a, b = pairs[(pairs != card).all(axis=1)].T
        made[place] = np.bincount(shape.player[card, a, b], minlength=strengths) / len(a)
    return made


def _dealer(shape: Geometry, strengths: int) -> Array:
    """At [upcard, strength]: how likely the dealer makes what."""
    made = np.zeros((len(shape.upcards), strengths))
    threes = np.array(list(combinations(shape.deck.tolist(), 3)))
    for t, upcard in enumerate(shape.upcards):
        x, y, z = threes[(threes != upcard).all(axis=1)].T
        made[t] = np.bincount(shape.dealer[t][x, y, z], minlength=strengths) / len(x)
    return made
