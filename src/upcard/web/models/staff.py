"""The shapes of the staff's part of the API (docs/api.md, Staff)."""

from typing import Annotated, Any, Literal

from pydantic import Field

from upcard.web.models.api import Asked, HitInfo, MeterInfo, Said
from upcard.web.models.tables import ResultInfo, RoundView, TurnInfo

Name = Annotated[str, Field(min_length=1, max_length=100)]
Words = Annotated[str, Field(min_length=1, max_length=500)]
Secret = Annotated[str, Field(min_length=1, max_length=200)]


class Chance(Said):
    """Whether something can be done now, and why not."""

    possible: bool
    why: str | None
    rule: str | None


class StaffHit(HitInfo):
    """A hit with its stamps and signatures."""

    seq: int
    round: str
    wager: str
    batch: str
    batch_closed: bool
    shared: bool
    new_base: int
    pressed_by: str
    verified_by: str | None
    confirmed_by: str | None
    card: str | None
    card_holder: str | None
    paid_by: str | None
    voided_by: str | None
    reason: str | None
    late: str | None
    """Why it was entered after its round had ended, if it was."""
    stake: int
    patron: str | None
    resolved_at: str | None
    can: dict[str, Chance]


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


class StaffAlert(Said):
    """An open alert."""

    id: str
    kind: str
    where: str
    what: str
    at: str


class DriverInfo(Said):
    """Who drives a table."""

    device: bool
    simulated: bool
    taken_over_by: str | None


class DeclaredWager(Said):
    """A wager that START GAME of a scanned table is told of."""

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


class FloorTable(Said):
    """A table at a glance."""

    id: str
    title: str
    game: str
    game_title: str
    house: dict[str, int | str | None]
    """Its settings, as the ledger has them."""
    pays: dict[str, Any]
    kind: str
    state: str
    why_closed: str | None
    contact: bool
    round: int | None
    rounds: int
    seats: int
    lit: int
    alerts: int
    hits: int
    link: str | None
    tray: str
    """What the table's tray stands at, and what it means."""
    driver: DriverInfo
    can: dict[str, Chance]


class StaffTables(Said):
    """The tables, for whoever looks for theirs."""

    tables: list[FloorTable]


class MeterParameters(Said):
    """REG-3. Amounts in cents, rates in parts per million."""

    base: int
    reset: int
    increment: int
    hidden: int
    limit: int | None
    implausible: int | None
    round_up_to: int
    top_up: bool


class FloorMeter(Said):
    """A meter with everything that is kept about it (REG-3, REG-4)."""

    name: str
    title: str
    amount: int
    exact: str
    pending: bool
    parameters: MeterParameters
    increment_text: str
    hidden_text: str
    in_: Annotated[str, Field(alias="in")]
    hits: int
    wins: int
    overflow: str
    reserve: str


class FloorLink(Said):
    """A link with its meters and its open hits in the order of payment."""

    id: str
    title: str
    order: str
    tables: list[str]
    meters: list[FloorMeter]
    hits: list[StaffHit]
    reopened: list[str]
    """Rounds whose hits were opened again for the right press (PRG-3)."""
    rules: str


class FloorProposal(Said):
    """A change that waits for a second person, or for END GAME."""

    id: str
    what: str
    change: dict[str, Any]
    text: str
    """The change in words."""
    by: str
    at: str
    approved_by: str | None
    scheduled: bool
    """Approved: it takes effect by itself at the next moment when no round of it is open."""
    waits: str | None
    """What a scheduled one waits for."""
    can: dict[str, Chance]


class CardInfo(Said):
    """A staff card."""

    id: str
    blocked: bool
    fails: int
    count: int


class Person(Said):
    """Somebody who works here."""

    id: str
    name: str
    role: str
    department: str
    active: bool
    locked: bool
    cards: list[CardInfo]


class HouseProfile(Said):
    """What the house says of itself on paper."""

    name: str
    zone: str
    jurisdiction: str
    tax_notes: list[dict[str, str]]


class StaffFloor(Said):
    """The floor for its staff."""

    seq: int
    tables: list[FloorTable]
    links: list[FloorLink]
    alerts: list[StaffAlert]
    proposals: list[FloorProposal]
    staff: list[Person]
    people: dict[str, str]
    house: HouseProfile


class Acknowledged(StaffAlert):
    """An alert that somebody took note of."""

    acknowledged_by: str
    acknowledged_at: str
    note: str


class AcknowledgedList(Said):
    """Alerts that were acknowledged, newest first."""

    alerts: list[Acknowledged]


class HitHistory(Said):
    """Hits, newest first."""

    hits: list[StaffHit]


class HitStep(Said):
    """One state of a hit: when, by whom, under which number."""

    state: str
    at: str
    local: str
    by: str
    seq: int


class Slip(Said):
    """What a hand-pay slip says."""

    hit: StaffHit
    steps: list[HitStep]
    table_title: str
    wager_title: str
    people: dict[str, str]
    printed_at: str
    house: str
    void: bool
    """Voided: it is no win, and nothing is to be signed."""
    casino: str
    jurisdiction: str
    zone: str
    won_at: str
    """In the house's own time, like every `local`."""
    printed_local: str
    stake: int
    patron: str | None
    late: str | None
    tax_note: str | None
    signs: list[str]
    """Who signs on paper."""


class Choice(Said):
    """A setting of the house, as a form offers it."""

    name: str
    meaning: str
    default: int | str | None
    values: list[int | str]
    low: int
    high: int | None
    cents: bool


class ChoiceOfPays(Said):
    """Pay tables of which one is chosen."""

    table: str
    names: list[str]


class MeterTemplate(Said):
    """What a meter begins with. Cents, and parts per million."""

    meter: str
    title: str
    base: int
    reset: int
    increment: int
    hidden: int
    round_up_to: int
    top_up: bool


class ProgressiveTemplate(Said):
    """The settings under which a game feeds meters, and those meters."""

    house: dict[str, int | str]
    meters: list[MeterTemplate]


class GameTemplate(Said):
    """What a new table or link of a game begins with."""

    game: str
    title: str
    seats: int
    max_seats: int
    settings: list[Choice]
    pays: list[ChoiceOfPays]
    progressive: ProgressiveTemplate | None


class Templates(Said):
    """Every game that a table can have."""

    games: list[GameTemplate]


class EndedRound(Said):
    """A round after END GAME for which a late hit may be entered."""

    round: str
    at: str | None
    """When it ended; None where the ledger was not read so far back."""
    dealer: str | None


class EndedRounds(Said):
    """A table's last rounds, newest first."""

    rounds: list[EndedRound]


class LateButton(Said):
    """A hand that may be entered late, or why not."""

    seat: int
    wager: str
    title: str
    outcome: str
    label: str
    percent: int
    possible: bool
    why: str | None
    rule: str | None


class LateHands(Said):
    """What may be entered late for a round (PRG-3)."""

    hands: list[LateButton]


class StatementRow(Said):
    """A line of a meter's statement."""

    account: str
    cause: str
    micro: int
    amount: str


class MeterStatement(Said):
    """A meter's statement: opening, causes, closing."""

    link: str
    meter: str
    first: int
    last: int
    reconciles: bool
    rows: list[StatementRow]


class MovedMoney(Said):
    """Money that left one account for another."""

    from_: Annotated[str, Field(alias="from")]
    to: str
    amount: str
    cause: str


class LedgerEntry(Said):
    """An entry of the ledger."""

    seq: int
    at: str
    by: str
    do: str
    id: str
    error: str | None
    facts: list[tuple[str, dict[str, Any]]]
    transfers: list[MovedMoney]
    hash: str
    groups: list[str]
    text: str
    """What it says in sentences; empty for a refusal, whose reason is `error`."""


class LedgerPage(Said):
    """Entries, newest first; `older` is where to go on."""

    entries: list[LedgerEntry]
    older: int | None


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


class DemoCard(Said):
    """A card of the demo staff."""

    staff: str
    name: str
    role: str
    card: str


class DemoCards(Said):
    """The cards that lie in the demo's drawer; none in a real house."""

    cards: list[DemoCard]


class DemoSwipe(Said):
    """What the demo's reader read."""

    swipe: str


class CheckpointInfo(Said):
    """A signed head of the chain."""

    seq: int
    at: str
    hash: str
    genuine: bool


class AuditStatus(Said):
    """The chain and its checkpoints."""

    head: int
    hash: str
    epoch: int
    public: str
    software: str
    version: str
    checkpoints: list[CheckpointInfo]


class AuditResult(Said):
    """The whole ledger, checked."""

    ok: bool
    entries: int
    rounds: int
    checkpoints: int
    first_bad: int | None
    what: str | None
    seconds: float


class AuditRound(Said):
    """A finished round in the auditor's list."""

    seq: int
    round: str
    table: str
    game: str
    at: str
    status: str
    reason: str | None
    players: dict[str, str]
    seats: list[int]
    pays: dict[str, str]
    digest: str
    software: str
    batch: str | None


class AuditRounds(Said):
    """Finished rounds, newest first."""

    rounds: list[AuditRound]
    older: int | None


class ReplayStep(Said):
    """One step of a round."""

    text: str
    view: dict[str, Any] | None


class DealCheck(Said):
    """Whether a round's deal is the committed one."""

    dealt_by_house: bool
    ok: bool
    what: str
    shoe: str | None
    committed: int | None
    started: int | None
    retired: int | None


class Replay(Said):
    """A round, step by step."""

    round: str
    table: str
    game: str
    kind: str
    started: int
    steps: list[ReplayStep]
    lines: list[dict[str, Any]]
    deal: DealCheck


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
