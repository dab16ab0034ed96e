"""Searching the ledger, newest first, a page at a time: however long it is, a page costs the same."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any

from upcard.floor import facts
from upcard.floor.doors.ledger import Entry, Store, money, read_transfers
from upcard.floor.doors.reports import SIGNIFICANT, sentences

BUDGET = 20_000
"""Entries that one question reads at most; the answer says where to go on."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class LedgerQuestion:
    """What is looked for; empty means any."""

    text: str = ""
    verb: str = ""
    by: str = ""
    groups: Sequence[str] = ()
    """Groups of significant events (REG-19)."""
    before: int | None = None
    limit: int = 50


@dataclass(slots=True)
class FoundPage:
    """What was found, and where older entries begin."""

    entries: list[Json] = field(default_factory=list)
    older: int | None = None


def search(store: Store, question: LedgerQuestion) -> FoundPage:
    """A page of entries, newest first."""
    found = FoundPage()
    for read, row in enumerate(store.newest_first(question.before, question.verb), 1):
        written = _matching(store, row, question)
        if written is not None:
            found.entries.append(written)
        if len(found.entries) >= question.limit or read >= BUDGET:
            found.older = row.seq if row.seq > 1 else None
            break
    return found


def _matching(store: Store, row: Entry, question: LedgerQuestion) -> Json | None:
    text = question.text.casefold()
    if text and not any(
        text in part.casefold() for part in (row.body.decode(), row.command, row.kind, row.transfers.decode())
    ):
        return None
    body = facts.read_body(row.body)
    if question.by and body.by != question.by:
        return None
    groups = sorted(
        {SIGNIFICANT[fact.kind] for fact in body.facts if fact.kind in SIGNIFICANT}
        | ({"refused"} if body.refused else set())
    )
    if question.groups and not set(groups) & set(question.groups):
        return None
    written = write(row, body) | {"groups": groups, "text": sentences(body.facts, partial(_worth, store, row.seq))}
    if text and text not in json.dumps(written, ensure_ascii=False).casefold():
        return None  # it was found only in what is withheld
    return written


def _worth(store: Store, before: int, hit: str) -> int | None:
    """What a hit was worth before an entry: what the ledger last worked out for it."""
    for row in islice(store.newest_first(before), BUDGET):
        if b'"worked-out"' in row.body and hit.encode() in row.body:
            for fact in facts.read_body(row.body).facts:
                if isinstance(fact, facts.WorkedOut) and hit in fact.hits:
                    return fact.hits[hit].amount
    return None


def write(row: Entry, body: facts.Body) -> Json:
    """An entry as consoles show it."""
    return {
        "seq": row.seq,
        "at": body.at,
        "by": body.by,
        "do": row.kind,
        "id": row.command,
        "error": body.error,
        "facts": [[fact.kind, _shortened(fact)] for fact in body.facts],
        "transfers": [
            {"from": source, "to": target, "amount": money.exact(amount), "cause": cause}
            for source, target, amount, cause in read_transfers(row.transfers)
        ],
        "hash": row.hash.hex(),
    }


def _shortened(fact: facts.Fact) -> Json:
    """A fact without what is secret; a whole shoe is for whoever checks the deal, a shift's report has its own page."""
    said = facts.as_shown(fact)
    return {key: said[key] for key in said if key not in {"order", "seed", "report"}}


def at(store: Store, seq: int) -> facts.Body | None:
    """What one entry says."""
    for row in store.entries(seq - 1, upto=seq):
        return facts.read_body(row.body)
    return None


def acknowledged(store: Store, limit: int = 25) -> list[Json]:
    """The alerts that were acknowledged last: what they said, who took note, and when."""
    found: list[Json] = []
    for row in islice(store.newest_first(verb="acknowledge"), limit):
        body = facts.read_body(row.body)
        for note in body.facts:
            if not isinstance(note, facts.AlertAcknowledged):
                continue
            raised = at(store, int(note.alert.removeprefix("A").partition(".")[0]))
            if raised is None:
                continue
            taken = {"acknowledged_by": body.by, "acknowledged_at": body.at, "note": note.note}
            found += [
                {**facts.as_shown(alert), "at": raised.at, **taken}
                for alert in raised.facts
                if isinstance(alert, facts.AlertRaised) and alert.id == note.alert
            ]
    return found
