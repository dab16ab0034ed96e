"""The kernel of 4 Card Split: deals, looks the split up, draws the supplementary cards, says what became of it.

A split is a number over the four cards in their canonical order: 0 to 2 two and two, 3 to 6 three and one (`PARTS`
says which places lie in the first hand, and how many); 7 folds everything. A move of the
solver's is packed as `four_card_split.packed_kernels` says.
"""

import numpy as np

from upcard.lab.four_card_split.packed_kernels import plays_in, split_in
from upcard.lab.kernels import Array, Int, kernel
from upcard.lab.simulation.stream_kernels import CARDS, CHOICES, Stream, begin, below, is_low, mark_out, refill, slips

FOLD_ALL = 7
PARTS = np.array(
    [[0, 1, 2, 3], [0, 2, 1, 3], [0, 3, 1, 2], [0, 1, 2, 3], [0, 1, 3, 2], [0, 2, 3, 1], [1, 2, 3, 0]], np.int64
)
"""The places of each split, the first hand's in front; the first hand of splits 0 to 2 has two."""


@kernel(inline="always")
def place_of(four: Array, s: Int, choose: Array) -> Int:
    """The number of four sorted cards among all sets of four."""
    return choose[four[s, 0], 1] + choose[four[s, 1], 2] + choose[four[s, 2], 3] + choose[four[s, 3], 4]


@kernel(inline="always")
def sort_by(keys: Array, cards: Array, s: Int) -> None:
    """Sorts a seat's four cards by their keys."""
    for i in range(1, 4):
        key, card, j = keys[s, i], cards[s, i], i
        while j > 0 and keys[s, j - 1] > key:
            keys[s, j] = keys[s, j - 1]
            cards[s, j] = cards[s, j - 1]
            j -= 1
        keys[s, j] = key
        cards[s, j] = card


@kernel()
def play(
    key: Int, first: Int, lengths: Array, cards: Stream, choices: Stream, deck: Array,
    shapes: tuple[Array, ...], facts: tuple[Array, ...], policy: tuple[Array, ...], solved: tuple[Array, ...],
    ends: Int, folded: Int, blinds: Int, work: tuple[Array, ...], codes: Array,
) -> Int:  # fmt: skip
    """Plays stretches of rounds; says how many rounds, or -2 where the shoe is too small."""
    choose, renamed, shape_of, rename_of = shapes
    strengths, dealer_of, blind, meets, instant_of = facts
    optimal, errors, splits, plays_one, plays_two, plays_three, claims = policy
    solved_shape, solved_rename, moves = solved
    dealt, named, four, hands, sizes, end_of = work
    seats, size = optimal.shape[0], deck.shape[0]
    if size < 6 * seats + 4:
        return -2
    pieces, state = cards[1], cards[2]
    number = 0
    for stretch in range(len(lengths)):
        begin(cards, key, first + stretch, CARDS)
        begin(choices, key, first + stretch, CHOICES)
        at = np.int64(0)
        for _ in range(lengths[stretch]):
            if is_low(state, at):
                at = refill(cards, at)
            marks = np.int64(0)
            for s in range(seats):
                for i in range(4):
                    place, at, marks = mark_out(size, pieces, at, marks)
                    dealt[s, i] = deck[place]
            place, at, marks = mark_out(size, pieces, at, marks)
            up = np.int64(deck[place])
            place, at, marks = mark_out(size, pieces, at, marks)
            x = np.int64(deck[place])
            place, at, marks = mark_out(size, pieces, at, marks)
            y = np.int64(deck[place])
            place, at, marks = mark_out(size, pieces, at, marks)
            z = np.int64(deck[place])
            suit, rank = up & 3, up >> 2
            for s in range(seats):
                for i in range(4):
                    named[s, i] = dealt[s, i]
                    four[s, i] = dealt[s, i]
                sort_by(named, four, s)
                place = place_of(named, s, choose)
                shape = np.int64(shape_of[place])
                way = np.int64(rename_of[place])
                for i in range(4):
                    named[s, i] = renamed[way, four[s, i]]
                sort_by(named, four, s)
                allowed = np.int64(claims[s, shape])
                move = np.int64(0)
                swapped = np.int64(0)
                if errors[s] and slips(choices, errors[s]):
                    if allowed:
                        pick = below(choices, (allowed & 1) + (allowed >> 1 & 1) + (allowed >> 2 & 1) + (allowed >> 3))
                        split = np.int64(3)
                        while True:
                            if (allowed >> (split - 3)) & 1:
                                if pick == 0:
                                    break
                                pick -= 1
                            split += 1
                    else:
                        split = below(choices, 8)
                elif optimal[s]:
                    for i in range(4):
                        named[s, i] = dealt[s, i] ^ (suit if dealt[s, i] & 3 in (0, suit) else 0)
                        four[s, i] = dealt[s, i]
                    sort_by(named, four, s)
                    place = place_of(named, s, choose)
                    way = np.int64(solved_rename[place])
                    for i in range(4):
                        named[s, i] = renamed[way, named[s, i]]
                    sort_by(named, four, s)
                    move = np.int64(moves[rank, solved_shape[place]])
                    split = split_in(move)
                    if split >= 3 and split != FOLD_ALL:
                        split = 9 - split
                    if split != FOLD_ALL:
                        swapped = np.int64(below(choices, 2) == 0)
                else:
                    split = np.int64(splits[s, rank, shape])
                if split == FOLD_ALL:
                    sizes[s, 0], sizes[s, 1] = 0, 0
                    end_of[s, 0], end_of[s, 1] = folded, folded
                    continue
                n = 2 if split < 3 else 3
                for i in range(4):
                    card = four[s, PARTS[split, i]]
                    side = np.int64(i >= n) ^ swapped
                    j = i - n if i >= n else i
                    hands[s, side, j] = card
                sizes[s, swapped] = n
                sizes[s, 1 - swapped] = 4 - n
                for h in range(2):
                    if sizes[s, h] == 3:
                        won = instant_of[strengths[hands[s, h, 0], hands[s, h, 1], hands[s, h, 2]]]
                        if won >= 0:
                            end_of[s, h] = won
                            sizes[s, h] = 0
                for h in range(2):
                    if sizes[s, h] == 0:
                        continue
                    if errors[s] and slips(choices, errors[s]):
                        will = below(choices, 2) == 0
                    elif optimal[s]:
                        will = plays_in(move, h ^ swapped) == 1
                    elif sizes[s, h] == 1:
                        will = plays_one[s, rank, hands[s, h, 0]]
                    elif sizes[s, h] == 2:
                        will = plays_two[s, rank, hands[s, h, 0], hands[s, h, 1]]
                    else:
                        own = strengths[hands[s, h, 0], hands[s, h, 1], hands[s, h, 2]]
                        will = plays_three[s, rank, own]
                    if not will:
                        end_of[s, h] = folded
                        sizes[s, h] = 0
            for s in range(seats):
                for h in range(2):
                    if sizes[s, h] > 0:
                        while sizes[s, h] < 3:
                            place, at, marks = mark_out(size, pieces, at, marks)
                            hands[s, h, sizes[s, h]] = deck[place]
                            sizes[s, h] += 1
            a = x ^ (suit if x & 3 in (0, suit) else 0)
            b = y ^ (suit if y & 3 in (0, suit) else 0)
            c = z ^ (suit if z & 3 in (0, suit) else 0)
            house = dealer_of[rank, a, b, c]
            for s in range(seats):
                a, b, c, d = dealt[s, 0], dealt[s, 1], dealt[s, 2], dealt[s, 3]
                one_suit = np.int64(a & 3 == b & 3 and b & 3 == c & 3 and c & 3 == d & 3)
                code = np.int64(blind[one_suit, a >> 2, b >> 2, c >> 2, d >> 2])
                for h in range(2):
                    if sizes[s, h] == 3:
                        end_of[s, h] = meets[strengths[hands[s, h, 0], hands[s, h, 1], hands[s, h, 2]], house]
                codes[number, s] = (end_of[s, 0] * ends + end_of[s, 1]) * blinds + code
            number += 1
    return number
