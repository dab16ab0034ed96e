"""The kernel of games with a model: draws, asks tables what the facts say, and so goes from node to node of a round.

What a node is and where it leads is learned by the engine from the script itself, once each: the kernel stops where it
comes to something new, keeps everything that it needs to go on, and is called again.
"""

import numpy as np

from upcard.lab.general.hands.index_kernels import CODES, PLACES, STARTS, number
from upcard.lab.general.hands.street_kernels import BITS, hash_of, in_order
from upcard.lab.kernels import Array, Int, kernel
from upcard.lab.simulation.stream_kernels import CARDS, Stream, begin, is_low, mark_out, refill, swap_out

CARDS_DEALT, FIRST_LOOK, LAST_LOOK = range(3)
"""A node: how many cards are dealt when it is looked from there, and the rows of what is looked at; a negative number
of cards is an end, -1 less its number."""
KIND, MANY, SIZE, TABLE, HAND, OTHER_SIZE, OTHER_TABLE, OTHER_HAND, BEST, SPOTS = range(10)
"""A look: what kind, how many answers there are; how many cards, where their table begins, and the number of that set
of cards; the same for others; where best moves are; then the places of the cards in the order of the deal."""
BY_CLASS, BY_CARDS, COMPARED, BY_HANDS, BY_STREETS = range(5)
"""A fact of a class of hands; of up to three cards one by one; two hands compared; decisions of two kinds."""
STRETCH_, ROUND, NUMBER, NODE, HAVE, AT, OUT, MARKS, SAID = range(9)
"""Where the kernel stopped, and what was said there."""
NEW = -1
"""What the kernel says where it comes to something new."""
_HASH_A, _HASH_B = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)


@kernel()
def place_of(node: Int, said: Int, slots: Array, rows: Array) -> Int:
    """The slot of what was said at a node, or the free one where it belongs."""
    last = slots.shape[0] - 1
    mixed = (np.uint64(node) * _HASH_A) ^ (np.uint64(said) * _HASH_B)
    place = np.int64((mixed ^ (mixed >> np.uint64(32))) & np.uint64(last))
    while slots[place] >= 0 and (rows[slots[place], 0] != node or rows[slots[place], 1] != said):
        place = (place + 1) & last
    return place


@kernel()
def find_states(states: Array, slots: Array) -> None:
    """Puts states of streets where they are found by what they hold."""
    last = slots.shape[0] - 1
    for state in range(len(states)):
        place = np.int64(hash_of(states[state]) & np.uint64(last))
        while slots[place] >= 0:
            place = (place + 1) & last
        slots[place] = state


@kernel()
def _class_of(dealt: Array, looks: Array, j: Int, first: Int, size: Int, hands: Array, hand: Int) -> Int:
    """The number of a hand's class; worked out once a round."""
    if hands[hand] >= 0:
        return hands[hand]
    a, b, c, d = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    for i in range(SPOTS + first, SPOTS + first + size):
        card = dealt[looks[j, i]]
        bit, suit = np.int64(1) << (card >> 2), card & 3
        if suit == 0:
            a |= bit
        elif suit == 1:
            b |= bit
        elif suit == 2:
            c |= bit
        else:
            d |= bit
    hands[hand] = number(a, b, c, d, CODES, STARTS, PLACES)
    return hands[hand]


@kernel()
def packed(ups: Array, found: Array) -> None:
    """The upcards of every row of a book as one small number, so that many lie side by side."""
    for row in range(len(ups)):
        now = np.int64(0)
        for s in range(4):
            now = _with(now, s, np.int64(ups[row, s]))
        found[row] = now


@kernel()
def _with(now: Int, suit: Int, mask: Int) -> Int:
    """A number with the cards of one suit more behind it."""
    rank = 1
    while mask:
        if mask & 1:
            now = (now << 6) | (suit * 13 + rank)
        mask >>= 1
        rank += 1
    return now


@kernel()
def _row_of(dealt: Array, looks: Array, j: Int, starts: Array, ups: Array, hands: Array, four: Array) -> Int:
    """Where a hand and the upcards are in the book of a showdown."""
    own, up = looks[j, SIZE], looks[j, OTHER_SIZE]
    place = _class_of(dealt, looks, j, 0, own, hands, looks[j, HAND]) - looks[j, TABLE]
    row = starts[place]
    if up == 0:
        return row
    for s in range(4):
        four[s] = 0
    for i in range(own + up):
        card = dealt[looks[j, SPOTS + i]]
        four[card & 3] |= np.int64(1) << ((card >> 2) + (32 if i < own else 0))
    for s in range(4):
        four[s] = (CODES[four[s] >> 32] << 13) | (four[s] & 8191)
    for i in range(1, 4):  # as the book has them: the own suits in descending order, then the upcards'
        for k in range(i, 0, -1):
            if four[k] <= four[k - 1]:
                break
            four[k], four[k - 1] = four[k - 1], four[k]
    wanted = np.int64(0)
    for s in range(4):
        wanted = _with(wanted, s, four[s] & 8191)
    while ups[row] != wanted:
        row += 1
    return row


@kernel()
def _state_of(
    dealt: Array, looks: Array, j: Int, group_of: Array, suit_of: Array, states: Array, slots: Array, row: Array
) -> Int:
    """Where the cards seen are among the states of their street."""
    wide = len(row)
    groups = wide // 4
    row[:] = 0
    for i in range(looks[j, SIZE]):
        card = dealt[looks[j, SPOTS + i]]
        row[suit_of[card & 3] * groups + group_of[i]] += np.int64(1) << (BITS * (card >> 2))
    in_order(row, groups, 4)
    last, first = looks[j, OTHER_SIZE] - 1, looks[j, OTHER_TABLE]
    place = np.int64(hash_of(row) & np.uint64(last))
    while True:
        state = np.int64(slots[first + place])
        same, begins = True, looks[j, TABLE] + state * wide
        for x in range(wide):
            if states[begins + x] != row[x]:
                same = False
                break
        if same:
            return state
        place = (place + 1) & last


@kernel()
def _say(
    dealt: Array, looks: Array, j: Int, tables: Array, starts: Array, ups: Array, ways: Array, group_of: Array,
    suit_of: Array, states: Array, street_slots: Array, options: Array, hands: Array, four: Array,
    row: Array,
) -> Int:  # fmt: skip
    """What there is to say of the cards dealt, as a number below the look's `MANY`."""
    kind, table, size = looks[j, KIND], looks[j, TABLE], looks[j, SIZE]
    if kind == BY_CLASS:
        return np.int64(tables[table + _class_of(dealt, looks, j, 0, size, hands, looks[j, HAND])])
    if kind == BY_CARDS:
        at = np.int64(0)
        for i in range(SPOTS, SPOTS + size):
            at = at * 52 + dealt[looks[j, i]]
        return np.int64(tables[table + at])
    if kind == COMPARED:
        mine = tables[table + _class_of(dealt, looks, j, 0, size, hands, looks[j, HAND])]
        other = _class_of(dealt, looks, j, size, looks[j, OTHER_SIZE], hands, looks[j, OTHER_HAND])
        yours = tables[looks[j, OTHER_TABLE] + other]
        return np.int64(yours >= mine) + np.int64(yours > mine)
    if kind == BY_HANDS:
        return np.int64(ways[_row_of(dealt, looks, j, starts, ups, hands, four)])
    found = _state_of(dealt, looks, j, group_of, suit_of, states, street_slots, row)
    return np.int64(options[looks[j, BEST] + found])


@kernel()
def play(
    key: Int, first: Int, lengths: Array, cards: Stream, deck: Array, order: Array, marked: bool, cut: Int,
    state: Array, dealt: Array, nodes: Array, looks: Array, slots: Array, rows: Array, leads: Array, tables: Array,
    book: tuple[Array, ...], streets: tuple[Array, ...], hands: Array, four: Array, row: Array, codes: Array,
) -> Int:  # fmt: skip
    """Plays stretches of rounds; says how many rounds, or `NEW`."""
    pieces, stream = cards[1], cards[2]
    starts, ups, ways = book
    group_of, suit_of, states, street_slots, options = streets
    size = deck.shape[0]
    stretch, i, number_, node = state[STRETCH_], state[ROUND], state[NUMBER], state[NODE]
    have, at, out, marks = state[HAVE], state[AT], state[OUT], state[MARKS]
    while stretch < len(lengths):
        if i == 0 and node < 0:
            begin(cards, key, first + stretch, CARDS)
            order[:size] = deck
            at, out = np.int64(0), np.int64(0)
        while i < lengths[stretch]:
            if node < 0:
                if is_low(stream, at):
                    at = refill(cards, at)
                if out >= cut:
                    out = np.int64(0)
                have, marks, node = np.int64(0), np.int64(0), np.int64(0)
                hands[:] = -1
            while nodes[node, CARDS_DEALT] >= 0:
                while have < nodes[node, CARDS_DEALT]:
                    if marked:
                        place, at, marks = mark_out(size, pieces, at, marks)
                        dealt[have] = deck[place]
                    else:
                        card, at, out = swap_out(order, size, pieces, at, out)
                        dealt[have] = card
                    have += 1
                said = np.int64(0)
                for j in range(nodes[node, FIRST_LOOK], nodes[node, LAST_LOOK]):
                    said = said * looks[j, MANY] + _say(
                        dealt, looks, j, tables, starts, ups, ways, group_of, suit_of, states, street_slots, options,
                        hands, four, row,
                    )  # fmt: skip
                known = slots[place_of(node, said, slots, rows)]
                if known < 0:
                    state[STRETCH_], state[ROUND], state[NUMBER], state[NODE] = stretch, i, number_, node
                    state[HAVE], state[AT], state[OUT], state[MARKS], state[SAID] = have, at, out, marks, said
                    return NEW
                node = np.int64(leads[known])
            codes[number_, 0] = 2 * (-1 - nodes[node, CARDS_DEALT])
            node = np.int64(-1)
            i += 1
            number_ += 1
        i = np.int64(0)
        stretch += 1
    return number_
