"""What a player can see in a hand, in the words of its game: total, pair, upcard, "Q-6-4 or better".

A game names its features through its own atoms. A strategy that is written down (see `upcard.lab.strategies`) asks
for them and compares whole numbers; what is a higher hand, or a better upcard, only the game knows.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from upcard.cards.card import RANKS, Card, Cards, rank

if TYPE_CHECKING:
    from upcard.rules.game import Game

NOT_THERE = 0
"""What a feature is where a hand has nothing of the kind: no pair, no third card yet."""


@dataclass(frozen=True, slots=True)
class HandSight:
    """What a player knows when he decides: the hand, the seat's other hands, open cards of dealer and board."""

    hand: Cards
    up: Cards = ()
    others: tuple[Cards, ...] = ()
    board: Cards = ()


class NoSuchValue(ValueError):
    """A text that is no value of a feature."""


def whole(text: str) -> int:
    """A whole number as it is written."""
    if not text.isdecimal() or len(text) > 6:
        raise NoSuchValue(f"{text!r} is no whole number")
    return int(text)


def yes_or_no(text: str) -> int:
    """Yes or no."""
    if text not in {"yes", "no"}:
        raise NoSuchValue(f"{text!r} is neither yes nor no")
    return int(text == "yes")


@dataclass(frozen=True, slots=True)
class Feature:
    """One thing that can be said of a hand, as a whole number: more is better, higher or longer."""

    name: str
    help: str
    of: Callable[["Game", HandSight], int]
    read: Callable[[str], int] = whole
    """The number that a text stands for: ``T``, ``Q-6-4``, ``pair``."""
    show: Callable[[int], str] = str
    """A number as a person writes it."""
    flag: bool = False
    """Whether it is one that holds or doesn't."""
    every_card: bool = False
    """Whether it tells hands apart by more than what decides the next card: by how many cards there are."""


Laying: TypeAlias = Callable[[Sequence[tuple[Cards, ...]]], int]
"""Chooses one of the ways to lay out a hand's cards, by its place."""


def rank_place(card: Card) -> int:
    """A rank as a whole number from 2 to 14, the ace highest; 0 is left for "none"."""
    return rank(card) + 2


def read_rank(text: str) -> int:
    """A rank as it stands on the card: ``9``, ``T`` or ``10``, ``A``.

    >>> read_rank("T"), read_rank("A")
    (10, 14)
    """
    mark = "T" if text == "10" else text.upper()
    if len(mark) != 1 or mark not in RANKS:
        raise NoSuchValue(f"{text!r} is no rank; ranks are {' '.join(RANKS)}")
    return RANKS.index(mark) + 2


def show_rank(place: int) -> str:
    """A rank as it stands on the card."""
    return RANKS[place - 2] if 2 <= place <= len(RANKS) + 1 else "none"


def flag(name: str, help_: str, of: Callable[["Game", HandSight], bool]) -> Feature:
    """A feature that holds or doesn't."""

    def number(game: "Game", sight: HandSight) -> int:
        return int(of(game, sight))

    return Feature(name, help_, number, yes_or_no, lambda value: "yes" if value else "no", flag=True)


def strength(
    name: str, help_: str, of: Callable[[Cards], int], ladder: Mapping[tuple[tuple[int, ...], bool], int],
    categories: Sequence[str], size: int,
) -> Feature:  # fmt: skip
    """A poker strength, written by its ranks ("Q-6-4") or by the lowest hand of a category ("pair").

    It counts from 1, so that 0 is a hand of another size.
    """
    by_strength = {place: shape for shape, place in ladder.items()}

    def read(text: str) -> int:
        if text in categories:
            return categories.index(text) + 1
        ranks = tuple(sorted(read_rank(mark) - 2 for mark in text.split("-")))
        found = ladder.get((ranks, False)) if len(ranks) == size else None
        if found is None:
            raise NoSuchValue(f"{text!r} is no hand; write {size} ranks, as in Q-6-4, or {', '.join(set(categories))}")
        return found + 1

    def show(value: int) -> str:
        if value < 1 or value > len(categories):
            return "none"
        ranks, suited = by_strength[value - 1]
        if suited or categories[value - 1] != categories[0]:
            lowest = categories.index(categories[value - 1]) == value - 1
            return categories[value - 1] if lowest or suited else "-".join(RANKS[r] for r in reversed(ranks))
        return "-".join(RANKS[r] for r in reversed(ranks))

    def number(_: "Game", sight: HandSight) -> int:
        return of(sight.hand) + 1 if len(sight.hand) == size else NOT_THERE

    return Feature(name, help_, number, read, show)
