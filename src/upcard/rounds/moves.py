"""What a move carries, as it is written: cents, or the cards of each hand. The one place that writes and reads it.

Cards of a hand are text in records, commands and knowledge (``"As Ah"``), a list of single cards where a page lays them
(``["As", "Ah"]``), and numbers in the ledger. All three are read.
"""

from upcard.cards.card import CARDS, CardError, Cards, parse_card, parse_cards, text
from upcard.rules.needs import MoveValue


class ValueFault(ValueError):
    """What nobody can read as the value of a move."""


def value_as_text(value: MoveValue) -> int | list[str] | None:
    """For records: the cards of a hand in one text."""
    return [" ".join(map(text, part)) for part in value] if isinstance(value, tuple) else value


def value_as_cards(value: MoveValue) -> int | list[list[str]] | None:
    """For pages: every card by itself."""
    return [[text(card) for card in part] for part in value] if isinstance(value, tuple) else value


def value_as_numbers(value: MoveValue) -> int | list[list[int]] | None:
    """For the ledger."""
    return [list(part) for part in value] if isinstance(value, tuple) else value


def read_value(written: object) -> MoveValue:
    """What a move carries, in any of the three forms; `ValueFault` for anything else."""
    if written is None or type(written) is int:
        return written
    if not isinstance(written, list):
        raise ValueFault(f"{written!r} is no amount in cents and no list of hands")
    return tuple(_hand(part) for part in written)


def _hand(part: object) -> Cards:
    try:
        if isinstance(part, str):
            return parse_cards(part)
        if isinstance(part, list):
            return tuple(_card(card) for card in part)
    except CardError as error:
        raise ValueFault(str(error)) from None
    raise ValueFault(f"{part!r} are not the cards of a hand")


def _card(card: object) -> int:
    if type(card) is int and card in CARDS:  # a round trusts the cards that it is given
        return card
    if isinstance(card, str):
        return parse_card(card)
    raise ValueFault(f"{card!r} is no card")
