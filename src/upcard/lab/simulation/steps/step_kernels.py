"""Kernels of rounds that stop at a decision: Three Card Poker and 3 Card Blitz, and what all share."""

import numpy as np

from upcard.lab.kernels import Array, Int, kernel
from upcard.lab.simulation.engines import three_card_blitz_kernels as blitz
from upcard.lab.simulation.engines import three_card_poker_kernels as poker
from upcard.lab.simulation.stream_kernels import draw

_DOWN = 53
_DEALER, _OWN = 0, 2
_SIX = poker.SIX
_settle_poker, _settle_blitz, _six_cards = poker.settle, blitz.settle, poker.six_cards
_MOST = 16


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
    actions: Array, fold: Int, felt: tuple[Array, ...], dealt: Array, kinds: Array, facts: Array, main_of: Array,
    main_cells: Array, made: Array, at: Array, takes: Int, six: Array, suited: Array, bits: Array,
    stake: Array, gain: Array, claim: Array, seen: Array,
) -> None:  # fmt: skip
    """Three Card Poker: folded, or against the dealer's hand."""
    _, _, _, _, _, mask, gains, over = felt
    hands = np.zeros((2, 3), np.int64)
    for i in range(len(actions)):
        for k in range(3):
            hands[0, k], hands[1, k] = dealt[i, k], dealt[i, 3 + k]
        kind = kinds[(hands[0, 0] * 52 + hands[0, 1]) * 52 + hands[0, 2]]
        house = kinds[(hands[1, 0] * 52 + hands[1, 1]) * 52 + hands[1, 2]]
        six_cell = np.int64(-1)
        if made[0, _SIX]:
            six_cell = _six_cards(hands, 0, 1, facts[kind, 5], facts[house, 5], six, suited, bits)
        folded = legal(mask, i, actions[i]) == fold
        _, _, _, won, _ = _settle_poker(
            0, 1, kind, facts[house, 0], folded, 0, six_cell, facts, main_of, main_cells, made, at, takes,
            stake, gain, claim, seen,
        )  # fmt: skip
        gains[i] = won
        over[i] = True


@kernel()
def step_blitz(
    actions: Array, fold: Int, felt: tuple[Array, ...], dealt: Array, suits: tuple[Array, ...],
    rows: tuple[Array, ...], made: Array, at: Array, stake: Array, gain: Array, claim: Array, has_sides: Array,
    seen: Array,
) -> None:  # fmt: skip
    """3 Card Blitz: folded, or against the dealer's total."""
    _, _, _, _, _, mask, gains, over = felt
    totals, sizes, blitzes, royals, fives = suits
    meets, blind, flush, bonus = rows
    masks = np.zeros((2, 4), np.int64)
    for i in range(len(actions)):
        masks[:] = 0
        for k in range(14):
            card = np.int64(dealt[i, k])
            masks[k // 7, card & 3] |= np.int64(1) << (card >> 2)
        total, longest, tops, royal, five = np.int64(0), np.int64(0), np.int64(0), np.int64(0), np.int64(0)
        house = np.int64(0)
        for suit in range(4):
            own = masks[0, suit]
            total = max(total, np.int64(totals[own]))
            longest = max(longest, np.int64(sizes[own]))
            tops += blitzes[own]
            royal |= np.int64(royals[own]) << suit
            five |= fives[own]
            house = max(house, np.int64(totals[masks[1, suit]]))
        folded = legal(mask, i, actions[i]) == fold
        _, _, _, won, _ = _settle_blitz(
            0, 1, folded, meets[total, house], total, longest, tops, royal, five, blind, flush, bonus, made, at,
            has_sides, stake, gain, claim, seen,
        )  # fmt: skip
        gains[i] = won
        over[i] = True
