"""Second methods, slow and plain: they enumerate, call the atoms for every deal, and share nothing with the solvers."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np

from upcard.lab.pricing import bonus, net
from upcard.rules.four_card_split import hands as split
from upcard.rules.four_card_split.game import FourCardSplit
from upcard.rules.three_card_blitz import hands as blitz
from upcard.rules.three_card_blitz.game import ThreeCardBlitz
from upcard.rules.three_card_blitz.points import blitz_hand, blitz_total
from upcard.rules.three_card_poker import ThreeCardPoker
from upcard.rules.three_card_poker import hands as tcp

Cards = Sequence[int]


def without(deck: Cards, *gone: int) -> list[int]:
    return [card for card in deck if card not in gone]


# Three Card Poker


def three_card_play(game: ThreeCardPoker, hand: Cards) -> Fraction:
    """What a Play bet makes of Ante, Play and Ante Bonus, against each of the dealer's hands in turn."""
    ante, play, extra = (game.table_of(wager).pays for wager in ("ante", "play", "ante-bonus"))
    player = tcp.strength(tuple(hand))
    total, n = Fraction(0), 0
    for dealt in combinations(without(game.deck, *hand), 3):
        dealer = tcp.strength(dealt)
        total += net(ante[tcp.ante_outcome(player, dealer)]) + net(play[tcp.play_outcome(player, dealer)])
        n += 1
    return total / n + bonus(extra[tcp.ante_bonus_outcome(hand)])


# 3 Card Blitz


def blitz_meets(deck: Cards, hand: Cards) -> tuple[int, int, int]:
    """The dealer's hands that a hand beats, ties with and loses to, one by one."""
    own = blitz_total(hand)
    said = [blitz.compare(own, blitz_total(dealt)) for dealt in combinations(without(deck, *hand), 7)]
    return said.count("win"), said.count("tie"), said.count("lose")


def blitz_play(game: ThreeCardBlitz, hand: Cards, met: tuple[int, int, int]) -> Fraction:
    """What playing makes of Ante, Blind and Play."""
    ante, play, blind = (game.table_of(wager).pays for wager in ("ante", "play", "blind"))
    total = Fraction(0)
    for outcome, n in zip(("win", "tie", "lose"), met, strict=True):
        row = blitz.blind_win(blitz_hand(hand)) if outcome == "win" else outcome
        total += n * (net(ante[outcome]) + net(play[outcome]) + net(blind[row]))
    return total / sum(met)


# 4 Card Split


class SplitHand:
    """Four cards against an upcard, every dealer's hand and every draw gone through."""

    def __init__(self, game: FourCardSplit, hand: Cards, up: int) -> None:
        self.game, self.hand = game, tuple(hand)
        self.free = without(game.deck, *hand, up)
        self.dealers = {dealt: split.dealer_hand(up, dealt, game.version) for dealt in combinations(self.free, 3)}
        self.gain = cache(self._gain)

    def _gain(self, cards: tuple[int, ...], dealer: int) -> Fraction:
        ante, play = self.game.tables["ante"].pays, self.game.tables["play"].pays
        return net(ante[split.ante_outcome(cards, dealer)]) + net(
            play[split.play_outcome(cards, dealer, self.game.version)]
        )

    def value(self, part: tuple[int, ...]) -> Fraction:
        """What playing a part is worth: all draws to three cards against all hands of the dealer that are left."""
        if len(part) == 1:
            return self._one(part[0])
        total, n = Fraction(0), 0
        for drawn in combinations(self.free, 3 - len(part)):
            cards = (*part, *drawn)
            for dealt, dealer in self.dealers.items():
                if not set(drawn) & set(dealt):
                    total += self.gain(cards, dealer)
                    n += 1
        return total / n

    def _one(self, card: int) -> Fraction:
        """The same for one card, fifteen million cases, with the draws side by side."""
        draws = list(combinations(self.free, 2))
        first, second = np.array(draws).T
        by_dealer = {
            dealer: np.array([int(self.gain((card, *drawn), dealer)) for drawn in draws])
            for dealer in set(self.dealers.values())
        }
        total = 0
        for dealt, dealer in self.dealers.items():
            open_ = ~(np.isin(first, dealt) | np.isin(second, dealt))
            total += int(by_dealer[dealer][open_].sum())
        left = len(self.free)
        return Fraction(total, comb(left, 2) * comb(left - 2, 3))
