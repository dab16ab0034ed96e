"""Play or fold three cards: Ante, Play and Ante Bonus together (TCP-4, TCP-6, TCP-7)."""

from fractions import Fraction

from upcard.cards.card import Cards
from upcard.lab.advice import Rated, check_hand
from upcard.lab.pricing import bonus, net
from upcard.lab.tables import suit_orders
from upcard.lab.three_card_poker.counts import Deals, deals
from upcard.lab.three_card_poker.solver import bonus_codes, meet
from upcard.rules.game import Game

UNIT = "ante"


def advise(game: Game, hand: Cards, up: int | None = None) -> tuple[Rated, ...]:
    """What playing and folding are worth."""
    check_hand(game, hand, 3, up, needs_up=False)
    dealt = deals(game.deck)
    kind = kind_of(dealt, hand)
    met = meet(game, dealt, kind)
    ante, play, extra = (game.table_of(wager).pays for wager in ("ante", "play", "ante-bonus"))
    won = sum(
        ((net(ante[a]) + net(play[p])) * int(n) for (a, p), n in zip(met.outcomes, met.counts[0], strict=True)),
        Fraction(0),
    )
    given = bonus(list(extra.values())[int(bonus_codes(game, dealt, "ante-bonus")[kind])])
    return Rated(("play",), won / dealt.dealer_hands + given), Rated(("fold",), net(ante["fold"]))


def kind_of(dealt: Deals, hand: Cards) -> int:
    """The kind of a hand among those dealt."""
    held = tuple(sorted(hand))
    if held not in dealt.places:
        held = min(tuple(sorted(order[card] for card in hand)) for order in suit_orders())
    return dealt.places[held]
