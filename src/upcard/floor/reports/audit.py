"""Checking a ledger from the outside: a copy of the database is enough, no key and no house.

The chain, the sums, the checkpoints, and every round that the house dealt or scanned, replayed to the cent. The first
bad entry is named.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from upcard.floor import facts
from upcard.floor.house.recovery import add_up, check_balances, digest
from upcard.floor.ledger import chained
from upcard.floor.ledger.checkpoint import Checkpoint, Pledges, kept_head, stored
from upcard.floor.ledger.entry import GENESIS, Broken, check_links, read_transfers
from upcard.floor.ledger.storage.readable import Readable
from upcard.floor.ledger.storage.store import Store
from upcard.floor.reports.audit_mystery import MysteryAuditor
from upcard.floor.reports.audit_rounds import RoundAuditor, shared_out
from upcard.floor.reports.change_words import several

WORTH_SHARING = 100_000
"""Entries from which on other processes are worth their start."""


@dataclass(slots=True)
class Audited:
    """What was checked."""

    entries: int = 0
    rounds: int = 0
    secrets: int = 0
    """Secret amounts of must-hit-by meters that were opened and are what was bound."""
    checkpoints: int = 0
    signed: int = 0
    """The last entry that a signed checkpoint covers."""
    log_missing: bool = False
    """Whether a SQLite file has no write-ahead log beside it."""
    tables: dict[str, str] = field(default_factory=dict)
    """What each table of the database was checked for."""
    head: bytes = GENESIS
    public: str | None = None


def verify(
    store: Readable,
    checkpoints: Iterable[Checkpoint] = (),
    *,
    public: str | None = None,
    replay: bool = True,
    processes: int = 0,
) -> Audited:
    """Verifies a whole ledger; `Broken` names the first bad entry.

    `checkpoints` are those kept elsewhere; those in the database are checked too. `public` is the key they must be
    signed with; without it, the one that the first entry names. A long ledger's rounds are replayed by so many other
    `processes`; without any, by this one.
    """
    upto = store.head()[0]
    if not replay or not processes or upto < WORTH_SHARING or not isinstance(store, Store):
        return _verify(store, checkpoints, public, upto, RoundAuditor() if replay else None)
    with shared_out(store, processes, upto) as shares:
        try:
            done = _verify(store, checkpoints, public, upto, None)
        except Broken as broken:
            shares.rounds(broken)
            raise
        done.rounds = shares.rounds()
        return done


def _verify(
    store: Readable, checkpoints: Iterable[Checkpoint], public: str | None, upto: int, auditor: RoundAuditor | None
) -> Audited:
    done = Audited()
    pledges = Pledges([*stored(store), *checkpoints], public, kept_head(store))
    snapshots, held = dict(store.snapshots()), 0
    balances: dict[str, int] = {}
    secrets, seq, epoch = MysteryAuditor(), 0, 0
    for chunk in store.chunks(upto=upto):
        done.head = check_links(chunk, done.head, (seq, epoch))
        seq, epoch = chunk[-1][0], chunk[-1][1]
        add_up(chunk, balances)
        pledges.hold(chunk)
        for row in chunk:
            if row[2] == "snapshot":
                held += _check_snapshot(row, snapshots)
            secrets.take(row)
        if auditor is not None:
            for row in chunk:
                auditor.take(row)
        done.entries += len(chunk)
    pledges.end(seq)
    check_balances(balances, seq)
    store.check()
    last = store.head()[0]  # the house may be open, and have gone on
    stray = [taken for taken in snapshots if taken < upto or taken >= last]
    if stray:
        raise Broken(stray[0] + 1, f"no entry holds the digest of the snapshot that is said to stand after {stray[0]}")
    done.tables = _told(store, done.entries, pledges.kept, held, replayed=auditor is not None)
    done.signed, done.log_missing = pledges.reach, store.log_missing
    done.rounds = auditor.replayed if auditor is not None else 0
    done.secrets = secrets.opened
    done.checkpoints, done.public = pledges.kept, pledges.public
    return done


def _check_snapshot(row: Sequence[Any], snapshots: dict[int, bytes]) -> int:
    """A snapshot in the database is the one whose digest the chain holds: start-up would trust it."""
    checked = 0
    for fact in facts.read_body(row[5]).facts:
        if isinstance(fact, facts.SnapshotTaken) and (frozen := snapshots.pop(fact.upto, None)) is not None:
            if digest(frozen) != fact.digest:
                raise Broken(row[0], f"the snapshot after entry {fact.upto} is not the one whose digest it holds")
            checked += 1
    return checked


def _told(store: Readable, entries: int, checkpoints: int, snapshots: int, *, replayed: bool) -> dict[str, str]:
    """What each table of the database was checked for."""
    replay = ", rounds replayed to the cent" if replayed else ""
    said = {
        "entry": f"{several(entries, 'entry', 'entries')}: chain, numbers, epochs, transfers, balances{replay}",
        "checkpoint": f"{several(checkpoints, 'signed head')}: signature, number and hash, with those kept elsewhere",
        "snapshot": f"{several(snapshots, 'snapshot')}: the digest that the chain holds",
        "alembic_version": "the schema's revision, columns, keys and triggers, when the database was opened",
    }
    return {table: said.get(table, "not ours: nothing in it is read") for table in store.tables()}


@dataclass(frozen=True, slots=True)
class ProvenDeal:
    """A round's deal, checked."""

    round: str
    shoe: str
    committed: int
    started: int
    first: int
    cards: list[int | None]
    """In the order they left the shoe; None for one that is not opened yet."""
    retired: int | None


def deal(store: Store, name: str) -> ProvenDeal:
    """Verifies the deal of one round: its shoe was committed before it began, and its cards are the committed ones.

    A commitment is worth as much as the chain that it stands in: that is checked with it, and its signed heads.
    """
    auditor = RoundAuditor(keep=True)
    pledges, seq = Pledges(stored(store)), 0
    for chunk in chained.chunks(store):
        pledges.hold(chunk)
        seq = chunk[-1][0]
        for row in chunk:
            auditor.take(row)
    pledges.end(seq)
    told = auditor.told.get(name)
    if told is None or told.shoe is None:
        raise LookupError(f"there is no finished round {name!r} that the house dealt")
    shoe = told.shoe
    if shoe.committed > told.started:
        raise Broken(told.started, f"shoe {shoe.id} was committed after round {name} began")
    count = facts.from_shoe(told.answers)
    cards = [shoe.cards.get(place) for place in range(told.first, told.first + count)]
    return ProvenDeal(name, shoe.id, shoe.committed, told.started, told.first, cards, shoe.retired)


def export(store: Store, after: int = 0) -> Iterator[dict[str, Any]]:
    """Every entry behind `after` as a plain object; `Broken` at the first that does not fit the chain."""
    for entry in chained.entries(store, after):
        body = facts.read_body(entry.body)
        yield {
            "seq": entry.seq,
            "epoch": entry.epoch,
            "do": entry.kind,
            "id": entry.command,
            "at": body.at,
            "by": body.by,
            "error": body.error,
            "facts": [[fact.kind, facts.as_shown(fact)] for fact in body.facts],
            "transfers": [list(item) for item in read_transfers(entry.transfers)],
            "hash": entry.hash.hex(),
        }
