"""Rounds that were played before this process: read again from the last entries of the ledger."""

from collections import deque

from upcard.floor import facts
from upcard.floor.doors.commands import Refused
from upcard.floor.doors.fair import Vault
from upcard.floor.doors.ledger import Store
from upcard.floor.doors.play import OF_ROUNDS, Follower, Told, as_configured, from_order
from upcard.web.live.mirror import KEPT, Mirror, ShownRound


def fill(mirror: Mirror, store: Store, vault: Vault, entries: int) -> None:
    """Fills the mirror with the rounds of the last entries."""
    follower = Follower((as_configured(table) for table in mirror.state.tables.values()), midway=True)
    try:
        for chunk in store.chunks(max(0, mirror.seq - entries), mirror.seq):
            for row in chunk:
                body = facts.read_body(row[5])
                for fact in body.facts:
                    if isinstance(fact, facts.ShoeRetired) and fact.shoe in follower.shoes:
                        mirror.keep_shoe(fact, follower.shoes[fact.shoe].root)
                    told = follower.take(row[0], body.at, fact) if isinstance(fact, OF_ROUNDS) else None
                    if told is not None:
                        _keep(mirror, vault, told)
    except Refused:
        return  # a table whose rules this software does not know any more has no history here


def _keep(mirror: Mirror, vault: Vault, told: Told) -> None:
    """A round that came to its end, as clients look at it."""
    table = mirror.state.tables.get(told.table)
    if table is None or table.kind == "live" or table.digest != told.digest:
        return  # played under rules that the table has no more
    if table.kind == "virtual" and told.shoe is None:
        return  # its shoe was opened before the first entry that is read
    assert told.ended is not None
    followed = told.begin(from_order(vault.cards(told.shoe.sealed)) if told.shoe is not None else None)
    followed.tell(told.answers)
    followed.end(told.ended.status, told.ended.reason)
    if not followed.round.ended:
        return
    names = {seat: mirror.name_of(who) for seat, who in told.players.items()}
    number = int(told.round.rpartition("-")[2])
    shown = ShownRound(told.round, number, told.at, followed, told.players, names, over=True)
    mirror.finished.setdefault(told.table, deque(maxlen=KEPT)).append(shown)
    if mirror.shown.setdefault(told.table, shown).over:
        mirror.shown[told.table] = shown
