"""Searching the ledger, newest first, a page at a time: however long it is, a page costs the same."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Select, select

from upcard.floor import money
from upcard.floor.entry import read_body, read_transfers
from upcard.floor.reports import SIGNIFICANT
from upcard.floor.storage.database import translated
from upcard.floor.storage.schema import entry
from upcard.floor.storage.store import Store

BUDGET = 20_000
"""Entries that one question reads at most; the answer says where to go on."""
WITHHELD = {"password", "pin", "sealed", "order", "seed"}
"""What no console shows: hashes of secrets, and cards still in a shoe."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Question:
    """What is looked for; empty means any."""

    text: str = ""
    verb: str = ""
    by: str = ""
    groups: Sequence[str] = ()
    """Groups of significant events (REG-19)."""
    before: int | None = None
    limit: int = 50


@dataclass(slots=True)
class Page:
    """What was found, and where older entries begin."""

    entries: list[Json] = field(default_factory=list)
    older: int | None = None


def search(store: Store, question: Question) -> Page:
    """A page of entries, newest first."""
    found = Page()
    for read, row in enumerate(_newest_first(store, question), 1):
        written = _matching(row, question)
        if written is not None:
            found.entries.append(written)
        if len(found.entries) >= question.limit or read >= BUDGET:
            found.older = row.seq if row.seq > 1 else None
            break
    return found


def _newest_first(store: Store, question: Question) -> Iterator[Any]:
    wanted: Select[Any] = select(entry).order_by(entry.c.seq.desc())
    if question.before is not None:
        wanted = wanted.where(entry.c.seq < question.before)
    if question.verb:
        wanted = wanted.where(entry.c.kind == question.verb)
    with translated(store.where), store.engine.connect() as connection:
        yield from connection.execution_options(stream_results=True, max_row_buffer=500).execute(wanted)


def _matching(row: Any, question: Question) -> Json | None:
    raw = bytes(row.body)
    text = question.text.casefold()
    if text and not any(
        text in part.casefold() for part in (raw.decode(), row.command, row.kind, bytes(row.transfers).decode())
    ):
        return None
    body = read_body(raw)
    if question.by and body["by"] != question.by:
        return None
    groups = sorted(
        {SIGNIFICANT[kind] for kind, _ in body["facts"] if kind in SIGNIFICANT}
        | ({"refused"} if body["error"] else set())
    )
    if question.groups and not set(groups) & set(question.groups):
        return None
    written = write(row, body) | {"groups": groups}
    if text and text not in json.dumps(written, ensure_ascii=False).casefold():
        return None  # it was found only in what is withheld
    return written


def write(row: Any, body: Json) -> Json:
    """An entry as consoles show it."""
    return {
        "seq": row.seq,
        "at": body["at"],
        "by": body["by"],
        "do": row.kind,
        "id": row.command,
        "error": body["error"],
        "facts": [[kind, {k: v for k, v in said.items() if k not in WITHHELD}] for kind, said in body["facts"]],
        "transfers": [
            {"from": source, "to": target, "amount": money.exact(amount), "cause": cause}
            for source, target, amount, cause in read_transfers(bytes(row.transfers))
        ],
        "hash": bytes(row.hash).hex(),
    }


def at(store: Store, seq: int) -> Json | None:
    """One entry."""
    with translated(store.where), store.engine.connect() as connection:
        row = connection.execute(select(entry).where(entry.c.seq == seq)).first()
    return write(row, read_body(bytes(row.body))) if row is not None else None


def acknowledged(store: Store, limit: int = 25) -> list[Json]:
    """The alerts that were acknowledged last: what they said, who took note, and when."""
    found: list[Json] = []
    for note in search(store, Question(verb="acknowledge", limit=limit)).entries:
        for kind, said in note["facts"]:
            if kind != "alert-acknowledged":
                continue
            raised = at(store, int(said["alert"].removeprefix("A").partition(".")[0]))
            alert = next(
                (f for k, f in (raised or {"facts": []})["facts"] if k == "alert" and f["id"] == said["alert"]), None
            )
            if raised is None or alert is None:
                continue
            found.append(
                {
                    **{key: alert[key] for key in ("id", "kind", "where", "what")},
                    "at": raised["at"],
                    "acknowledged_by": note["by"],
                    "acknowledged_at": note["at"],
                    "note": said["note"],
                }
            )
    return found
