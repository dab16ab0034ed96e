"""Every hand of a player beside a whole board against every hand of the dealer's, board after board.

On one board the hands of both are put in order once; how many of the dealer's are lower than a player's, and hold none
of his cards, is the number inserted so far, less those with one of his cards, plus those with two, less those with
three.
"""

from typing import Any

import numpy as np

from upcard.lab.general.boards.rows_kernels import SLOTS, class_of, naming, slots_of
from upcard.lab.kernels import Array, Int, kernel


@kernel()
def _insert(
    cards: Array, column: Int, size: Int, hand: Int, total: Array, one: Array, two: Array, three: Array
) -> None:
    total[column] += 1
    for i in range(size):
        one[column, cards[i]] += 1
        for j in range(i + 1, size):
            two[column, cards[i] * SLOTS + cards[j]] += 1
    if size == 3:
        three[column, hand] += 1


@kernel()
def _apart(
    cards: Array, column: Int, size: Int, hand: Int, depth: Int, total: Array, one: Array, two: Array, three: Array
) -> Int:
    """How many of the inserted hands hold none of these cards."""
    found = total[column]
    for i in range(size):
        found -= one[column, cards[i]]
        if depth > 1:
            for j in range(i + 1, size):
                found += two[column, cards[i] * SLOTS + cards[j]]
    if depth > 2 and size > 2:
        found -= three[column, hand]
    return found


@kernel()
def _hands(
    board: Int, held: Array, first: Int, ids: Array, numbers: Array, codes: Array, starts: Array,
    places: Array,
) -> Int:  # fmt: skip
    """The hands that a board leaves, and their classes together with it; how many."""
    many = 0
    for h in range(len(held)):
        if held[h] >= 0 and not held[h] & board:
            ids[many] = h
            numbers[many] = class_of(held[h] | board, codes, starts, places) - first
            many += 1
    return many


@kernel()
def _sort(numbers: Array, many: Int, strengths: Array, places_of: Array, order: Array) -> None:
    """Puts hands in ascending order; strengths are dense, so they are counted and not compared."""
    places_of[:] = 0
    for i in range(many):
        places_of[strengths[numbers[i]] + 1] += 1
    for s in range(1, len(places_of)):
        places_of[s] += places_of[s - 1]
    for i in range(many):
        s = strengths[numbers[i]]
        order[places_of[s]] = i
        places_of[s] += 1


@kernel()
def count(
    board: Int, at: Int, own: Any, theirs: Any, index: Any, ids: Array, seen: Array, counts: Array, scratch: Any
) -> Int:  # fmt: skip
    """Fills in the player's hands on one board, their cases, and the dealer's (class, relation) against each."""
    held, cards, size, first, strengths, by_hand, by_board, by_both, boards_of, both_of = own
    d_held, d_cards, d_size, d_first, d_strengths, d_by_hand, d_by_both, d_both_of, alike, _ = theirs
    codes, starts, places = index
    numbers, order, d_ids, d_numbers, d_order, places_of, total, one, two, three = scratch
    columns = counts.shape[1]
    many = _hands(board, held, first, ids, numbers, codes, starts, places)
    for i in range(many):
        seen[i] = (by_hand[ids[i]] * boards_of + by_board[at]) * both_of + by_both[numbers[i]]
    _sort(numbers, many, strengths, places_of, order)
    d_many = many
    if alike:
        d_ids, d_numbers, d_order = ids, numbers, order
    else:
        d_many = _hands(board, d_held, d_first, d_ids, d_numbers, codes, starts, places)
        _sort(d_numbers, d_many, d_strengths, places_of, d_order)
    total[:] = 0
    one[:] = 0
    two[:] = 0
    three[:] = 0
    depth = min(size, d_size)
    low = 0
    inserted = 0
    while low < many:
        high = low
        rank = np.int64(strengths[numbers[order[low]]])
        while high < many and strengths[numbers[order[high]]] == rank:
            high += 1
        for passed in range(2):  # those that are lower, then those that are not higher
            while inserted < d_many and d_strengths[d_numbers[d_order[inserted]]] < rank + passed:
                j = d_order[inserted]
                column = d_by_hand[d_ids[j]] * d_both_of + d_by_both[d_numbers[j]]
                _insert(d_cards[d_ids[j]], column, d_size, d_ids[j], total, one, two, three)
                inserted += 1
            for k in range(low, high):
                i = order[k]
                for c in range(columns):
                    counts[i, c, passed] = _apart(cards[ids[i]], c, size, ids[i], depth, total, one, two, three)
        low = high
    while inserted < d_many:
        j = d_order[inserted]
        column = d_by_hand[d_ids[j]] * d_both_of + d_by_both[d_numbers[j]]
        _insert(d_cards[d_ids[j]], column, d_size, d_ids[j], total, one, two, three)
        inserted += 1
    for i in range(many):
        for c in range(columns):
            every = _apart(cards[ids[i]], c, size, ids[i], depth, total, one, two, three)
            lower, not_higher = counts[i, c, 0], counts[i, c, 1]
            counts[i, c, 1] = not_higher - lower
            counts[i, c, 2] = every - not_higher
    return many


@kernel()
def room(own: Any, theirs: Any, columns: Int) -> Any:
    """Room for what `count` works with."""
    many, d_many = len(own[0]), len(theirs[0])
    depth = min(own[2], theirs[2])
    return (
        np.zeros(many, np.int64), np.zeros(many, np.int64), np.zeros(d_many, np.int64), np.zeros(d_many, np.int64),
        np.zeros(d_many, np.int64), np.zeros(theirs[9] + 1, np.int64), np.zeros(columns, np.int64),
        np.zeros((columns, SLOTS), np.int64), np.zeros((columns, SLOTS * SLOTS), np.int32),
        np.zeros((columns, d_many if depth > 2 else 1), np.int32),
    )  # fmt: skip


@kernel()
def occurring(
    low: Int, high: Int, boards: Array, weights: Array, own: Any, theirs: Any, index: Any, columns: Int,
    found: Array,
) -> None:  # fmt: skip
    """Notes at [case, class, relation, first or last] a board and a hand with which each comes."""
    ids, seen = np.zeros(len(own[0]), np.int64), np.zeros(len(own[0]), np.int64)
    counts = np.zeros((len(own[0]), columns, 3), np.int64)
    scratch = room(own, theirs, columns)
    for at in range(low, high):
        if not weights[at]:
            continue
        many = count(boards[at], at, own, theirs, index, ids, seen, counts, scratch)
        for i in range(many):
            for c in range(columns):
                for r in range(3):
                    if counts[i, c, r]:
                        place = found[seen[i], c, r]
                        if place[0, 0] < 0:
                            place[0, 0], place[0, 1] = at, ids[i]
                        place[1, 0], place[1, 1] = at, ids[i]


@kernel()
def _worth(counts: Array, pays: Array) -> Int:
    value = np.int64(0)
    for c in range(counts.shape[0]):
        for r in range(3):
            value += counts[c, r] * pays[c, r]
    return value


@kernel()
def best_way(case: Int, counts: Array, first: Int, last: Int, open_: Array, nets: Array, stakes: Array) -> Any:
    """The best of ways first to last for a hand (of ways worth the same the one that stakes less); and whether two tie.

    -1 where none of them is open to it.
    """
    best = -1
    tied = False
    top = np.int64(0)
    top_stake = np.int64(0)
    for w in range(first, last):
        if not open_[case, w]:
            continue
        worth = _worth(counts, nets[case, w])
        if best >= 0 and worth < top:
            continue
        stake = _worth(counts, stakes[case, w])
        tied = best >= 0 and worth == top
        if not tied or stake < top_stake:
            best, top, top_stake = w, worth, stake
    return best, tied


@kernel()
def gather(
    low: Int, high: Int, boards: Array, weights: Array, suits: Int, own: Any, theirs: Any, index: Any,
    columns: Int, ends: Array, open_: Array, nets: Array, stakes: Array, measure: Array, rows: Array, orders: Array,
    part_stage: Array, parts_of: Array, stage_first: Array, end_stage: Array, end_base: Array, found: Array,
) -> None:  # fmt: skip
    """Sums what the best way of every whole board comes to, into the rows of the stage at which it is compared.

    `ends` has the first and the last way of every end; `measure` is what is summed: the ways' worth, or their stakes.
    """
    ids, seen = np.zeros(len(own[0]), np.int64), np.zeros(len(own[0]), np.int64)
    counts = np.zeros((len(own[0]), columns, 3), np.int64)
    scratch = room(own, theirs, columns)
    values = np.zeros((len(ends), len(own[0])), np.int64)
    bases, names = np.zeros(len(part_stage), np.int64), np.zeros(len(part_stage), np.int64)
    slots = np.zeros(8, np.int64)
    codes, starts, places = index
    for at in range(low, high):
        if not weights[at]:
            continue
        many = count(boards[at], at, own, theirs, index, ids, seen, counts, scratch)
        slots_of(boards[at], slots)
        for k in range(len(part_stage)):
            part = np.int64(0)
            for j in parts_of[k]:
                if j >= 0:
                    part |= np.int64(1) << slots[j]
            bases[k] = (class_of(part, codes, starts, places) - stage_first[part_stage[k]]) * len(own[0])
            names[k] = naming(part, suits, codes, orders)
        for e in range(len(ends)):
            if end_stage[e] < 0:
                continue
            for i in range(many):
                w, _ = best_way(seen[i], counts[i], ends[e, 0], ends[e, 1], open_, nets, stakes)
                values[e, i] = weights[at] * _worth(counts[i], measure[seen[i], w]) if w >= 0 else 0
            for k in range(len(part_stage)):
                if part_stage[k] == end_stage[e]:
                    base = end_base[e] + bases[k]
                    for i in range(many):
                        found[base + rows[names[k], ids[i]]] += values[e, i]


@kernel()
def tally(
    low: Int, high: Int, boards: Array, weights: Array, suits: Int, own: Any, theirs: Any, index: Any,
    columns: Int, ends: Array, open_: Array, nets: Array, stakes: Array, rows: Array, orders: Array,
    part_stage: Array, parts_of: Array, stage_first: Array, chains: Array, node_of: Array, node_base: Array,
    child: Array, choice: Array, ties: Array, hidden: Int, found: Array, tied: Array,
) -> None:  # fmt: skip
    """How often every case happens when every decision is the best: found[case, way, class, relation]."""
    ids, seen = np.zeros(len(own[0]), np.int64), np.zeros(len(own[0]), np.int64)
    counts = np.zeros((len(own[0]), columns, 3), np.int64)
    scratch = room(own, theirs, columns)
    bases, names = np.zeros(len(part_stage), np.int64), np.zeros(len(part_stage), np.int64)
    slots = np.zeros(8, np.int64)
    ended = np.zeros(len(ends), np.int64)
    codes, starts, places = index
    for at in range(low, high):
        if not weights[at]:
            continue
        many = count(boards[at], at, own, theirs, index, ids, seen, counts, scratch)
        slots_of(boards[at], slots)
        for k in range(len(part_stage)):
            part = np.int64(0)
            for j in parts_of[k]:
                if j >= 0:
                    part |= np.int64(1) << slots[j]
            bases[k] = (class_of(part, codes, starts, places) - stage_first[part_stage[k]]) * len(own[0])
            names[k] = naming(part, suits, codes, orders)
        for i in range(many):
            ended[:] = 0
            for chain in range(len(chains)):
                at_prefix = 0
                for stage in range(chains.shape[1]):
                    node = node_of[stage, at_prefix]
                    if node >= 0:
                        k = chains[chain, stage]
                        row = node_base[node] + bases[k] + rows[names[k], ids[i]]
                        if ties[row]:
                            tied[0] += weights[at] * hidden
                        at_prefix = child[node, choice[row]]
                ended[at_prefix] += 1
            for e in range(len(ends)):
                if ended[e]:
                    w, two = best_way(seen[i], counts[i], ends[e, 0], ends[e, 1], open_, nets, stakes)
                    if two:
                        tied[0] += weights[at] * hidden * ended[e]
                    for c in range(columns):
                        for r in range(3):
                            found[seen[i], w, c, r] += weights[at] * ended[e] * counts[i, c, r]
