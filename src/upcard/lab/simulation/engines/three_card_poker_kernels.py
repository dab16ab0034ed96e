"""The kernel of Three Card Poker: deals, decides, looks up, counts. What the numbers mean stands in its engine."""

import numpy as np

from upcard.lab.kernels import Array, Int, kernel
from upcard.lab.simulation.stream_kernels import CARDS, CHOICES, begin, below, close, draw, is_crowded, slips, weigh

ANTE, PAIR_PLUS, SIX, PROGRESSIVE = 0, 1, 2, 3
_5 = np.int64(0x3333)
_8 = np.int64(0x8888)


@kernel(inline="always")
def settle(
    s: Int, times: Int, kind: Int, dealer: Int, folded: Int, envied: Int, six_cell: Int, facts: Array,
    main_of: Array, main_cells: Array, made: Array, at: Array, fold_takes_pair_plus: Int,
    stake: Array, gain: Array, claim: Array, seen: Array,
) -> tuple[Int, Int, Int, Int, Int]:  # fmt: skip
    """Counts what a seat's wagers come to, so many times; says stake and gain of the game, of all wagers, a claim.

    `six_cell` is the cell of the six cards, -1 without that bet; `envied` what the other seats hold (TCP-12).
    """
    main_stake, main_gain, claimed = np.int64(0), np.int64(0), np.int64(-1)
    all_stake, all_gain = np.int64(0), np.int64(0)
    if made[s, ANTE]:
        if folded:
            cell = np.int64(at[0])
            seen[s, cell] += times
            main_stake += stake[s, cell]
            main_gain += gain[s, cell]
        else:
            met = main_of[facts[kind, 0], dealer]
            for w in range(2):
                cell = np.int64(main_cells[met, w])
                seen[s, cell] += times
                main_stake += stake[s, cell]
                main_gain += gain[s, cell]
            cell = np.int64(facts[kind, 1])
            if cell >= 0:
                seen[s, cell] += times
                main_stake += stake[s, cell]
                main_gain += gain[s, cell]
    all_stake += main_stake
    all_gain += main_gain
    if made[s, PAIR_PLUS]:
        cell = np.int64(facts[kind, 2])
        if folded and fold_takes_pair_plus:
            cell = np.int64(at[1])
        seen[s, cell] += times
        all_stake += stake[s, cell]
        all_gain += gain[s, cell]
    if six_cell >= 0:
        cell = np.int64(six_cell)
        seen[s, cell] += times
        all_stake += stake[s, cell]
        all_gain += gain[s, cell]
    if made[s, PROGRESSIVE]:
        cell = np.int64(facts[kind, 3])
        seen[s, cell] += times
        all_stake += stake[s, cell]
        all_gain += gain[s, cell]
        if claim[s, cell]:
            claimed = cell
        if envied > 0:
            cell = np.int64(at[2]) + envied
            seen[s, cell] += times
            all_stake += stake[s, cell]
            all_gain += gain[s, cell]
    return main_stake, main_gain, all_stake, all_gain, claimed


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
                code = 0
                if royals > 0 and made[s, PROGRESSIVE]:
                    for t in range(seats):
                        if others[s, t]:
                            code += facts[held[t], 4]
                six_cell = np.int64(-1)
                if made[s, SIX]:
                    six_cell = six_cards(
                        hands, s, seats, facts[held[s], 5], facts[held[seats], 5], six, suited, rank_bits
                    )
                main_stake, main_gain, all_stake, all_gain, claimed = settle(
                    s, 1, held[s], dealer, folds[s], code, six_cell, facts, main_of, main_cells, made, at,
                    fold_takes_pair_plus, stake, gain, claim, seen,
                )  # fmt: skip
                close(
                    s, number, claimed, main_stake, main_gain, all_stake, all_gain, sides[s],
                    main_keys, main_counts, keys, counts, log, trace,
                )  # fmt: skip
            number += 1
        if is_crowded(main_counts, counts):
            return -1
    return number


@kernel()
def every_deal(
    own: Array, weights: Array, plays: Array, kinds: Array, facts: Array, main_of: Array, main_cells: Array,
    made: Array, at: Array, fold_takes_pair_plus: Int, six: Array, suited: Array, rank_bits: Array,
    stake: Array, gain: Array, claim: Array, seen: Array, keys: Array, counts: Array,
) -> Int:  # fmt: skip
    """One seat's hands, each for so many alike, against every hand of the dealer: how often what comes of a round.

    Says how many deals there are, or -1 where the table of results is too small.
    """
    hands = np.zeros((2, 3), np.int64)
    deals = np.int64(0)
    for i in range(len(own)):
        kind = kinds[(own[i, 0] * 52 + own[i, 1]) * 52 + own[i, 2]]
        hands[0, 0], hands[0, 1], hands[0, 2] = own[i, 0], own[i, 1], own[i, 2]
        taken = (np.int64(1) << own[i, 0]) | (np.int64(1) << own[i, 1]) | (np.int64(1) << own[i, 2])
        for a in range(52):
            for b in range(a + 1, 52):
                for c in range(b + 1, 52):
                    if ((np.int64(1) << a) | (np.int64(1) << b) | (np.int64(1) << c)) & taken:
                        continue
                    house = kinds[(a * 52 + b) * 52 + c]
                    six_cell = np.int64(-1)
                    if made[0, SIX]:
                        hands[1, 0], hands[1, 1], hands[1, 2] = a, b, c
                        six_cell = six_cards(hands, 0, 1, facts[kind, 5], facts[house, 5], six, suited, rank_bits)
                    _, _, staked, won, _ = settle(
                        0, weights[i], kind, facts[house, 0], not plays[kind], 0, six_cell, facts, main_of, main_cells,
                        made, at, fold_takes_pair_plus, stake, gain, claim, seen,
                    )  # fmt: skip
                    weigh(keys, counts, 0, staked, won, weights[i])
                    deals += weights[i]
        if is_crowded(counts, counts):
            return -1
    return deals


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
