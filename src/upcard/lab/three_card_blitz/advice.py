"""Play or fold seven cards: Ante, Blind and Play together (BLZ-6, BLZ-8, BLZ-9)."""

from fractions import Fraction
from math import comb

from upcard.cards.card import Cards
from upcard.lab.advice import Rated, check_hand
from upcard.lab.three_card_blitz.solver import Prices, prices
from upcard.lab.three_card_blitz.states import HAND, SuitStates, masks_of, states
from upcard.rules.game import Game
from upcard.rules.three_card_blitz import hands
from upcard.rules.three_card_blitz.points import blitz_hand

UNIT = "ante"


def advise(game: Game, hand: Cards, up: int | None = None) -> tuple[Rated, ...]:
    """What playing and folding are worth."""
    check_hand(game, hand, HAND, up, needs_up=False)
    play, fold = worth(states(game.deck), prices(game), hand)
    return Rated(("play",), play), Rated(("fold",), fold)


def worth(s: SuitStates, paid: Prices, hand: Cards) -> tuple[Fraction, Fraction]:
    """What playing and folding a hand are worth."""
    won, tie, lose, fold = paid
    wins, ties, loses = meets(s, hand)
    play = won[hands.blind_win(blitz_hand(hand))] * wins + tie * ties + lose * loses
    return play / (wins + ties + loses), fold


def meets(s: SuitStates, hand: Cards) -> tuple[int, int, int]:
    """How many of the dealer's hands a hand beats, ties with and loses to."""
    from upcard.lab.three_card_blitz import kernels

    held = [int(s.of_mask[mask]) for mask in masks_of(hand)]
    total = int(s.totals[held].max())
    wins = int(kernels.dealer_within(s.left, *held, int(s.under[total])))
    upto = int(kernels.dealer_within(s.left, *held, int(s.upto[total])))
    return wins, upto - wins, comb(s.cards - HAND, HAND) - upto
