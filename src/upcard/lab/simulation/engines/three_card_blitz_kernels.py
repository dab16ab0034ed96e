"""The kernel of 3 Card Blitz: deals, reads each suit from a table, decides, counts. The engine says what it means."""

import numpy as np

from upcard.lab.kernels import Array, Int, kernel
from upcard.lab.simulation.stream_kernels import CARDS, CHOICES, begin, below, close, draw, is_crowded, slips, weigh
from upcard.lab.three_card_blitz.kernels import dealer_within

HAND = 7
NEVER, ALWAYS, REACH = 0, 1, 2
"""What the optimal play does with a total: always the same, or by what the dealer can reach."""


@kernel(inline="always")
def is_worth(wins: Int, most: Int, dealers: Int, won: Int, gains: Array) -> Int:
    """Whether a hand is worth its Play bet: it beats `wins` of the dealer's hands, and loses to all but `most`."""
    return won * wins + gains[0] * (most - wins) + gains[1] * (dealers - most) > gains[2] * dealers


@kernel(inline="always")
def settle(
    s: Int, times: Int, folded: Int, met: Int, total: Int, longest: Int, tops: Int, royal: Int, five: Int,
    blind: Array, flush: Array, bonus: Array, made: Array, at: Array, has_sides: Array,
    stake: Array, gain: Array, claim: Array, seen: Array,
) -> tuple[Int, Int, Int, Int, Int]:  # fmt: skip
    """Counts what a seat's wagers come to, so many times; says stake and gain of the game, of all wagers, a claim."""
    main_stake, main_gain = np.int64(0), np.int64(0)
    claimed = np.int64(-1)
    if folded:
        for w in range(2):
            cell = at[w]
            seen[s, cell] += times
            main_stake += stake[s, cell]
            main_gain += gain[s, cell]
    else:
        for w in range(2):
            cell = at[2 + 2 * met + w]
            seen[s, cell] += times
            main_stake += stake[s, cell]
            main_gain += gain[s, cell]
        cell = np.int64(blind[met, total, tops, royal])
        seen[s, cell] += times
        main_stake += stake[s, cell]
        main_gain += gain[s, cell]
    all_stake, all_gain = main_stake, main_gain
    if has_sides[s]:
        if made[s, 0]:
            cell = np.int64(flush[longest])
            seen[s, cell] += times
            all_stake += stake[s, cell]
            all_gain += gain[s, cell]
        if made[s, 1]:
            cell = np.int64(bonus[total, tops, royal, five])
            seen[s, cell] += times
            all_stake += stake[s, cell]
            all_gain += gain[s, cell]
            if claim[s, cell]:
                claimed = cell
    return main_stake, main_gain, all_stake, all_gain, claimed


@kernel()
def play(
    key: Int, first: Int, lengths: Array, cards: Array, choices: Array, deck: Array, order: Array,
    suits: tuple[Array, ...], rows: tuple[Array, ...], policy: tuple[Array, ...], solved: tuple[Array, ...],
    at: Array, made: Array, masks: Array, read: Array, folds: Array,
    stake: Array, gain: Array, claim: Array, has_sides: Array,
    seen: Array, main_keys: Array, main_counts: Array, keys: Array, counts: Array, log: Array, trace: Array,
) -> Int:  # fmt: skip
    """Plays stretches of rounds; says how many rounds, or -1 where the tables are too small, -2 where the shoe is."""
    totals, sizes, blitzes, royals, fives = suits
    meets, blind, flush, bonus = rows
    plays, errors = policy
    states, left, under, upto, by_total, gains, dealers = solved
    seats = made.shape[0]
    if order.shape[0] < HAND * (seats + 1):
        return -2
    number = 0
    for stretch in range(len(lengths)):
        begin(cards, key, first + stretch, CARDS)
        begin(choices, key, first + stretch, CHOICES)
        order[:] = deck
        for _ in range(lengths[stretch]):
            dealt = 0
            for s in range(seats + 1):
                masks[s, 0], masks[s, 1], masks[s, 2], masks[s, 3] = 0, 0, 0, 0
                for _i in range(HAND):
                    card = draw(cards, order, dealt)
                    dealt += 1
                    masks[s, card & 3] |= np.int64(1) << (card >> 2)
                total, longest, tops, royal, five = np.int64(0), np.int64(0), np.int64(0), np.int64(0), np.int64(0)
                for suit in range(4):
                    mask = masks[s, suit]
                    total = max(total, np.int64(totals[mask]))
                    if s < seats:
                        longest = max(longest, np.int64(sizes[mask]))
                        tops += blitzes[mask]
                        royal |= np.int64(royals[mask]) << suit
                        five |= fives[mask]
                read[s, 0], read[s, 1], read[s, 2], read[s, 3], read[s, 4] = total, longest, tops, royal, five
            for s in range(seats):
                if slips(choices, errors[s]):
                    folds[s] = below(choices, 2) == 1
                    continue
                total = read[s, 0]
                said = plays[s, total, read[s, 1], np.int64(read[s, 3] > 0)]
                if said == REACH:
                    a, b = states[masks[s, 0]], states[masks[s, 1]]
                    c, d = states[masks[s, 2]], states[masks[s, 3]]
                    wins = dealer_within(left, a, b, c, d, under[total])
                    most = dealer_within(left, a, b, c, d, upto[total])
                    folds[s] = not is_worth(wins, most, dealers[0], by_total[total], gains)
                else:
                    folds[s] = said == NEVER
            house = read[seats, 0]
            for s in range(seats):
                total, longest, tops, royal, five = read[s, 0], read[s, 1], read[s, 2], read[s, 3], read[s, 4]
                main_stake, main_gain, all_stake, all_gain, claimed = settle(
                    s, 1, folds[s], meets[total, house], total, longest, tops, royal, five, blind, flush, bonus, made,
                    at, has_sides, stake, gain, claim, seen,
                )  # fmt: skip
                close(
                    s, number, claimed, main_stake, main_gain, all_stake, all_gain, has_sides[s],
                    main_keys, main_counts, keys, counts, log, trace,
                )  # fmt: skip
            number += 1
        if is_crowded(main_counts, counts):
            return -1
    return number


@kernel()
def every_hand(
    left: Array, states: tuple[Array, ...], under: Array, upto: Array, by_size: Array, starts: Array, kinds: Array,
    plays: Array, solved: tuple[Array, ...], rows: tuple[Array, ...], met: Array, at: Array, made: Array, top: Int,
    stake: Array, gain: Array, claim: Array, has_sides: Array, seen: Array, keys: Array, counts: Array,
) -> Int:  # fmt: skip
    """One seat's hands by the states of their suits, against all hands of the dealer: how often what comes of a round.

    A hand is four states, the largest suit first (as the lab's own kernel lists them); `kinds` at [state] says how many
    of its sets of ranks are no royals, royals of three or four cards, and royals of five. Says how many deals there
    are, or -1 where the table of results is too small.
    """
    totals, sizes = states
    by_total, gains, dealers = solved
    _, blind, flush, bonus = rows
    suit = np.zeros(4, np.int64)
    deals = np.int64(0)
    for i in range(HAND + 1):
        for j in range(min(i, HAND - i) + 1):
            for k in range(min(j, HAND - i - j) + 1):
                m = HAND - i - j - k
                if m > k:
                    continue
                for ia in range(starts[i], starts[i + 1]):
                    for ib in range(ia if j == i else starts[j], starts[j + 1]):
                        for ic in range(ib if k == j else starts[k], starts[k + 1]):
                            for id_ in range(ic if m == k else starts[m], starts[m + 1]):
                                suit[0], suit[1], suit[2], suit[3] = by_size[ia], by_size[ib], by_size[ic], by_size[id_]
                                total = max(totals[suit[0]], totals[suit[1]], totals[suit[2]], totals[suit[3]])
                                longest = max(sizes[suit[0]], sizes[suit[1]], sizes[suit[2]], sizes[suit[3]])
                                wins = dealer_within(left, suit[0], suit[1], suit[2], suit[3], under[total])
                                most = dealer_within(left, suit[0], suit[1], suit[2], suit[3], upto[total])
                                same = (ia == ib) + (ib == ic) + (ic == id_)
                                orders = np.int64(24)
                                if same == 3:
                                    orders = np.int64(1)
                                elif same == 2:
                                    orders = np.int64(6 if ib != ic else 4)
                                elif same == 1:
                                    orders = np.int64(12)
                                tops = 0
                                for s in range(4):
                                    tops += totals[suit[s]] == top
                                for made_of in range(81 if tops else 1):
                                    hands, royal, five, rest = orders, 0, 0, made_of
                                    for s in range(4):
                                        which = rest % 3
                                        rest //= 3
                                        hands *= kinds[suit[s], which]
                                        royal |= (which > 0) << s
                                        five |= which == 2
                                    if hands == 0:
                                        continue
                                    said = plays[total, longest, np.int64(royal > 0)]
                                    folded = said == NEVER
                                    if said == REACH:
                                        folded = not is_worth(wins, most, dealers[0], by_total[total], gains)
                                    for way in range(3):
                                        house = wins if way == 0 else most - wins if way == 1 else dealers[0] - most
                                        if house == 0:
                                            continue
                                        _, _, staked, won, _ = settle(
                                            0, hands * house, folded, met[way], total, longest, tops, royal, five,
                                            blind, flush, bonus, made, at, has_sides, stake, gain, claim, seen,
                                        )  # fmt: skip
                                        weigh(keys, counts, 0, staked, won, hands * house)
                                        deals += hands * house
                            if is_crowded(counts, counts):
                                return -1
    return deals
