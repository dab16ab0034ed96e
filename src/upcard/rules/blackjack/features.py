"""What a blackjack player looks at: the total, whether it is soft, a pair, the upcard (BJK-1, BJK-3, BJK-8)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from upcard.cards.card import CARDS, RANKS, SUITS
from upcard.rules.blackjack import hands
from upcard.rules.features import NOT_THERE, Feature, HandSight, NoSuchValue, flag

if TYPE_CHECKING:
    from upcard.rules.blackjack.game import Blackjack
    from upcard.rules.game import Game


def _points(card: int) -> int:
    """What one card is worth alone: an ace 11 (BJK-1)."""
    return hands.total((card,))[0]


def _read(text: str) -> int:
    mark = "T" if text in {"10", "J", "Q", "K"} else text.upper()
    if len(mark) != 1 or mark not in RANKS:
        raise NoSuchValue(f"{text!r} is no card's value; values are 2 to 9, T and A")
    return _points(len(SUITS) * RANKS.index(mark))


def _show(value: int) -> str:
    marks = {_points(len(SUITS) * place): mark for place, mark in reversed(list(enumerate(RANKS)))}
    return marks.get(value, "none")


def _pair(_: "Game", sight: HandSight) -> int:
    two = len(sight.hand) == 2 and hands.may_split(*sight.hand)
    return _points(sight.hand[0]) if two else NOT_THERE


def _can_bust(_: "Game", sight: HandSight) -> bool:
    return any(hands.busts((*sight.hand, card)) for card in CARDS)


def _dealer_would_draw(game: "Game", sight: HandSight) -> bool:
    total, soft = hands.total(sight.hand)
    return hands.dealer_draws(total, soft, cast("Blackjack", game).rules.hits_soft_17)


FEATURES = (
    Feature("total", "the best total of the hand", lambda _, s: hands.total(s.hand)[0]),
    flag("soft", "an ace counts as 11", lambda _, s: hands.total(s.hand)[1]),
    Feature("pair", "the value of two cards that can be split", _pair, _read, _show),
    Feature("upcard", "the value of the dealer's upcard", lambda _, s: _points(s.up[0]), _read, _show),
    Feature("cards", "how many cards the hand has", lambda _, s: len(s.hand), every_card=True),
    flag("split", "the hand was made by a split", lambda _, s: bool(s.others)),
    flag("can-bust", "one more card can bust the hand", _can_bust),
    flag("dealer-would-draw", "a dealer would draw to this hand", _dealer_would_draw),
    flag("blackjack", "the hand is a blackjack", lambda _, s: not s.others and hands.is_blackjack(s.hand)),
)

MOVES: Mapping[str, str] = {
    "hit": "H",
    "stand": "S",
    "double": "D",
    "split": "P",
    "surrender": "R",
    "insurance": "I",
    "no-insurance": "N",
    "even-money": "E",
}
"""Every move, with the letter that stands for it in a chart."""
