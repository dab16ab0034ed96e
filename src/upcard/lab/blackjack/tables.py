"""Blackjack as arrays, each made by calling the atoms of `rules/blackjack/hands.py`.

To the base game a card is its value, so a hand is a multiset of values: 3,082 of them do not bust. The dealer's hand is
a multiset too: however its cards come, the total is the same, and only the number of orders in which the dealer would
have drawn them matters. Nothing here knows a total, a soft hand or who wins: it asks.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from upcard.cards.card import CARDS, Card
from upcard.rules.blackjack import hands as atoms

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Counts = tuple[int, ...]
"""How many of each value, in the order of `VALUES`."""

VALUES: tuple[int, ...] = tuple(sorted({atoms.value(card) for card in CARDS}))
"""The values a card can have: 1 (the ace) to 10."""
CARD_OF: tuple[Card, ...] = tuple(next(c for c in CARDS if atoms.value(c) == v) for v in VALUES)
"""One card of each value, to ask the atoms with."""
DECK: Counts = tuple(sum(atoms.value(card) == v for card in CARDS) for v in VALUES)
"""How many cards of each value one deck has."""
SLOT = {v: slot for slot, v in enumerate(VALUES)}
"""Where a value stands in every array."""
NOTHING: Counts = (0,) * len(VALUES)
BUST = -1
"""In `EveryHand.after`: the card busts the hand."""


def slot_of(card: Card) -> int:
    """Where a card's value stands in the arrays."""
    return SLOT[atoms.value(card)]


def cards_of(counts: Sequence[int]) -> tuple[Card, ...]:
    """Cards with these counts of values, to ask the atoms with."""
    return tuple(CARD_OF[slot] for slot, n in enumerate(counts) for _ in range(n))


def plus(counts: Counts, slot: int) -> Counts:
    """The counts with one card more."""
    return (*counts[:slot], counts[slot] + 1, *counts[slot + 1 :])


@dataclass(frozen=True, slots=True)
class EveryHand:
    """Every hand of one card or more that does not bust, a later one never part of an earlier one."""

    counts: Ints
    """[hand, value] how many cards of each value."""
    size: Ints
    """[hand] how many cards."""
    total: Ints
    """[hand] the best total."""
    after: Ints
    """[hand, value] the hand with that card more, or `BUST`."""
    stands: Bools
    """[hand] asks for nothing more (BJK-12)."""
    natural: Bools
    """[hand] a blackjack, if it was dealt and not made by a split (BJK-4, BJK-8)."""
    soft: Bools
    """[hand] counts an ace as 11."""
    index: dict[Counts, int]

    def of(self, cards: Sequence[Card]) -> int:
        """The number of a hand given as cards, or `BUST`."""
        counts = NOTHING
        for card in cards:
            counts = plus(counts, slot_of(card))
        return self.index.get(counts, BUST)

    def pair(self, first: int, second: int) -> int:
        """The number of a two-card hand given by slots."""
        return int(self.after[self.index[plus(NOTHING, first)], second])


@cache
def hands() -> EveryHand:
    """Walks every hand that does not bust, asking the atoms at each card."""
    found: set[Counts] = set()
    grown = {NOTHING}
    while grown:
        grown = {more for less in grown for more in _grow(less)}
        found |= grown
    # Points without the ace's bonus grow with every card: sorted by them, a hand comes before whatever it grows into.
    order = sorted(found, key=lambda counts: (sum(v * n for v, n in zip(VALUES, counts, strict=True)), counts))
    index = {counts: number for number, counts in enumerate(order)}
    cards = [cards_of(counts) for counts in order]
    totals = [atoms.total(hand) for hand in cards]
    return EveryHand(
        counts=np.array(order, dtype=np.int64),
        size=np.array([len(hand) for hand in cards], dtype=np.int64),
        total=np.array([t for t, _ in totals], dtype=np.int64),
        after=np.array(
            [[index.get(plus(counts, slot), BUST) for slot in range(len(VALUES))] for counts in order], dtype=np.int64
        ),
        stands=np.array([atoms.stands_by_itself(t) for t, _ in totals], dtype=np.bool_),
        natural=np.array([atoms.is_blackjack(hand) for hand in cards], dtype=np.bool_),
        soft=np.array([soft for _, soft in totals], dtype=np.bool_),
        index=index,
    )


def _grow(counts: Counts) -> Iterator[Counts]:
    for slot in range(len(VALUES)):
        more = plus(counts, slot)
        if not atoms.busts(cards_of(more)):
            yield more


@dataclass(frozen=True, slots=True)
class DealerTree:
    """What one upcard can grow into: a tree whose paths are multisets of drawn cards, written in walking order.

    A node multiplies its parent's probability by that of one card more. Where the multiset is a finished hand, `ways`
    counts the orders in which the dealer would have drawn it, and `kind` says what it comes to. Most finished hands are
    busts, so the tree stands here twice: first without them (what is missing from 1 is a bust), then whole, for shoes
    that could run out.
    """

    slot: Ints
    """[node] value of the card."""
    depth: Ints
    """[node] how many cards were drawn before it."""
    copy: Ints
    """[node] how many of the same value were drawn before it."""
    ways: NDArray[np.float64]
    """[node] orders, 0 where the hand is not finished."""
    kind: Ints
    """[node] which of `DealerKinds` it comes to."""
    skip: Ints
    """[node] the node after this one's last descendant."""
    light: int
    """How many nodes the tree without busts has."""
    bust: int
    """The kind that is a bust."""


@dataclass(frozen=True, slots=True)
class DealerKinds:
    """What the dealer can come to, as far as any player can tell: a kind is what each player's total gets from it."""

    totals: tuple[int, ...]
    """A dealer's total of each kind, as an example."""
    blackjack: int
    """The kind that is a dealer's blackjack."""
    bust: int
    """The kind that is a bust."""
    outcomes: tuple[tuple[atoms.BetOutcome, ...], ...]
    """[kind][total] what the bet comes to, for a player's total without blackjack."""


_PLAYER_TOTALS = range(atoms.BLACKJACK + 2)
"""Every total a player can stand on, and one that busts."""


def _verdicts(dealer_total: int, *, blackjack: bool) -> tuple[atoms.BetOutcome, ...]:
    plain = tuple(atoms.outcome(t, dealer_total, dealer_blackjack=blackjack) for t in _PLAYER_TOTALS)
    natural = atoms.outcome(atoms.BLACKJACK, dealer_total, player_blackjack=True, dealer_blackjack=blackjack)
    return (*plain, natural)


@cache
def dealer(*, hits_soft_17: bool) -> tuple[DealerKinds, tuple[DealerTree, ...]]:
    """The kinds of result and, for each upcard, the tree of finished hands (BJK-3)."""
    finished = [_finished(slot, hits_soft_17=hits_soft_17) for slot in range(len(VALUES))]
    verdicts: dict[tuple[atoms.BetOutcome, ...], tuple[int, bool]] = {}
    kind_of: list[dict[Counts, int]] = []
    for slot, ways in enumerate(finished):
        kinds = {}
        for drawn in ways:
            cards = (CARD_OF[slot], *cards_of(drawn))
            result = (atoms.total(cards)[0], atoms.is_blackjack(cards))
            verdict = _verdicts(result[0], blackjack=result[1])
            verdicts.setdefault(verdict, result)
            kinds[drawn] = list(verdicts).index(verdict)
        kind_of.append(kinds)
    results = list(verdicts.values())
    kinds_found = DealerKinds(
        totals=tuple(t for t, _ in results),
        blackjack=[blackjack for _, blackjack in results].index(True),
        bust=[t > atoms.BLACKJACK for t, _ in results].index(True),
        outcomes=tuple(verdict[:-1] for verdict in verdicts),
    )
    return kinds_found, tuple(
        _tree(ways, kinds, kinds_found.bust) for ways, kinds in zip(finished, kind_of, strict=True)
    )


def _finished(up: int, *, hits_soft_17: bool) -> dict[Counts, int]:
    """Every multiset of cards that finishes this upcard, with the number of orders in which the dealer draws it."""
    done: dict[Counts, int] = {}
    drawing: dict[Counts, int] = {NOTHING: 1}
    while drawing:
        longer: dict[Counts, int] = {}
        for drawn, ways in drawing.items():
            for slot in range(len(VALUES)):
                more = plus(drawn, slot)
                total, soft = atoms.total((CARD_OF[up], *cards_of(more)))
                into = longer if atoms.dealer_draws(total, soft, hits_soft_17) else done
                into[more] = into.get(more, 0) + ways
        drawing = longer
    return done


def _tree(ways: dict[Counts, int], kinds: dict[Counts, int], bust: int) -> DealerTree:
    """The tree without busts and the whole one, one after the other."""
    light = _walk({drawn for drawn in ways if kinds[drawn] != bust})
    whole = _walk(set(ways))
    paths = [path for path, _, _ in light + whole]
    drawn = [hand for _, hand, _ in light + whole]
    return DealerTree(
        slot=np.array([path[-1] for path in paths], dtype=np.int64),
        depth=np.array([len(path) - 1 for path in paths], dtype=np.int64),
        copy=np.array([path[:-1].count(path[-1]) for path in paths], dtype=np.int64),
        ways=np.array([ways.get(hand, 0) for hand in drawn], dtype=np.float64),
        kind=np.array([kinds.get(hand, 0) for hand in drawn], dtype=np.int64),
        skip=np.array([after for _, _, after in light] + [len(light) + after for _, _, after in whole], dtype=np.int64),
        light=len(light),
        bust=bust,
    )


def _walk(finished: set[Counts]) -> list[tuple[tuple[int, ...], Counts, int]]:
    """Multisets as a tree: each node's path, the finished hand there (or `NOTHING`), the node after its descendants.

    Paths go from the highest value down, so that most share their first steps.
    """
    nodes: dict[tuple[int, ...], Counts] = {}
    for drawn in finished:
        path = tuple(slot for slot in reversed(range(len(VALUES))) for _ in range(drawn[slot]))
        for length in range(1, len(path)):
            nodes.setdefault(path[:length], NOTHING)
        nodes[path] = drawn
    order = sorted(nodes)
    skip = [0] * len(order)
    open_nodes: list[int] = []
    for number, path in enumerate([*order, ()]):
        while open_nodes and len(order[open_nodes[-1]]) >= len(path):
            skip[open_nodes.pop()] = number
        open_nodes.append(number)
    return [(path, nodes[path], after) for path, after in zip(order, skip, strict=True)]
