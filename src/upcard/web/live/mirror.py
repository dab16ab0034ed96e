"""The house as clients may see it: a second fold of the ledger, over entries that are durably committed, and no others.

The sequencer decides in its own thread, ahead of the disk. What a client sees must never be undone by a power cut, and
a page must never read a state while it changes: so the web keeps a read model of its own, brought forward by the
floor's own appliers, in the event loop, entry by entry, after the commit.
"""

import re
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from upcard.cards.card import Cards
from upcard.floor import facts
from upcard.floor.doors.commands import SYSTEM, apply
from upcard.floor.doors.fair import Vault
from upcard.floor.doors.house import Committed, plain, revive
from upcard.floor.doors.play import Followed, RunningRounds, games
from upcard.floor.state import FloorTable, State
from upcard.rounds.round import Round
from upcard.rules.events import Event

_PLAYER = re.compile(r"\bplayer:([^\s:,;'()]+)")
"""A player as the ledger's accounts and commands name them."""
KEPT = 20
"""Finished rounds of each table that stay at hand; the ledger has them all."""


@dataclass(slots=True)
class ShownRound:
    """A round that clients can look at: the one being played, or one that is over."""

    id: str
    number: int
    at: str
    followed: Followed
    players: Mapping[int, str]
    names: Mapping[int, str]
    """What the players were called when it began."""
    over: bool = False
    by_house: set[int] = field(default_factory=set)
    """The answers, by their place, that the house gave for somebody: a bot, or a player whose time was up."""
    written: dict[int, dict[str, Any]] = field(default_factory=dict)
    """Settled lines in words, by their place; a line that waits for a meter's award is not kept."""
    drawn: dict[frozenset[int], tuple[int, dict[str, Any]]] = field(default_factory=dict)
    """By the seats that look: after how many events the felt was drawn for them, and how."""

    @property
    def round(self) -> Round:
        """The round itself."""
        return self.followed.round

    def seats_of(self, player: str | None) -> frozenset[int]:
        """The seats that were a player's in this round. Who sits there now may be somebody else, and sees nothing."""
        return frozenset(seat for seat, who in self.players.items() if who == player)


@dataclass(frozen=True, slots=True)
class OpenedShoe:
    """A shoe that is done with: what was committed before its first card, and what opens it."""

    shoe: str
    root: str
    order: Cards
    seed: str


SHOES_KEPT = 5
"""Finished shoes of each table that stay at hand; the ledger has them all."""


@dataclass(slots=True)
class Step:
    """What one entry changed at a table: the events it added to a round, if any."""

    seq: int
    table: str
    shown: ShownRound | None = None
    first: int = 0
    last: int = 0
    over: bool = False
    """Whether the round came to its end with this entry."""

    def events(self) -> Sequence[Event]:
        """The events it added."""
        return self.shown.round.events[self.first : self.last] if self.shown else ()


@dataclass(slots=True)
class Touched:
    """What a batch of entries changed."""

    seq: int = 0
    steps: list[Step] = field(default_factory=list)
    tables: set[str] = field(default_factory=set)
    links: set[str] = field(default_factory=set)
    players: set[str] = field(default_factory=set)
    """Whose money moved."""
    hits: set[str] = field(default_factory=set)
    floor: bool = False
    """Whether something that only staff look at changed: alerts, proposals, staff."""


class Mirror:
    """The read model of a house."""

    def __init__(self, state: State, seq: int, vault: Vault) -> None:
        """Takes a copy of the state; what is committed after `seq` is brought in by `apply`."""
        self.state: State = revive(State, plain(state))
        self.seq = seq
        self.vault = vault
        self.shown: dict[str, ShownRound] = {}
        self.finished: dict[str, deque[ShownRound]] = {}
        self.running = RunningRounds(vault)
        """For trials: what could be done now."""
        self._shoe: dict[str, tuple[Cards, int]] = {}
        """By table: the order of its shoe, and how far it is dealt."""
        self.opened: dict[str, deque[OpenedShoe]] = {}
        self._roots: dict[str, str] = {}
        """What the shoes that are being dealt were committed to."""
        self.tables_of: dict[str, set[str]] = {}
        for table in self.state.tables.values():
            self._pick_up(table)

    def _pick_up(self, table: FloorTable) -> None:
        """A table after a restart: its running round is made again from the answers in the ledger."""
        for player in table.seated.values():
            self.tables_of.setdefault(player, set()).add(table.id)
        if table.shoe is not None:
            self._roots[table.shoe.id] = table.shoe.root
        opened = table.round
        if opened is not None and table.shoe is not None:
            self._shoe[table.id] = self.vault.cards(table.shoe.sealed), opened.first_card
        elif table.shoe is not None:
            self._shoe[table.id] = self.vault.cards(table.shoe.sealed), table.shoe.dealt
        if opened is None or table.kind == "live":
            return
        begun = self._begin(table, opened.id, opened.number, opened.at, opened.stakes, opened.players)
        self._tell(table.id, begun, opened.answers)

    def _begin(
        self,
        table: FloorTable,
        round_id: str,
        number: int,
        at: str,
        stakes: Mapping[int, Mapping[str, int]],
        players: Mapping[int, str],
    ) -> ShownRound:
        last = self.shown.get(table.id)
        if last is not None:
            last.written.clear()  # it is told no more; who asks for the record has it written again
            last.drawn.clear()
        names = {seat: self.name_of(who) for seat, who in players.items()}
        first = self._shoe[table.id][1] if table.id in self._shoe else 0
        # Its shoe may be committed behind START GAME, in the same entry.
        shoe = partial(self._cards, table.id)
        followed = Followed(Round(games.of(table), stakes, players or None), shoe, first)
        begun = ShownRound(round_id, number, at, followed, dict(players), names)
        self.shown[table.id] = begun
        return begun

    def _cards(self, table: str, place: int, count: int) -> Cards:
        return self._shoe[table][0][place : place + count]

    def _tell(self, table: str, shown: ShownRound, answers: Sequence[facts.ToldAnswer]) -> None:
        shown.followed.tell(answers)
        if table in self._shoe:
            self._shoe[table] = self._shoe[table][0], shown.followed.place

    def keep_shoe(self, said: facts.ShoeRetired, root: str) -> None:
        """A finished shoe, for whoever checks it."""
        shoe = OpenedShoe(said.shoe, root, tuple(said.order), said.seed)
        self.opened.setdefault(said.table, deque(maxlen=SHOES_KEPT)).append(shoe)

    def name_of(self, player: str) -> str:
        """What a player is called."""
        found = self.state.players.get(player)
        return found.name if found else player

    def in_words(self, said: str) -> str:
        """What the floor says of accounts and players, with the names that people know them by."""
        return _PLAYER.sub(lambda found: self.name_of(found[1]), said)

    # Entries

    def apply(self, entries: Sequence[Committed]) -> Touched:
        """Brings the model forward; what changed."""
        change = Touched(self.seq)
        for entry in entries:
            if entry.seq <= self.seq:
                continue
            steps: dict[str, Step] = {}
            for fact in entry.facts:
                self._note(entry, fact, steps, change)
            apply(self.state, entry.seq, entry.body, entry.transfers)
            for source, target, _, _ in entry.transfers:
                self._note_money(source, change)
                self._note_money(target, change)
            change.steps += steps.values()
            self.seq = change.seq = entry.seq
        return change

    def _note_money(self, account: str, change: Touched) -> None:
        kind, _, who = account.partition(":")
        if kind == "player":
            change.players.add(who)
        elif kind in {"meter", "reserve", "overflow"}:
            change.links.add(who.partition("/")[0])

    def _note(self, entry: Committed, fact: facts.Fact, steps: dict[str, Step], change: Touched) -> None:
        """Follows one fact before it is applied: the rounds, and whom it concerns."""
        name, link, hit_id = (getattr(fact, key, None) for key in ("table", "link", "hit"))
        table = self.state.tables.get(name) if name is not None else None
        if name is not None:
            change.tables.add(name)
        if link is not None:
            change.links.add(link)
        if hit_id is not None:
            change.hits.add(hit_id)
            hit = self.state.hits.get(hit_id)
            if hit is not None:
                change.tables.add(hit.table)
                change.links.add(hit.link)
        if not isinstance(fact, _AT_TABLES):
            change.floor = True
            if table is not None and table.link is not None:  # the signs tell patrons what is wrong there
                change.links.add(table.link)
        if isinstance(fact, facts.ShoeCommitted):  # it may stand in the entry that opens its table
            self._shoe[fact.table] = self.vault.cards(fact.sealed), 0
            self._roots[fact.shoe] = fact.root
            if fact.table in self.shown:
                self.shown[fact.table].followed.place = 0
        if isinstance(fact, facts.ShoeRetired) and (root := self._roots.pop(fact.shoe, None)) is not None:
            self.keep_shoe(fact, root)
        if table is None:
            return
        step = steps.setdefault(table.id, Step(entry.seq, table.id))
        if isinstance(fact, facts.Seated):
            self.tables_of.setdefault(fact.player, set()).add(table.id)
        elif isinstance(fact, facts.Left):
            others = [who for seat, who in table.seated.items() if seat != fact.seat]
            if fact.player not in others:
                self.tables_of.get(fact.player, set()).discard(table.id)
        elif table.kind == "live":
            return
        elif isinstance(fact, facts.GameStarted):
            shown = self._begin(table, fact.round, table.rounds + 1, entry.at, fact.by_seat(), fact.seated())
            step.shown, step.first, step.last = shown, 0, len(shown.round.events)
        elif isinstance(fact, facts.RoundAnswered):
            self._answered(table.id, fact.answers, step, by_house=entry.by == SYSTEM)
        elif isinstance(fact, facts.GameEnded):
            self._ended(fact, step)

    def _answered(self, table: str, answers: Sequence[facts.ToldAnswer], step: Step, *, by_house: bool) -> None:
        shown = self.shown[table]
        if step.shown is not shown:
            step.shown, step.first = shown, len(shown.round.events)
        if by_house:
            shown.by_house.add(len(shown.round.answers))  # the act comes first; what follows is dealt
        self._tell(table, shown, answers)
        step.last = len(shown.round.events)
        step.over = shown.over = shown.round.ended

    def _ended(self, said: facts.GameEnded, step: Step) -> None:
        table = said.table
        shown = self.shown.get(table)
        if shown is None or shown.id != said.round:
            return
        if said.status == "voided" and not shown.round.ended:
            step.shown, step.first = shown, len(shown.round.events)
            shown.followed.end(said.status, said.reason)
            step.last = len(shown.round.events)
            step.over = shown.over = True
        self.finished.setdefault(table, deque(maxlen=KEPT)).append(shown)


_AT_TABLES = (
    facts.RoundAnswered,
    facts.BetPlaced,
    facts.BatchClosed,
    facts.BatchOpened,
    facts.CardsOpened,
    facts.Contributed,
    facts.GameEnded,
    facts.HitPending,
    facts.Left,
    facts.PlayerAdded,
    facts.Seated,
    facts.RoundSettled,
    facts.ShoeCommitted,
    facts.ShoeRetired,
    facts.SnapshotTaken,
    facts.GameStarted,
    facts.WorkedOut,
)
"""Facts of ordinary play: they are no news for the floor's own stream."""
