"""The kernel of 3 Card Blitz: deals, reads each suit from a table, decides, counts. The engine says what it means."""

import numpy as np

from upcard.lab.kernels import Array, Int, kernel
from upcard.lab.simulation.stream_kernels import CARDS, CHOICES, begin, below, close, draw, is_crowded, slips
from upcard.lab.three_card_blitz.kernels import dealer_within

HAND = 7
NEVER, ALWAYS, REACH = 0, 1, 2
"""What the optimal play does with a total: always the same, or by what the dealer can reach."""


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
                    worth = by_total[total] * wins + gains[0] * (most - wins) + gains[1] * (dealers[0] - most)
                    folds[s] = worth <= gains[2] * dealers[0]
                else:
                    folds[s] = said == NEVER
            house = read[seats, 0]
            for s in range(seats):
                total, longest, tops, royal, five = read[s, 0], read[s, 1], read[s, 2], read[s, 3], read[s, 4]
                main_stake, main_gain = np.int64(0), np.int64(0)
                claimed = np.int64(-1)
                if folds[s]:
                    for w in range(2):
                        cell = at[w]
                        seen[s, cell] += 1
                        main_stake += stake[s, cell]
                        main_gain += gain[s, cell]
                else:
                    met = meets[total, house]
                    for w in range(2):
                        cell = at[2 + 2 * met + w]
                        seen[s, cell] += 1
                        main_stake += stake[s, cell]
                        main_gain += gain[s, cell]
                    cell = np.int64(blind[met, total, tops, royal])
                    seen[s, cell] += 1
                    main_stake += stake[s, cell]
                    main_gain += gain[s, cell]
                all_stake, all_gain = main_stake, main_gain
                if has_sides[s]:
                    if made[s, 0]:
                        cell = np.int64(flush[longest])
                        seen[s, cell] += 1
                        all_stake += stake[s, cell]
                        all_gain += gain[s, cell]
                    if made[s, 1]:
                        cell = np.int64(bonus[total, tops, royal, five])
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
        if is_crowded(main_counts, counts):
            return -1
    return number
