"""The house under load: 200 tables at 20 times the real pace, 500 sockets, server and load generator on the same cores.

One person sits at every table and plays through the API, beside two bots; the rest of the sockets watch. Before that, a
visitor beside a flood; at the end two people come into the lab and work there at full tilt, and the tables go on.
`UPCARD_BENCH_SECONDS` sets how long it is measured (60; the soak is 600), the lab's part for half of that.
"""

import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.request import Request, urlopen

from bench.harness import AtLeast, Figure, Limit
from bench.inventors import Inventor
from bench.people import Line, Measured, Person, Seen, served, set_up, watch

TABLES = 200
SOCKETS = 500
PACE = 20
ROUND_SECONDS = 3600 / (70 * PACE)
"""70 rounds an hour is a table's real pace."""
WARM_UP = 15.0


def seconds() -> float:
    """How long is measured."""
    return float(os.environ.get("UPCARD_BENCH_SECONDS", "60"))


def _memory(pid: int) -> float:
    """Megabytes that a process holds."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    found = re.search(r"VmRSS:\s+(\d+)", status)
    return int(found[1]) / 1024 if found else 0.0


@dataclass
class Beside:
    """The same tables with two people in the lab."""

    latencies: list[float]
    rounds: int
    seconds: float
    answers: int
    """Variants that were solved meanwhile."""
    simulated: int
    """Rounds that were simulated meanwhile."""


async def load(port: int, pid: int) -> tuple[Measured, Beside]:
    """Everybody comes, plays for a while, and goes."""
    found = Measured()
    people = [Person(Line(port), port, number, found, ROUND_SECONDS) for number in range(TABLES)]
    for person in people:
        await person.enter()
    watchers = [Seen(f"t{number % TABLES}") for number in range(SOCKETS - TABLES)]
    found.seen = [*watchers, *(person.seen for person in people)]
    tasks = [asyncio.create_task(person.listen()) for person in people]
    tasks += [asyncio.create_task(watch(port, seen)) for seen in watchers]
    while any(not seen.last for seen in found.seen):  # noqa: ASYNC110 (five hundred of them, once)
        await asyncio.sleep(0.1)
    tasks += [asyncio.create_task(p.play(ROUND_SECONDS * n / TABLES)) for n, p in enumerate(people)]
    await asyncio.sleep(WARM_UP)
    found.measuring = True
    end = time.monotonic() + seconds()
    while time.monotonic() < end:
        found.memory.append(_memory(pid))
        await asyncio.sleep(1)
        for task in tasks:
            if task.done():
                task.result()  # whoever fails, fails the benchmark
    found.measuring = False
    alone = found.latencies, found.rounds
    found.latencies, found.rounds = [], 0
    beside = await _with_lab(port, found, tasks)
    found.latencies, found.rounds = alone
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return found, beside


async def _with_lab(port: int, found: Measured, tasks: list[asyncio.Task[None]]) -> Beside:
    """Two people come into the lab; what the tables are like meanwhile."""
    turns, plays = Inventor(port, "127.0.0.2"), Inventor(port, "127.0.0.3")
    busy = [asyncio.create_task(turns.turn_pays()), asyncio.create_task(plays.play_millions())]
    tasks += busy
    while not (turns.answers and plays.rounds):
        await asyncio.sleep(0.1)
        for task in busy:
            if task.done():
                task.result()
    began, answers, simulated = time.monotonic(), turns.answers, plays.rounds
    found.measuring = True
    await asyncio.sleep(seconds() / 2)
    found.measuring = False
    spent = time.monotonic() - began
    for task in tasks:
        if task.done():
            task.result()
    return Beside(found.latencies, found.rounds, spent, turns.answers - answers, plays.rounds - simulated)


async def visit(port: int, seconds: float) -> float:
    """Somebody looks at a table again and again; the 99th percentile of the answers, in seconds."""
    line, spent, end = Line(port), [], time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.monotonic()
        status, _, _ = await line.ask("GET", "/api/v1/tables/t1")
        assert status == 200
        spent.append(time.monotonic() - began)
        await asyncio.sleep(0.02)
    return sorted(spent)[int(len(spent) * 0.99)]


async def flood(port: int) -> tuple[float, float, int]:
    """A visitor alone, and beside a flood of refused requests from a process of its own; how many were answered."""
    quiet = await visit(port, 5)
    words = [sys.executable, "-m", "bench.flood", str(port), "8"]
    other = await asyncio.create_subprocess_exec(*words, stdout=subprocess.PIPE)
    await asyncio.sleep(2)
    flooded = await visit(port, 5)
    said, _ = await other.communicate()
    return quiet, flooded, int(said)


def lost(found: Measured) -> int:
    """Events that one of two sockets at the same table did not get, and messages out of order."""
    by_table: dict[str, list[Seen]] = {}
    for seen in found.seen:
        by_table.setdefault(seen.table, []).append(seen)
    missing = sum(seen.disorder for seen in found.seen)
    for together in by_table.values():
        counts: dict[int, set[int]] = {}
        for seen in together:
            for number in seen.whole:
                counts.setdefault(number, set()).add(seen.rounds[number])
        missing += sum(len(different) - 1 for different in counts.values())
    return missing


def first_page(url: str) -> float:
    """Kilobytes of the lobby and of everything it loads, as they come over the wire."""
    wanted, got = ["/"], dict[str, int]()
    while wanted:
        path = wanted.pop()
        if path in got:
            continue
        with urlopen(Request(f"{url}{path}", headers={"Accept-Encoding": "gzip"})) as answer:  # noqa: S310 (loopback)
            raw = answer.read()
            squeezed = answer.headers.get("Content-Encoding") == "gzip"
        got[path] = len(raw)
        text = (_unzip(raw) if squeezed else raw).decode("utf-8", "replace")
        pattern = r"""(?:src|href)="(/static/[^"]+)"|(?:from|import)\s*\(?["'](\.{0,2}/[^"']+)["']"""
        for absolute, relative in re.findall(pattern, text):
            wanted.append(absolute or _joined(path, relative))
    return sum(got.values()) / 1024


def _unzip(raw: bytes) -> bytes:
    import gzip

    return gzip.decompress(raw)


def _joined(path: str, relative: str) -> str:
    if relative.startswith("/"):
        return relative
    folder = path.rpartition("/")[0]
    while relative.startswith(("./", "../")):
        if relative.startswith("../"):
            folder = folder.rpartition("/")[0]
        relative = relative.partition("/")[2]
    return f"{folder}/{relative}"


def figures() -> Iterator[Figure]:
    """What issue and documentation promise of the house under load."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "house.db"
        set_up(database, TABLES)
        with served(database, "--speed", str(PACE)) as (port, pid):
            page = first_page(f"http://127.0.0.1:{port}")
            quiet, flooded, refused = asyncio.run(flood(port))
            found, beside = asyncio.run(load(port, pid))
    spent = sorted(found.latencies)
    pace = found.rounds / seconds() / (TABLES / ROUND_SECONDS)
    quarter = max(1, len(found.memory) // 4)
    # What is kept of each table (rounds for its history, steps for those who come back) has filled by then.
    last = found.memory[-2 * quarter :]
    begin, end = (sum(part) / len(part) for part in (last[:quarter], last[-quarter:]))
    people = f"{TABLES} tables × {70 * PACE} rounds an hour, {SOCKETS} sockets, {len(spent):,} commands"
    yield Limit(f"{people}: p99 from command to event", 1000 * spent[int(len(spent) * 0.99)], "ms", 100)
    yield Limit("median from command to event", 1000 * spent[len(spent) // 2], "ms", 50)
    yield Limit("the pace falls behind by", max(0.0, 100 * (1 - pace)), "%", 5)
    yield Limit("events lost or out of order", lost(found), "events", 0)
    yield from _beside(beside, spent[int(len(spent) * 0.99)])
    yield Limit(
        f"the server, {begin:.0f} MB, grows in the last of four quarters by", max(0.0, 100 * (end / begin - 1)), "%", 3
    )
    yield Limit("first page", page, "KB", 100)
    said = f"p99 of another visitor while {refused:,} requests are refused ({1000 * quiet:.1f} ms without them)"
    yield Limit(said, 1000 * flooded, "ms", 100)


def _beside(beside: Beside, alone: float) -> Iterator[Figure]:
    """The tables keep their pace beside the lab, and the lab does get on; `alone` is the p99 without it."""
    spent = sorted(beside.latencies)
    pace = beside.rounds / beside.seconds / (TABLES / ROUND_SECONDS)
    work = f"{beside.answers:,} variants solved, {beside.simulated / 1e6:,.0f} million rounds simulated"
    late = f"two in the lab ({work}): p99 from command to event ({1000 * alone:.1f} ms without them)"
    yield Limit(late, 1000 * spent[int(len(spent) * 0.99)], "ms", 100)
    yield Limit("two in the lab: median from command to event", 1000 * spent[len(spent) // 2], "ms", 50)
    yield Limit("two in the lab: the pace falls behind by", max(0.0, 100 * (1 - pace)), "%", 5)
    yield AtLeast("two in the lab: variants solved beside the tables", beside.answers, "variants", 1)
