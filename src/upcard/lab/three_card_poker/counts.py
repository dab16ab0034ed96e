"""How often what happens in Three Card Poker: counts that no pay table changes.

Every player's hand meets a histogram of dealer's strengths. It comes from three counts by inclusion and exclusion of
the player's three cards: dealer's hands by strength, those with one given card, those with two. Hands alike up to the
names of the suits share it, 1,755 kinds of 22,100.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import numpy as np

from upcard.cards.card import CARDS, Cards
from upcard.lab.analysis import LabError
from upcard.lab.kernels import Array, fingerprint, stored
from upcard.lab.tables import codes, strength_cube, suit_classes
from upcard.rules.three_card_poker import hands

FEWEST = 6
MOST_SIXES = 500_000
"""How many sets of six cards are looked at one by one where the deck is not the full one."""


@dataclass(frozen=True, slots=True)
class Deals:
    """Kinds of player's hands, and what they meet."""

    hands: tuple[Cards, ...]
    weights: Array
    """How many hands are of each kind."""
    strengths: Array
    """The strength of each kind."""
    dealer: Array
    """At [kind, d]: dealer's hands of strength d out of the other cards."""
    places: dict[Cards, int]
    """Where each kind is."""

    @property
    def dealer_hands(self) -> int:
        """How many hands the dealer can have against one player's hand."""
        return int(self.dealer[0].sum())

    @property
    def player_hands(self) -> int:
        """How many hands a player can have."""
        return int(self.weights.sum())


def deals(deck: Cards) -> Deals:
    """The kinds of hands that a deck deals."""
    return _deals(deck, fingerprint(hands.strength))


@lru_cache(maxsize=4)
def _deals(deck: Cards, _: str) -> Deals:
    if len(set(deck)) != len(deck) or len(deck) < FEWEST:
        raise LabError(f"Three Card Poker is solved for at least {FEWEST} different cards of one deck")
    cube = strength_cube("three-card-poker-strengths", hands.strength)
    every = np.array(list(combinations(sorted(deck), 3)))
    kinds = suit_classes(3) if len(deck) == len(CARDS) else dict.fromkeys(map(tuple, every.tolist()), 1)
    size = int(cube.max()) + 1
    strength = cube[every[:, 0], every[:, 1], every[:, 2]].astype(np.int64)
    with_none = np.bincount(strength, minlength=size)
    with_one = np.zeros((52, size), np.int64)
    with_two = np.zeros((52 * 52, size), np.int64)
    for i in range(3):
        with_one += np.bincount(every[:, i] * size + strength, minlength=52 * size).reshape(52, size)
    for i, j in combinations(range(3), 2):
        pair = every[:, i] * 52 + every[:, j]
        with_two += np.bincount(pair * size + strength, minlength=52 * 52 * size).reshape(-1, size)
    held = np.array(list(kinds))
    own = cube[held[:, 0], held[:, 1], held[:, 2]].astype(np.int64)
    dealer = with_none - with_one[held].sum(axis=1)
    for i, j in combinations(range(3), 2):
        dealer += with_two[held[:, i] * 52 + held[:, j]]
    dealer[np.arange(len(held)), own] -= 1
    places = {kind: place for place, kind in enumerate(kinds)}
    return Deals(tuple(kinds), np.array(list(kinds.values())), own, dealer, places)


def six_card_counts(deck: Cards, names: tuple[str, ...]) -> dict[str, int]:
    """How many sets of six cards, the player's three and the dealer's three, meet each row of the 6 Card Bonus."""
    return dict(_six_card_counts(deck, names, fingerprint(hands.six_card_outcome)))


@lru_cache(maxsize=4)
def _six_card_counts(deck: Cards, names: tuple[str, ...], _: str) -> tuple[tuple[str, int], ...]:
    if len(deck) == len(CARDS):
        sets = _six_card_kinds()
    elif comb(len(deck), 6) <= MOST_SIXES:
        sets = dict.fromkeys(combinations(deck, 6), 1)
    else:
        raise LabError(f"the 6 Card Bonus of a deck of {len(deck)} cards is not tabulated: full deck or a small one")

    def make() -> Array:
        found = codes((hands.six_card_outcome(six) for six in sets), names)
        weights = np.array(list(sets.values()))
        return np.array([weights[found == code].sum() for code in range(len(names))])

    title = f"three-card-poker-six-{'-'.join(names)}"[:100] + f"-{hash(deck) & 0xFFFFFFFF:x}"
    counts = stored(title, make, hands.six_card_outcome)
    return tuple((name, int(count)) for name, count in zip(names, counts, strict=True))


def _six_card_kinds() -> dict[Cards, int]:
    """One of each kind of six cards, and how many there are.

    The best five depend on the ranks, and on the suits only where five or six cards are of one. So: every set of ranks
    with its suits mixed, every five of a suit with any other card, every six of a suit.
    """
    suit, other = 0, 1
    kinds: dict[Cards, int] = {}
    suited_of: dict[Cards, int] = {}
    for five in combinations(range(13), 5):
        for odd in range(13):
            ranks = tuple(sorted((*five, odd)))
            kinds[(*[4 * r + suit for r in five], 4 * odd + other)] = 4 * 3
            suited_of[ranks] = suited_of.get(ranks, 0) + 4 * 3
    for six in combinations(range(13), 6):
        kinds[tuple(4 * r + suit for r in six)] = 4
        suited_of[six] = suited_of.get(six, 0) + 4
    for ranks in combinations_with_replacement(range(13), 6):
        held = [ranks.count(r) for r in range(13)]
        if max(held) <= 4:
            total = prod(comb(4, n) for n in held)
            kinds[_mixed(ranks)] = total - suited_of.get(ranks, 0)
    return kinds


def _mixed(ranks: Cards) -> Cards:
    """Six cards of these ranks with no more than three of a suit."""
    hand: list[int] = []
    turn = 0
    for place, r in enumerate(ranks):
        turn = turn if place and ranks[place - 1] == r else place % 2
        taken = {card & 3 for card in hand if card >> 2 == r}
        s = next(s for s in ((turn + step) % 4 for step in range(4)) if s not in taken)
        hand.append(4 * r + s)
    return tuple(hand)
