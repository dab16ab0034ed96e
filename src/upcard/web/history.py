"""Rounds that were played before this process: read again from the last entries of the ledger."""

from collections import deque
from collections.abc import Mapping
from typing import Any

from upcard.cards.card import Cards
from upcard.floor import games
from upcard.floor.ask import Refused
from upcard.floor.entry import read_body
from upcard.floor.running import feed
from upcard.floor.shoes import Vault
from upcard.floor.storage.store import Store
from upcard.rounds.round import Round
from upcard.web.mirror import KEPT, Mirror, Played


class _Reader:
    """Follows the facts of virtual and scanned tables, and keeps the rounds that came to their end."""

    def __init__(self, mirror: Mirror, vault: Vault) -> None:
        self._mirror = mirror
        self._vault = vault
        self._open: dict[str, Played] = {}
        self._order: dict[str, Cards] = {}

    def fact(self, at: str, kind: str, said: Mapping[str, Any]) -> None:
        table = said.get("table")
        if not isinstance(table, str):
            return
        if kind == "shoe":
            self._order[table] = self._vault.cards(said["sealed"])
        elif kind == "started":
            self._started(table, at, said)
        elif kind == "answered" and table in self._open:
            self._answered(table, said)
        elif kind == "ended" and table in self._open:
            self._ended(table, said)

    def _started(self, name: str, at: str, said: Mapping[str, Any]) -> None:
        table = self._mirror.state.tables.get(name)
        if table is None or table.kind == "live" or table.digest != said["digest"]:
            return  # played under rules that the table has no more
        stakes = {int(seat): dict(wagers) for seat, wagers in said["stakes"].items()}
        players = {int(seat): who for seat, who in said["players"].items()}
        names = {seat: self._mirror.name_of(who) for seat, who in players.items()}
        number = int(said["round"].rpartition("-")[2])
        played = Round(games.of(table), stakes, players or None)
        self._open[name] = Played(said["round"], number, at, played, players, names)

    def _answered(self, table: str, said: Mapping[str, Any]) -> None:
        answers = said["answers"]
        drawn = sum(answer[1] for answer in answers if answer[0] == "deal" and type(answer[1]) is int)
        place = said.get("dealt", 0) - drawn
        for answer in answers:
            cards = None
            if answer[0] == "deal" and type(answer[1]) is int:
                order = self._order.get(table)
                if order is None:
                    del self._open[table]  # its shoe was opened before the first entry that is read
                    return
                cards = order[place : place + answer[1]]
                place += answer[1]
            feed(self._open[table].round, answer, cards)

    def _ended(self, table: str, said: Mapping[str, Any]) -> None:
        played = self._open.pop(table)
        if said["status"] == "voided" and not played.round.ended:
            played.round.void(said["reason"] or "voided")
        if played.round.ended:
            played.over = True
            self._mirror.finished.setdefault(table, deque(maxlen=KEPT)).append(played)
            self._mirror.played.setdefault(table, played)
            if self._mirror.played[table].over:
                self._mirror.played[table] = played


def fill(mirror: Mirror, store: Store, vault: Vault, entries: int) -> None:
    """Fills the mirror with the rounds of the last entries."""
    reader = _Reader(mirror, vault)
    try:
        for chunk in store.chunks(max(0, mirror.seq - entries), mirror.seq):
            for row in chunk:
                body = read_body(row[5])
                for kind, said in body["facts"]:
                    reader.fact(body["at"], kind, said)
    except Refused:
        return  # a table whose rules this software does not know any more has no history here
