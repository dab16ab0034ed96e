"""What a suit of 3 Card Blitz can hold, tabulated from the rules; and every kind of hand made of four suits."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np

from upcard.cards.card import RANKS, SUITS, Cards, show
from upcard.lab.analysis import LabError
from upcard.lab.kernels import Array, fingerprint
from upcard.rules.three_card_blitz import hands
from upcard.rules.three_card_blitz.points import BLITZ, BlitzHand, blitz_hand, blitz_total, blitz_value

HAND = 7
FEWEST = 2 * HAND


@dataclass(frozen=True, slots=True)
class SuitStates:
    """The states of a suit."""

    cards: int
    """How many cards the deck has."""
    of_mask: Array
    """The state of every set of ranks, -1 where the deck has not all of them."""
    totals: Array
    sizes: Array
    ways: Array
    """How many sets of ranks are in that state."""
    royals: Array
    """How many of them are royal."""
    left: Array
    """At [state, total, k]: how a dealer can take k cards of that suit without passing the total."""
    under: Array
    """By the player's total: the highest dealer's total that loses to it."""
    upto: Array
    """By the player's total: the highest dealer's total that does not beat it."""


@dataclass(frozen=True, slots=True)
class Kinds:
    """Every kind of hand, and the dealer's hands that it beats and ties; no pay table changes them."""

    wins: Array
    ties: Array
    totals: Array
    tops: Array
    weights: Array
    """At [kind, royals]: how many hands."""


def _cards(mask: int, suit: int = 0) -> Cards:
    return tuple(4 * r + suit for r in range(len(RANKS)) if mask >> r & 1)


def whole_ranks(deck: Cards) -> tuple[int, ...]:
    """The ranks of a deck that has each in four suits."""
    ranks = tuple(sorted({card >> 2 for card in deck}))
    if len(deck) != len(SUITS) * len(ranks) or len(set(deck)) != len(deck) or len(deck) < FEWEST:
        raise LabError(
            f"3 Card Blitz is solved for a deck with four suits of each rank, {FEWEST} cards at least; not {show(deck)}"
        )
    return ranks


def states(deck: Cards) -> SuitStates:
    """The states of the suits of a deck."""
    return _states(whole_ranks(deck), fingerprint(blitz_hand, blitz_total, blitz_value, hands.compare))


@lru_cache(maxsize=4)
def _states(ranks: tuple[int, ...], _: str) -> SuitStates:
    from upcard.lab.three_card_blitz import kernels

    alike = Counter(blitz_value(4 * r) for r in range(len(RANKS)))
    group = [r for r in ranks if alike[blitz_value(4 * r)] > 1]  # the ten-values
    if len({blitz_value(4 * r) for r in group}) > 1:
        raise LabError("3 Card Blitz: more than one value is shared by several ranks")
    in_group = sum(1 << r for r in group)
    everything = sum(1 << r for r in ranks)
    of_mask = np.full(1 << len(RANKS), -1, np.int32)
    known: dict[tuple[int, int], int] = {}
    totals: list[int] = []
    sizes: list[int] = []
    tens: list[int] = []
    masks: list[int] = []
    ways: list[int] = []
    royals: list[int] = []
    for mask in range(everything + 1):
        if mask & ~everything:
            continue
        key = ((mask & in_group).bit_count(), mask & ~in_group)
        held = blitz_hand(_cards(mask))
        if key not in known:
            known[key] = len(known)
            totals.append(held.total)
            sizes.append(mask.bit_count())
            tens.append(key[0])
            masks.append(key[1])
            ways.append(0)
            royals.append(0)
        state = of_mask[mask] = known[key]
        if totals[state] != held.total or totals[state] != (blitz_total(_cards(mask)) if mask else 0):
            raise LabError("3 Card Blitz: cards of one value make different totals")
        ways[state] += 1
        royals[state] += bool(held.royals)
    choose = np.array([[comb(n, k) for k in range(len(RANKS))] for n in range(len(RANKS))], np.int64)
    best = np.array(totals, np.int64)
    left = kernels.left_over(best, np.array(sizes), np.array(tens), np.array(masks), len(group), choose)
    under, upto = thresholds()
    cards = len(SUITS) * len(ranks)
    return SuitStates(cards, of_mask, best, np.array(sizes), np.array(ways), np.array(royals), left, under, upto)


def thresholds() -> tuple[Array, Array]:
    """For every total of the player's: up to where the dealer loses, and up to where he does not win.

    The comparison is the rules' own; here it is only checked to be one of thresholds.
    """
    under, upto = [], []
    for player in range(BLITZ + 1):
        said = [hands.compare(player, dealer) for dealer in range(BLITZ + 1)]
        wins, ties = said.count("win"), said.count("tie")
        if said != ["win"] * wins + ["tie"] * ties + ["lose"] * (BLITZ + 1 - wins - ties):
            raise LabError("3 Card Blitz: the rules do not compare by thresholds")
        under.append(wins - 1)
        upto.append(wins + ties - 1)
    return np.array(under), np.array(upto)


def kinds(deck: Cards) -> Kinds:
    """Every kind of hand of a deck, with what it meets; made once a process."""
    return _kinds(deck, fingerprint(blitz_hand, blitz_total, blitz_value, hands.compare))


@lru_cache(maxsize=2)
def _kinds(deck: Cards, _: str) -> Kinds:
    from upcard.lab.three_card_blitz import kernels

    s = states(deck)
    by_size = np.argsort(s.sizes, kind="stable")
    starts = np.searchsorted(s.sizes[by_size], np.arange(len(RANKS) + 2))
    return Kinds(*kernels.all_hands(s.left, s.totals, s.ways, s.royals, BLITZ, s.under, s.upto, by_size, starts))


def blind_codes(names: tuple[str, ...]) -> Array:
    """At [total, suits at 31, royals among them]: the Blind's row for a winning hand, as the rules name it."""
    codes = np.zeros((BLITZ + 1, 5, 5), np.int64)
    for total in range(BLITZ + 1):
        for tops in range(5 if total == BLITZ else 1):
            for royals in range(tops + 1):
                hand = BlitzHand(total, tuple(range(tops)), tuple(range(royals)), (), 0)
                codes[total, tops, royals] = names.index(hands.blind_win(hand))
    return codes


def summaries(deck: Cards) -> dict[BlitzHand, int]:
    """How many hands of seven cards look like each summary: totals, blitzes, royals, the longest suit."""
    return dict(_summaries(tuple(sorted(deck)), fingerprint(blitz_hand, blitz_total)))


@lru_cache(maxsize=2)
def _summaries(deck: Cards, _: str) -> tuple[tuple[BlitzHand, int], ...]:
    """Suit by suit: what one can hold is counted by summary and number of cards, and joined with the suits before."""
    if len(set(deck)) != len(deck) or len(deck) < HAND:
        raise LabError(f"3 Card Blitz needs at least {HAND} different cards of one deck")
    joined: Counter[tuple[int, BlitzHand]] = Counter({(0, BlitzHand(0, (), (), (), 0)): 1})
    for suit in range(len(SUITS)):
        held: Counter[tuple[int, BlitzHand]] = Counter()
        own = [card for card in deck if card & 3 == suit]
        for size in range(min(HAND, len(own)) + 1):
            held.update((size, blitz_hand(cards)) for cards in combinations(own, size))
        longer: Counter[tuple[int, BlitzHand]] = Counter()
        for (n, before), ways in joined.items():
            for (size, added), more in held.items():
                if n + size <= HAND:
                    longer[n + size, _join(before, added)] += ways * more
        joined = longer
    return tuple((hand, ways) for (n, hand), ways in joined.items() if n == HAND)


def _join(one: BlitzHand, other: BlitzHand) -> BlitzHand:
    """What two hands of different suits are together: every suit counts for itself (BLZ-2)."""
    return BlitzHand(
        max(one.total, other.total),
        one.blitzes + other.blitzes,
        one.royals + other.royals,
        one.five_card_royals + other.five_card_royals,
        max(one.longest_suit, other.longest_suit),
    )


def masks_of(cards: Iterable[int]) -> list[int]:
    """The ranks held in each suit, as bits."""
    masks = [0] * len(SUITS)
    for card in cards:
        masks[card & 3] |= 1 << (card >> 2)
    return masks
