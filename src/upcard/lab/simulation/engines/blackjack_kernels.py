"""The kernel of blackjack: deals, asks tables what to do, draws, looks up who wins, says what became of it.

A hand is its number among all hands (`after` leads from one to the next, -1 where it busts). Cells of a bet are
outcome × `LEVELS` + how it was doubled. What the numbers mean stands in the engine.
"""

import numpy as np

from upcard.lab.kernels import Array, Int, kernel
from upcard.lab.simulation.stream_kernels import CARDS, CHOICES, Stream, begin, below, is_low, refill, slips, swap_out

STAND, HIT, DOUBLE, SPLIT, SURRENDER, DOUBLE_LEAST = range(6)
NO_INSURANCE, INSURE, EVEN_MONEY, INSURE_LEAST = range(4)
LEVELS = 3
"""A bet alone, doubled for the most, doubled for the least."""
MOST_HANDS = 4
INSURED = 5
"""No insurance; won or lost, for the most or for the least."""
BUST = 22
"""Every total over 21, in the table of outcomes."""
LIVE = -1


PARTS = 32
"""A hand after a split has one of so many cells, 0 for no hand."""
_HASH_A, _HASH_B = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)


@kernel()
def number_of(split: Int, rest: Int, slots: Array, rows: Array, many: Array) -> Int:
    """The number under which the hands of a split, with everything beside them, are kept; a new one gets the next."""
    last = slots.shape[0] - 1
    mixed = (np.uint64(split) * _HASH_A) ^ (np.uint64(rest) * _HASH_B)
    place = np.int64((mixed ^ (mixed >> np.uint64(32))) & np.uint64(last))
    while slots[place] >= 0:
        known = slots[place]
        if rows[known, 0] == split and rows[known, 1] == rest:
            return known
        place = (place + 1) & last
    if many[0] < rows.shape[0]:
        slots[place] = many[0]
        rows[many[0], 0], rows[many[0], 1] = split, rest
    many[0] += 1
    return many[0] - 1


@kernel()
def play(
    key: Int, first: Int, lengths: Array, cards: Stream, choices: Stream, deck: Array, order: Array, cut: Int,
    hands: tuple[Array, ...], dealer: tuple[Array, ...], sides: tuple[Array, ...], policy: tuple[Array, ...],
    cells: tuple[Int, ...], sizes: tuple[Int, ...], made: Array, has_sides: Array, work: tuple[Array, ...],
    splits: tuple[Array, ...], codes: Array,
) -> Int:  # fmt: skip
    """Plays stretches of rounds; says how many rounds, or -1 where there is no room for a split, -2 for the shoe."""
    slot, after, single, total, natural, half = hands
    offers, peeks, draws, meets, against, insured = dealer
    suited, between, sevens, seven_of = sides
    acts, legal, ways, errors, insures, insure_legal, insure_ways = policy
    blackjack, even_money, surrender, lose = cells
    pokers, spreads, blazings, width = sizes
    slots, rows, many = splits
    pieces, stream = cards[1], cards[2]
    dealt, state, money, hand, level, cell_of, n_hands, third = work
    seats, size = made.shape[0], deck.shape[0]
    number = 0
    for stretch in range(len(lengths)):
        begin(cards, key, first + stretch, CARDS)
        begin(choices, key, first + stretch, CHOICES)
        order[:size] = deck
        at, out = np.int64(0), np.int64(0)
        for _ in range(lengths[stretch]):
            if is_low(stream, at):
                at = refill(cards, at)
            if out >= cut:
                out = np.int64(0)
            for s in range(seats):
                a, at, out = swap_out(order, size, pieces, at, out)
                b, at, out = swap_out(order, size, pieces, at, out)
                dealt[s, 0], dealt[s, 1] = a, b
                state[s] = after[np.uint64(single[np.uint64(slot[np.uint64(a)])]), np.uint64(slot[np.uint64(b)])]
                third[s] = -1
                n_hands[s] = 1
                cell_of[s, 0] = LIVE
                level[s, 0] = 0
                money[s, 0] = 0
            upcard, at, out = swap_out(order, size, pieces, at, out)
            up = np.uint64(slot[np.uint64(upcard)])
            hole, at, out = swap_out(order, size, pieces, at, out)
            house = np.int64(after[np.uint64(single[up]), np.uint64(slot[np.uint64(hole)])])
            if offers[upcard]:
                for s in range(seats):
                    n = insure_ways[s, state[s]]
                    if n > 0:
                        answer = insures[s, state[s]]
                        if errors[s] and slips(choices, errors[s]):
                            answer = insure_legal[s, state[s], below(choices, n)]
                        if answer == EVEN_MONEY:
                            cell_of[s, 0] = even_money
                        elif answer != NO_INSURANCE:
                            money[s, 0] = 2 * (answer == INSURE_LEAST) + 2
            found = peeks[upcard] and natural[house]
            if found:
                for s in range(seats):
                    if money[s, 0] > 0:
                        money[s, 0] -= insured[hole]
                    if cell_of[s, 0] == LIVE:
                        cell_of[s, 0] = against[state[s]]
            else:
                playing = False
                for s in range(seats):
                    if cell_of[s, 0] != LIVE:
                        continue
                    if natural[state[s]]:
                        cell_of[s, 0] = blackjack
                        continue
                    hand[s, 0] = state[s]
                    aces = np.int64(0)
                    i = 0
                    while i < n_hands[s]:
                        now = hand[s, i]
                        while True:
                            case = 0 if n_hands[s] == 1 else 2 * n_hands[s] - 3 + aces
                            n = ways[np.uint64(case), np.uint64(now)]
                            if n == 0:
                                act = np.int64(STAND)
                            elif errors[s] and slips(choices, errors[s]):
                                act = np.int64(legal[case, now, below(choices, n)])
                            else:
                                act = np.int64(acts[np.uint64(s), np.uint64(case), up, np.uint64(now)])
                            if act in (HIT, DOUBLE, DOUBLE_LEAST):
                                card, at, out = swap_out(order, size, pieces, at, out)
                                if third[s] < 0:
                                    third[s] = card
                                now = np.int64(after[np.uint64(now), np.uint64(slot[np.uint64(card)])])
                                if act != HIT:
                                    level[s, i] = 1 if act == DOUBLE else 2
                                if now < 0:
                                    cell_of[s, i] = lose + level[s, i]
                                    break
                                if act != HIT:
                                    playing = True
                                    break
                            elif act == SPLIT:
                                one = half[now]
                                aces = np.int64(one == 0)
                                for j in range(n_hands[s], i + 1, -1):
                                    hand[s, j] = hand[s, j - 1]
                                    level[s, j] = level[s, j - 1]
                                    cell_of[s, j] = cell_of[s, j - 1]
                                n_hands[s] += 1
                                for j in range(i, i + 2):
                                    card, at, out = swap_out(order, size, pieces, at, out)
                                    if third[s] < 0:
                                        third[s] = card
                                    hand[s, j] = after[single[one], slot[card]]
                                    level[s, j] = 0
                                    cell_of[s, j] = LIVE
                                now = hand[s, i]
                            elif act == SURRENDER:
                                cell_of[s, i] = surrender
                                break
                            else:
                                playing = True
                                break
                        hand[s, i] = now
                        i += 1
                if playing:
                    while house >= 0 and draws[np.uint64(house)]:
                        card, at, out = swap_out(order, size, pieces, at, out)
                        house = np.int64(after[np.uint64(house), np.uint64(slot[np.uint64(card)])])
                    finish = BUST if house < 0 else np.int64(total[house])
                    for s in range(seats):
                        for i in range(n_hands[s]):
                            if cell_of[s, i] == LIVE:
                                cell_of[s, i] = meets[total[hand[s, i]], finish] + level[s, i]
            if out > size:
                return -2
            for s in range(seats):
                rest = money[s, 0]
                if has_sides[s]:
                    a, b = dealt[s, 0], dealt[s, 1]
                    poker, spread, blazing = np.int64(0), np.int64(0), np.int64(0)
                    if made[s, 0]:
                        poker = np.int64(suited[(a * 52 + b) * 52 + upcard])
                    if made[s, 1]:
                        spread = np.int64(between[((a >> 2) * 13 + (b >> 2)) * 13 + (upcard >> 2)])
                    if made[s, 2]:
                        last, busts = np.int64(5), np.int64(0)
                        if third[s] >= 0:
                            last = seven_of[third[s]]
                            busts = np.int64(after[state[s], slot[third[s]]] < 0)
                        blazing = np.int64(sevens[seven_of[a], seven_of[b], last, busts])
                    rest = ((rest * pokers + poker) * spreads + spread) * blazings + blazing
                else:
                    rest = rest * (pokers * spreads * blazings)
                if n_hands[s] == 1:
                    codes[number, s] = cell_of[s, 0] * (INSURED * pokers * spreads * blazings) + rest
                else:
                    split = np.int64(0)
                    for i in range(n_hands[s]):
                        least = i
                        for j in range(i + 1, n_hands[s]):
                            if cell_of[s, j] < cell_of[s, least]:
                                least = j
                        cell = cell_of[s, least]
                        cell_of[s, least] = cell_of[s, i]
                        split = split * PARTS + cell + 1
                    codes[number, s] = width + 2 * number_of(split, rest, slots, rows, many)
            number += 1
        if many[0] > rows.shape[0]:
            return -1
    return number
