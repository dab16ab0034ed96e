"""What the solver of 4 Card Split works on: the deck, its hands up to suits, and strengths tabulated from the rules."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations

import numpy as np

from upcard.cards.card import CARDS, SUITS, Cards, show
from upcard.cards.poker import three_card
from upcard.lab.analysis import LabError
from upcard.lab.kernels import Array, fingerprint, stored
from upcard.lab.tables import strength_cube, suit_orders
from upcard.rules.four_card_split import hands

FEWEST = 12
"""Four cards each for the player and the dealer, three more at most, and one to spare."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """A deck under one version's rules for the dealer."""

    deck: Array
    ranks: Array
    upcards: Array
    """One of each rank, of suit 0."""
    cards: Array
    """Hands of four up to the order of suits 1, 2, 3."""
    sizes: Array
    strengths: int
    player: Array
    """Strength of any three cards."""
    dealer: Array
    """At [upcard, x, y, z]: the dealer's strength."""
    player_kind: Array
    player_first: Array
    dealer_kind: Array
    dealer_first: Array
    lines: tuple[Array, ...]
    """The player's strengths along the rank of a third card (see the kernels' `Lines`)."""

    @property
    def held(self) -> Array:
        """At [upcard, class]: whether the hand can be held against that upcard."""
        held: Array = ~(self.cards[None, :, :] == self.upcards[:, None, None]).any(axis=2)
        return held


def geometry(deck: Cards, version: int) -> Geometry:
    """The tables for a deck that has whole ranks; made once a process."""
    return _geometry(tuple(sorted(deck)), version, fingerprint(hands.dealer_hand, three_card))


@lru_cache(maxsize=6)
def _geometry(deck: Cards, version: int, _: str) -> Geometry:
    from upcard.lab.four_card_split import kernels

    ranks = sorted({card >> 2 for card in deck})
    if len(deck) != len(SUITS) * len(ranks) or len(set(deck)) != len(deck) or len(deck) < FEWEST:
        raise LabError(
            f"4 Card Split is solved for a deck with four suits of each rank, {FEWEST} cards at least; not {show(deck)}"
        )
    upcards = np.array([4 * r for r in ranks], np.int64)
    whole = np.array(deck, np.int64)
    cube = strength_cube("four-card-split-strengths", three_card)
    dealer = _dealer_cube(version)[ranks]
    cards, sizes = kernels.hand_classes(whole)
    p_kind, p_first = pair_kinds(deck, fixed_suit=False)
    d_kind, d_first = pair_kinds(deck, fixed_suit=True)
    rows, plain, odd, suits = lines_of(cube, whole)
    small = (
        np.uint16
    )  # an index without a sign is taken as it is; one with a sign is first asked whether it is negative
    cube, dealer, p_kind, d_kind = (table.astype(small) for table in (cube, dealer, p_kind, d_kind))
    lines = (rows.astype(small), plain.astype(small), odd.astype(small), suits)
    return Geometry(
        whole, np.array(ranks), upcards, cards, sizes, int(cube.max()) + 1, cube, dealer,
        p_kind, p_first, d_kind, d_first, lines,
    )  # fmt: skip


def lines_of(cube: Array, deck: Array) -> tuple[Array, ...]:
    """The lines of strengths over a third card's rank, each kept once."""
    from upcard.lab.four_card_split import kernels

    plain, odd, suits, fine = kernels.odd_suits(cube, deck)
    if not fine:
        raise LabError("4 Card Split: the rules' strengths depend on more than one suit of a third card")
    rows, of = np.unique(np.concatenate([plain, odd]), axis=0, return_inverse=True)
    of = of.reshape(-1).astype(np.int16)
    return rows, of[: len(plain)].copy(), of[len(plain) :].copy(), suits


def _dealer_cube(version: int) -> Array:
    """The dealer's strength with the upcard of each rank (suit 0) and any three others, by the rules (SPL-10)."""
    orders = [order for order in suit_orders() if order[0] == 0]

    def make() -> Array:
        cube = np.full((len(CARDS) // len(SUITS), *[len(CARDS)] * 3), -1, np.int16)
        for upcard in CARDS[:: len(SUITS)]:
            table = cube[upcard >> 2]
            for three in combinations([card for card in CARDS if card != upcard], 3):
                if table[three] < 0:  # the same for every naming of the other suits
                    strength = hands.dealer_hand(upcard, three, version)
                    for order in orders:
                        for place in permutations([order[card] for card in three]):
                            table[place] = strength
        return cube

    return stored(f"four-card-split-dealer-{version}", make, hands.dealer_hand, three_card)


def pair_kinds(deck: Cards, *, fixed_suit: bool) -> tuple[Array, Array]:
    """Two cards up to the names of the suits (all, or all but suit 0): each pair's kind, and one pair of each."""
    orders = [order for order in suit_orders() if order[0] == 0 or not fixed_suit]
    kind = np.full((52, 52), -1, np.int16)
    first: list[tuple[int, int]] = []
    for f, g in combinations(deck, 2):
        if kind[f, g] < 0:
            for order in orders:
                kind[order[f], order[g]] = kind[order[g], order[f]] = len(first)
            first.append((f, g))
    return kind, np.array(first, np.int64)


def versus(
    title: str, atom: Callable[[Cards, int], str], names: tuple[str, ...], *also: Callable[..., object]
) -> Array:
    """What an atom calls a hand of each strength against each dealer's strength, as codes.

    One hand of each strength asks; `also` are the atoms that this one calls.
    """

    def make() -> Array:
        one_of = {three_card(three): three for three in combinations(CARDS, 3)}
        place = {name: code for code, name in enumerate(names)}
        size = len(one_of)
        return np.array([[place[atom(one_of[p], d)] for d in range(size)] for p in range(size)], np.int8)

    return stored(f"four-card-split-{title}", make, atom, three_card, hands.draw_outcome, *also)
