"""Signed reports, read back from the ledger.

A report is what stands in the ledger under its digest; nothing is worked out anew. The chain is checked while it is
read, and `check` reckons every report again from the entries that it is of.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from upcard.floor import facts
from upcard.floor.commands.decide import apply
from upcard.floor.days import figures
from upcard.floor.days.shifts import as_it_stands
from upcard.floor.ledger import chained
from upcard.floor.ledger.entry import Broken, Entry, read_transfers
from upcard.floor.ledger.storage.store import Store
from upcard.floor.state import State

Json = dict[str, Any]
_MARKS = (b'"shift-cut"', b'"shift-signed"', b'"inquiry-')


@dataclass(frozen=True, slots=True)
class Closed:
    """A report, and who stands for it."""

    report: Json
    digest: str
    signed_seq: int
    signed_at: str
    signed_by: str
    hash: str
    """Of the entry that signs it: the chain, and every signed head behind it, holds the report through this."""

    @property
    def number(self) -> int:
        """Its number."""
        return int(self.report["number"])

    def told(self) -> Json:
        """What a reader has to know of it besides its figures."""
        kept = ("number", "day", "shift", "ends_day", "opened_at", "cut_at", "cut_by", "after", "upto")
        signed = {name: getattr(self, name) for name in ("digest", "signed_seq", "signed_at", "signed_by", "hash")}
        return {name: self.report[name] for name in kept} | signed


@dataclass(slots=True)
class InquiryRow:
    """An inquiry, with its finding where there is one."""

    inquiry: str
    number: int
    about: str
    figure: str
    value: str
    why: str
    by: str
    at: str
    finding: str | None = None
    found_by: str | None = None
    found_at: str | None = None


@dataclass(slots=True)
class Kept:
    """All that a ledger has of closed days."""

    closed: list[Closed] = field(default_factory=list)
    inquiries: dict[str, InquiryRow] = field(default_factory=dict)

    def choose(self, *, number: int | None = None, day: str = "", shift: str = "") -> list[Closed]:
        """The reports of a number, of a day, month or year (as far as it is given), of a shift's name."""
        return [
            one
            for one in self.closed
            if number in {None, one.number}
            and one.report["day"].startswith(day)
            and (not shift or one.report["shift"] == shift)
        ]


def read(store: Store) -> Kept:
    """Every signed report of a ledger, with the chain checked on the way."""
    return collect(chained.entries(store))


VERBS = ("day-close", "day-sign", "inquiry-open", "inquiry-close")
"""Whose entries hold reports and inquiries."""


def at_hand(store: Store) -> Kept:
    """The same for a console, which can't wait for a long chain: a report is checked against its digest only."""
    found = [entry for verb in VERBS for entry in store.newest_first(verb=verb)]
    return collect(sorted(found, key=lambda entry: entry.seq))


def cut_at(store: Store, seq: int) -> Json:
    """The report that an entry cut, signed or not."""
    for entry in store.entries(seq - 1, upto=seq):
        for fact in facts.read_body(entry.body).facts:
            if isinstance(fact, facts.ShiftCut):
                return fact.report
    raise LookupError(f"entry {seq} cuts no shift")


def rounds(store: Store, table: str, after: int, upto: int | None, *, live: bool) -> list[Json]:
    """The rounds of a table that count in a shift, each with what the house won; the largest results first."""
    mark = table.encode()
    found: dict[str, Json] = {}
    paid: dict[str, int] = {}
    for entry in store.entries(after, upto=upto):
        if mark not in entry.body:
            continue
        body = facts.read_body(entry.body)
        for fact in body.facts:
            if getattr(fact, "table", None) != table:
                continue
            if isinstance(fact, facts.RoundSettled):
                staked, returned = (sum(getattr(line, name) for line in fact.lines) for name in ("stake", "returned"))
                found[fact.round] = _round(fact.round, body.at, entry.seq, staked, returned)
            elif isinstance(fact, facts.HandPaid | facts.PayTakenBack):
                paid[fact.round] = sum(line.amount for line in fact.pays)
                if (over := found.get(fact.round)) is not None:  # what is paid or taken back late counts there too
                    found[fact.round] = _round(over["round"], over["at"], over["seq"], over["staked"], paid[fact.round])
            elif isinstance(fact, facts.GameEnded) and live and fact.status == "ended":
                staked = _lit(store, fact)
                found[fact.round] = _round(fact.round, body.at, entry.seq, staked, paid.get(fact.round, 0))
    return sorted(found.values(), key=lambda one: (-abs(one["win"]), one["seq"]))


def _lit(store: Store, ended: facts.GameEnded) -> int:
    """What lay on a live round's sensors at START GAME, in cents."""
    started = next(store.entries(ended.started - 1, upto=ended.started))
    return sum(
        sum(wagers.values())
        for fact in facts.read_body(started.body).facts
        if isinstance(fact, facts.GameStarted) and fact.round == ended.round
        for wagers in fact.stakes.values()
    )


def _round(name: str, at: str, seq: int, staked: int, returned: int) -> Json:
    return {"round": name, "at": at, "seq": seq, "staked": staked, "returned": returned, "win": staked - returned}


def collect(entries: Iterable[Entry]) -> Kept:
    """Every signed report that these entries hold; `Broken` for one that is not what its digest says."""
    kept = Kept()
    cuts: dict[int, facts.ShiftCut] = {}
    for entry in entries:
        if not any(mark in entry.body for mark in _MARKS):
            continue
        body = facts.read_body(entry.body)
        for fact in body.facts:
            if isinstance(fact, facts.ShiftCut):
                if figures.digest(fact.report) != fact.digest:
                    raise Broken(entry.seq, f"report {fact.number} is not the one whose digest it holds")
                cuts = {entry.seq: fact}
            elif isinstance(fact, facts.ShiftSigned):
                if fact.cut not in cuts or cuts[fact.cut].digest != fact.digest:
                    raise Broken(entry.seq, f"it signs a report {fact.number} that was not cut")
                signed = (entry.seq, body.at, body.by, entry.hash.hex())
                kept.closed.append(Closed(cuts[fact.cut].report, fact.digest, *signed))
            elif isinstance(fact, facts.InquiryOpened):
                said = {name: getattr(fact, name) for name in fact.__struct_fields__}
                kept.inquiries[fact.inquiry] = InquiryRow(**said, by=body.by, at=body.at)
            elif isinstance(fact, facts.InquiryClosed):
                asked = kept.inquiries[fact.inquiry]
                asked.finding, asked.found_by, asked.found_at = fact.finding, body.by, body.at
    return kept


def asked(kept: Kept) -> list[Json]:
    """Every inquiry, with its finding where there is one."""
    return [asdict(one) for one in kept.inquiries.values()]


def figure_of(kept: Kept, number: int, about: str, figure: str) -> str:
    """What a signed report says of a table or meter, in words; LookupError says what there is."""
    chosen = kept.choose(number=number)
    if not chosen:
        raise LookupError(f"there is no signed report {number}")
    report = chosen[0].report
    every = {**report["tables"], **report["meters"]}
    if about not in every:
        raise LookupError(f"report {number} has no {about!r}; it has {', '.join(every)}")
    said = every[about]["figures"]
    if figure not in said:
        raise LookupError(f"{about} has no figure {figure!r}; it has {', '.join(said)}")
    found = said[figure]
    return json.dumps(found)[:100] if isinstance(found, dict) else str(found)


def check(store: Store) -> int:
    """Reckons every report again from the ledger's entries; how many. `Broken` names the first that says otherwise."""
    state, reports = State(), 0
    for entry in chained.entries(store):
        body = facts.read_body(entry.body)
        for fact in body.facts:
            if isinstance(fact, facts.ShiftCut):
                for name, value in as_it_stands(state, body.at).items():
                    if figures.digest({name: fact.report.get(name)}) != figures.digest({name: value}):
                        raise Broken(
                            entry.seq, f"report {fact.number} says other {name} than the entries that it is of"
                        )
                reports += 1
        apply(state, entry.seq, body, read_transfers(entry.transfers))
    return reports
