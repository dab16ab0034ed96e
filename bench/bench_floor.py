"""The floor by itself: rounds settled durably, latency, audit and start-up."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from bench.bench_tables import GOAL
from bench.harness import AtLeast, Figure, Limit, Ratio
from tests.kit.databases import Cluster
from tests.kit.floor import AT, CHEAP, SEVENS, Floor
from upcard.floor.commands.command import Command
from upcard.floor.house.house import House
from upcard.floor.house.recovery import recover
from upcard.floor.house.sequencer import Job
from upcard.floor.ledger.storage.store import Store
from upcard.floor.reports import audit

TABLES, SEATS = 40, 6
ROUNDS = 1200
DEALT = 20_000
MILLION = int(os.environ.get("UPCARD_BENCH_ENTRIES", "1000000"))

Phase = list[tuple[str, str, dict[str, Any]]]
"""Commands that people give at the same time: by, verb, fields."""


def figures() -> Iterator[Figure]:
    """Everything that was promised of the floor."""
    with folder() as home:
        yield throughput("SQLite", str(home / "house.sqlite3"), home)
        yield shared_meter(home)
        yield latency(home)
        yield from a_long_ledger(home)
        yield dealt_rounds(home)
    with folder() as home:
        cluster = Cluster(home, synced=True)
        try:
            yield throughput("PostgreSQL", cluster.create(), home)
        finally:
            cluster.stop(signal.SIGQUIT)


@contextmanager
def folder() -> Iterator[Path]:
    """A folder for one run, on the disk and not in memory."""
    made = Path(tempfile.mkdtemp(prefix="upcard-bench-", dir=os.environ.get("UPCARD_BENCH_FOLDER")))
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


# Rounds


def virtual_house(url: str, keys: Path, tables: int, seats: int) -> Floor:
    """Three Card Poker tables full of players who are never short of money."""
    floor = Floor(House.found(url, keys, hasher=CHEAP)).hire()
    for table in range(tables):
        floor.table(f"V{table}", "virtual", "three-card-poker", link=None, seats=seats)
        waiting = [
            floor.house.submit(Command(f"{do}-{table}-{seat}", AT, "sue", do, args))
            for seat in range(1, seats + 1)
            for do, args in (
                ("player-add", {"player": f"p{table}-{seat}"}),
                ("buy-in", {"player": f"p{table}-{seat}", "amount": 10**10}),
                ("sit", {"player": f"p{table}-{seat}", "table": f"V{table}", "seat": seat}),
            )
        ]
        assert all(reply.result().ok for reply in waiting)
    return floor


def virtual_round(table: int, seats: int) -> list[Phase]:
    """One round, every seat with an ante and Pair Plus, every seat plays: as many commands as people press buttons."""
    name, places = f"V{table}", range(1, seats + 1)
    wagers = {"ante": 500, "pair-plus": 500}
    return [
        [(f"player:p{table}-{seat}", "bet", {"table": name, "seat": seat, "wagers": wagers}) for seat in places],
        [("dora", "start", {"table": name})],
        [(f"player:p{table}-{seat}", "act", {"table": name, "seat": seat, "move": "play"}) for seat in places],
    ]


def live_round(table: int, seats: int) -> list[Phase]:
    """One round of a live table: sensors, START GAME, END GAME."""
    name = f"T{table}"
    return [
        [(f"device:{name}", "sensor", {"table": name, "seat": seat, "amount": 100}) for seat in range(1, seats + 1)],
        [("dora", "start", {"table": name})],
        [("dora", "end", {"table": name})],
    ]


class Crowd:
    """Tables that play as people do: whoever acts next has seen the last acknowledgement."""

    def __init__(self, house: House, play: Callable[[int, int], list[Phase]], label: str) -> None:
        self._house, self._play, self._label = house, play, label
        self._numbers = count()
        self._left = 0
        self._guard, self._done = threading.Lock(), threading.Event()
        self.failed: list[str] = []

    def run(self, rounds: int) -> float:
        """Plays so many rounds over all tables; the seconds until the last acknowledgement."""
        self._left = rounds
        begin = time.perf_counter()
        for table in range(TABLES):
            self._next_round(table)
        self._done.wait()
        assert not self.failed, self.failed[0]
        return time.perf_counter() - begin

    def _next_round(self, table: int) -> None:
        with self._guard:
            self._left -= 1
            if self._left < 0:
                if self._left == -TABLES:
                    self._done.set()
                return
        self._next_phase(table, deque(self._play(table, SEATS)))

    def _next_phase(self, table: int, phases: deque[Phase]) -> None:
        if not phases:
            self._next_round(table)
            return
        phase = phases.popleft()
        open_ = [len(phase)]

        def answered(reply: "Future[Any]") -> None:
            if not reply.result().ok:
                self.failed.append(reply.result().error)
                self._done.set()
            open_[0] -= 1
            if not open_[0]:
                self._next_phase(table, phases)

        for by, do, args in phase:
            command = Command(f"{self._label}-{next(self._numbers)}", AT, by, do, args)
            self._house.submit(command).add_done_callback(answered)


def throughput(name: str, url: str, home: Path) -> Figure:
    """Dealt rounds settled durably, as fast as forty tables can ask; the pace of the goal's tables is far below it."""
    floor = virtual_house(url, home / f"{name}.keys", TABLES, SEATS)
    best = max(ROUNDS / Crowd(floor.house, virtual_round, f"{name}{turn}").run(ROUNDS) for turn in range(3))
    floor.house.close()
    asked = GOAL * 70 / 3600
    return AtLeast(f"six-seat rounds settled on {name}; {GOAL:,} tables play", best, "rounds a second", asked)


def shared_meter(home: Path) -> Figure:
    """Live rounds of forty tables: each on a link of its own, and all on one."""
    rates = {}
    for way in ("apart", "shared"):
        floor = Floor(House.found(str(home / f"{way}.sqlite3"), hasher=CHEAP)).hire()
        for link in range(TABLES if way == "apart" else 1):
            floor.link(f"L{link}", meters=SEVENS)
        for table in range(TABLES):
            floor.table(f"T{table}", link=f"L{table if way == 'apart' else 0}")
        rates[way] = max(ROUNDS / Crowd(floor.house, live_round, f"{turn}").run(ROUNDS) for turn in range(3))
        floor.house.close()
    return Ratio("forty tables on one meter", rates["shared"], "each on its own", rates["apart"], "rounds", 2 / 3)


# Latency


def latency(home: Path, tables: int = 200, seats: int = 7, pace: int = 20, seconds: float = 15) -> Figure:
    """How long an acknowledgement takes when two hundred tables play twenty times as fast as real ones."""
    floor = virtual_house(str(home / "pace.sqlite3"), home / "pace.keys", tables, seats)
    rounds = tables * 70 * pace / 3600
    spent: list[float] = []
    waiting = threading.Semaphore(0)
    number = 0
    begin = time.perf_counter()
    for at in range(int(rounds * seconds)):
        commands = [command for phase in virtual_round(at % tables, seats) for command in phase]
        for step, (by, do, args) in enumerate(commands):
            due = begin + (at + step / len(commands)) / rounds
            time.sleep(max(0.0, due - time.perf_counter()))
            number += 1
            sent = time.perf_counter()
            reply = floor.house.submit(Command(f"pace-{number}", AT, by, do, args))

            def answered(_reply: "Future[Any]", sent: float = sent) -> None:
                spent.append(time.perf_counter() - sent)
                waiting.release()

            reply.add_done_callback(answered)
    for _ in range(number):
        waiting.acquire()
    floor.house.close()
    slowest = sorted(spent)[int(len(spent) * 0.99)]
    return Limit(f"p99 of an acknowledgement, {tables} tables at {pace} times the pace", slowest * 1000, "ms", 50)


# A long ledger


def a_long_ledger(home: Path) -> Iterator[Figure]:
    """Audit and start-up on a million entries, written through the house's own decisions."""
    url = str(home / "long.sqlite3")
    house = House.found(url, threads=False, hasher=CHEAP)
    floor = Floor(house).hire()
    floor.link()
    for table in range(TABLES):
        floor.table(f"T{table}")
    number = 0
    while house.store.head()[0] < MILLION:
        jobs = []
        for table in range(TABLES * 20):
            for by, do, args in (command for phase in live_round(table % TABLES, SEATS) for command in phase):
                number += 1
                jobs.append(Job(Command(f"long-{number}", AT, by, do, args)))
        house.sequencer.process(jobs)
    house.close()
    store = Store(url)
    begin = time.perf_counter()
    done = audit.verify(store)
    spent = time.perf_counter() - begin
    yield Ratio("audit of a live floor's ledger", done.entries / spent, "promised", 50_000, "entries", 1.0)
    begin = time.perf_counter()
    recovered = recover(store)
    spent = time.perf_counter() - begin
    assert recovered.distrusted is None
    store.close()
    yield Limit(f"start-up on {done.entries:,} entries", spent, "s", 30 * done.entries / 1_000_000)


def dealt_rounds(home: Path) -> Figure:
    """`upcard audit verify` on rounds that the house dealt: every shoe opened and every round replayed to the cent."""
    url = str(home / "dealt.sqlite3")
    floor = virtual_house(url, home / "dealt.keys", TABLES, SEATS)
    Crowd(floor.house, virtual_round, "dealt").run(DEALT)
    floor.house.close()
    program = "from upcard.cli.start import main; main()"
    asked = [sys.executable, "-c", program, "audit", "verify", "--json", "--database", url]
    done = json.loads(subprocess.run(asked, capture_output=True, text=True, check=True).stdout)
    assert done["rounds"] == DEALT
    return Ratio("audit of dealt rounds", done["entries"] / done["seconds"], "promised", 50_000, "entries", 1.0)
