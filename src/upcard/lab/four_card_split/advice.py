"""Split, play or fold four cards against an upcard: both Antes and Plays, not the Blind (SPL-5 to SPL-7)."""

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, cast

import numpy as np

from upcard.cards.card import Cards, show
from upcard.lab.advice import Move, Rated, check_hand
from upcard.lab.four_card_split.geometry import geometry
from upcard.lab.four_card_split.kernels import PAIRS
from upcard.lab.four_card_split.play import Denominators, SplitTerms, terms_of
from upcard.lab.pricing import net
from upcard.rules.four_card_split import hands
from upcard.rules.game import Game

if TYPE_CHECKING:
    from upcard.rules.four_card_split.game import FourCardSplit

UNIT = "ante"
_ANTE = 100


def advise(game: Game, hand: Cards, up: int | None = None) -> tuple[Rated, ...]:
    """Every split with Play or fold of each hand; an instant winner must be claimed, and which is the choice."""
    check_hand(game, hand, 4, up, needs_up=True)
    assert up is not None
    split = cast("FourCardSplit", game)
    terms = terms_of(split)
    worth = part_values(split, terms, hand, up)
    fold = Fraction(terms.fold, terms.scale)
    winners = split.claimable(hand, _ANTE * terms.scale)
    if winners:
        antes = game.tables["ante"].pays
        return tuple(
            Rated(
                ("split", show(three), show(single)),
                net(antes[hands.instant_outcome(three) or ""]) + (worth[frozenset(single)] if move == "play" else fold),
                ((move, 2),),
            )
            for three in winners
            for single in [tuple(card for card in hand if card not in three)]
            for move in ("play", "fold")
        )
    choices = [Rated(("fold",), 2 * fold)]
    for one, two in hands.splits(hand):
        for first, second in product(("play", "fold"), repeat=2):
            ev = sum(
                (worth[frozenset(part)] if move == "play" else fold for part, move in ((one, first), (two, second)))
            )
            then: tuple[Move, ...] = ((first, 1), (second, 2))
            choices.append(Rated(("split", show(one), show(two)), Fraction(ev), then))
    return tuple(choices)


def part_values(game: "FourCardSplit", terms: SplitTerms, hand: Cards, up: int) -> dict[frozenset[int], Fraction]:
    """What playing each part of four cards is worth, in Antes, with its Play bet."""
    from upcard.lab.four_card_split import advice_kernels

    shape = geometry(game.deck, game.version)
    # The tables have the upcard in suit 0: its suit and suit 0 change names.
    renamed = {0: up & 3, up & 3: 0}
    held = [(card & ~3) | renamed.get(card & 3, card & 3) for card in hand]
    place = shape.upcards.tolist().index(up & ~3)
    found = advice_kernels.hand_values(
        terms.gains, shape.player, shape.dealer[place], shape.deck, np.int64(up & ~3), np.array(held, np.int64)
    )
    parts = Denominators.of(len(game.deck)).parts
    worth = {frozenset([card]): Fraction(int(found[j]), parts[0] * terms.scale) for j, card in enumerate(hand)}
    for j, (a, b) in enumerate(PAIRS.tolist()):
        worth[frozenset((hand[a], hand[b]))] = Fraction(int(found[4 + j]), parts[1] * terms.scale)
    for j in range(4):
        rest = frozenset(card for i, card in enumerate(hand) if i != j)
        worth[rest] = Fraction(int(found[10 + j]), parts[2] * terms.scale)
    return worth
