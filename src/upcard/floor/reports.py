"""Reports, read from the ledger alone: hit history, meter statements, significant events, the record of rounds.

The chain is checked while it is read: a ledger that somebody has changed gives no report.
Every report is rows of plain values with a fixed order of columns, so that the terminal, CSV and JSON say the same.
"""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from upcard.floor import chained, money
from upcard.floor.entry import Entry, Transfer, read_body, read_transfers
from upcard.floor.recovery import add_up
from upcard.floor.storage.store import Store


@dataclass(frozen=True, slots=True)
class Report:
    """A table of values."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]

    def as_json(self) -> str:
        """An array of objects."""
        return json.dumps(
            [dict(zip(self.columns, row, strict=True)) for row in self.rows], indent=1, ensure_ascii=False
        )

    def as_csv(self) -> str:
        """Comma-separated, with a head. Text that a spreadsheet would run as a formula is quoted with an apostrophe."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows([[_tame(value) for value in row] for row in self.rows])
        return out.getvalue()

    def as_text(self) -> str:
        """For people: columns side by side."""
        cells = [[str("" if value is None else value) for value in row] for row in (self.columns, *self.rows)]
        widths = [max(len(row[at]) for row in cells) for at in range(len(self.columns))]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells
        ]
        return "\n".join([self.title, "", *lines])


def _tame(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value[:1] in {"=", "+", "-", "@"} else value


def _read(store: Store) -> Iterator[tuple[Entry, dict[str, Any], list[Transfer]]]:
    for entry in chained.entries(store):
        yield entry, read_body(entry.body), read_transfers(entry.transfers)


STEPS = {
    "hit-verified": "VERIFIED",
    "hit-confirmed": "CONFIRMED",
    "hit-paid": "PAID",
    "hit-voided": "VOIDED",
}


def hits(store: Store, last: int | None = None) -> Report:
    """The history of hits: all, or of each prize the last so many, and so many voided ones (REG-5: at least 25)."""
    found: dict[str, dict[str, Any]] = {}
    for entry, body, _ in _read(store):
        for kind, said in body["facts"]:
            if kind == "hit-pending":
                found[said["hit"]] = {
                    **said,
                    "seq": entry.seq,
                    "at": body["at"],
                    "state": "PENDING",
                    "amount": 0,
                    "new_base": None,
                    "by": {"PENDING": said["pressed_by"]},
                    "reason": None,
                }
            elif kind == "worked-out":
                for name, worth in said["hits"].items():
                    found[name]["amount"], found[name]["new_base"] = worth[1], worth[5]
            elif kind in STEPS:
                hit = found[said["hit"]]
                hit["state"] = STEPS[kind]
                hit["by"][STEPS[kind]] = said.get("holder") or body["by"]
                hit["reason"] = said.get("reason")
                if kind == "hit-voided":
                    hit["amount"], hit["new_base"] = 0, None
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
        "Hits, in the order they became pending; amounts in cents",
        (*columns, "pressed_by", "verified_by", "card_of", "paid_by", "voided_by", "reason"),
        [(*(hit[key] for key in columns), *(hit["by"].get(step) for step in people), hit["reason"]) for hit in rows],
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
    last = after
    for entry in chained.entries(store, upto=upto):
        last = max(last, entry.seq)
        if entry.seq <= after:
            continue
        for source, target, amount, cause in read_transfers(entry.transfers):
            for account, change in ((source, -amount), (target, amount)):
                pocket = accounts.get(account)
                if pocket is not None:
                    moved[pocket][cause] = moved[pocket].get(cause, 0) + change
    opening, closing = (_pockets(store, accounts, upto) for upto in (after, last))
    return Statement(link, meter, after + 1, last, opening, moved, closing)


def _pockets(store: Store, accounts: dict[str, str], upto: int) -> dict[str, int]:
    """What accounts stand at after an entry, by pocket."""
    balances: dict[str, int] = {}
    for chunk in store.chunks(upto=upto):
        add_up(chunk, balances)
    return {pocket: balances.get(account, 0) for account, pocket in accounts.items()}


SIGNIFICANT = {
    "house-founded": "start",
    "house-opened": "start",
    "hit-pending": "win",
    "hit-verified": "win",
    "hit-confirmed": "win",
    "hit-paid": "win",
    "hit-voided": "win",
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
    "link-opened": "parameters",
    "meter-changed": "parameters",
    "link-order": "parameters",
    "table-opened": "parameters",
    "table-changed": "parameters",
    "table-state": "parameters",
    "transferred": "parameters",
    "corrected": "parameters",
    "contact": "error",
    "inoperable": "error",
    "alert": "error",
    "alert-acknowledged": "error",
}
"""Facts that a regulator asks for (REG-19): wins, security events, parameter changes, errors."""

GROUPS = (*dict.fromkeys(SIGNIFICANT.values()), "refused")
"""What they are grouped by; a command that was refused is an event too."""

_SECRET = {"password", "pin", "sealed"}


def events(store: Store, groups: Sequence[str] = ()) -> Report:
    """Significant events with time, place and person."""
    rows: list[tuple[Any, ...]] = []
    places: dict[str, str] = {}
    for entry, body, _ in _read(store):
        for kind, said in body["facts"]:
            if kind == "hit-pending":
                places[said["hit"]] = said["table"]  # what follows names the hit alone
            group = SIGNIFICANT.get(kind)
            if group is None or (groups and group not in groups):
                continue
            where = said.get("table") or said.get("where") or places.get(said.get("hit")) or said.get("link") or ""
            rest = {key: value for key, value in said.items() if key not in _SECRET}
            rows.append((entry.seq, body["at"], group, kind, where, body["by"], json.dumps(rest, ensure_ascii=False)))
        if body["error"] is not None and (not groups or "refused" in groups):
            rows.append((entry.seq, body["at"], "refused", entry.kind, "", body["by"], body["error"]))
    return Report("Significant events", ("seq", "at", "group", "event", "where", "by", "what"), rows)


def rounds(store: Store, table: str | None = None) -> Report:
    """The record of every round: players, contributions, status, table, pay tables, software (REG-28)."""
    rows: list[tuple[Any, ...]] = []
    for entry, body, _ in _read(store):
        for kind, said in body["facts"]:
            if kind == "ended" and table in {None, said["table"]}:
                rows.append(
                    (
                        entry.seq,
                        said["round"],
                        said["table"],
                        said["game"],
                        body["at"],
                        said["status"],
                        json.dumps(said["players"] or said["seats"]),
                        json.dumps(said["contributions"]),
                        json.dumps(said["pays"]),
                        said["digest"],
                        said["software"],
                        said["batch"],
                        said["reason"],
                    )
                )
    columns = ("seq", "round", "table", "game", "at", "status", "players", "contributions", "pays", "rules", "software")
    return Report("Rounds; contributions in millionths of a cent", (*columns, "batch", "reason"), rows)
