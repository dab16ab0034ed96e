"""The kernel of blackjack: deals, asks tables what to do, draws, looks up who wins, counts.

A hand is its number among all hands (`after` leads from one to the next, -1 where it busts). Cells of a bet are
outcome × `LEVELS` + how it was doubled. What the numbers mean stands in the engine.
"""

import numpy as np

from upcard.lab.kernels import Array, Int, kernel
from upcard.lab.simulation.stream_kernels import CARDS, CHOICES, begin, below, close, count, draw, is_crowded, slips

STAND, HIT, DOUBLE, SPLIT, SURRENDER, DOUBLE_LEAST = range(6)
NO_INSURANCE, INSURE, EVEN_MONEY, INSURE_LEAST = range(4)
LEVELS = 3
"""A bet alone, doubled for the most, doubled for the least."""
MOST_HANDS = 4
BUST = 22
"""Every total over 21, in the table of outcomes."""
LIVE = -1


@kernel(inline="always")
def take(cards: Array, order: Array, at: Array) -> Int:
    """The next card; `at` is how many were dealt, and whether the shoe has run out."""
    if at[0] >= order.shape[0]:
        at[1] = 1
        return np.int64(0)
    card = draw(cards, order, at[0])
    at[0] += 1
    return card


@kernel(inline="always")
def chosen(
    s: Int, made: Int, aces: Int, up: Int, hand: Int, errors: Array, choices: Array,
    acts: Array, legal: Array, ways: Array,
) -> Int:  # fmt: skip
    """What a seat does with a hand: -1 where it stands by itself."""
    case = 0 if made == 1 else 2 * made - 3 + aces
    n = ways[case, hand]
    if n == 0:
        return np.int64(-1)
    if slips(choices, errors[s]):
        return np.int64(legal[case, hand, below(choices, n)])
    return np.int64(acts[s, case, up, hand])


@kernel()
def play(
    key: Int, first: Int, lengths: Array, cards: Array, choices: Array, deck: Array, order: Array, cut: Int, at: Array,
    hands: tuple[Array, ...], dealer: tuple[Array, ...], sides: tuple[Array, ...], policy: tuple[Array, ...],
    cells: tuple[Int, ...], made: Array, work: tuple[Array, ...], split_keys: Array, split_counts: Array,
    stake: Array, gain: Array, claim: Array, has_sides: Array,
    seen: Array, main_keys: Array, main_counts: Array, keys: Array, counts: Array, log: Array, trace: Array,
) -> Int:  # fmt: skip
    """Plays stretches of rounds; says how many rounds, or -1 where the tables are too small, -2 where the shoe is."""
    slot, after, single, total, natural, half = hands
    offers, peeks, draws, meets, against, insured = dealer
    suited, between, sevens, seven_of = sides
    acts, legal, ways, errors, insures, insure_legal, insure_ways = policy
    blackjack, even_money, surrender, lose, insurance, poker, spread, blazing = cells
    dealt, state, money, hand, level, cell_of, n_hands, third = work
    seats = made.shape[0]
    number = 0
    for stretch in range(len(lengths)):
        begin(cards, key, first + stretch, CARDS)
        begin(choices, key, first + stretch, CHOICES)
        order[:] = deck
        at[0] = 0
        for _ in range(lengths[stretch]):
            if at[0] >= cut:
                at[0] = 0
            for s in range(seats):
                a, b = take(cards, order, at), take(cards, order, at)
                dealt[s, 0], dealt[s, 1] = a, b
                state[s] = after[single[slot[a]], slot[b]]
                third[s] = -1
                n_hands[s] = 1
                cell_of[s, 0] = LIVE
                level[s, 0] = 0
                money[s, 0] = -1
            upcard = take(cards, order, at)
            up = slot[upcard]
            hole = take(cards, order, at)
            house = np.int64(after[single[up], slot[hole]])
            if offers[upcard]:
                for s in range(seats):
                    n = insure_ways[s, state[s]]
                    if n > 0:
                        answer = insures[s, state[s]]
                        if slips(choices, errors[s]):
                            answer = insure_legal[s, state[s], below(choices, n)]
                        if answer == EVEN_MONEY:
                            cell_of[s, 0] = even_money
                        elif answer != NO_INSURANCE:
                            money[s, 0] = insurance + 2 * (answer == INSURE_LEAST) + 1
            found = peeks[upcard] and natural[house]
            if found:
                for s in range(seats):
                    if money[s, 0] >= 0:
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
                            act = chosen(s, n_hands[s], aces, up, now, errors, choices, acts, legal, ways)
                            if act in (HIT, DOUBLE, DOUBLE_LEAST):
                                card = take(cards, order, at)
                                if third[s] < 0:
                                    third[s] = card
                                now = np.int64(after[now, slot[card]])
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
                                    card = take(cards, order, at)
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
                    while house >= 0 and draws[house]:
                        house = np.int64(after[house, slot[take(cards, order, at)]])
                    finish = BUST if house < 0 else np.int64(total[house])
                    for s in range(seats):
                        for i in range(n_hands[s]):
                            if cell_of[s, i] == LIVE:
                                cell_of[s, i] = meets[total[hand[s, i]], finish] + level[s, i]
            if at[1]:
                return -2
            for s in range(seats):
                main_stake, main_gain = np.int64(0), np.int64(0)
                claimed = np.int64(-1)
                if n_hands[s] == 1:
                    cell = cell_of[s, 0]
                    seen[s, cell] += 1
                    main_stake += stake[s, cell]
                    main_gain += gain[s, cell]
                else:
                    code = np.int64(0)
                    for i in range(n_hands[s]):
                        least = i
                        for j in range(i + 1, n_hands[s]):
                            if cell_of[s, j] < cell_of[s, least]:
                                least = j
                        cell = cell_of[s, least]
                        cell_of[s, least] = cell_of[s, i]
                        code = code * 32 + cell + 1
                        main_stake += stake[s, cell]
                        main_gain += gain[s, cell]
                    count(split_keys, split_counts, s, code, 0)
                if money[s, 0] >= 0:
                    cell = money[s, 0]
                    seen[s, cell] += 1
                    main_stake += stake[s, cell]
                    main_gain += gain[s, cell]
                all_stake, all_gain = main_stake, main_gain
                if has_sides[s]:
                    a, b = dealt[s, 0], dealt[s, 1]
                    if made[s, 0]:
                        cell = poker + suited[(a * 52 + b) * 52 + upcard]
                        seen[s, cell] += 1
                        all_stake += stake[s, cell]
                        all_gain += gain[s, cell]
                    if made[s, 1]:
                        cell = spread + between[((a >> 2) * 13 + (b >> 2)) * 13 + (upcard >> 2)]
                        seen[s, cell] += 1
                        all_stake += stake[s, cell]
                        all_gain += gain[s, cell]
                    if made[s, 2]:
                        last, busts = np.int64(5), np.int64(0)
                        if third[s] >= 0:
                            last = seven_of[third[s]]
                            busts = np.int64(after[state[s], slot[third[s]]] < 0)
                        cell = blazing + sevens[seven_of[a], seven_of[b], last, busts]
                        seen[s, cell] += 1
                        all_stake += stake[s, cell]
                        all_gain += gain[s, cell]
                        if claim[s, cell]:
                            claimed = cell
                close(
                    s, number, claimed, main_stake, main_gain, all_stake, all_gain, has_sides[s],
                    main_keys, main_counts, keys, counts, log, trace,
                )  # fmt: skip
            number += 1
        if is_crowded(main_counts, counts) or is_crowded(split_counts, split_counts):
            return -1
    return number
