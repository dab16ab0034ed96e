"""What runs in the clerk's processes: the ledger read over a connection that can't write. Plain values come out."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from upcard.floor import facts
from upcard.floor.doors.ledger import Broken, StorageError, Store
from upcard.floor.doors.reports import audit, reports
from upcard.web.ledger import replays
from upcard.web.ledger import search as ledger_search

Json = dict[str, Any]

EXPORTED = 2000
"""Entries that are written at a time."""


@contextmanager
def reading(url: str) -> Iterator[Store]:
    """The ledger, for reading only."""
    store = Store(url, reading=True)
    try:
        yield store
    except Broken as broken:  # a report of a ledger that was changed under the house
        raise StorageError(f"it is damaged: {broken}") from broken
    finally:
        store.close()


def ready(url: str) -> None:
    """Whether the ledger can be read; what takes time at the first question has then been done."""
    with reading(url):
        return


def verify(url: str, public: str) -> Json:
    """The whole ledger, checked; the first bad entry is named."""
    began = time.monotonic()
    with reading(url) as store:
        try:
            done = audit.verify(store, public=public)
        except Broken as broken:
            said: Json = {"ok": False, "entries": broken.seq, "rounds": 0, "checkpoints": 0}
            said |= {"first_bad": broken.seq, "what": broken.what}
        else:
            said = {"ok": True, "entries": done.entries, "rounds": done.rounds, "checkpoints": done.checkpoints}
            said |= {"first_bad": None, "what": None}
    return said | {"seconds": time.monotonic() - began}


def replay(url: str, name: str) -> Json:
    """A round step by step; `missing` or `broken` says why there is none."""
    with reading(url) as store:
        try:
            found = replays.find(store, name)
            steps, lines = replays.steps(found)
        except LookupError as missing:
            return {"missing": str(missing).strip("'\"")}
        except Broken as broken:
            return {"broken": str(broken)}
    told = found.told
    return {
        "round": told.round,
        "table": told.table,
        "game": told.config.game,
        "kind": found.kind,
        "started": told.started,
        "steps": steps,
        "lines": lines,
        "deal": replays.check(found),
    }


def search(url: str, question: ledger_search.LedgerQuestion) -> Json:
    """A page of entries, newest first."""
    with reading(url) as store:
        page = ledger_search.search(store, question)
    return {"entries": page.entries, "older": page.older}


def acknowledged(url: str) -> list[Json]:
    """The alerts that were acknowledged last."""
    with reading(url) as store:
        return ledger_search.acknowledged(store)


def rounds(url: str, table: str, before: int | None, limit: int) -> Json:
    """Finished rounds, newest first."""
    with reading(url) as store:
        page = ledger_search.search(store, ledger_search.LedgerQuestion('"ended"', before=before, limit=1000))
    found = []
    for entry in page.entries:
        for kind, said in entry["facts"]:
            if kind == "ended" and table in {"", said["table"]}:
                kept = {key: said[key] for key in ("round", "table", "game", "status", "reason", "players", "seats")}
                rest = {key: said[key] for key in ("pays", "digest", "software", "batch")}
                found.append({"seq": entry["seq"], "at": entry["at"], **kept, **rest})
    older = found[limit - 1]["seq"] if len(found) > limit else page.older
    return {"rounds": found[:limit], "older": older}


def steps_of_hit(url: str, hit: str, after: int) -> list[Json]:
    """Verified, confirmed, paid or voided, as the ledger has them."""
    with reading(url) as store:
        return list(_steps(store, hit, after))


def _steps(store: Store, hit: str, after: int) -> Iterator[Json]:
    for entry in store.entries(after, ("verify", "confirm", "pay", "void")):
        body = facts.read_body(entry.body)
        for fact in body.facts:
            if isinstance(fact, reports.STEPS) and fact.hit == hit:
                state = reports.state_after(fact)
                yield {"state": state, "at": body.at, "by": reports.signer(fact, body.by), "seq": entry.seq}
                if state in {"PAID", "VOIDED"}:
                    return


def statement(url: str, link: str, meter: str, after: int, upto: int | None) -> Json:
    """A meter's statement."""
    with reading(url) as store:
        found = reports.statement(store, link, meter, after, upto)
    rows = [dict(zip(("account", "cause", "micro", "amount"), row, strict=True)) for row in found.report().rows]
    return {
        "link": link,
        "meter": meter,
        "first": found.first,
        "last": found.last,
        "reconciles": found.reconciles(),
        "rows": rows,
    }


def report(url: str, name: str) -> str:
    """A report as comma-separated values."""
    with reading(url) as store:
        if name == "hits":
            return reports.hits(store).as_csv()
        return (reports.events(store) if name == "events" else reports.rounds(store)).as_csv()


def export(url: str, after: int) -> tuple[bytes, int]:
    """The next entries, one JSON object a line, and the number of the last; no bytes at the end of the ledger."""
    with reading(url) as store:
        entries = list(islice(audit.export(store, after), EXPORTED))
    lines = b"".join(json.dumps(entry, ensure_ascii=False).encode() + b"\n" for entry in entries)
    return lines, entries[-1]["seq"] if entries else after
