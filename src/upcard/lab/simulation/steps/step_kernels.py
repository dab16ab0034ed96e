"""Kernels of rounds that stop at a decision: Three Card Poker and 3 Card Blitz, and what all share."""

import numpy as np

from upcard.lab.kernels import Array, Int, kernel
from upcard.lab.simulation.engines import three_card_blitz_kernels as blitz
from upcard.lab.simulation.engines import three_card_poker_kernels as poker
from upcard.lab.simulation.steps.draw_kernels import draw

_DOWN = 53
_DEALER, _OWN = 0, 2
_SIX, _STRENGTH, _CLASS, _RANKS, _ENVY = poker.SIX, poker.STRENGTH, poker.CLASS, poker.RANKS, poker.ENVY
_TOTAL, _LENGTH, _BLITZES, _ROYAL, _FOLDED = blitz.TOTAL, blitz.LENGTH, blitz.BLITZES, blitz.ROYAL, blitz.FOLDED
_six_cards = poker.six_cards


@kernel(inline="always")
def legal(mask: Array, i: Int, action: Int) -> Int:
    """The action, or the first that is allowed."""
    if 0 <= action < mask.shape[1] and mask[i, action]:
        return action
    first = 0
    while not mask[i, first]:
        first += 1
    return first


@kernel()
def deal(which: Array, felt: tuple[Array, ...], dealt: Array, size: Int, template: Array, play: Int, fold: Int) -> None:
    """The player's cards, then the dealer's, face down; one decision."""
    state, order, cards, hand, stakes, mask, _, _ = felt
    for i in range(len(which)):
        if not which[i]:
            continue
        for k in range(2 * size):
            card = draw(state[i], order[i], k)
            dealt[i, k] = card
            if k < size:
                cards[i, _OWN, k] = card + 1
                cards[i, _DEALER, k] = _DOWN
        hand[i] = 1
        stakes[i] = template
        mask[i, play] = 1
        mask[i, fold] = 1


@kernel()
def step_poker(
    actions: Array, fold: Int, felt: tuple[Array, ...], dealt: Array, kinds: Array, facts: Array, meets: Array,
    folded: Int, sizes: tuple[Int, Int], made: Array, six: Array, suited: Array, bits: Array,
) -> None:  # fmt: skip
    """Three Card Poker: folded, or against the dealer's hand; the engine's code of it."""
    _, _, _, _, _, mask, codes, over = felt
    classes, sixes = sizes
    hands = np.zeros((2, 3), np.int64)
    for i in range(len(actions)):
        for k in range(3):
            hands[0, k], hands[1, k] = dealt[i, k], dealt[i, 3 + k]
        kind = kinds[(hands[0, 0] * 52 + hands[0, 1]) * 52 + hands[0, 2]]
        house = kinds[(hands[1, 0] * 52 + hands[1, 1]) * 52 + hands[1, 2]]
        of_six = np.int64(0)
        if made[0, _SIX]:
            of_six = _six_cards(hands, 0, 1, facts[kind, _RANKS], facts[house, _RANKS], six, suited, bits)
        met = np.int64(meets[facts[kind, _STRENGTH], facts[house, _STRENGTH]])
        if legal(mask, i, actions[i]) == fold:
            met = np.int64(folded)
        codes[i] = ((met * classes + facts[kind, _CLASS]) * sixes + of_six) * _ENVY
        over[i] = True


@kernel()
def step_blitz(
    actions: Array, fold: Int, felt: tuple[Array, ...], dealt: Array, suits: Array, rows: tuple[Array, ...],
    sizes: tuple[Int, Int],
) -> None:  # fmt: skip
    """3 Card Blitz: folded, or against the dealer's total; the engine's code of it."""
    _, _, _, _, _, mask, codes, over = felt
    meets, class_of, flush = rows
    classes, flushes = sizes
    masks = np.zeros((2, 4), np.int64)
    for i in range(len(actions)):
        masks[:] = 0
        for k in range(14):
            card = np.int64(dealt[i, k])
            masks[k // 7, card & 3] |= np.int64(1) << (card >> 2)
        total, longest, tops, royal, five = np.int64(0), np.int64(0), np.int64(0), np.int64(0), np.int64(0)
        house = np.int64(0)
        for suit in range(4):
            held = np.int64(suits[masks[0, suit]])
            total = max(total, held >> _TOTAL)
            longest = max(longest, (held >> _LENGTH) & 15)
            tops += (held >> _BLITZES) & 1
            royal |= ((held >> _ROYAL) & 1) << suit
            five |= held & 1
            house = max(house, np.int64(suits[masks[1, suit]]) >> _TOTAL)
        met = np.int64(meets[total, house])
        if legal(mask, i, actions[i]) == fold:
            met = np.int64(_FOLDED)
        codes[i] = (met * classes + class_of[total, tops, royal, five]) * flushes + flush[longest]
        over[i] = True
