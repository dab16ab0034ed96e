"""Blazing 7s: linear in its meter, with or without the third card that a dealer's blackjack keeps away (B7S).

The player with two 7s takes a third card: hitting, doubling and splitting all deal one, and standing or surrendering
would give away a chance at the meter. So the third card comes unless the dealer's blackjack ends the hand (B7S-6), or
always, for the house that wants to know the difference (`third-card=always`).
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from upcard.cards.card import CARDS
from upcard.lab.analysis import ProgressiveAnalysis
from upcard.lab.blackjack.sidebets import PAIRS, codes, count, weights
from upcard.lab.blackjack.tables import CARD_OF, slot_of
from upcard.lab.kernels import Array
from upcard.lab.pricing import net, rows
from upcard.rules.awards import DOLLAR
from upcard.rules.blackjack import hands as atoms
from upcard.rules.blackjack.game import INFINITE, Blackjack

WAGER = "blazing-sevens"


def with_third(first_two: Sequence[int], third: int) -> str:
    """The outcome where the third card comes."""
    return atoms.blazing_sevens(first_two, third, atoms.busts([*first_two, third]))


def without_third(first_two: Sequence[int], _: int) -> str:
    """The outcome where the dealer's blackjack keeps the third card away."""
    return atoms.blazing_sevens(first_two, None, False)


def sevens_counts(
    deck: Mapping[int, int], names: Sequence[str], *, infinite: bool, always: bool
) -> tuple[dict[str, int], int]:
    """Deals by outcome, and all deals: two cards, a third, and where it matters the dealer's two cards in order."""
    weight, of = weights(deck, infinite=infinite)
    taken = codes("sevens-with-third", with_third, names)
    if always:
        return count(taken, weight, names), of
    stopped = codes("sevens-without-third", without_third, names)
    blackjacks, dealers = _dealer_blackjacks(deck, infinite=infinite)
    goes_on, ends = count(taken, weight * (dealers - blackjacks), names), count(stopped, weight * blackjacks, names)
    return {name: goes_on[name] + ends[name] for name in names}, of * dealers


def _dealer_blackjacks(deck: Mapping[int, int], *, infinite: bool) -> tuple[Array, int]:
    """[two cards, one card] dealer's two cards, in order, that end the round at the peek; and all of them."""
    slots = np.array([slot_of(card) for card in CARDS])
    n = np.array([deck.get(card, 0) for card in CARDS], np.int64)
    gone = 0 if infinite else 1
    held = [slots[PAIRS[0]][:, None], slots[PAIRS[1]][:, None], slots[None, :]]

    def left(slot: int) -> Array:
        return np.asarray(int(n[slots == slot].sum()) - gone * sum((cards == slot).astype(np.int64) for cards in held))

    found = np.zeros((len(PAIRS[0]), len(CARDS)), np.int64)
    for up, card in enumerate(CARD_OF):
        for hole, other in enumerate(CARD_OF):
            if atoms.peeks(card) and atoms.is_blackjack((card, other)):
                found += left(up) * left(hole)
    cards = int(n.sum())
    return found, (cards - 3 * gone) * (cards - 4 * gone)


def analyse(game: Blackjack) -> ProgressiveAnalysis:
    """The wager under a table's rules and pay table, in dollars for its fixed stake."""
    table = game.table_of(WAGER)
    stake = game.fixed_stake(game.wager(WAGER)) or DOLLAR
    always = game.house["third-card"] == "always"
    counts, of = sevens_counts(
        game.deck_counts, tuple(table.pays), infinite=game.house["decks"] == INFINITE, always=always
    )
    dollars = {name: net(pay, stake) * stake / DOLLAR for name, pay in table.pays.items()}
    per_dollar: defaultdict[str, Fraction] = defaultdict(Fraction)
    emptied: defaultdict[str, Fraction] = defaultdict(Fraction)
    for name, pay in table.pays.items():
        if pay.percent:
            meter = game.meter_of(WAGER, name)
            per_dollar[meter] += Fraction(counts[name] * pay.percent, of * 100)
            emptied[meter] += Fraction(counts[name] * (pay.percent == 100), of)
    note = "a player with two 7s takes a third card"
    if not always:
        note += " unless the dealer's blackjack ends the hand"
    return ProgressiveAnalysis(
        rows(counts, of, table, dollars),
        Fraction(stake, DOLLAR),
        dict(per_dollar),
        note=f"{note}; sd is for a meter at zero",
        emptied=dict(emptied),
    )
