"""The kernel of Three Card Poker: deals, decides, looks up, counts. What the numbers mean stands in its engine."""

import numpy as np

from upcard.lab.kernels import Array, Int, kernel
from upcard.lab.simulation.stream_kernels import CARDS, CHOICES, begin, below, close, draw, is_crowded, slips

ANTE, PAIR_PLUS, SIX, PROGRESSIVE = 0, 1, 2, 3
_5 = np.int64(0x3333)
_8 = np.int64(0x8888)


@kernel()
def play(
    key: Int, first: Int, lengths: Array, cards: Array, choices: Array, deck: Array, order: Array,
    kinds: Array, facts: Array, main_of: Array, main_cells: Array, made: Array, plays: Array, errors: Array,
    others: Array, at: Array, fold_takes_pair_plus: Int, six: Array, suited: Array, rank_bits: Array,
    held: Array, hands: Array, folds: Array,
    stake: Array, gain: Array, claim: Array, sides: Array,
    seen: Array, main_keys: Array, main_counts: Array, keys: Array, counts: Array, log: Array, trace: Array,
) -> Int:  # fmt: skip
    """Plays stretches of rounds; says how many rounds, or -1 where the tables are too small, -2 where the shoe is."""
    seats = made.shape[0]
    if order.shape[0] < 3 * seats + 3:
        return -2
    number = 0
    for stretch in range(len(lengths)):
        begin(cards, key, first + stretch, CARDS)
        begin(choices, key, first + stretch, CHOICES)
        order[:] = deck
        for _ in range(lengths[stretch]):
            royals = 0
            for s in range(seats + 1):
                a = draw(cards, order, 3 * s)
                b = draw(cards, order, 3 * s + 1)
                c = draw(cards, order, 3 * s + 2)
                held[s] = kinds[(a * 52 + b) * 52 + c]
                hands[s, 0], hands[s, 1], hands[s, 2] = a, b, c
                if s < seats:
                    royals += facts[held[s], 4]
            for s in range(seats):
                folds[s] = False
                if made[s, ANTE]:
                    if slips(choices, errors[s]):
                        folds[s] = below(choices, 2) == 1
                    else:
                        folds[s] = not plays[s, held[s]]
            dealer = facts[held[seats], 0]
            for s in range(seats):
                kind = held[s]
                main_stake, main_gain, all_stake, all_gain = 0, 0, 0, 0
                claimed = -1
                if made[s, ANTE]:
                    if folds[s]:
                        cell = at[0]
                        seen[s, cell] += 1
                        main_stake += stake[s, cell]
                        main_gain += gain[s, cell]
                    else:
                        met = main_of[facts[kind, 0], dealer]
                        for w in range(2):
                            cell = main_cells[met, w]
                            seen[s, cell] += 1
                            main_stake += stake[s, cell]
                            main_gain += gain[s, cell]
                        cell = facts[kind, 1]
                        if cell >= 0:
                            seen[s, cell] += 1
                            main_stake += stake[s, cell]
                            main_gain += gain[s, cell]
                all_stake += main_stake
                all_gain += main_gain
                if made[s, PAIR_PLUS]:
                    cell = facts[kind, 2]
                    if folds[s] and fold_takes_pair_plus:
                        cell = at[1]
                    seen[s, cell] += 1
                    all_stake += stake[s, cell]
                    all_gain += gain[s, cell]
                if made[s, SIX]:
                    cell = six_cards(hands, s, seats, facts[kind, 5], facts[held[seats], 5], six, suited, rank_bits)
                    seen[s, cell] += 1
                    all_stake += stake[s, cell]
                    all_gain += gain[s, cell]
                if made[s, PROGRESSIVE]:
                    cell = facts[kind, 3]
                    seen[s, cell] += 1
                    all_stake += stake[s, cell]
                    all_gain += gain[s, cell]
                    if claim[s, cell]:
                        claimed = cell
                    if royals > 0:
                        code = 0
                        for t in range(seats):
                            if others[s, t]:
                                code += facts[held[t], 4]
                        if code > 0:
                            cell = at[2] + code
                            seen[s, cell] += 1
                            all_stake += stake[s, cell]
                            all_gain += gain[s, cell]
                close(
                    s, number, claimed, main_stake, main_gain, all_stake, all_gain, sides[s],
                    main_keys, main_counts, keys, counts, log, trace,
                )  # fmt: skip
            number += 1
        if is_crowded(main_counts, counts):
            return -1
    return number


@kernel()
def six_cards(
    hands: Array, own: Int, dealer: Int, own_ranks: Int, dealer_ranks: Int, six: Array, suited: Array, rank_bits: Array
) -> Int:
    """The cell of six cards: by their ranks, or, where five or more are of one suit, by the ranks of that suit."""
    tally = np.int64(0)
    for i in range(3):
        tally += (np.int64(1) << (4 * (hands[own, i] & 3))) + (np.int64(1) << (4 * (hands[dealer, i] & 3)))
    many = (tally + _5) & _8
    if many == 0:
        return np.int64(six[own_ranks, dealer_ranks])
    suit = 0
    while (many >> (4 * suit + 3)) & 1 == 0:
        suit += 1
    mask = np.int64(0)
    for i in range(3):
        if hands[own, i] & 3 == suit:
            mask |= rank_bits[hands[own, i]]
        if hands[dealer, i] & 3 == suit:
            mask |= rank_bits[hands[dealer, i]]
    return np.int64(suited[mask])
