"""Every round of a ledger replayed to the cent, from what the ledger says alone.

What a round was told, and what its shoe opened, stands in entries that name its table; so the tables of a ledger can
be shared out among processes, each of which reads the same copy of the database.
"""

import multiprocessing
import re
from binascii import crc32
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

from upcard.floor import facts
from upcard.floor.commands.ask import Refused
from upcard.floor.fair import proof as fair
from upcard.floor.ledger import money
from upcard.floor.ledger.entry import Broken, read_transfers
from upcard.floor.ledger.storage.store import Store
from upcard.floor.play.answers import settled_lines
from upcard.floor.play.told import OF_ROUNDS, Follower, Told
from upcard.rounds.round import Round
from upcard.rules.needs import Illegal

_CONCERNS_ROUNDS = re.compile(rf'\["(?:{"|".join(fact.kind for fact in OF_ROUNDS)})"'.encode())


class RoundAuditor:
    """Follows the rounds of a ledger and replays each one when its cards are open."""

    def __init__(
        self, share: int = 0, of: int = 1, *, table: str | None = None, only: str | None = None, keep: bool = False
    ) -> None:
        """`share` of so many: the tables that this one follows; or one `table`, and `only` one round is replayed.

        `keep`: rounds and shoes stay at hand.
        """
        self.replayed = 0
        self.told: dict[str, Told] = {}
        self.follower = Follower()
        self._share, self._of, self._table = share, of, table
        self._only, self._keep = only, keep
        self._paid: dict[str, int] = {}
        """By table: the millionths of a cent that left the tray for the lines of the open round."""

    def take(self, row: Sequence[Any]) -> None:
        """One entry more; `Broken` if it does not fit what was told before."""
        if _CONCERNS_ROUNDS.search(row[5]) is None:
            return
        try:
            body = facts.read_body(row[5])
            for fact in body.facts:
                if isinstance(fact, OF_ROUNDS) and self._concerned(fact.table):
                    self._fact(row, body.at, fact)
        except (LookupError, TypeError, ValueError) as error:
            raise Broken(row[0], f"what it says of a round can't be read: {error!r}") from None

    def _concerned(self, table: str) -> bool:
        if self._table is not None:
            return table == self._table
        return crc32(table.encode()) % self._of == self._share

    def _fact(self, row: Sequence[Any], at: str, fact: facts.Fact) -> None:
        seq = row[0]
        if isinstance(fact, facts.CardsOpened):
            self._check_opened(seq, fact)
        elif isinstance(fact, facts.ShoeRetired):
            self._check_retired(seq, fact)
        elif isinstance(fact, facts.RoundSettled):
            moved = [t for t in read_transfers(row[4]) if t.cause.startswith("pays ")]
            self._paid[fact.table] = sum(t.amount for t in moved)
        ended = self.follower.take(seq, at, fact)
        if isinstance(fact, facts.GameStarted) and fact.digest != self.follower.open[fact.table].config.digest:
            raise Broken(seq, f"round {fact.round} was played by other rules than its table's")
        if ended is not None:
            self._ended(seq, ended)

    def _check_opened(self, seq: int, fact: facts.CardsOpened) -> None:
        shoe = self.follower.shoes[fact.shoe]
        if not fair.verify_opened(shoe.root, shoe.size, fact.cards, fact.proof):
            raise Broken(seq, f"the opened cards are not those of shoe {shoe.id}")

    def _check_retired(self, seq: int, fact: facts.ShoeRetired) -> None:
        shoe = self.follower.shoes[fact.shoe]
        if not fair.verify_retired(shoe.root, fact.order, fact.seed):
            raise Broken(seq, f"the order of shoe {shoe.id} is not the one that was committed")
        for place, card in shoe.cards.items():
            if fact.order[place] != card:
                raise Broken(seq, f"card {place} of shoe {shoe.id} is not the one that was opened")

    def _ended(self, seq: int, told: Told) -> None:
        paid = self._paid.pop(told.table, 0)
        if self._keep:
            self.told[told.round] = told
        if told.config.type == "live" or told.ended is None:
            return
        if told.ended.status == "ended" and self._only in {None, told.round}:
            self._replay(told, paid, seq)
        if not self._keep and told.shoe is not None and told.shoe.retired is not None:
            self.follower.forget(told.shoe.id)

    def _replay(self, told: Told, paid: int, seq: int) -> None:
        played = replay(told, seq)
        if settled_lines(played) != told.lines:
            raise Broken(told.settled, f"round {told.round} settles differently when it is replayed")
        if told.config.type == "virtual" and paid != money.micro(sum(line.returned for line in played.lines)):
            raise Broken(told.settled, f"round {told.round} paid other amounts than its lines say")
        self.replayed += 1


def replay(told: Told, seq: int) -> Round:
    """A round from its record; cards that were never opened lie face down."""
    try:
        followed = told.begin()
        if followed.round.game.digest != told.config.digest:
            raise Broken(told.started, f"this software's rules are not those of round {told.round}")
        followed.tell(told.answers)
    except (Illegal, Refused) as error:
        raise Broken(seq, f"round {told.round} can't be replayed: {error}") from None
    if not followed.round.ended:
        raise Broken(seq, f"round {told.round} is not over when it is replayed")
    return followed.round


def replay_share(url: str, share: int, of: int, upto: int) -> tuple[int, tuple[int, str] | None]:
    """Replays one share of a ledger's tables: how many rounds, and the first bad entry if there is one."""
    auditor = RoundAuditor(share, of)
    store = Store(url, reading=True)
    try:
        for chunk in store.chunks(upto=upto):
            for row in chunk:
                auditor.take(row)
    except Broken as broken:
        return auditor.replayed, (broken.seq, broken.what)
    finally:
        store.close()
    return auditor.replayed, None


class SharedTables:
    """A ledger's tables, shared out among processes that replay them while the caller checks the rest."""

    def __init__(self, pool: ProcessPoolExecutor, store: Store, of: int, upto: int) -> None:
        url = store.url.render_as_string(hide_password=False)
        self._running: list[Future[tuple[int, tuple[int, str] | None]]] = [
            pool.submit(replay_share, url, share, of, upto) for share in range(of)
        ]

    def rounds(self, broken: Broken | None = None) -> int:
        """The rounds that were replayed; `Broken` for the first bad entry, of theirs or of those found meanwhile."""
        found = [share.result() for share in self._running]
        bad = [Broken(*first) for _, first in found if first is not None]
        if broken is not None:
            bad.append(broken)
        if bad:
            raise min(bad, key=lambda one: one.seq)
        return sum(rounds for rounds, _ in found)


@contextmanager
def shared_out(store: Store, of: int, upto: int) -> Iterator[SharedTables]:
    """Processes, `of` in number, that replay a ledger up to an entry."""
    with ProcessPoolExecutor(of, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield SharedTables(pool, store, of, upto)
