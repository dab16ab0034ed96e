"""Arrays made by calling the rules' atoms: strengths of hands, and outcomes as codes."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations, permutations
from typing import Any

import numpy as np

from upcard.cards.card import CARDS, RANKS, SUITS, Cards
from upcard.lab.kernels import Array, stored


def codes(of: Iterable[str], names: Sequence[str]) -> Array:
    """Outcome names as their places in `names`."""
    place = {name: code for code, name in enumerate(names)}
    return np.array([place[name] for name in of], np.int8)


def outcome_codes(
    title: str, atom: Callable[[Any], str], items: Callable[[], Iterable[Any]], names: Sequence[str]
) -> Array:
    """What an atom calls each item, as codes; kept on disk under the atom's fingerprint."""
    return stored(f"{title}-{'-'.join(names)}"[:120], lambda: codes(map(atom, items()), names), atom)


def versus_codes(title: str, atom: Callable[[int, int], str], names: Sequence[str], strengths: int) -> Array:
    """What an atom calls every strength against every strength, as a square of codes (player, dealer)."""

    def make() -> Array:
        sides = range(strengths)
        return codes((atom(player, dealer) for player in sides for dealer in sides), names).reshape(
            strengths, strengths
        )

    return stored(f"{title}-{'-'.join(names)}"[:120], make, atom)


def strength_cube(title: str, atom: Callable[[Cards], int]) -> Array:
    """The strength of any three cards of the deck, at [a, b, c] in any order."""

    def make() -> Array:
        cube = np.zeros((len(CARDS),) * 3, np.int16)
        for three in combinations(CARDS, 3):
            strength = atom(three)
            for order in permutations(three):
                cube[order] = strength
        return cube

    return stored(title, make, atom)


@cache
def suit_orders() -> tuple[tuple[int, ...], ...]:
    """The 24 ways to rename the suits, each as a new id for every card."""
    return tuple(
        tuple(4 * r + order[s] for r in range(len(RANKS)) for s in range(len(SUITS)))
        for order in permutations(range(len(SUITS)))
    )


def suit_classes(size: int) -> dict[Cards, int]:
    """Hands of the full deck that are alike up to the names of the suits: one of each kind, and how many there are."""

    def make() -> Array:
        classes: dict[Cards, int] = {}
        for hand in combinations(CARDS, size):
            first = min(tuple(sorted([order[card] for card in hand])) for order in suit_orders())
            classes[first] = classes.get(first, 0) + 1
        return np.array([(*hand, count) for hand, count in classes.items()])

    return {tuple(row[:-1]): row[-1] for row in stored(f"suit-classes-{size}", make, suit_orders).tolist()}
