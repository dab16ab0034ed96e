"""The house as clients may see it: a second fold of the ledger, over entries that are durably committed, and no others.

The sequencer decides in its own thread, ahead of the disk. What a client sees must never be undone by a power cut, and
a page must never read a state while it changes: so the web keeps a read model of its own, brought forward by the
floor's own appliers, in the event loop, entry by entry, after the commit.
"""

import re
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from upcard.cards.card import Cards
from upcard.floor import games
from upcard.floor.codec import plain, revive
from upcard.floor.decide import apply
from upcard.floor.running import feed
from upcard.floor.sequencer import Committed
from upcard.floor.shoes import Vault
from upcard.floor.state import State, Table
from upcard.rounds.round import Round
from upcard.rules.events import Event

_PLAYER = re.compile(r"\bplayer:([^\s:,;'()]+)")
"""A player as the ledger's accounts and commands name them."""
KEPT = 20
"""Finished rounds of each table that stay at hand; the ledger has them all."""


@dataclass(slots=True)
class Played:
    """A round that clients can look at: the one being played, or one that is over."""

    id: str
    number: int
    at: str
    round: Round
    players: Mapping[int, str]
    names: Mapping[int, str]
    """What the players were called when it began."""
    over: bool = False
    written: dict[int, dict[str, Any]] = field(default_factory=dict)
    """Settled lines in words, by their place; a line that waits for a meter's award is not kept."""

    def seats_of(self, player: str | None) -> frozenset[int]:
        """The seats that were a player's in this round. Who sits there now may be somebody else, and sees nothing."""
        return frozenset(seat for seat, who in self.players.items() if who == player)


@dataclass(slots=True)
class Step:
    """What one entry changed at a table: the events it added to a round, if any."""

    seq: int
    table: str
    played: Played | None = None
    first: int = 0
    last: int = 0
    over: bool = False
    """Whether the round came to its end with this entry."""

    def events(self) -> Sequence[Event]:
        """The events it added."""
        return self.played.round.events[self.first : self.last] if self.played else ()


@dataclass(slots=True)
class Change:
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
        self.played: dict[str, Played] = {}
        self.finished: dict[str, deque[Played]] = {}
        self._place: dict[str, int] = {}
        self._order: dict[str, Cards] = {}
        """The shoe of each table, and how far it is dealt."""
        self.tables_of: dict[str, set[str]] = {}
        for table in self.state.tables.values():
            self._pick_up(table)

    def _pick_up(self, table: Table) -> None:
        """A table after a restart: its running round is made again from the answers in the ledger."""
        for player in table.seated.values():
            self.tables_of.setdefault(player, set()).add(table.id)
        if table.shoe is not None:
            self._order[table.id], self._place[table.id] = self.vault.cards(table.shoe.sealed), table.shoe.dealt
        opened = table.round
        if opened is None or table.kind == "live":
            return
        self._place[table.id] = opened.first_card
        self._begin(table, opened.id, opened.number, opened.at, opened.stakes, opened.players)
        for answer in opened.answers:
            self._feed(table.id, answer)

    def _begin(
        self,
        table: Table,
        round_id: str,
        number: int,
        at: str,
        stakes: Mapping[int, Mapping[str, int]],
        players: Mapping[int, str],
    ) -> Played:
        last = self.played.get(table.id)
        if last is not None:
            last.written.clear()  # it is told no more; who asks for the record has it written again
        names = {seat: self.name_of(who) for seat, who in players.items()}
        begun = Played(round_id, number, at, Round(games.of(table), stakes, players or None), dict(players), names)
        self.played[table.id] = begun
        return begun

    def _feed(self, table: str, answer: Sequence[Any]) -> None:
        cards = None
        if answer[0] == "deal" and type(answer[1]) is int:
            place = self._place[table]
            cards = self._order[table][place : place + answer[1]]
            self._place[table] = place + answer[1]
        feed(self.played[table].round, answer, cards)

    def name_of(self, player: str) -> str:
        """What a player is called."""
        found = self.state.players.get(player)
        return found.name if found else player

    def in_words(self, said: str) -> str:
        """What the floor says of accounts and players, with the names that people know them by."""
        return _PLAYER.sub(lambda found: self.name_of(found[1]), said)

    # Entries

    def apply(self, entries: Sequence[Committed]) -> Change:
        """Brings the model forward; what changed."""
        change = Change(self.seq)
        for entry in entries:
            if entry.seq <= self.seq:
                continue
            steps: dict[str, Step] = {}
            for kind, said in entry.facts:
                self._note(entry, kind, said, steps, change)
            body = {"at": entry.at, "by": entry.by, "facts": entry.facts}
            apply(self.state, entry.seq, body, list(entry.transfers))
            for source, target, _, _ in entry.transfers:
                self._note_money(source, change)
                self._note_money(target, change)
            change.steps += steps.values()
            self.seq = change.seq = entry.seq
        return change

    def _note_money(self, account: str, change: Change) -> None:
        kind, _, who = account.partition(":")
        if kind == "player":
            change.players.add(who)
        elif kind in {"meter", "reserve", "overflow"}:
            change.links.add(who.partition("/")[0])

    def _note(self, entry: Committed, kind: str, said: dict[str, Any], steps: dict[str, Step], change: Change) -> None:
        """Follows one fact before it is applied: the rounds, and whom it concerns."""
        name = said.get("table")
        table = self.state.tables.get(name) if isinstance(name, str) else None
        if isinstance(name, str):
            change.tables.add(name)
        if isinstance(said.get("link"), str):
            change.links.add(said["link"])
        if isinstance(said.get("hit"), str):
            change.hits.add(said["hit"])
            hit = self.state.hits.get(said["hit"])
            if hit is not None:
                change.tables.add(hit.table)
                change.links.add(hit.link)
        if kind not in _AT_TABLES:
            change.floor = True
            if table is not None and table.link is not None:  # the signs tell patrons what is wrong there
                change.links.add(table.link)
        if kind == "shoe":  # it may stand in the entry that opens its table
            self._order[said["table"]], self._place[said["table"]] = self.vault.cards(said["sealed"]), 0
        if table is None:
            return
        step = steps.setdefault(table.id, Step(entry.seq, table.id))
        if kind == "seated":
            self.tables_of.setdefault(said["player"], set()).add(table.id)
        elif kind == "left":
            others = [who for seat, who in table.seated.items() if seat != said["seat"]]
            if said["player"] not in others:
                self.tables_of.get(said["player"], set()).discard(table.id)
        elif table.kind == "live":
            return
        elif kind == "started":
            stakes = {int(seat): dict(wagers) for seat, wagers in said["stakes"].items()}
            players = {int(seat): who for seat, who in said["players"].items()}
            played = self._begin(table, said["round"], table.rounds + 1, entry.at, stakes, players)
            step.played, step.first, step.last = played, 0, len(played.round.events)
        elif kind == "answered":
            self._answered(table.id, said["answers"], step)
        elif kind == "ended":
            self._ended(table.id, said, step)

    def _answered(self, table: str, answers: Sequence[Sequence[Any]], step: Step) -> None:
        played = self.played[table]
        if step.played is not played:
            step.played, step.first = played, len(played.round.events)
        for answer in answers:
            self._feed(table, answer)
        step.last = len(played.round.events)
        step.over = played.over = played.round.ended

    def _ended(self, table: str, said: Mapping[str, Any], step: Step) -> None:
        played = self.played.get(table)
        if played is None or played.id != said["round"]:
            return
        if said["status"] == "voided" and not played.round.ended:
            step.played, step.first = played, len(played.round.events)
            played.round.void(said["reason"] or "voided")
            step.last = len(played.round.events)
            step.over = played.over = True
        self.finished.setdefault(table, deque(maxlen=KEPT)).append(played)


_AT_TABLES = frozenset(
    {
        "answered",
        "bet",
        "batch-closed",
        "batch-opened",
        "cards-opened",
        "contributed",
        "ended",
        "hit-pending",
        "left",
        "player-added",
        "seated",
        "settled",
        "shoe",
        "shoe-retired",
        "snapshot",
        "started",
        "worked-out",
    }
)
"""Facts of ordinary play: they are no news for the floor's own stream."""
