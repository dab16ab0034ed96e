"""Checking a ledger from the outside: a copy of the database is enough, no key and no house.

The chain, the sums, the checkpoints, and every round that the house dealt or scanned, replayed to the cent. The first
bad entry is named.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from upcard.floor import fair, games
from upcard.floor.ask import Refused
from upcard.floor.checkpoint import Checkpoint, Pledges, stored
from upcard.floor.entry import GENESIS, Broken, check_links, read_body, read_transfers
from upcard.floor.recovery import add_up, check_balances
from upcard.floor.running import feed
from upcard.floor.storage.store import Store
from upcard.rounds.round import Round
from upcard.rules.needs import UNKNOWN, Illegal

_CONCERNS_ROUNDS = re.compile(
    rb'\["(?:answered|settled|shoe|cards-opened|shoe-retired|table-opened|table-changed|ended)"'
)


@dataclass(slots=True)
class Audited:
    """What was checked."""

    entries: int = 0
    rounds: int = 0
    checkpoints: int = 0
    head: bytes = GENESIS
    public: str | None = None


def verify(
    store: Store,
    checkpoints: Iterable[Checkpoint] = (),
    *,
    public: str | None = None,
    replay: bool = True,
    progress: Callable[[int], None] | None = None,
) -> Audited:
    """Verifies a whole ledger; `Broken` names the first bad entry.

    `checkpoints` are those kept elsewhere; those in the database are checked too. `public` is the key they must be
    signed with; without it, the one that the first entry names.
    """
    done = Audited()
    pledges = Pledges([*stored(store), *checkpoints], public)
    balances: dict[str, int] = {}
    auditor = RoundAuditor()
    seq = epoch = 0
    for chunk in store.chunks():
        done.head = check_links(chunk, done.head, (seq, epoch))
        seq, epoch = chunk[-1][0], chunk[-1][1]
        add_up(chunk, balances)
        pledges.hold(chunk)
        if replay:
            for row in chunk:
                if _CONCERNS_ROUNDS.search(row[5]):
                    auditor.take(row)
        done.entries += len(chunk)
        if progress is not None:
            progress(len(chunk))
    pledges.end(seq)
    check_balances(balances, seq)
    done.rounds, done.checkpoints, done.public = auditor.replayed, pledges.kept, pledges.public
    return done


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

    def __init__(self) -> None:
        self.replayed = 0
        self.shoes: dict[str, ShoeTold] = {}
        self.told: dict[str, Told] = {}
        self._tables: dict[str, dict[str, Any]] = {}
        self._open: dict[str, Told] = {}
        self._table_shoe: dict[str, str] = {}
        self.keep = False
        """Whether rounds stay at hand after their replay."""

    def take(self, row: Sequence[Any]) -> None:
        """One entry more."""
        seq, body = row[0], read_body(row[5])
        for kind, said in body["facts"]:
            handler = getattr(self, "_" + kind.replace("-", "_"), None)
            if handler is not None:
                handler(seq, said)
            if kind == "settled":
                moved = [t for t in read_transfers(row[4]) if t.cause.startswith("pays ")]
                self._open[said["table"]].paid = sum(t.amount for t in moved)

    def _table_opened(self, _seq: int, said: dict[str, Any]) -> None:
        self._tables[said["table"]] = said

    _table_changed = _table_opened

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
        if told.config["kind"] == "virtual" and told.paid != 1_000_000 * sum(line.returned for line in played.lines):
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


@dataclass(frozen=True, slots=True)
class Deal:
    """A round's deal, checked."""

    round: str
    shoe: str
    committed: int
    started: int
    first: int
    cards: list[int | None]
    """In the order they left the shoe; None for one that is not opened yet."""
    retired: int | None


def deal(store: Store, name: str) -> Deal:
    """Verifies the deal of one round: its shoe was committed before it began, and its cards are the committed ones."""
    auditor = RoundAuditor()
    auditor.keep = True
    for chunk in store.chunks():
        for row in chunk:
            if _CONCERNS_ROUNDS.search(row[5]):
                auditor.take(row)
    told = auditor.told.get(name)
    if told is None or told.shoe is None:
        raise LookupError(f"there is no finished round {name!r} that the house dealt")
    shoe = auditor.shoes[told.shoe]
    if shoe.committed > told.started:
        raise Broken(told.started, f"shoe {shoe.id} was committed after round {name} began")
    count = sum(answer[1] for answer in told.answers if answer[0] == "deal")
    cards = [shoe.cards.get(place) for place in range(told.first, told.first + count)]
    return Deal(name, shoe.id, shoe.committed, told.started, told.first, cards, shoe.retired)


def export(store: Store) -> Iterator[dict[str, Any]]:
    """Every entry as a plain object."""
    for entry in store.entries():
        body = read_body(entry.body)
        for _, said in body["facts"]:
            for secret in ("password", "pin"):
                if secret in said:
                    said[secret] = "(hash withheld)"
        yield {
            "seq": entry.seq,
            "epoch": entry.epoch,
            "do": entry.kind,
            "id": entry.command,
            **body,
            "transfers": [list(item) for item in read_transfers(entry.transfers)],
            "hash": entry.hash.hex(),
        }
