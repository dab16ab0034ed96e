"""Hands and names in words, for labels on the felt and for screen readers."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from upcard.cards.card import RANK_NAMES
from upcard.cards.poker import ladder, shape_of
from upcard.rules.needs import BOARD, DEALER

if TYPE_CHECKING:
    from upcard.rules.game import Game


def spaced(kebab: str) -> str:
    """A name from a pay table in plain words.

    >>> spaced("dealer-does-not-play"), spaced("total-27-30")
    ('dealer does not play', 'total 27–30')
    """
    return re.sub(r"(?<=\d)-(?=\d)", "–", kebab).replace("-", " ")


def dollars(cents: int, *, sign: bool = False, full: bool = False) -> str:
    """Cents in dollars, without empty cents unless in `full`; with `sign`, a plus before what was won.

    >>> dollars(1000), dollars(123456), dollars(-250), dollars(0)
    ('$10', '$1,234.56', '-$2.50', '$0')
    >>> dollars(8000, sign=True), dollars(0, sign=True), dollars(1200, full=True)
    ('+$80', '$0', '$12.00')
    """
    mark = "-" if cents < 0 else "+" if sign and cents > 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{mark}${whole:,}" + (f".{rest:02}" if rest or full else "")


def in_dollars(words: str, amounts: Iterable[int]) -> str:
    """A reason with {} for every amount, as people read it; programs are told the same in cents.

    >>> in_dollars("Bet of {} cents is under the table's minimum of {}", (37, 500))
    "Bet of $0.37 is under the table's minimum of $5"
    """
    return words.replace("{} cents", "{}").format(*(dollars(amount) for amount in amounts))


def place(seat: int) -> str:
    """Whose cards they are, at the beginning of a sentence."""
    return {DEALER: "The dealer", BOARD: "The board"}.get(seat, f"Seat {seat}")


def _plural(rank: int) -> str:
    name = RANK_NAMES[rank]
    return name + ("es" if name.endswith("x") else "s")


def poker_label(cards: Sequence[int]) -> str:
    """Three to five cards in words: ``pair of nines``, ``king high``, ``straight flush``."""
    strengths, categories = ladder(len(cards))
    category = categories[strengths[shape_of(cards)]]
    ranks = sorted(card >> 2 for card in cards)
    most = max(ranks, key=lambda r: (ranks.count(r), r))
    if category == "high-card":
        return f"{RANK_NAMES[most]} high"
    if category == "pair":
        return f"pair of {_plural(most)}"
    if category in {"three-of-a-kind", "four-of-a-kind"}:
        return f"{category.partition('-')[0]} {_plural(most)}"
    return spaced(category)


class MeterName(NamedTuple):
    """What a meter is called: by the bet that feeds it, and the hand that takes most of it where one does."""

    bet: str
    won_by: str = ""

    @property
    def title(self) -> str:
        """Both.

        >>> MeterName("Blazing 7s", "Three suited sevens").title, MeterName("Mystery jackpot").title
        ('Blazing 7s: Three suited sevens', 'Mystery jackpot')
        """
        return f"{self.bet}: {self.won_by}" if self.won_by else self.bet


def meter_title(games: "tuple[Game, ...]", meter: str) -> str:
    """What a meter is called, in a line."""
    return meter_name(games, meter).title


@lru_cache(maxsize=256)
def meter_name(games: "tuple[Game, ...]", meter: str) -> MeterName:
    """What a meter is for, in the words of the games that feed it: the wager and the hand that takes most of it."""
    best: tuple[int, MeterName] | None = None
    for game in games:
        for wager in game.wagers:
            for outcome, pay in game.table_of(wager.name).pays.items():
                if pay.percent and game.meter_of(wager.name, outcome) == meter and (not best or pay.percent > best[0]):
                    best = pay.percent, MeterName(wager.title, _capital(spaced(outcome)))
    return best[1] if best else MeterName(_capital(spaced(meter)))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
