"""The kernel of 3 Card Blitz: deals, reads each suit from a table, decides. The engine says what the numbers mean."""

import numpy as np

from upcard.lab.kernels import Array, Int, kernel
from upcard.lab.simulation.stream_kernels import CARDS, CHOICES, Stream, begin, below, below_at, is_low, refill, slips
from upcard.lab.three_card_blitz.kernels import dealer_within

HAND = 7
NEVER, ALWAYS, REACH = 0, 1, 2
"""What the optimal play does with a total: always the same, or by what the dealer can reach."""
TOTAL, LENGTH, BLITZES, ROYAL, FIVE = 7, 3, 2, 1, 0
"""Where it stands in one number what a suit holds: its total, how many cards, whether 31, a royal, a five-card one."""
FOLDED = 3
"""How a hand that is folded meets the dealer's; the others are the game's main outcomes, in their order."""


@kernel(inline="always")
def is_worth(wins: Int, most: Int, dealers: Int, won: Int, gains: Array) -> Int:
    """Whether a hand is worth its Play bet: it beats `wins` of the dealer's hands, and loses to all but `most`."""
    return won * wins + gains[0] * (most - wins) + gains[1] * (dealers - most) > gains[2] * dealers


@kernel()
def play(
    key: Int, first: Int, lengths: Array, cards: Stream, choices: Stream, places: Array, ranks: Int,
    suits: Array, rows: tuple[Array, ...], sizes: tuple[Int, Int], policy: tuple[Array, ...],
    solved: tuple[Array, ...], masks: Array, read: Array, folds: Array, codes: Array,
) -> Int:  # fmt: skip
    """Plays stretches of rounds; says how many rounds, or -2 where the shoe is too small.

    A hand is one number, a bit for each of its cards (`places`): the four suits one after another, `ranks` bits each.
    """
    meets, class_of, flush = rows
    classes, flushes = sizes
    plays, errors = policy
    states, left, under, upto, by_total, gains, dealers = solved
    seats, size = errors.shape[0], places.shape[0]
    if size < HAND * (seats + 1):
        return -2
    pieces, state = cards[1], cards[2]
    suit_mask = (np.int64(1) << ranks) - 1
    number = 0
    for stretch in range(len(lengths)):
        begin(cards, key, first + stretch, CARDS)
        begin(choices, key, first + stretch, CHOICES)
        at = np.int64(0)
        for _ in range(lengths[stretch]):
            if is_low(state, at):
                at = refill(cards, at)
            dealt = np.int64(0)
            for s in range(seats + 1):
                before, n = dealt, 0
                while n < HAND:  # a card that is gone is drawn again: no branch that nobody could foresee
                    place, at = below_at(pieces, at, size)
                    bit = np.int64(1) << np.int64(places[place])
                    n += (dealt & bit) == 0
                    dealt |= bit
                hand = dealt ^ before
                total = np.int64(0)
                if s == seats:
                    for suit in range(4):
                        total = max(total, np.int64(suits[(hand >> (ranks * suit)) & suit_mask]) >> TOTAL)
                    read[s, 0] = total
                else:
                    longest, tops, royal, five = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
                    for suit in range(4):
                        mask = (hand >> (ranks * suit)) & suit_mask
                        masks[s, suit] = mask
                        held = np.int64(suits[mask])
                        total = max(total, held >> TOTAL)
                        longest = max(longest, (held >> LENGTH) & 15)
                        tops += (held >> BLITZES) & 1
                        royal |= ((held >> ROYAL) & 1) << suit
                        five |= held & 1
                    read[s, 0], read[s, 1], read[s, 2] = total, longest, np.int64(royal > 0)
                    read[s, 3] = class_of[total, tops, royal, five]
            for s in range(seats):
                if errors[s] and slips(choices, errors[s]):
                    folds[s] = below(choices, 2) == 1
                    continue
                total = read[s, 0]
                said = plays[s, total, read[s, 1], read[s, 2]]
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
                met = FOLDED if folds[s] else np.int64(meets[read[s, 0], house])
                codes[number, s] = (met * classes + read[s, 3]) * flushes + flush[read[s, 1]]
            number += 1
    return number


@kernel()
def every_hand(
    left: Array, states: tuple[Array, ...], under: Array, upto: Array, by_size: Array, starts: Array, kinds: Array,
    plays: Array, solved: tuple[Array, ...], rows: tuple[Array, ...], sizes_of: tuple[Int, Int], met: Array, top: Int,
    counts: Array,
) -> Int:  # fmt: skip
    """One seat's hands by the states of their suits, against all hands of the dealer: how often each code comes.

    A hand is four states, the largest suit first (as the lab's own kernel lists them); `kinds` at [state] says how many
    of its sets of ranks are no royals, royals of three or four cards, and royals of five. Says how many deals there
    are.
    """
    totals, sizes = states
    by_total, gains, dealers = solved
    _, class_of, flush = rows
    classes, flushes = sizes_of
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
                                        of = class_of[total, tops, royal, five]
                                        how = FOLDED if folded else met[way]
                                        counts[(how * classes + of) * flushes + flush[longest]] += hands * house
                                        deals += hands * house
    return deals
