"""The kernel of blackjack that stops at every decision. What the numbers mean stands in the engine (BJK).

A table of the game's work is a row of `place`: how many cards are dealt, the upcard's slot, the hole card, the dealer's
hand, how many hands there are, the one that is played, whether aces were split, the third card, the first two cards
together and one by one, the cell of the insurance, and whether insurance is being asked.
"""

import numpy as np

from upcard.lab.kernels import Array, Int, kernel
from upcard.lab.simulation.engines.blackjack_kernels import (
    BUST,
    DOUBLE,
    DOUBLE_LEAST,
    EVEN_MONEY,
    HIT,
    INSURE_LEAST,
    LIVE,
    NO_INSURANCE,
    SPLIT,
    SURRENDER,
)
from upcard.lab.simulation.steps.draw_kernels import draw
from upcard.lab.simulation.steps.step_kernels import legal

PLACES = 12
AT, UP, HOLE, HOUSE, MANY, NOW, ACES, THIRD, START, ONE, TWO, MONEY = range(PLACES)
_DOWN = 53
_DEALER, _OWN = 0, 2
_BET = 0
_LIVE = np.int64(LIVE)


@kernel(inline="always")
def take(i: Int, state: Array, order: Array, place: Array) -> Int:
    """The next card of a table's shoe."""
    card = draw(state[i], order[i], place[i, AT])
    place[i, AT] += 1
    return card


@kernel(inline="always")
def lay(i: Int, hand: Int, card: Int, cards: Array, size: Array) -> None:
    """A card on a hand."""
    cards[i, _OWN + hand, size[i, hand]] = card + 1
    size[i, hand] += 1


@kernel()
def deal(
    which: Array, felt: tuple[Array, ...], hands: tuple[Array, ...], dealer: tuple[Array, ...],
    policy: tuple[Array, ...], cells: tuple[Int, ...], answers: Array, moves: Array, template: Array,
    work: tuple[Array, ...],
) -> None:  # fmt: skip
    """Deals new rounds, up to the first decision; a round without one waits at its end."""
    state, order, cards, hand, stakes, mask, _, _ = felt
    slot, after, single, _, _, _ = hands
    offers = dealer[0]
    insure_legal, insure_ways = policy[2], policy[3]
    place, made, level, cell_of, size, asked = work
    for i in range(len(which)):
        if not which[i]:
            continue
        place[i, AT] = 0
        size[i] = 0
        stakes[i] = template
        for k in range(2):
            card = take(i, state, order, place)
            place[i, ONE + k] = card
            lay(i, 0, card, cards, size)
        start = np.int64(after[single[slot[place[i, ONE]]], slot[place[i, TWO]]])
        upcard = take(i, state, order, place)
        hole = take(i, state, order, place)
        cards[i, _DEALER, 0] = upcard + 1
        cards[i, _DEALER, 1] = _DOWN
        place[i, UP], place[i, HOLE] = upcard, hole
        place[i, HOUSE] = after[single[slot[upcard]], slot[hole]]
        place[i, MANY], place[i, NOW], place[i, ACES] = 1, 0, 0
        place[i, THIRD], place[i, START], place[i, MONEY] = -1, start, -1
        made[i, 0], level[i, 0], cell_of[i, 0] = start, 0, _LIVE
        asked[i] = offers[upcard] and insure_ways[start] > 0
        if asked[i]:
            hand[i] = 1
            for k in range(insure_ways[start]):
                answer = insure_legal[start, k]
                mask[i, answers[answer]] = 1
                if answer == 1 and answers[INSURE_LEAST] >= 0:
                    mask[i, answers[INSURE_LEAST]] = 1
        elif peek(i, felt, hands, dealer, policy, cells, moves, work):
            hand[i] = 0
            stakes[i] = 0.0
            mask[i, mask.shape[1] - 1] = 1


@kernel()
def peek(
    i: Int, felt: tuple[Array, ...], hands: tuple[Array, ...], dealer: tuple[Array, ...], policy: tuple[Array, ...],
    cells: tuple[Int, ...], moves: Array, work: tuple[Array, ...],
) -> Int:  # fmt: skip
    """The dealer looks at the hole card; says whether that ends the round."""
    cards = felt[2]
    natural = hands[4]
    _, peeks, _, _, against, insured = dealer
    place, _, _, cell_of, _, asked = work
    asked[i] = False
    start, hole = place[i, START], place[i, HOLE]
    if peeks[place[i, UP]] and natural[place[i, HOUSE]]:
        if place[i, MONEY] >= 0:
            place[i, MONEY] -= insured[hole]
        if cell_of[i, 0] == _LIVE:
            cell_of[i, 0] = against[start]
    elif cell_of[i, 0] == _LIVE:
        if natural[start]:
            cell_of[i, 0] = cells[0]
        else:
            return go_on(i, felt, hands, dealer, policy, moves, work)
    cards[i, _DEALER, 1] = hole + 1
    return True


@kernel()
def go_on(
    i: Int, felt: tuple[Array, ...], hands: tuple[Array, ...], dealer: tuple[Array, ...], policy: tuple[Array, ...],
    moves: Array, work: tuple[Array, ...],
) -> Int:  # fmt: skip
    """To the next hand that has a choice; where none is left the dealer plays. Says whether the round is over."""
    state, order, cards, hand, _, mask, _, _ = felt
    slot, after, _, total, _, _ = hands
    _, _, draws, meets, _, _ = dealer
    open_, ways = policy[0], policy[1]
    place, made, level, cell_of, _, _ = work
    while place[i, NOW] < place[i, MANY]:
        h = place[i, NOW]
        if cell_of[i, h] == _LIVE and level[i, h] == 0:
            many = place[i, MANY]
            case = 0 if many == 1 else 2 * many - 3 + place[i, ACES]
            n = ways[case, made[i, h]]
            if n > 0:
                hand[i] = h + 1
                for k in range(n):
                    move = open_[case, made[i, h], k]
                    mask[i, moves[move]] = 1
                    if move == DOUBLE and moves[DOUBLE_LEAST] >= 0:
                        mask[i, moves[DOUBLE_LEAST]] = 1
                return False
        place[i, NOW] += 1
    playing = False
    for h in range(place[i, MANY]):
        playing |= cell_of[i, h] == _LIVE
    house = place[i, HOUSE]
    cards[i, _DEALER, 1] = place[i, HOLE] + 1
    if playing:
        shown = 2
        while house >= 0 and draws[house]:
            card = take(i, state, order, place)
            cards[i, _DEALER, shown] = card + 1
            shown += 1
            house = np.int64(after[house, slot[card]])
        finish = BUST if house < 0 else np.int64(total[house])
        for h in range(place[i, MANY]):
            if cell_of[i, h] == _LIVE:
                cell_of[i, h] = meets[total[made[i, h]], finish] + level[i, h]
    return True


@kernel()
def move_on(
    i: Int, act: Int, felt: tuple[Array, ...], hands: tuple[Array, ...], cells: tuple[Int, ...], amounts: Array,
    work: tuple[Array, ...],
) -> None:  # fmt: skip
    """A move of the hand that is played."""
    state, order, cards, _, stakes, _, _, _ = felt
    slot, after, single, _, _, half = hands
    surrender, lose = cells[2], cells[3]
    place, made, level, cell_of, size, _ = work
    h = place[i, NOW]
    if act in (HIT, DOUBLE, DOUBLE_LEAST):
        card = take(i, state, order, place)
        if place[i, THIRD] < 0:
            place[i, THIRD] = card
        lay(i, h, card, cards, size)
        if act != HIT:
            level[i, h] = 1 if act == DOUBLE else 2
            stakes[i, h, _BET] = amounts[level[i, h]]
        then = np.int64(after[made[i, h], slot[card]])
        if then < 0:
            cell_of[i, h] = lose + level[i, h]
            stakes[i, h, _BET] = 0.0
        else:
            made[i, h] = then
        if then < 0 or act != HIT:
            place[i, NOW] += 1
    elif act == SPLIT:
        one = half[made[i, h]]
        place[i, ACES] = one == 0
        for j in range(place[i, MANY], h + 1, -1):
            made[i, j], level[i, j], cell_of[i, j] = made[i, j - 1], level[i, j - 1], cell_of[i, j - 1]
            size[i, j] = size[i, j - 1]
            cards[i, _OWN + j] = cards[i, _OWN + j - 1]
            stakes[i, j, _BET] = stakes[i, j - 1, _BET]
        place[i, MANY] += 1
        second = cards[i, _OWN + h, 1]
        cards[i, _OWN + h, 1] = 0
        cards[i, _OWN + h + 1] = 0
        cards[i, _OWN + h + 1, 0] = second
        for j in range(h, h + 2):
            card = take(i, state, order, place)
            if place[i, THIRD] < 0:
                place[i, THIRD] = card
            size[i, j] = 1
            lay(i, j, card, cards, size)
            made[i, j] = after[single[one], slot[card]]
            level[i, j], cell_of[i, j] = 0, _LIVE
            stakes[i, j, _BET] = amounts[0]
    elif act == SURRENDER:
        cell_of[i, h] = surrender
        stakes[i, h, _BET] = 0.0
        place[i, NOW] += 1
    else:  # it stands
        place[i, NOW] += 1


@kernel()
def step(
    actions: Array, felt: tuple[Array, ...], hands: tuple[Array, ...], dealer: tuple[Array, ...],
    policy: tuple[Array, ...], cells: tuple[Int, ...], side_cells: tuple[Array, ...], codes: Array, replies: Array,
    moves: Array, amounts: Array, has: Array, work: tuple[Array, ...], gain: Array,
) -> None:  # fmt: skip
    """Makes a move at every table, up to the next decision or the end of the round."""
    _, _, _, hand, _, mask, gains, over = felt
    even_money, insurance = cells[1], cells[4]
    place, _, _, cell_of, _, asked = work
    for i in range(len(actions)):
        action = legal(mask, i, actions[i])
        mask[i] = 0
        done = hand[i] == 0
        if done:
            pass
        elif asked[i]:
            answer = replies[action]
            if answer == EVEN_MONEY:
                cell_of[i, 0] = even_money
            elif answer != NO_INSURANCE:
                place[i, MONEY] = insurance + 2 * (answer == INSURE_LEAST) + 1
            done = peek(i, felt, hands, dealer, policy, cells, moves, work)
        else:
            act = codes[action]
            move_on(i, act, felt, hands, cells, amounts, work)
            done = go_on(i, felt, hands, dealer, policy, moves, work)
        if done:
            gains[i] = settled(i, hands, cells, side_cells, has, work, gain)
            over[i] = True


@kernel()
def settled(
    i: Int, hands: tuple[Array, ...], cells: tuple[Int, ...], side_cells: tuple[Array, ...], has: Array,
    work: tuple[Array, ...], gain: Array,
) -> Int:  # fmt: skip
    """What all wagers of a round have brought."""
    slot, after = hands[0], hands[1]
    poker, spread, blazing = cells[5], cells[6], cells[7]
    suited, between, sevens, seven_of = side_cells
    place, _, _, cell_of, _, _ = work
    won = np.int64(0)
    for h in range(place[i, MANY]):
        won += gain[cell_of[i, h]]
    if place[i, MONEY] >= 0:
        won += gain[place[i, MONEY]]
    a, b, upcard, third = place[i, ONE], place[i, TWO], place[i, UP], place[i, THIRD]
    if has[0, 0]:
        won += gain[poker + suited[(a * 52 + b) * 52 + upcard]]
    if has[0, 1]:
        won += gain[spread + between[((a >> 2) * 13 + (b >> 2)) * 13 + (upcard >> 2)]]
    if has[0, 2]:
        last, busts = np.int64(5), np.int64(0)
        if third >= 0:
            last = seven_of[third]
            busts = np.int64(after[place[i, START], slot[third]] < 0)
        won += gain[blazing + sevens[seven_of[a], seven_of[b], last, busts]]
    return won
