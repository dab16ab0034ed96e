"""Where a round stands, for a script that does not mind in which order a hand's cards came."""

from collections import Counter
from collections.abc import Hashable, Mapping
from math import factorial, prod

from upcard.rounds.round import Round
from upcard.rules.events import CardsDealt, CardsShown, CardsTurned, RoundOpened
from upcard.rules.needs import UNKNOWN


def standing(played: Round, names: Mapping[int, str]) -> Hashable:
    """What has happened but for the cards, and each hand's cards in no order; `names` says what is seen in a card."""
    way: list[Hashable] = []
    for event in played.events:
        if isinstance(event, CardsDealt):
            way.append(("dealt", event.seat, event.hand, len(event.cards), event.seen_by))
        elif isinstance(event, CardsShown):
            way.append(("shown", event.seat, event.hand))
        elif isinstance(event, CardsTurned):
            way.append(("turned", event.seat, event.hand, event.places))
        elif not isinstance(event, RoundOpened):
            way.append(event)
    hands = [
        (hand.seat, hand.number, *sorted(
            (seen == "nobody", names.get(card, "")) for card, seen in zip(hand.cards, hand.seen, strict=True)
        ))
        for hand in played.table.hands()
    ]  # fmt: skip
    return (*way, *hands)


def orders(played: Round, names: Mapping[int, str]) -> int:
    """In how many orders about the cards that lie there can have come."""
    ways = 1
    for hand in played.table.hands():
        kinds = Counter(names[card] for card in hand.cards if card != UNKNOWN)
        together = prod(factorial(lot) for lot in hand.lots)
        ways *= max(1, factorial(kinds.total()) // prod(map(factorial, kinds.values())) // together)
    return ways
