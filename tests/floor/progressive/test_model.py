"""Random floors against a simple model: a second, plainer telling of what the jackpots of a link are worth.

The model keeps no running amounts. It remembers what happened in order, and after every step works out everything
from the beginning, as a person with paper would.
"""

import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.floor.progressive.reckoning import Reckoning
from tests.kit.floor import CHEAP, PIN, Floor, leave
from upcard.floor import facts
from upcard.floor.house.house import House
from upcard.floor.house.recovery import recover
from upcard.floor.ledger.storage import database
from upcard.floor.reports import audit

MILLION = 1_000_000
RESET, BASE, RATE, HIDDEN = 7_003, 10_007, 123_457, 33_333
TABLES = ("A", "B", "C")
ALL, TEN = "three-suited-sevens", "three-same-colour-sevens"


@dataclass
class Press:
    """A hit as the model knows it."""

    name: str
    table: str
    seat: int
    whole: bool
    state: str = "PENDING"
    late: bool = False


@dataclass
class Turn:
    """Something that happened to the meter: a contribution, or a round's hits at the place of the first press."""

    contribution: int = 0
    hits: list[Press] = field(default_factory=list)
    waits: str = ""
    """The table whose wrong press was voided, while its right one is still to come."""


@dataclass
class Model:
    """Everything that happened, in order."""

    turns: list[Turn] = field(default_factory=list)

    def work_out(self) -> tuple[int, dict[str, int]]:
        """The meter in millionths of a cent, and what every hit that was not voided is worth in cents."""
        meter, worth = BASE * MILLION, {}
        for turn in self.turns:
            meter += turn.contribution
            alive = sorted((hit for hit in turn.hits if hit.state != "VOIDED"), key=lambda hit: hit.seat)
            shared = False
            for hit in alive:
                cents = meter // MILLION
                if not hit.whole:
                    worth[hit.name] = cents // 10
                    meter -= cents // 10 * MILLION
                elif not shared:
                    winners = [other for other in alive if other.whole]
                    for place, winner in enumerate(winners):
                        worth[winner.name] = cents // len(winners) + (place < cents % len(winners))
                    meter += (RESET - cents) * MILLION
                    shared = True
        return meter, worth

    @property
    def hits(self) -> list[Press]:
        """All of them in the order of payment."""
        return [hit for turn in self.turns for hit in sorted(turn.hits, key=lambda hit: hit.seat)]


class FloorMachine(RuleBasedStateMachine):
    """Live tables on one link, three at once."""

    @initialize()
    def open(self) -> None:
        self.synchronous, database.SYNCHRONOUS = database.SYNCHRONOUS, "OFF"  # power cuts have tests of their own
        self.folder = Path(tempfile.mkdtemp(prefix="upcard-model-"))
        self.path = str(self.folder / "house.sqlite3")
        self.floor = Floor(House.found(self.path, threads=False, hasher=CHEAP)).hire()
        meter = {"base": BASE, "reset": RESET, "increment": RATE, "hidden": HIDDEN}
        self.floor.link(meters={"blazing-sevens": meter})
        for table in TABLES:
            self.floor.table(table)
        self.model = Model()
        self.batches: dict[str, Turn] = {}
        self.lit: dict[str, list[int]] = {}
        self.done: set[str] = set()
        self.rounds = dict.fromkeys(TABLES, 0)
        self.rate = RATE
        self.scheduled: dict[str, int] = {}
        """Changes of the rate that wait for the last END GAME, by proposal."""
        self.ended: list[tuple[str, str, list[int], list[Press]]] = []
        """Rounds that are over: table, name, lit seats, hits."""

    def _hits(self, table: str) -> list[Press]:
        return self.batches[table].hits if table in self.batches else []

    @rule(table=st.sampled_from(TABLES), seats=st.sets(st.integers(1, 6), max_size=4))
    def start(self, table: str, seats: set[int]) -> None:
        if table in self.lit:
            self.floor.no("dora", "start", table=table)
            return
        self.floor.start(table, *sorted(seats))
        self.lit[table] = sorted(seats)
        self.rounds[table] += 1
        self.model.turns.append(Turn(contribution=len(seats) * 100 * self.rate))

    @precondition(lambda self: any(self.lit.values()))
    @rule(pick=st.integers(0, 99), whole=st.booleans())
    def press_lit(self, pick: int, whole: bool) -> None:
        """A button that can be pressed, most of the time."""
        lit = [(table, seat) for table, seats in self.lit.items() for seat in seats]
        self.press(*lit[pick % len(lit)], whole)

    @precondition(lambda self: any(hit.state in {"PENDING", "VERIFIED"} for hit in self.model.hits))
    @rule()
    def settle_the_first(self) -> None:
        """What a floor does most of the time: the first hit in order is verified, confirmed and paid."""
        hit = next(hit for hit in self.model.hits if hit.state in {"PENDING", "VERIFIED"})
        for turn in self.model.turns[: self._place(hit)]:
            if turn.waits:
                self.hits_done(turn.waits)
        if not hit.late and hit.table not in self.done:
            self.hits_done(hit.table)
        place = self.model.hits.index(hit)
        turn = next(turn for turn in self.model.turns if hit in turn.hits)
        for other in turn.hits:
            if other.state == "PENDING" and (other is hit or (hit.whole and other.whole)):
                self.floor.ok("sue", "verify", hit=other.name)
                other.state = "VERIFIED"
        ack = self.floor.confirm(hit.name)
        assert ack.ok, ack.error
        hit.state = "CONFIRMED"
        self.floor.ok("sue", "pay", hit=hit.name)
        hit.state = "PAID"
        assert self.model.hits[place] is hit

    @rule(table=st.sampled_from(TABLES), seat=st.integers(1, 6), whole=st.booleans())
    def press(self, table: str, seat: int, whole: bool) -> None:
        hand = ALL if whole else TEN
        twice = any(h.seat == seat and h.state != "VOIDED" for h in self._hits(table))
        if seat not in self.lit.get(table, []) or table in self.done or twice:
            self.floor.no("dora", "hit", table=table, seat=seat, hand=hand)
            return
        name = self.floor.press(table, seat, hand)
        waits = table in self.batches and self.batches[table].waits
        if not waits and all(hit.state == "VOIDED" for hit in self._hits(table)):  # the first press gives the place
            self.batches[table] = Turn()
            self.model.turns.append(self.batches[table])
        self.batches[table].hits.append(Press(name, table, seat, whole))
        self.batches[table].waits = ""

    @precondition(lambda self: self.ended)
    @rule(pick=st.integers(0, 99), seat=st.integers(1, 6), whole=st.booleans())
    def late_hit(self, pick: int, seat: int, whole: bool) -> None:
        """A winner who is found after END GAME: last in order, whatever was pressed since the round ended."""
        table, name, lit, hits = self.ended[-1 - pick % min(3, len(self.ended))]
        swipe = self.floor.cards["mia"].swipe()
        args: dict[str, Any] = {
            "table": table,
            "round": name,
            "seat": seat,
            "hand": ALL if whole else TEN,
            "reason": "on the film",
        }
        ack = self.floor.do("sam", "late-hit", swipe=swipe, pin=PIN, **args)
        taken = any(hit.seat == seat and hit.state != "VOIDED" for hit in hits)
        assert ack.ok == (seat in lit and not taken), ack.error
        if ack.ok:
            hit = Press(ack.fact(facts.HitPending).hit, table, seat, whole, late=True)
            hits.append(hit)
            self.model.turns.append(Turn(hits=[hit]))

    @rule(table=st.sampled_from(TABLES))
    def hits_done(self, table: str) -> None:
        if table in self.lit and table not in self.done:
            self.floor.ok("dora", "hits-done", table=table)
            self.done.add(table)
            if table in self.batches:
                self.batches[table].waits = ""
        else:
            self.floor.no("dora", "hits-done", table=table)

    @precondition(lambda self: any(hit.state != "VOIDED" for hit in self.model.hits))
    @rule(pick=st.integers(0, 99))
    def verify(self, pick: int) -> None:
        hit = self._pick(pick)
        closed = hit.late or (hit.table in self.done and hit in self._hits(hit.table))
        if hit.state == "PENDING" and closed:
            self.floor.ok("sue", "verify", hit=hit.name)
            hit.state = "VERIFIED"
        else:
            self.floor.no("sue", "verify", hit=hit.name)

    @precondition(lambda self: any(hit.state != "VOIDED" for hit in self.model.hits))
    @rule(pick=st.integers(0, 99))
    def confirm(self, pick: int) -> None:
        hit = self._pick(pick)
        order = self.model.hits
        earlier = any(other.state in {"PENDING", "VERIFIED"} for other in order[: order.index(hit)])
        turn = next(turn for turn in self.model.turns if hit in turn.hits)
        waiting = hit.whole and any(o.whole and o.state == "PENDING" for o in turn.hits)
        waiting |= any(before.waits for before in self.model.turns[: self._place(hit)])
        ack = self.floor.confirm(hit.name)
        assert ack.ok == (hit.state == "VERIFIED" and not earlier and not waiting), ack.error
        if ack.ok:
            hit.state = "CONFIRMED"

    @precondition(lambda self: any(hit.state == "CONFIRMED" for hit in self.model.hits))
    @rule(pick=st.integers(0, 99))
    def pay(self, pick: int) -> None:
        hits = [hit for hit in self.model.hits if hit.state == "CONFIRMED"]
        hit = hits[pick % len(hits)]
        before = self.floor.balance(f"patrons:{hit.table}")
        self.floor.ok("sue", "pay", hit=hit.name)
        hit.state = "PAID"
        assert self.floor.balance(f"patrons:{hit.table}") == before + self.model.work_out()[1][hit.name]

    @precondition(lambda self: any(hit.state != "VOIDED" for hit in self.model.hits))
    @rule(pick=st.integers(0, 99), wrong=st.booleans())
    def void(self, pick: int, wrong: bool) -> None:
        reason = "wrong seat" if wrong else "drawn"
        hit = self._pick(pick)
        turn = next(turn for turn in self.model.turns if hit in turn.hits)
        fixed = hit.whole and any(o.whole and o.state in {"CONFIRMED", "PAID"} for o in turn.hits)
        if hit.state in {"PENDING", "VERIFIED"} and not fixed:
            self.floor.ok("sue", "void", hit=hit.name, reason=reason)
            hit.state = "VOIDED"
            if wrong and hit in self._hits(hit.table):
                turn.waits = hit.table
                self.done.discard(hit.table)
        else:
            self.floor.no("sue", "void", hit=hit.name, reason=reason)

    @rule(table=st.sampled_from(TABLES))
    def end(self, table: str) -> None:
        waiting = any(hit.state not in {"PAID", "VOIDED"} for hit in self._hits(table))
        if table in self.lit and not waiting:
            self.floor.ok("dora", "end", table=table)
            lit = self.lit.pop(table)
            turn = self.batches.pop(table, Turn())
            turn.waits = ""
            self.ended.append((table, f"{table}-{self.rounds[table]}", lit, [*turn.hits]))
            self.done.discard(table)
            if not self.lit:  # what was scheduled takes effect by itself, in its order
                self.rate = [self.rate, *self.scheduled.values()][-1]
                self.scheduled.clear()
        else:
            self.floor.no("dora", "end", table=table)

    @rule(rate=st.integers(0, 900_000))
    def change_the_rate(self, rate: int) -> None:
        """Two people agree at any time; while a round of the link is open the change waits (PRG-11, REG-16)."""
        change = {"link": "L", "meter": "blazing-sevens", "increment": rate}
        asked = self.floor.ok("max", "propose", what="meter", change=change).fact(facts.Proposed)
        self.floor.ok("mia", "approve", proposal=asked.proposal)
        if self.lit:
            self.scheduled[asked.proposal] = rate
        else:
            self.rate = rate

    @precondition(lambda self: self.scheduled)
    @rule(pick=st.integers(0, 99))
    def withdraw(self, pick: int) -> None:
        proposal = list(self.scheduled)[pick % len(self.scheduled)]
        self.floor.ok("sue", "reject", proposal=proposal, reason="another day")
        del self.scheduled[proposal]

    @rule(orderly=st.booleans())
    def restart(self, orderly: bool) -> None:
        cards, ids = self.floor.cards, self.floor.ids
        if orderly:
            self.floor.house.close()
        else:
            leave(self.floor.house)
        self.floor = Floor(House.open(self.path, threads=False, hasher=CHEAP, accept_software=True), cards, ids)

    def _place(self, hit: Press) -> int:
        return next(place for place, turn in enumerate(self.model.turns) if hit in turn.hits)

    def _pick(self, pick: int) -> Press:
        hits = [hit for hit in self.model.hits if hit.state != "VOIDED"]
        return hits[pick % len(hits)]

    @invariant()
    def agrees(self) -> None:
        if not hasattr(self, "model"):
            return
        meter, worth = self.model.work_out()
        state = self.floor.state
        assert state.balance("meter:L/blazing-sevens") == meter
        for hit in self.model.hits:
            known = state.hits.get(hit.name)
            if known is not None:
                assert known.state == hit.state
                assert known.amount == worth.get(hit.name, 0)
        assert state.links["L"].meters["blazing-sevens"].increment == self.rate
        assert set(state.proposals) == set(self.scheduled)
        assert sum(state.accounts.values()) == 0
        held = {name: amount for name, amount in state.accounts.items() if name.startswith("hit:") and amount}
        assert held == {
            f"hit:{hit.name}": worth[hit.name] * MILLION
            for hit in self.model.hits
            if hit.state in {"PENDING", "VERIFIED"} and worth[hit.name]
        }

    def teardown(self) -> None:
        if hasattr(self, "synchronous"):
            database.SYNCHRONOUS = self.synchronous
        if hasattr(self, "floor"):
            audit.verify(self.floor.house.store)
            assert Reckoning().read(audit.export(self.floor.house.store)).wrong == []
            assert recover(self.floor.house.store).state == self.floor.state
            self.floor.house.close()
            shutil.rmtree(self.folder)


FloorMachine.TestCase.settings = settings(max_examples=12, stateful_step_count=40, deadline=None)
TestFloor = FloorMachine.TestCase


class LongFloorMachine(FloorMachine):
    """The same for `make torture`."""


LongFloorMachine.TestCase.settings = settings(max_examples=400, stateful_step_count=60, deadline=None)
TestFloorLong = pytest.mark.torture(pytest.mark.timeout(3600)(LongFloorMachine.TestCase))
