"""What happens at a table, from the bet to END GAME."""

from collections.abc import Iterable
from typing import ClassVar, TypeAlias

import msgspec

from upcard.floor.facts.fact import Fact, Secret, register


@register
class Seated(Fact, frozen=True):
    """A player took a seat."""

    kind: ClassVar[str] = "seated"
    table: str
    seat: int
    player: str


@register
class Left(Fact, frozen=True):
    """A player left a seat."""

    kind: ClassVar[str] = "left"
    table: str
    seat: int
    player: str


@register
class BetPlaced(Fact, frozen=True):
    """What lies on a virtual table's seat for the next round, and the overage that went back (B7S-22)."""

    kind: ClassVar[str] = "bet"
    table: str
    seat: int
    wagers: dict[str, int]
    returned: dict[str, int]


@register
class SensorRead(Fact, frozen=True):
    """What a live table's sensor took; no cents: it is dark."""

    kind: ClassVar[str] = "sensor"
    table: str
    seat: int
    wager: str
    cents: int
    returned: int


@register
class ChipReturned(Fact, frozen=True):
    """A chip on a dark sensor went back; it never was in the books (B7S-22)."""

    kind: ClassVar[str] = "chip-returned"
    table: str
    round: str
    seat: int
    amount: int


@register
class GameStarted(Fact, frozen=True):
    """START GAME (B7S-10)."""

    kind: ClassVar[str] = "started"
    table: str
    round: str
    stakes: dict[str, dict[str, int]]
    """By seat and wager, in cents."""
    players: dict[str, str]
    contributions: dict[str, int]
    """What each meter took, in millionths of a cent."""
    digest: str
    software: str

    def by_seat(self) -> dict[int, dict[str, int]]:
        """The stakes by the seat's number."""
        return {int(seat): dict(wagers) for seat, wagers in self.stakes.items()}

    def seated(self) -> dict[int, str]:
        """The players by the seat's number."""
        return {int(seat): who for seat, who in self.players.items()}


class ToldDeal(msgspec.Struct, frozen=True, array_like=True, tag="deal"):
    """Cards that were dealt: which, where a scanner read them; of a virtual table's shoe only how many."""

    cards: int | list[int]


class ToldAct(msgspec.Struct, frozen=True, array_like=True, tag="act"):
    """A player's move."""

    seat: int
    hand: int
    move: str
    value: int | list[list[int]] | None


class ToldPeek(msgspec.Struct, frozen=True, array_like=True, tag="peek"):
    """What the dealer's look at the hole card came to."""

    answer: bool


class ToldShow(msgspec.Struct, frozen=True, array_like=True, tag="show"):
    """Cards that lay there unread and were turned over."""

    cards: list[int]


ToldAnswer: TypeAlias = ToldDeal | ToldAct | ToldPeek | ToldShow
"""What a round was told."""


def from_shoe(answers: Iterable[ToldAnswer]) -> int:
    """How many cards of a virtual table's shoe were dealt with these answers."""
    return sum(told.cards for told in answers if isinstance(told, ToldDeal) and isinstance(told.cards, int))


@register
class RoundAnswered(Fact, frozen=True):
    """What a round was told, in order: cards (of a virtual round, how many), moves, looks at the hole card."""

    kind: ClassVar[str] = "answered"
    table: str
    answers: list[ToldAnswer]
    dealt: int | msgspec.UnsetType = msgspec.UNSET
    """How far a virtual table's shoe is dealt now."""


class SettledLine(msgspec.Struct, frozen=True, array_like=True):
    """A wager as it was settled."""

    seat: int
    hand: int
    wager: str
    stake: int
    outcome: str
    pays: str
    returned: int
    rule: str


class HeldClaim(msgspec.Struct, frozen=True, array_like=True):
    """A hand that the cards hold, and that claims a part of a meter."""

    seat: int
    wager: str
    outcome: str


@register
class RoundSettled(Fact, frozen=True):
    """A round that was dealt or scanned is settled."""

    kind: ClassVar[str] = "settled"
    table: str
    round: str
    lines: list[SettledLine]
    claims: list[HeldClaim]


class PaidLine(msgspec.Struct, frozen=True, array_like=True):
    """What a seat was paid by hand."""

    seat: int
    wager: str
    outcome: str
    stake: int
    amount: int
    """Within the aggregate limit (PRG-9)."""
    of: int
    """The seat whose hand it is: another's, for envy (TCP-12)."""


@register
class HandPaid(Fact, frozen=True):
    """A live table paid a hand in fixed money."""

    kind: ClassVar[str] = "hand-paid"
    table: str
    round: str
    seat: int
    wager: str
    outcome: str
    pays: list[PaidLine]
    """All that was paid by hand in the round, this one with it."""


@register
class PayTakenBack(Fact, frozen=True):
    """A pay that was pressed by mistake was taken back."""

    kind: ClassVar[str] = "pay-taken-back"
    table: str
    round: str
    seat: int
    wager: str
    outcome: str
    reason: str
    pays: list[PaidLine]
    """What is left."""


@register
class HitsDone(Fact, frozen=True):
    """HITS DONE: no more hits come in."""

    kind: ClassVar[str] = "hits-done"
    table: str


@register
class GameEnded(Fact, frozen=True):
    """END GAME, or a round that was voided: its record (REG-28)."""

    kind: ClassVar[str] = "ended"
    table: str
    round: str
    status: str
    """`ended` or `voided`."""
    reason: str | None
    started: int
    """The entry of its START GAME."""
    game: str
    digest: str
    pays: dict[str, str]
    software: str
    players: dict[str, str]
    seats: list[int]
    contributions: dict[str, int]
    batch: str | None


@register
class ShoeCommitted(Fact, frozen=True):
    """A shoe was shuffled, and its order is bound."""

    kind: ClassVar[str] = "shoe"
    table: str
    shoe: str
    root: str
    sealed: Secret
    size: int
    cut: int


@register
class ShoeRetired(Fact, frozen=True):
    """A shoe is done with: its whole order is open."""

    kind: ClassVar[str] = "shoe-retired"
    table: str
    shoe: str
    order: list[int]
    seed: str


class CardOpened(msgspec.Struct, frozen=True, array_like=True):
    """One card of a shoe, opened."""

    place: int
    card: int
    salt: str


@register
class CardsOpened(Fact, frozen=True):
    """The cards of a round that somebody saw, for whoever checks the deal."""

    kind: ClassVar[str] = "cards-opened"
    table: str
    shoe: str
    first: int
    cards: list[CardOpened]
    proof: list[str]


@register
class TrayFilled(Fact, frozen=True):
    """Chips came from the cage into a table's tray, or went back (below zero)."""

    kind: ClassVar[str] = "tray-filled"
    table: str
    amount: int


@register
class ContactChanged(Fact, frozen=True):
    """A table lost its controller, or has it again (REG-17)."""

    kind: ClassVar[str] = "contact"
    table: str
    up: bool
    reason: str
