"""The side bets that three cards decide: 21+3, In Between, Blazing 7s. Every deal is counted, with any number of decks.

A deal is the player's first two cards, in no order, and one card more: the upcard, or the third card. A shoe has 52
different cards, however many decks it has, so the atoms are asked once about 71,656 deals, and it weighs the answers.
"""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from upcard.cards.card import CARDS
from upcard.lab.kernels import Array, stored
from upcard.rules.blackjack import hands as atoms

PAIRS = np.triu_indices(len(CARDS))
"""The player's two cards, the smaller id first: (first cards, second cards)."""


def codes(title: str, atom: Callable[[Sequence[int], int], str], names: Sequence[str]) -> Array:
    """[two cards, one card] what an atom calls each deal, as its place in `names`."""
    place = {name: code for code, name in enumerate(names)}

    def make() -> Array:
        return np.array(
            [[place[atom((a, b), c)] for c in CARDS] for a, b in zip(*map(np.ndarray.tolist, PAIRS), strict=True)],
            np.int8,
        )

    return stored(f"blackjack-{title}", make, atom, *_BEHIND)


_BEHIND = (atoms.twenty_one_plus_three, atoms.in_between, atoms.blazing_sevens, atoms.total, atoms.busts)
"""Atoms that the ones asked call themselves: an array is made anew when any of them changes."""


def weights(deck: Mapping[int, int], *, infinite: bool) -> tuple[Array, int]:
    """[two cards, one card] in how many ways each deal comes from a shoe, and how many there are together."""
    n = np.array([deck.get(card, 0) for card in CARDS], np.int64)
    first, second = PAIRS
    twins = first == second
    if infinite:
        two = n[first] * n[second] * np.where(twins, 1, 2)
        found = two[:, None] * n[None, :]
    else:
        two = np.where(twins, n[first] * (n[first] - 1) // 2, n[first] * n[second])
        cards = np.arange(len(CARDS))
        gone = (first[:, None] == cards).astype(np.int64) + (second[:, None] == cards)
        found = two[:, None] * np.maximum(n[None, :] - gone, 0)
    return found, int(found.sum())


def count(code: Array, weight: Array, names: Sequence[str]) -> dict[str, int]:
    """How many deals come to each outcome."""
    return {name: int(weight[code == place].sum()) for place, name in enumerate(names)}


def twenty_one_plus_three(
    deck: Mapping[int, int], names: Sequence[str], *, infinite: bool
) -> tuple[dict[str, int], int]:
    """Deals of 21+3 by outcome, and all deals (BJK-20, BJK-21)."""
    weight, of = weights(deck, infinite=infinite)
    return count(codes("21+3", atoms.twenty_one_plus_three, names), weight, names), of


def in_between(deck: Mapping[int, int], names: Sequence[str], *, infinite: bool) -> tuple[dict[str, int], int]:
    """Deals of In Between by outcome, and all deals (BJK-30, BJK-31)."""
    weight, of = weights(deck, infinite=infinite)
    return count(codes("in-between", atoms.in_between, names), weight, names), of
