"""How many tables the whole stack holds at the pace of real ones: 70 rounds an hour, pages included, one process.

A person plays at every table through the API, beside two bots, with the table's stream open, and loads its page every
fifth round. Tables are added until the 99th percentile of commands or of pages passes 100 ms; then the number is
narrowed down. (A round lasts 51 seconds: the pace falls behind long after that.) Server and load generator share the
machine's cores. The search ends by itself: a level takes `UPCARD_BENCH_LEVEL` seconds (15) and 20 to settle, and there
are at most `UPCARD_BENCH_TABLES` tables (10,240).
"""

import asyncio
import os
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.harness import AtLeast, Figure
from bench.people import Line, Measured, Person, served, set_up

GOAL = 10_000
FIRST, FEWEST = 320, 20
ROUND_SECONDS = 3600 / 70
LIMIT = 0.1
"""Seconds that the 99th percentile may take."""
NARROW = 1.15
"""The search ends when what is held and what is not are no further apart."""
IDLE = 0.7
"""A server that used less of its core was not what was too slow: the level is tried once more."""
SETTLE = 20.0
"""Seconds until the rounds of those who came have spread over their time."""
AT_ONE_ADDRESS = 200
"""People who come from one address of this machine: the house's limits are by address."""


def most() -> int:
    """How many tables there are."""
    return int(os.environ.get("UPCARD_BENCH_TABLES", "10240"))


def level_seconds() -> float:
    """How long a level is measured."""
    return float(os.environ.get("UPCARD_BENCH_LEVEL", "15"))


@dataclass(frozen=True, slots=True)
class Level:
    """What was seen with so many tables."""

    tables: int
    commands: float
    pages: float
    answers: int
    """Commands and pages that were measured."""
    processor: float
    """The part of one core that the server used. Unlike the times, it does not mind what else the machine does."""

    @property
    def held(self) -> bool:
        return max(self.commands, self.pages) <= LIMIT

    def line(self) -> str:
        held = "held" if self.held else "not held"
        return (
            f"    {self.tables:,} tables: {held}; p99 of commands {1000 * self.commands:.0f} ms, "
            f"of pages {1000 * self.pages:.0f} ms ({self.answers:,} answers); "
            f"the server used {100 * self.processor:.0f} % of a core"
        )


class Crowd:
    """People at more and more tables."""

    def __init__(self, port: int, pid: int) -> None:
        self._port, self._pid = port, pid
        self._found = Measured()
        self._tasks: list[asyncio.Task[None]] = []
        self._lines: list[Line] = []

    async def level(self, tables: int) -> Level:
        """So many tables play; how they are served."""
        self._found.active = tables
        here = len(self._tasks) // 2
        if tables > here:
            people = [Person(self._line(n), self._port, n, self._found, ROUND_SECONDS) for n in range(here, tables)]
            for person in people:
                await person.enter()
                self._tasks.append(asyncio.create_task(person.listen()))
            # Those who sat down first would begin first: everybody begins somewhere within a round's time.
            for place, person in enumerate(people):
                wait = (place * 0.618034 % 1) * ROUND_SECONDS
                self._tasks.append(asyncio.create_task(person.play(wait)))
        await asyncio.sleep(SETTLE)
        commands: list[float] = []
        pages: list[float] = []
        self._found.latencies, self._found.pages = commands, pages
        self._found.measuring, began, used = True, time.monotonic(), _used(self._pid)
        await asyncio.sleep(level_seconds())
        self._found.measuring = False
        processor = (_used(self._pid) - used) / (time.monotonic() - began)
        for task in self._tasks:
            if task.done():
                task.result()  # whoever fails, fails the benchmark
        return Level(tables, _p99(commands), _p99(pages), len(commands) + len(pages), processor)

    def _line(self, number: int) -> Line:
        if number % (AT_ONE_ADDRESS // 4) == 0:
            at = number // AT_ONE_ADDRESS
            self._lines.append(Line(self._port, f"127.0.{1 + at // 250}.{1 + at % 250}"))
        return self._lines[-1]

    async def leave(self) -> None:
        """Everybody goes."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _used(pid: int) -> float:
    """The seconds of processor time that a process has used."""
    said = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(said[11]) + int(said[12])) / os.sysconf("SC_CLK_TCK")


def _p99(spent: list[float]) -> float:
    """The 99th percentile; nothing at all is as bad as it can be."""
    return sorted(spent)[int(len(spent) * 0.99)] if spent else float("inf")


async def search(port: int, pid: int) -> Level:
    """The most tables that are held: doubled until they are not, then narrowed down."""
    crowd = Crowd(port, pid)
    best: Level | None = None
    tables, failed = FIRST, 0
    try:
        while True:
            found = await crowd.level(tables)
            print(found.line(), flush=True)
            if not found.held and found.processor < IDLE:
                found = await crowd.level(tables)
                print(f"{found.line()} (once more: the machine did something else)", flush=True)
            if found.held:
                best = found
            else:
                failed = tables
            if best is None:
                if tables <= FEWEST:
                    return found
                tables //= 2
                continue
            if best.tables >= most() or (failed and failed <= best.tables * NARROW):
                return best
            tables = (best.tables + failed) // 2 if failed else min(best.tables * 2, most())
    finally:
        await crowd.leave()


def figures() -> Iterator[Figure]:
    """The number, against the goal."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "house.db"
        set_up(database, most())
        with served(database) as (port, pid):
            found = asyncio.run(search(port, pid))
    cores = os.cpu_count() or 1
    what = f"tables at 70 rounds an hour, one process, {cores} cores with the load's own"
    yield AtLeast(what, found.tables if found.held else 0, "tables", GOAL)
