"""A card: an id from 0 to 51, and its text form.

The id is ``4 * rank + suit``; ranks run from 0 (deuce) to 12 (ace), suits are clubs, diamonds, hearts, spades.
A shoe of several decks holds the same id several times: two aces of spades are equal, as they are on the felt.
"""

from collections.abc import Iterable, Sequence

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_SHAPES = "♣♦♥♠"
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
RANK_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
CARDS = tuple(range(52))

ACE = RANKS.index("A")
KING = RANKS.index("K")
QUEEN = RANKS.index("Q")
JACK = RANKS.index("J")
TEN = RANKS.index("T")
SEVEN = RANKS.index("7")
MINI_ROYAL = frozenset((QUEEN, KING, ACE))
"""The ranks of the best three cards, if they are of one suit (TCP-11, SPL-14, BLZ-3)."""

Card = int
Cards = tuple[int, ...]

_SUIT_OF_TEXT = {mark: suit for marks in (SUITS, SUIT_SHAPES, "♧♢♡♤") for suit, mark in enumerate(marks)}
_TEXT = tuple(r + s for r in RANKS for s in SUITS)


class CardError(ValueError):
    """A text that names no card, or a card that is there twice."""


def rank(card: Card) -> int:
    """0 for a deuce … 12 for an ace."""
    return card >> 2


def suit(card: Card) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3


def text(card: Card) -> str:
    """The short form: ``As``, ``Td``, ``9h``."""
    return _TEXT[card]


def name(card: Card) -> str:
    """The spoken form, for screen readers: ``ace of spades``."""
    return f"{RANK_NAMES[rank(card)]} of {SUIT_NAMES[suit(card)]}"


def show(cards: Iterable[Card]) -> str:
    """Several cards in the short form, with a space between: ``As Td 9h``."""
    return " ".join(_TEXT[card] for card in cards)


def parse_card(token: str) -> Card:
    """Reads one card: ``As``, ``10d`` or ``A♠``; ranks and suit letters in either case."""
    plain = token.replace("\N{VARIATION SELECTOR-16}", "").replace("\N{VARIATION SELECTOR-15}", "")
    rank_text, suit_text = plain[:-1].upper(), plain[-1:].lower()
    rank_text = "T" if rank_text == "10" else rank_text
    suit_of_card = _SUIT_OF_TEXT.get(suit_text)
    if len(rank_text) != 1 or rank_text not in RANKS or suit_of_card is None:
        raise CardError(
            f"{token!r} is not a card; write a rank (2-9, T or 10, J, Q, K, A) and a suit (c, d, h, s), "
            "as in 'As' or '10d'"
        )
    return 4 * RANKS.index(rank_text) + suit_of_card


def parse_cards(line: str) -> Cards:
    """Reads cards with spaces or commas between them; the same card may stand there more than once (shoes)."""
    return tuple(parse_card(token) for token in line.replace(",", " ").split())


def distinct(cards: Sequence[Card]) -> Sequence[Card]:
    """The cards again, or a `CardError` that names the first card found twice: for games of one deck."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise CardError(f"{text(card)} is there twice; one deck has it once")
        seen.add(card)
    return cards
