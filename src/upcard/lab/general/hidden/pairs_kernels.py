"""Everything that a player can know against everything that the dealer can hide, one by one.

Slower than a sweep, and minding less: cards may come from several decks, and facts may read both hands.
"""

from typing import Any

import numpy as np

from upcard.lab.general.hands.index_kernels import number
from upcard.lab.kernels import Array, Int, kernel

CARDS = 52
OWN, UP, SHARED, HIDDEN = 1, 2, 4, 8
"""Whose cards a fact reads, as bits."""


@kernel()
def _place(cards: Array, many: Int, copies: Int, first: Int, index: Any, choose: Array) -> Int:
    """Where a set of cards is among all of so many: its class, or with several decks its place among all multisets."""
    codes, starts, places = index
    if copies == 1:
        a, b, c, d = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
        for i in range(many):
            bit = np.int64(1) << (cards[i] >> 2)
            s = cards[i] & 3
            if s == 0:
                a |= bit
            elif s == 1:
                b |= bit
            elif s == 2:
                c |= bit
            else:
                d |= bit
        return number(a, b, c, d, codes, starts, places) - first
    for i in range(1, many):
        for j in range(i, 0, -1):
            if cards[j - 1] <= cards[j]:
                break
            cards[j - 1], cards[j] = cards[j], cards[j - 1]
    at = np.int64(0)
    for i in range(many):
        at += choose[cards[i] + i, i + 1]
    return at


@kernel()
def _read(
    of: Int, held: Array, sizes: Array, hidden: Array, more: Int, cards: Array, copies: Int, first: Int, index: Any,
    choose: Array,
) -> Int:  # fmt: skip
    """The place of the cards that a fact reads."""
    many = 0
    for role in range(3):
        if of >> role & 1:
            for i in range(sizes[role]):
                cards[many] = held[role, i]
                many += 1
    if of & HIDDEN:
        for i in range(more):
            cards[many] = hidden[i]
            many += 1
    return _place(cards, many, copies, first, index, choose)


@kernel()
def _ways(left: Array, hidden: Array, more: Int) -> Int:
    """In how many ways these cards can be drawn."""
    ways = np.int64(1)
    run = 0
    for i in range(more):
        run = run + 1 if i and hidden[i] == hidden[i - 1] else 1
        ways = ways * (left[hidden[i]] - run + 1) // run
    return ways


@kernel()
def against(
    held: Array, sizes: Array, left: Array, strength: Int, more: Int, copies: Int, dealer: Any, facts: Any, index: Any,
    choose: Array, wanted: Int, out: Array, hidden: Array,
) -> bool:  # fmt: skip
    """Counts the dealer's hands of every (class, relation) against one state; or finds the first of one that is wanted.

    Of a class `columns` says what the facts' codes together are; -1 is a class that has not come yet.
    """
    of, first, strengths = dealer
    fact_of, fact_first, fact_wide, tables = facts
    cards = np.zeros(16, np.int64)
    level = 0
    hidden[:] = -1
    start = np.zeros(more + 1, np.int64)
    while True:
        if level == more:
            ways = _ways(left, hidden, more)
            theirs = strengths[_read(of, held, sizes, hidden, more, cards, copies, first, index, choose)]
            column = np.int64(0)
            for f in range(len(fact_of)):
                at = _read(fact_of[f], held, sizes, hidden, more, cards, copies, fact_first[f], index, choose)
                column = column * fact_wide[f] + tables[f, at]
            kind = column * 3 + (2 if theirs > strength else 1 if theirs == strength else 0)
            if wanted == kind:
                return True
            if wanted < 0:
                out[kind] += ways
            level -= 1
            if level < 0:
                return False
            start[level] = hidden[level] + 1
            continue
        card = start[level]
        used = 0
        if copies > 1 and level and hidden[level - 1] == card:
            for i in range(level):
                used += hidden[i] == card
        while card < CARDS and left[card] <= used:
            card += 1
            used = 0
        if card >= CARDS:
            level -= 1
            if level < 0:
                return False
            start[level] = hidden[level] + 1
            continue
        hidden[level] = card
        level += 1
        if level < more:
            start[level] = card if copies > 1 else card + 1


@kernel()
def spread(
    row: Array, roles: Array, groups: Int, names: Array, copies: Array, held: Array, sizes: Array, left: Array
) -> None:
    """The cards of a state, by whose they are, and what is left of the deck."""
    sizes[:] = 0
    for card in range(CARDS):
        left[card] = copies[card]
    for s in range(len(names)):
        for g in range(groups):
            for rank in range(13):
                for _ in range(row[s * groups + g] >> (4 * rank) & 15):
                    card = 4 * rank + names[s]
                    left[card] -= 1
                    role = roles[g]
                    if role >= 0:
                        held[role, sizes[role]] = card
                        sizes[role] += 1


@kernel()
def every(
    low: Int, high: Int, states: Array, roles: Array, groups: Int, names: Array, deck: Array, own: Array, more: Int,
    copies: Int, dealer: Any, facts: Any, index: Any, choose: Array, out: Array,
) -> None:  # fmt: skip
    """How many of the dealer's hands of every kind there are against every state."""
    held, sizes, left = np.zeros((3, 8), np.int64), np.zeros(3, np.int64), np.zeros(CARDS, np.int64)
    hidden = np.zeros(8, np.int64)
    for i in range(low, high):
        spread(states[i], roles, groups, names, deck, held, sizes, left)
        against(held, sizes, left, own[i], more, copies, dealer, facts, index, choose, -1, out[i], hidden)
