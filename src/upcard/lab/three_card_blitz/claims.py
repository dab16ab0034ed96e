"""A Double Blitz also takes every Royal Blitz that it holds (BLZ-14): claims of one hand come together."""

from collections import Counter
from fractions import Fraction

from upcard.lab.simulation.jackpots.chances import Claims
from upcard.lab.three_card_blitz.states import summaries
from upcard.rules.game import Game
from upcard.rules.three_card_blitz import hands


def claims(game: Game, wager: str) -> dict[Claims, Fraction]:
    """What the hands of one bettor claim together, each with its chance."""
    table, meters = game.table_of(wager), game.outcomes_of(wager).meters
    found, every = Counter[Claims](), summaries(game.deck)
    for hand, ways in every.items():
        row, also = hands.progressive_outcome(hand)
        held = tuple((meters[one], table[one].percent, one) for one in (row, *also) if table[one].percent)
        if held:
            found[held] += ways
    of = sum(every.values())
    return {held: Fraction(ways, of) for held, ways in found.items()}
