"""Reports, read from the ledger alone: hit history, meter statements, significant events, the record of rounds.

The chain is checked while it is read: a ledger that somebody has changed gives no report.
Every report is rows of plain values with a fixed order of columns, so that the terminal, CSV and JSON say the same.
"""

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from upcard.floor import facts
from upcard.floor.house.profile import in_zone
from upcard.floor.house.recovery import add_up
from upcard.floor.ledger import chained, money
from upcard.floor.ledger.entry import Entry, read_transfers
from upcard.floor.ledger.storage.store import Store
from upcard.floor.reports.sentences import place_of, sentence
from upcard.floor.state import Profile


@dataclass(frozen=True, slots=True)
class Report:
    """A table of values."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    cents: frozenset[str] = frozenset()
    """Columns that are whole cents: people and spreadsheets see them in dollars."""
    meters: frozenset[str] = frozenset()
    """Columns that are JSON of millionths of a cent by meter."""

    def as_json(self) -> str:
        """An array of objects."""
        return json.dumps(
            [dict(zip(self.columns, row, strict=True)) for row in self.rows], indent=1, ensure_ascii=False
        )

    def as_csv(self) -> str:
        """Comma-separated, with a head. Text that a spreadsheet would run as a formula is quoted with an apostrophe."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([f"{name}_dollars" if name in self.cents else name for name in self.columns])
        writer.writerows([[_tame(value) for value in self._spoken(row, _plain_dollars)] for row in self.rows])
        return out.getvalue()

    def as_text(self) -> str:
        """For people: columns side by side."""
        spoken = [self._spoken(row, money.dollars) for row in self.rows]
        cells = [[str("" if value is None else value) for value in row] for row in (self.columns, *spoken)]
        widths = [max(len(row[at]) for row in cells) for at in range(len(self.columns))]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells
        ]
        return "\n".join([self.title, "", *lines])

    def _spoken(self, row: tuple[Any, ...], dollars: Callable[[int], str]) -> list[Any]:
        """A row as people read it: money in dollars."""
        found: list[Any] = []
        for name, value in zip(self.columns, row, strict=True):
            if name in self.cents and value is not None:
                found.append(dollars(value))
            elif name in self.meters:
                found.append(", ".join(f"{meter} {money.exact(amount)}" for meter, amount in json.loads(value).items()))
            else:
                found.append(value)
        return found


def _plain_dollars(cents: int) -> str:
    """Cents as a number of dollars that a spreadsheet adds up."""
    return f"{'-' * (cents < 0)}{abs(cents) // 100}.{abs(cents) % 100:02d}"


_BELOW_ZERO = re.compile(r"-[0-9]+\.[0-9]{2}")


def _tame(value: Any) -> Any:
    """Text that a spreadsheet would run is quoted; an amount below zero is a number and stays one."""
    runs = isinstance(value, str) and value[:1] in {"=", "+", "-", "@"} and not _BELOW_ZERO.fullmatch(value)
    return f"'{value}" if runs else value


class Read(NamedTuple):
    """An entry as reports read it, with its time as the house's own clock showed it then."""

    entry: Entry
    body: facts.Body
    local: str


def _read(store: Store) -> Iterator[Read]:
    zone = Profile().zone
    for entry in chained.entries(store):
        body = facts.read_body(entry.body)
        zone = next((fact.zone for fact in body.facts if isinstance(fact, facts.HouseNamed)), zone)
        yield Read(entry, body, in_zone(zone, body.at))


Step: TypeAlias = facts.HitVerified | facts.HitConfirmed | facts.HitPaid | facts.HitVoided
STEPS = (facts.HitVerified, facts.HitConfirmed, facts.HitPaid, facts.HitVoided)
"""What happens to a hit after its button."""


def state_after(step: Step) -> str:
    """The state that a step brings a hit into (PRG-0)."""
    return step.kind.removeprefix("hit-").upper()


def signer(step: Step, by: str) -> str:
    """Who signed for a step: the holder of the card, or whoever gave the command."""
    return step.holder if isinstance(step, facts.HitConfirmed) else by


def _step(hit: dict[str, Any], step: Step, by: str) -> None:
    hit["state"] = state_after(step)
    hit["by"][hit["state"]] = signer(step, by)
    hit["reason"] = None
    if isinstance(step, facts.HitVoided):
        hit["amount"], hit["new_base"], hit["reason"] = 0, None, step.reason


def hits(store: Store, last: int | None = None) -> Report:
    """The history of hits: all, or of each prize the last so many, and so many voided ones (REG-5: at least 25)."""
    found: dict[str, dict[str, Any]] = {}
    for entry, body, clock in _read(store):
        for fact in body.facts:
            if isinstance(fact, facts.HitPending):
                found[fact.hit] = {
                    **facts.as_shown(fact),
                    "seq": entry.seq,
                    "at": body.at,
                    "local": clock,
                    "state": "PENDING",
                    "amount": 0,
                    "new_base": None,
                    "by": {"PENDING": fact.pressed_by},
                    "reason": None,
                }
            elif isinstance(fact, facts.WorkedOut):
                for name, worth in fact.hits.items():
                    found[name]["amount"], found[name]["new_base"] = worth.amount, worth.new_base
            elif isinstance(fact, STEPS):
                _step(found[fact.hit], fact, body.by)
    rows = list(found.values())
    if last is not None:
        prizes: dict[tuple[str, str, int, bool], list[dict[str, Any]]] = {}
        for hit in rows:
            prizes.setdefault((hit["link"], hit["meter"], hit["percent"], hit["state"] == "VOIDED"), []).append(hit)
        kept = {hit["hit"] for prize in prizes.values() for hit in prize[-last:]}
        rows = [hit for hit in rows if hit["hit"] in kept]
    columns = (
        "seq",
        "hit",
        "at",
        "local",
        "link",
        "meter",
        "table",
        "round",
        "seat",
        "outcome",
        "percent",
        "amount",
        "new_base",
        "state",
    )
    people = ("PENDING", "VERIFIED", "CONFIRMED", "PAID", "VOIDED")
    return Report(
        "Hits, in the order they became pending; amounts in dollars",
        (*columns, "pressed_by", "verified_by", "card_of", "paid_by", "voided_by", "reason"),
        [(*(hit[key] for key in columns), *(hit["by"].get(step) for step in people), hit["reason"]) for hit in rows],
        cents=frozenset({"amount", "new_base"}),
    )


@dataclass(slots=True)
class Statement:
    """What happened to a meter, its reserve and its overflow in a period. Millionths of a cent."""

    link: str
    meter: str
    first: int
    last: int
    opening: dict[str, int]
    moved: dict[str, dict[str, int]]
    """By pocket and cause."""
    closing: dict[str, int]
    house: dict[str, int] = field(default_factory=dict)
    """The house's own postings by cause, net of what was worked out again: above zero is what it paid."""
    paid: dict[str, int] = field(default_factory=dict)
    """What was really paid out, by hit."""

    def reconciles(self) -> bool:
        """Whether opening plus everything that moved is closing, to the last fraction.

        Opening and closing are the sums that a house opens with (`recovery.add_up`); what moved is told by cause.
        """
        return all(
            self.opening[pocket] + sum(self.moved[pocket].values()) == self.closing[pocket] for pocket in self.closing
        )

    def report(self) -> Report:
        """As rows."""
        rows: list[tuple[Any, ...]] = []
        for pocket in self.closing:
            rows.append((pocket, "opening", self.opening[pocket], money.exact(self.opening[pocket])))
            rows += [(pocket, cause, amount, money.exact(amount)) for cause, amount in self.moved[pocket].items()]
            rows.append((pocket, "closing", self.closing[pocket], money.exact(self.closing[pocket])))
        for cause, amount in self.house.items():
            rows.append(("house", cause, amount, money.exact(amount)))
        for hit, amount in self.paid.items():
            rows.append(("paid", hit, amount, money.exact(amount)))
        if self.paid:
            total = sum(self.paid.values())
            rows.append(("paid", "all jackpots", total, money.exact(total)))
        title = f"Statement of meter {self.link}/{self.meter}, entries {self.first} to {self.last}"
        return Report(title, ("account", "cause", "millionths_of_a_cent", "amount"), rows)


def statement(store: Store, link: str, meter: str, after: int = 0, upto: int | None = None) -> Statement:
    """A meter's statement for the entries behind `after` up to `upto`: opening, causes, closing."""
    accounts = {
        money.meter(link, meter): "meter",
        money.reserve(link, meter): "reserve",
        money.overflow(link, meter): "overflow",
    }
    moved: dict[str, dict[str, int]] = {pocket: {} for pocket in accounts.values()}
    house: dict[str, int] = {}
    paid: dict[str, int] = {}
    held: dict[str, str] = {}
    """The accounts of this meter's hits, and the hit."""
    last = after
    for entry in chained.entries(store, upto=upto):
        last = max(last, entry.seq)
        if b'"hit-pending"' in entry.body:
            for fact in facts.read_body(entry.body).facts:
                if isinstance(fact, facts.HitPending) and (fact.link, fact.meter) == (link, meter):
                    held |= {money.hit(fact.hit): fact.hit, money.payable(fact.hit): fact.hit}
        if entry.seq <= after:
            continue
        for source, target, amount, cause in read_transfers(entry.transfers):
            sides = {source, target}
            if money.HOUSE in sides and any(side in accounts or side in held for side in sides):
                net = money.WORKED_OUT_AGAIN.get(cause, cause)
                house[net] = house.get(net, 0) + (amount if source == money.HOUSE else -amount)
            if source in held and money.kind(source) == "payable":
                paid[held[source]] = paid.get(held[source], 0) + amount
            for account, change in ((source, -amount), (target, amount)):
                pocket = accounts.get(account)
                if pocket is not None:
                    moved[pocket][cause] = moved[pocket].get(cause, 0) + change
    opening, closing = (_pockets(store, accounts, upto) for upto in (after, last))
    return Statement(link, meter, after + 1, last, opening, moved, closing, house, paid)


def _pockets(store: Store, accounts: dict[str, str], upto: int) -> dict[str, int]:
    """What accounts stand at after an entry, by pocket."""
    balances: dict[str, int] = {}
    for chunk in store.chunks(upto=upto):
        add_up(chunk, balances)
    return {pocket: balances.get(account, 0) for account, pocket in accounts.items()}


SIGNIFICANT = {
    "house-founded": "start",
    "house-opened": "start",
    "shift-opened": "start",
    "shift-signed": "start",
    "cut-taken-back": "start",
    "hit-pending": "win",
    "hit-verified": "win",
    "hit-confirmed": "win",
    "hit-paid": "win",
    "hit-voided": "win",
    "batch-reopened": "win",
    "late-hit": "win",
    "late-pay": "win",
    "hand-paid": "win",
    "pay-taken-back": "win",
    "staff-added": "security",
    "staff-changed": "security",
    "staff-failed": "security",
    "staff-unlocked": "security",
    "signed-on": "security",
    "signed-off": "security",
    "password-set": "security",
    "card-issued": "security",
    "card-blocked": "security",
    "card-failed": "security",
    "swiped": "security",
    "proposed": "parameters",
    "approved": "parameters",
    "rejected": "parameters",
    "change-scheduled": "parameters",
    "change-made": "parameters",
    "schedule-dropped": "parameters",
    "link-opened": "parameters",
    "meter-changed": "parameters",
    "link-order": "parameters",
    "table-opened": "parameters",
    "table-changed": "parameters",
    "table-state": "parameters",
    "house-named": "parameters",
    "tax-note": "parameters",
    "transferred": "parameters",
    "theory": "parameters",
    "corrected": "parameters",
    "contact": "error",
    "inoperable": "error",
    "alert": "error",
    "alert-acknowledged": "error",
    "inquiry-opened": "error",
    "inquiry-closed": "error",
}
"""Facts that a regulator asks for (REG-19): wins, security events, parameter changes, errors."""

GROUPS = (*dict.fromkeys(SIGNIFICANT.values()), "refused")
"""What they are grouped by; a command that was refused is an event too."""


def events(store: Store, groups: Sequence[str] = ()) -> Report:
    """Significant events with time, place and person."""
    rows: list[tuple[Any, ...]] = []
    worth: dict[str, int] = {}
    for entry, body, clock in _read(store):
        for fact in body.facts:
            if isinstance(fact, facts.WorkedOut):
                worth |= {hit: one.amount for hit, one in fact.hits.items()}
        for fact in body.facts:
            group = SIGNIFICANT.get(fact.kind)
            if group is None or (groups and group not in groups):
                continue
            rows.append((entry.seq, body.at, clock, group, fact.kind, _where(fact), body.by, sentence(fact, worth.get)))
        if body.error is not None and (not groups or "refused" in groups):
            rows.append((entry.seq, body.at, clock, "refused", entry.kind, "", body.by, body.error))
    title = "Significant events; amounts in dollars"
    return Report(title, ("seq", "at", "local", "group", "event", "where", "by", "what"), rows)


def _where(fact: facts.Fact) -> str:
    """Where something happened: a table, or the link. What comes after a hit's button names the hit alone."""
    said = facts.as_shown(fact)
    place = place_of(said.get("hit", ""))
    return str(said.get("table") or said.get("where") or (place.table if place else "") or said.get("link") or "")


def rounds(store: Store, table: str | None = None) -> Report:
    """The record of every round: players, contributions, status, table, pay tables, software (REG-28)."""
    rows: list[tuple[Any, ...]] = []
    for entry, body, clock in _read(store):
        rows += [
            (
                entry.seq,
                fact.round,
                fact.table,
                fact.game,
                body.at,
                clock,
                fact.status,
                json.dumps(fact.players or fact.seats),
                json.dumps(fact.contributions),
                json.dumps(fact.pays),
                fact.digest,
                fact.software,
                fact.batch,
                fact.reason,
            )
            for fact in body.facts
            if isinstance(fact, facts.GameEnded) and table in {None, fact.table}
        ]
    columns = (
        "seq",
        "round",
        "table",
        "game",
        "at",
        "local",
        "status",
        "players",
        "contributions",
        "pays",
        "rules",
        "software",
    )
    title = "Rounds; contributions in dollars"
    return Report(title, (*columns, "batch", "reason"), rows, meters=frozenset({"contributions"}))
