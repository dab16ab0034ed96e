"""The kernel of Three Card Poker: deals, decides, looks up. What the numbers mean stands in its engine."""

import numpy as np

from upcard.lab.kernels import Array, Int, kernel
from upcard.lab.simulation.stream_kernels import CARDS, CHOICES, Stream, begin, below, is_low, mark_out, refill, slips

ANTE, PAIR_PLUS, SIX, PROGRESSIVE = 0, 1, 2, 3
STRENGTH, CLASS, ENVIED, RANKS = 0, 1, 2, 3
"""What is known of a kind of hand."""
ENVY = 8
"""Codes of what the other seats hold: royals in spades and, twice as much, in other suits."""
_5 = np.int64(0x3333)
_8 = np.int64(0x8888)


@kernel()
def play(
    key: Int, first: Int, lengths: Array, cards: Stream, choices: Stream, deck: Array,
    kinds: Array, facts: Array, meets: Array, made: Array, plays: Array, errors: Array,
    others: Array, folded: Int, sizes: tuple[Int, Int], six: Array, suited: Array, rank_bits: Array,
    held: Array, hands: Array, folds: Array, codes: Array,
) -> Int:  # fmt: skip
    """Plays stretches of rounds; says how many rounds, or -2 where the shoe is too small."""
    seats, size = made.shape[0], deck.shape[0]
    if size < 3 * seats + 3:
        return -2
    pieces, state = cards[1], cards[2]
    classes, sixes = sizes
    number = 0
    for stretch in range(len(lengths)):
        begin(cards, key, first + stretch, CARDS)
        begin(choices, key, first + stretch, CHOICES)
        at = np.int64(0)
        for _ in range(lengths[stretch]):
            if is_low(state, at):
                at = refill(cards, at)
            marks = np.int64(0)
            royals = 0
            for s in range(seats + 1):
                i, at, marks = mark_out(size, pieces, at, marks)
                j, at, marks = mark_out(size, pieces, at, marks)
                k, at, marks = mark_out(size, pieces, at, marks)
                a, b, c = np.int64(deck[i]), np.int64(deck[j]), np.int64(deck[k])
                held[s] = kinds[(a * 52 + b) * 52 + c]
                hands[s, 0], hands[s, 1], hands[s, 2] = a, b, c
                if s < seats:
                    royals += facts[held[s], ENVIED]
            for s in range(seats):
                folds[s] = False
                if made[s, ANTE]:
                    if errors[s] and slips(choices, errors[s]):
                        folds[s] = below(choices, 2) == 1
                    else:
                        folds[s] = not plays[s, held[s]]
            dealer = facts[held[seats], STRENGTH]
            for s in range(seats):
                envied = np.int64(0)
                if royals > 0 and made[s, PROGRESSIVE]:
                    for t in range(seats):
                        if others[s, t]:
                            envied += facts[held[t], ENVIED]
                of_six = np.int64(0)
                if made[s, SIX]:
                    of_six = six_cards(
                        hands, s, seats, facts[held[s], RANKS], facts[held[seats], RANKS], six, suited, rank_bits
                    )
                met = folded if folds[s] else np.int64(meets[facts[held[s], STRENGTH], dealer])
                codes[number, s] = ((met * classes + facts[held[s], CLASS]) * sixes + of_six) * ENVY + envied
            number += 1
    return number


@kernel()
def every_deal(
    own: Array, weights: Array, plays: Array, kinds: Array, facts: Array, meets: Array, made: Array, folded: Int,
    sizes: tuple[Int, Int], six: Array, suited: Array, rank_bits: Array, counts: Array,
) -> Int:  # fmt: skip
    """One seat's hands, each for so many alike, against every hand of the dealer: how often each code comes.

    Says how many deals there are.
    """
    classes, sixes = sizes
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
                    of_six = np.int64(0)
                    if made[0, SIX]:
                        hands[1, 0], hands[1, 1], hands[1, 2] = a, b, c
                        of_six = six_cards(hands, 0, 1, facts[kind, RANKS], facts[house, RANKS], six, suited, rank_bits)
                    met = np.int64(meets[facts[kind, STRENGTH], facts[house, STRENGTH]]) if plays[kind] else folded
                    counts[((met * classes + facts[kind, CLASS]) * sixes + of_six) * ENVY] += weights[i]
                    deals += weights[i]
    return deals


@kernel()
def six_cards(
    hands: Array, own: Int, dealer: Int, own_ranks: Int, dealer_ranks: Int, six: Array, suited: Array, rank_bits: Array
) -> Int:
    """The row of six cards: by their ranks, or, where five or more are of one suit, by the ranks of that suit."""
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
