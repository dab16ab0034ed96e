"""What happened in a round, in the past tense: frozen, in order, and the only record."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from upcard.cards.card import Cards
from upcard.rules.awards import Claim
from upcard.rules.needs import MoveValue, SeenBy


@dataclass(frozen=True, slots=True)
class Line:
    """One wager settled: what stood on it, what became of it, what goes back."""

    seat: int
    hand: int
    wager: str
    stake: int
    outcome: str
    pays: str
    returned: int
    """Cents that go back, the stake included where it is returned; what a meter pays is not in it."""
    rule: str
    claims: tuple[Claim, ...] = ()
    """What it is entitled to from meters."""


@dataclass(frozen=True, slots=True)
class RoundOpened:
    """Bets are closed; the round begins."""

    game: str
    digest: str
    """Of the rules in force: house settings and pay tables."""
    software: str
    bets: Mapping[int, Mapping[str, int]]
    players: Mapping[int, str] = field(default_factory=dict)
    """Who sits where, for those who hold more than one seat."""


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """Cards went to a hand."""

    seat: int
    hand: int
    cards: Cards
    seen_by: SeenBy


@dataclass(frozen=True, slots=True)
class Acted:
    """A player decided."""

    seat: int
    hand: int
    move: str
    value: MoveValue = None


@dataclass(frozen=True, slots=True)
class StakePlaced:
    """A player put more money on the felt during the round."""

    seat: int
    hand: int
    wager: str
    amount: int


@dataclass(frozen=True, slots=True)
class HandsLaid:
    """A seat's cards now lie in these hands (a split)."""

    seat: int
    hands: tuple[Cards, ...]
    face_up: bool
    """Whether everybody sees them."""


@dataclass(frozen=True, slots=True)
class Peeked:
    """The dealer looked at the hole card."""

    question: str
    answer: bool


@dataclass(frozen=True, slots=True)
class CardsShown:
    """A hand's cards were turned face up for everybody."""

    seat: int
    hand: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class CardsTurned:
    """Single cards of a hand were turned face up for everybody."""

    seat: int
    hand: int
    places: tuple[int, ...]
    """Where in the hand they lie, counted from 0."""
    cards: Cards


@dataclass(frozen=True, slots=True)
class WagerSettled:
    """A wager was paid, pushed or taken."""

    line: Line


@dataclass(frozen=True, slots=True)
class PayLimited:
    """The aggregate limit cut a pay (B7S-21, PRG-9): the line as it stands now."""

    line: Line


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """Every wager is settled."""


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """A misdeal: every stake goes back (GEN-4)."""

    reason: str
    refunds: Mapping[int, int] = field(default_factory=dict)
    """Cents for each seat."""


Event: TypeAlias = (
    RoundOpened
    | CardsDealt
    | Acted
    | StakePlaced
    | HandsLaid
    | Peeked
    | CardsShown
    | CardsTurned
    | WagerSettled
    | PayLimited
    | RoundEnded
    | RoundVoided
)
