"""The shapes of what is on record: hits and their slips, statements, entries, audits, replays (docs/staff.md)."""

from typing import Annotated, Any

from pydantic import Field

from upcard.web.models.api import Said
from upcard.web.models.staff import StaffAlert, StaffHit


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
    percent: int | None = Field(description="Of the meter; null where it is paid in fixed money.")
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
