"""The shapes of a table's console and of what is asked there (docs/staff.md)."""

from typing import Annotated, Any, Literal

from pydantic import Field

from upcard.web.models.api import Asked, MeterInfo, Said
from upcard.web.models.staff import Chance, DriverInfo, Name, Secret, StaffAlert, StaffHit, Words
from upcard.web.models.tables import ResultInfo, RoundView, TurnInfo


class ConsoleRound(Said):
    """The round that is being played."""

    id: str
    number: int
    at: str
    hits_done: bool
    settled: bool
    reopened: bool
    """A wrong seat or hand was voided: the right press is still to come, and keeps the place (PRG-3)."""


class Posted(Said):
    """A wager's posted limits."""

    wager: str
    title: str
    side: bool
    min: int | None
    max: int | None


class Button(Said):
    """A hand's button."""

    outcome: str
    label: str
    percent: int
    meter: str


class Progressive(Said):
    """A wager that is bet on a sensor."""

    wager: str
    title: str
    min: int
    max: int | None
    buttons: list[Button]


class SeatButton(Said):
    """A hand's button of one seat: what it would be worth now, or why it can't be pressed."""

    wager: str
    title: str
    outcome: str
    label: str
    percent: int
    amount: int | None
    possible: bool
    why: str | None
    rule: str | None


class PayButton(Said):
    """A button of a fixed pay at one seat: what it would pay now, or why it can't be pressed."""

    wager: str
    title: str
    outcome: str
    label: str
    envy: bool
    """Whether the others are paid for this seat's hand."""
    amount: int | None
    """All that it would pay, in cents."""
    seats: list[int]
    """Who would be paid."""
    possible: bool
    why: str | None
    rule: str | None


class PaidByHand(Said):
    """A hand that was paid in fixed money in this round: whose, what, and to which seats."""

    seat: int
    wager: str
    title: str
    outcome: str
    label: str
    envy: bool
    amount: int
    """All of it, in cents."""
    seats: list[int]
    can: dict[str, Chance]


class Place(Said):
    """A seat as its dealer sees it."""

    seat: int
    player: str | None
    lit: dict[str, int]
    playing: dict[str, int]
    buttons: list[SeatButton]
    pays: list[PayButton]
    paid: int
    """What the seat was paid by hand in this round, in cents."""
    hits: list[str]


class DeclaredWager(Said):
    """A wager that START GAME of a scanned table names."""

    wager: str
    title: str
    side: bool
    fixed: int | None
    equals: str | None
    min: int
    max: int | None


class ScannedNeed(Said):
    """What a scanned round asks for: `cards`, the dealer's look (`peek`), or players' `moves`."""

    need: Literal["cards", "peek", "moves"]
    seat: int | None = None
    hand: int | None = None
    count: int | None = None
    may_be_unseen: bool | None = None
    turned_over: bool | None = None
    question: str | None = None
    rule: str | None = None
    turns: list[TurnInfo] | None = None


class ScannedFelt(Said):
    """A scanned round as everybody sees it, what it asks for, and what goes back when it is over."""

    step: int
    view: RoundView
    need: ScannedNeed | None
    results: list[ResultInfo]


class Console(Said):
    """A dealer's console."""

    seq: int
    id: str
    title: str
    game: str
    game_title: str
    kind: str
    seats: int
    link: str | None
    open: bool
    why_closed: str | None
    contact: bool
    rounds: int
    round: ConsoleRound | None
    posted: list[Posted]
    progressives: list[Progressive]
    places: list[Place]
    can: dict[str, Chance]
    hits: list[StaffHit]
    paid: list[PaidByHand]
    alerts: list[StaffAlert]
    meters: list[MeterInfo]
    driver: DriverInfo
    declares: list[DeclaredWager]
    felt: ScannedFelt | None


class Override(Asked):
    """Somebody with the right to it signs at another's console."""

    staff: Annotated[str, Field(min_length=1, max_length=40)]
    password: Secret
    do: Literal["verify", "void", "void-round", "take-back"]
    hit: Name | None = None
    table: Name | None = None
    seat: Annotated[int, Field(ge=1, le=20)] | None = None
    wager: Name | None = None
    hand: Name | None = None
    reason: Words | None = None


class Heartbeat(Asked):
    """A device is there."""

    simulated: bool = False


class HeartbeatAnswer(Said):
    """What a device should know."""

    table: str
    contact: bool
    open: bool
    round: str | None
    taken_over_by: str | None
    every: float
    """Seconds until the next heartbeat is expected."""


class PayoutQuestion(Asked):
    """A hand in the dealer's hand: its wagers, and the cards and moves so far."""

    wagers: Annotated[dict[str, Annotated[int, Field(ge=1, le=10**9, strict=True)]], Field(min_length=1, max_length=20)]
    answers: Annotated[list[list[Any]], Field(max_length=80, default_factory=list)]


class PayoutWager(Said):
    """A wager that lies on a seat before the deal."""

    wager: str
    title: str
    side: bool
    fixed: int | None
    equals: str | None


class PayoutOffer(Said):
    """What can lie on a seat."""

    wagers: list[PayoutWager]


class PayoutAnswer(Said):
    """What a hand needs next, how it lies, and what is settled."""

    need: dict[str, Any] | None
    view: dict[str, Any]
    lines: list[dict[str, Any]]
    staked: int
    returned: int
    wagers: list[PayoutWager]
