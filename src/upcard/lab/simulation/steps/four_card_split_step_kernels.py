"""The kernel of 4 Card Split that stops at every decision. What the numbers mean stands in the engine (SPL).

Which cards lie in the first hand is a number of four bits, one for each card as it was dealt.
"""

import numpy as np

from upcard.lab.kernels import Array, Int, kernel
from upcard.lab.simulation.engines.four_card_split_kernels import PARTS, place_of, sort_by
from upcard.lab.simulation.steps.draw_kernels import draw
from upcard.lab.simulation.steps.step_kernels import legal

_DOWN = 53
_DEALER, _OWN = 0, 2
_WAYS = 7
_THREES = 3


@kernel()
def deal(
    which: Array, felt: tuple[Array, ...], shapes: tuple[Array, ...], claims: Array, split_at: Array, fold: Int,
    template: Array, work: tuple[Array, ...],
) -> None:  # fmt: skip
    """Deals new rounds; the player lays his four cards out first."""
    state, order, cards, hand, stakes, mask, _, _ = felt
    choose, renamed, shape_of, rename_of = shapes
    dealt, phase, _, _, sizes, _ = work
    named, four = np.zeros((1, 4), np.int64), np.zeros((1, 4), np.int64)
    for i in range(len(which)):
        if not which[i]:
            continue
        for k in range(8):
            card = draw(state[i], order[i], k)
            dealt[i, k] = card
            if k < 4:
                cards[i, _OWN, k] = card + 1
                named[0, k] = card
                four[0, k] = k
            else:
                cards[i, _DEALER, k - 4] = card + 1 if k == 4 else _DOWN
        # `four` has the places of the cards, in the order in which the engine numbers the ways to split them.
        sort_by(named, four, 0)
        place = place_of(named, 0, choose)
        allowed = np.int64(claims[0, shape_of[place]])
        for k in range(4):
            named[0, k] = renamed[rename_of[place], named[0, k]]
        sort_by(named, four, 0)
        for way in range(_WAYS):
            if allowed and (way < _THREES or not (allowed >> (way - _THREES)) & 1):
                continue
            bits = 0
            for k in range(2 if way < _THREES else 3):
                bits |= 1 << four[0, PARTS[way, k]]
            mask[i, split_at[bits]] = 1
        if not allowed:
            mask[i, fold] = 1
        hand[i] = 1
        phase[i] = 0
        sizes[i] = 0
        stakes[i] = template


@kernel()
def step(
    actions: Array, bits_of: Array, play: Int, fold: Int, felt: tuple[Array, ...], facts: tuple[Array, ...],
    ends: Int, folded: Int, blinds: Int, play_units: Array, columns: Array, work: tuple[Array, ...],
) -> None:  # fmt: skip
    """Lays cards out, or plays or folds a hand; the round ends with the last hand."""
    _, _, cards, hand, stakes, mask, codes, over = felt
    strengths, _, _, _, instant_of = facts
    dealt, phase, after, hands, sizes, end_of = work
    for i in range(len(actions)):
        action = legal(mask, i, actions[i])
        mask[i] = 0
        if phase[i] == 0:
            if action == fold:
                sizes[i] = 0
                end_of[i, 0], end_of[i, 1] = folded, folded
            else:
                bits = bits_of[action]
                cards[i, _OWN] = 0
                for k in range(4):
                    h = 0 if bits >> k & 1 else 1
                    hands[i, h, sizes[i, h]] = dealt[i, k]
                    cards[i, _OWN + h, sizes[i, h]] = dealt[i, k] + 1
                    sizes[i, h] += 1
                for h in range(2):
                    if sizes[i, h] == 3:
                        won = instant_of[strengths[hands[i, h, 0], hands[i, h, 1], hands[i, h, 2]]]
                        if won >= 0:
                            end_of[i, h] = won
                            sizes[i, h] = 0
                            stakes[i, h, columns[h]] = 0.0
            after[i] = 0
        else:
            h = phase[i] - 1
            if action == fold:
                end_of[i, h] = folded
                sizes[i, h] = 0
                stakes[i, h, columns[h]] = 0.0
            else:
                stakes[i, h, columns[2 + h]] = play_units[h]
            after[i] = phase[i]
        h = after[i]
        while h < 2 and sizes[i, h] == 0:
            h += 1
        if h < 2:
            phase[i] = h + 1
            hand[i] = h + 1
            mask[i, play] = 1
            mask[i, fold] = 1
        else:
            codes[i] = settled(i, felt, facts, ends, blinds, work)
            over[i] = True


@kernel()
def settled(
    i: Int, felt: tuple[Array, ...], facts: tuple[Array, ...], ends: Int, blinds: Int, work: tuple[Array, ...]
) -> Int:
    """Draws what is missing of the hands that are played, and turns the dealer's over: the engine's code of it."""
    state, order = felt[0], felt[1]
    strengths, dealer_of, blind, meets, _ = facts
    dealt, _, _, hands, sizes, end_of = work
    out = 8
    for h in range(2):
        if sizes[i, h] > 0:
            while sizes[i, h] < 3:
                hands[i, h, sizes[i, h]] = draw(state[i], order[i], out)
                sizes[i, h] += 1
                out += 1
    up = dealt[i, 4]
    suit, rank = up & 3, up >> 2
    x, y, z = dealt[i, 5], dealt[i, 6], dealt[i, 7]
    x ^= suit if x & 3 in (0, suit) else 0
    y ^= suit if y & 3 in (0, suit) else 0
    z ^= suit if z & 3 in (0, suit) else 0
    house = dealer_of[rank, x, y, z]
    a, b, c, d = dealt[i, 0], dealt[i, 1], dealt[i, 2], dealt[i, 3]
    one_suit = np.int64(a & 3 == b & 3 and b & 3 == c & 3 and c & 3 == d & 3)
    for h in range(2):
        if sizes[i, h] == 3:
            end_of[i, h] = meets[strengths[hands[i, h, 0], hands[i, h, 1], hands[i, h, 2]], house]
    return (end_of[i, 0] * ends + end_of[i, 1]) * blinds + blind[one_suit, a >> 2, b >> 2, c >> 2, d >> 2]
