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
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from upcard.floor import fair, games, money
from upcard.floor.ask import Refused
from upcard.floor.entry import Broken, read_body, read_transfers
from upcard.floor.running import feed
from upcard.floor.storage.store import Store
from upcard.rounds.round import Round
from upcard.rules.needs import UNKNOWN, Illegal

_HANDLERS = MappingProxyType(
    {
        "table-opened": "_table_opened",
        "table-changed": "_table_opened",
        "started": "_started",
        "shoe": "_shoe",
        "answered": "_answered",
        "settled": "_settled",
        "cards-opened": "_cards_opened",
        "shoe-retired": "_shoe_retired",
        "ended": "_ended",
    }
)
"""What is done with each kind of fact."""

_CONCERNS_ROUNDS = re.compile(rf'\["(?:{"|".join(_HANDLERS)})"'.encode())


@dataclass(slots=True)
class Told:
    """A round as the ledger tells it."""

    round: str
    table: str
    started: int
    stakes: dict[int, dict[str, int]]
    players: dict[int, str]
    config: dict[str, Any]
    shoe: str | None = None
    first: int = 0
    answers: list[list[Any]] = field(default_factory=list)
    lines: list[list[Any]] | None = None
    paid: int = 0
    """Millionths of a cent that left the tray for its lines."""
    settled: int = 0


@dataclass(slots=True)
class ShoeTold:
    """A shoe as the ledger tells it."""

    id: str
    root: str
    size: int
    committed: int
    dealt: int = 0
    cards: dict[int, int] = field(default_factory=dict)
    retired: int | None = None


class RoundAuditor:
    """Follows the rounds of a ledger and replays each one when its cards are open."""

    def __init__(self, share: int = 0, of: int = 1) -> None:
        """`share` of so many: the tables that this one follows."""
        self.replayed = 0
        self._share, self._of = share, of
        self.shoes: dict[str, ShoeTold] = {}
        self.told: dict[str, Told] = {}
        self._tables: dict[str, dict[str, Any]] = {}
        self._open: dict[str, Told] = {}
        self._table_shoe: dict[str, str] = {}
        self.keep = False
        """Whether rounds stay at hand after their replay."""

    def take(self, row: Sequence[Any]) -> None:
        """One entry more; `Broken` if it does not fit what was told before."""
        if _CONCERNS_ROUNDS.search(row[5]) is None:
            return
        try:
            self._take(row)
        except (LookupError, TypeError, ValueError) as error:
            raise Broken(row[0], f"what it says of a round can't be read: {error!r}") from None

    def _take(self, row: Sequence[Any]) -> None:
        seq, body = row[0], read_body(row[5])
        for kind, said in body["facts"]:
            name = _HANDLERS.get(kind)
            if name is None or crc32(said["table"].encode()) % self._of != self._share:
                continue
            getattr(self, name)(seq, said)
            if kind == "settled":
                moved = [t for t in read_transfers(row[4]) if t.cause.startswith("pays ")]
                self._open[said["table"]].paid = sum(t.amount for t in moved)

    def _table_opened(self, _seq: int, said: dict[str, Any]) -> None:
        self._tables[said["table"]] = said

    def _started(self, seq: int, said: dict[str, Any]) -> None:
        table = self._tables[said["table"]]
        stakes = {int(seat): wagers for seat, wagers in said["stakes"].items()}
        players = {int(seat): who for seat, who in said["players"].items()}
        told = Told(said["round"], said["table"], seq, stakes, players, table)
        if said["digest"] != table["digest"]:
            raise Broken(seq, f"round {told.round} was played by other rules than its table's")
        if table["kind"] == "virtual" and said["table"] in self._table_shoe:
            told.shoe = self._table_shoe[said["table"]]
            told.first = self.shoes[told.shoe].dealt
        self._open[said["table"]] = told

    def _shoe(self, seq: int, said: dict[str, Any]) -> None:
        self.shoes[said["shoe"]] = ShoeTold(said["shoe"], said["root"], said["size"], seq)
        self._table_shoe[said["table"]] = said["shoe"]
        if said["table"] in self._open:  # a table that had none when its round began
            told = self._open[said["table"]]
            told.shoe, told.first = said["shoe"], 0

    def _answered(self, _seq: int, said: dict[str, Any]) -> None:
        told = self._open[said["table"]]
        told.answers += said["answers"]
        if told.shoe is not None:
            self.shoes[told.shoe].dealt = said["dealt"]

    def _settled(self, seq: int, said: dict[str, Any]) -> None:
        told = self._open[said["table"]]
        told.lines, told.settled = said["lines"], seq

    def _cards_opened(self, seq: int, said: dict[str, Any]) -> None:
        shoe = self.shoes[said["shoe"]]
        opened = [fair.Opening(*card) for card in said["cards"]]
        if not fair.verify_opened(shoe.root, shoe.size, opened, said["proof"]):
            raise Broken(seq, f"the opened cards are not those of shoe {shoe.id}")
        shoe.cards.update({card.place: card.card for card in opened})

    def _shoe_retired(self, seq: int, said: dict[str, Any]) -> None:
        shoe = self.shoes[said["shoe"]]
        if not fair.verify_retired(shoe.root, said["order"], said["seed"]):
            raise Broken(seq, f"the order of shoe {shoe.id} is not the one that was committed")
        for place, card in shoe.cards.items():
            if said["order"][place] != card:
                raise Broken(seq, f"card {place} of shoe {shoe.id} is not the one that was opened")
        shoe.cards = dict(enumerate(said["order"]))
        shoe.retired = seq
        self._table_shoe.pop(said["table"], None)

    def _ended(self, seq: int, said: dict[str, Any]) -> None:
        told = self._open.pop(said["table"], None)
        if told is None or told.config["kind"] == "live":
            return
        if self.keep:
            self.told[told.round] = told
        if said["status"] == "ended":
            self._replay(told, seq)
        if not self.keep and told.shoe is not None and self.shoes[told.shoe].retired is not None:
            del self.shoes[told.shoe]

    def _replay(self, told: Told, seq: int) -> None:
        played = replay(told, self.shoes[told.shoe].cards if told.shoe else {}, seq)
        lines = [
            [line.seat, line.hand, line.wager, line.stake, line.outcome, line.pays, line.returned, line.rule]
            for line in played.lines
        ]
        if lines != told.lines:
            raise Broken(told.settled, f"round {told.round} settles differently when it is replayed")
        if told.config["kind"] == "virtual" and told.paid != money.micro(sum(line.returned for line in played.lines)):
            raise Broken(told.settled, f"round {told.round} paid other amounts than its lines say")
        self.replayed += 1


def replay(told: Told, cards: dict[int, int], seq: int) -> Round:
    """A round from its record; cards that were never opened lie face down."""
    try:
        played = Round(
            games.build(told.config["game"], told.config["house"], told.config["pays"]),
            told.stakes,
            told.players or None,
        )
        if played.game.digest != told.config["digest"]:
            raise Broken(told.started, f"this software's rules are not those of round {told.round}")
        place = told.first
        for answer in told.answers:
            dealt = None
            if answer[0] == "deal" and type(answer[1]) is int:
                dealt = [cards.get(at, UNKNOWN) for at in range(place, place + answer[1])]
                place += answer[1]
            feed(played, answer, dealt)
    except (Illegal, Refused) as error:
        raise Broken(seq, f"round {told.round} can't be replayed: {error}") from None
    if not played.ended:
        raise Broken(seq, f"round {told.round} is not over when it is replayed")
    return played


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


class Shares:
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
def shared_out(store: Store, of: int, upto: int) -> Iterator[Shares]:
    """So many processes that replay a ledger up to an entry."""
    with ProcessPoolExecutor(of, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield Shares(pool, store, of, upto)
