"""What a blackjack hand is worth, and what each wager on it came to: the atoms of BJK and B7S.

Pure functions over card ids. The round calls them one hand at a time; the lab fills its arrays by calling them. No pay
stands here: an outcome is a name, and the pay table says what the name pays.
"""

from collections.abc import Iterable, Sequence
from typing import Final, Literal

from upcard.cards.card import SEVEN, Card, rank, suit
from upcard.cards.poker import three_card_category
from upcard.rules.blackjack.points import blackjack_total, blackjack_value

BetOutcome = Literal["blackjack", "win", "push", "lose"]
DoubleSetting = Literal["any", "9-11", "10-11", "none"]

BLACKJACK: Final = 21
"""The total nobody may pass (BJK-1)."""

_PAIR: Final = 2
_DEALER_STANDS: Final = 17
_DOUBLES: Final[dict[str, range | None]] = {"any": None, "9-11": range(9, 12), "10-11": range(10, 12), "none": range(0)}
_SPREADS: Final = {1: "one-card-spread", 2: "two-card-spread", 3: "three-card-spread"}
_RED: Final = frozenset({1, 2})
"""Diamonds and hearts, in the order c d h s."""


def value(card: Card) -> int:
    """Points of one card, 1 to 10: courts count 10, the ace 1 here and 11 where `total` can afford it (BJK-1)."""
    return blackjack_value(card)


def total(cards: Iterable[Card]) -> tuple[int, bool]:
    """The best total and whether it is soft, that is, counts an ace as 11 (BJK-1)."""
    return blackjack_total(cards)


def is_blackjack(cards: Sequence[Card]) -> bool:
    """21 in two cards (BJK-4). A hand made by a split is none (BJK-8): whoever holds the hand knows that."""
    return len(cards) == _PAIR and total(cards)[0] == BLACKJACK


def busts(cards: Iterable[Card]) -> bool:
    """Over 21 (BJK-1)."""
    return total(cards)[0] > BLACKJACK


def in_words(cards: Sequence[Card]) -> str:
    """A total as the dealer calls it: ``soft 17``, ``hard 16``, ``21``, ``bust``."""
    points, soft = total(cards)
    if points >= BLACKJACK:
        return "bust" if points > BLACKJACK else f"{points}"
    return f"{'soft' if soft else 'hard'} {points}"


def peeks(upcard: Card) -> bool:
    """The dealer checks for blackjack under an ace or a ten-value (BJK-6)."""
    return value(upcard) in {1, 10}


def offers_insurance(upcard: Card) -> bool:
    """Insurance is offered on an ace (BJK-7)."""
    return value(upcard) == 1


def most_insurance(bet: int) -> int:
    """Insurance is up to half the bet, in cents (BJK-7)."""
    return bet // 2


def insurance(hole: Card) -> Literal["win", "lose"]:
    """Insurance wins when the hole card is a ten-value (BJK-7)."""
    return "win" if value(hole) == 10 else "lose"


def stands_by_itself(hand_total: int) -> bool:
    """21 asks for nothing more (BJK-12)."""
    return hand_total == BLACKJACK


def dealer_draws(dealer_total: int, soft: bool, hits_soft_17: bool) -> bool:
    """The dealer hits 16 or less and stands on 17 or more; soft 17 by house rule (BJK-3)."""
    if dealer_total == _DEALER_STANDS and soft:
        return hits_soft_17
    return dealer_total < _DEALER_STANDS


def outcome(
    player_total: int, dealer_total: int, *, player_blackjack: bool = False, dealer_blackjack: bool = False
) -> BetOutcome:
    """What the bet came to (BJK-1, 4, 5, 13): a player's bust loses first, then blackjacks speak, then totals."""
    if player_total > BLACKJACK:
        return "lose"
    if player_blackjack or dealer_blackjack:
        if player_blackjack and dealer_blackjack:
            return "push"
        return "blackjack" if player_blackjack else "lose"
    if dealer_total > BLACKJACK or player_total > dealer_total:
        return "win"
    return "push" if player_total == dealer_total else "lose"


def may_split(first: Card, second: Card) -> bool:
    """Two cards of identical value may be split; K-10 too (BJK-8)."""
    return value(first) == value(second)


def gets_one_card_after_split(card: Card) -> bool:
    """Split aces get one card each (BJK-8) and are not doubled (BJK-9)."""
    return value(card) == 1


def may_split_again(card: Card, hands: int, max_hands: int, resplit_aces: bool) -> bool:
    """Whether a split hand that pairs again may be split: up to `max_hands`, aces only by house rule (BJK-8)."""
    return hands < max_hands and (resplit_aces or not gets_one_card_after_split(card))


def may_double(hand_total: int, soft: bool, setting: DoubleSetting) -> bool:
    """Whether two cards of this total may be doubled (BJK-9); 21 never (BJK-12). A restriction means hard totals."""
    if hand_total == BLACKJACK:
        return False
    allowed = _DOUBLES[setting]
    return allowed is None or (not soft and hand_total in allowed)


def in_between(cards: Sequence[Card], upcard: Card) -> str:
    """Outcome of In Between: ranks 2 low to ace high, ten and courts apart (BJK-30, BJK-31)."""
    low, high = sorted(rank(card) for card in cards)
    if low == high == rank(upcard):
        return "triple-match"
    if low < rank(upcard) < high:
        return _SPREADS.get(high - low - 1, "other-spread")
    return "outside"


def twenty_one_plus_three(cards: Sequence[Card], upcard: Card) -> str:
    """Outcome of 21+3: the player's first two cards and the upcard as a three-card poker hand (BJK-20, BJK-21)."""
    category = three_card_category((*cards, upcard))
    return category if category in {"straight-flush", "three-of-a-kind", "straight", "flush"} else "other"


def blazing_sevens(first_two: Sequence[Card], third: Card | None, third_busts: bool) -> str:
    """Outcome of Blazing 7s (B7S-3 to B7S-8). `third` is None where no third card came; a bust card counts as none."""
    sevens = [card for card in first_two if rank(card) == SEVEN]
    if len(sevens) == _PAIR and third is not None and not third_busts and rank(third) == SEVEN:
        suits = {suit(card) for card in (*first_two, third)}
        if len(suits) == 1:
            return "three-suited-sevens"
        if suits <= _RED or not suits & _RED:
            return "three-same-colour-sevens"
        return "three-sevens"
    return {_PAIR: "two-sevens", 1: "one-seven"}.get(len(sevens), "other")
