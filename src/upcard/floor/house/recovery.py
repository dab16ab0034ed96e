"""Coming back: the state of the house from its ledger alone (PRG-13, REG-14).

Every entry's hash is checked and every transfer added up from the first one on. The state is replayed from the newest
snapshot whose digest the chain itself holds and whose accounts agree with those sums; a snapshot that does not is
thrown away, and the whole ledger is replayed. The signed checkpoints in the database are held against it: a ledger
that was cut off or written anew does not open.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from upcard.floor.commands.decide import apply
from upcard.floor.facts import SnapshotTaken, read_body
from upcard.floor.house.codec import plain, revive
from upcard.floor.ledger import money
from upcard.floor.ledger.checkpoint import Pledges, kept_head, stored
from upcard.floor.ledger.entry import GENESIS, Broken, check_links, in_order, read_plain, read_transfers
from upcard.floor.ledger.storage.store import Store
from upcard.floor.state import State


@dataclass(slots=True)
class Recovered:
    """The house as its ledger tells it."""

    state: State
    seq: int
    epoch: int
    hash: bytes
    replayed: int
    """Entries that were replayed behind the snapshot."""
    distrusted: str | None = None
    """Why the snapshot was thrown away."""


def freeze(state: State) -> bytes:
    """A state as a snapshot holds it: tables and hits in the order in which they came, so that it thaws as it was."""
    return in_order(plain(state))


def digest(frozen: bytes) -> str:
    """The digest of a snapshot, as the ledger holds it."""
    return hashlib.sha256(frozen).hexdigest()


def add_up(rows: Iterable[Sequence[Any]], balances: dict[str, int]) -> None:
    """Adds the transfers of entries to balances; `Broken` names the first that can't be."""
    for row in rows:
        moved = row[4]
        if moved == b"[]":
            continue
        try:
            for source, target, amount, _ in read_transfers(moved):
                if amount <= 0:
                    raise Broken(row[0], f"a transfer of {amount!r} from {source} to {target}")
                balances[source] = balances.get(source, 0) - amount
                balances[target] = balances.get(target, 0) + amount
        except (ValueError, TypeError):
            raise Broken(row[0], "its transfers can't be read") from None


def check_balances(balances: dict[str, int], seq: int) -> None:
    """The books as a whole: nothing from nothing, and no account below zero that may not be."""
    if sum(balances.values()):
        raise Broken(seq, "the books do not balance")
    for account, amount in balances.items():
        if amount < 0 and money.kind(account) not in money.MAY_OWE:
            raise Broken(seq, f"{account} stands at {money.exact(amount)}")


def recover(store: Store) -> Recovered:
    """Reads the ledger from its first entry; `Broken` names the first bad one."""
    kept = store.last_snapshot()
    try:
        return _replay(store, kept)
    except _Distrusted as distrusted:
        recovered = _replay(store, None)
        recovered.distrusted = str(distrusted)
        return recovered


OTHER_SOFTWARE = "it was written by other software"
"""Why a snapshot is thrown away after an upgrade: nothing is wrong with it."""


class _Distrusted(Exception):
    """A snapshot that does not fit the ledger."""


def _replay(store: Store, kept: tuple[int, bytes] | None) -> Recovered:
    state, start = State(), 0
    if kept is not None:
        start = kept[0]
    balances: dict[str, int] = {}
    previous, seq, epoch, replayed = GENESIS, 0, 0, 0
    pledges = Pledges(stored(store), beside=kept_head(store))
    for chunk in store.chunks():
        previous = check_links(chunk, previous, (seq, epoch))
        pledges.hold(chunk)
        first, seq, epoch = chunk[0][0], chunk[-1][0], chunk[-1][1]
        if first <= start:
            add_up([row for row in chunk if row[0] <= start], balances)
        if first <= start + 1 <= seq and kept is not None:
            state = _thaw(kept, chunk[start + 1 - first], balances)
        late = [row for row in chunk if row[0] > start] if first <= start else chunk
        add_up(late, balances)
        for row in late:
            apply(state, row[0], read_body(row[5]), read_transfers(row[4]))
        replayed += len(late)
    pledges.end(seq)
    if kept is not None and seq <= start:
        raise _Distrusted("it is newer than the ledger")
    if {name: amount for name, amount in balances.items() if amount} != _standing(state):
        raise Broken(seq, "the accounts of the state are not the sums of the ledger")
    check_balances(balances, seq)
    store.check()
    return Recovered(state, seq, epoch, previous, replayed)


def advance(store: Store, known: Recovered) -> None:
    """Brings what was recovered forward by the entries that were written since; `Broken` names the first bad one."""
    public = known.state.public
    pledges = Pledges([signed for signed in stored(store) if signed.seq > known.seq], public)
    balances = _standing(known.state)
    for chunk in store.chunks(known.seq):
        known.hash = check_links(chunk, known.hash, (known.seq, known.epoch))
        pledges.hold(chunk)
        add_up(chunk, balances)
        for row in chunk:
            apply(known.state, row[0], read_body(row[5]), read_transfers(row[4]))
        known.seq, known.epoch = chunk[-1][0], chunk[-1][1]
        known.replayed += len(chunk)
    pledges.end(known.seq)
    if {name: amount for name, amount in balances.items() if amount} != _standing(known.state):
        raise Broken(known.seq, "the accounts of the state are not the sums of the ledger")


def _standing(state: State) -> dict[str, int]:
    return {name: amount for name, amount in state.accounts.items() if amount}


def _thaw(kept: tuple[int, bytes], row: Sequence[Any], balances: dict[str, int]) -> State:
    """A snapshot, if the entry behind it holds its digest and the sums agree with its accounts."""
    frozen = kept[1]
    held = [fact.digest for fact in read_body(row[5]).facts if isinstance(fact, SnapshotTaken)]
    if row[2] != "snapshot" or held != [digest(frozen)]:
        raise _Distrusted("the ledger does not hold its digest")
    try:
        state = revive(State, read_plain(frozen))
    except (ValueError, KeyError, TypeError):
        raise _Distrusted(OTHER_SOFTWARE) from None
    if _standing(state) != {name: amount for name, amount in balances.items() if amount}:
        raise _Distrusted("its accounts are not the sums of the ledger")
    return state
