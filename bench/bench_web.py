"""The house under load: 200 tables at 20 times the real pace, 500 sockets, server and load generator on the same cores.

One person sits at every table and plays through the API, beside two bots; the rest of the sockets watch.
`UPCARD_BENCH_SECONDS` sets how long it is measured (60; the soak is 600).
"""

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect

from bench.harness import Figure, Limit
from upcard.floor import facts
from upcard.floor.commands.command import Command, now
from upcard.floor.house.house import House

TABLES = 200
SOCKETS = 500
BOTS = 2
PACE = 20
ROUND_SECONDS = 3600 / (70 * PACE)
"""70 rounds an hour is a table's real pace."""
WARM_UP = 15.0
PATIENCE = 60.0
"""Seconds after which something that does not come is a fault, and not only slow."""
GAMES = (
    ("three-card-poker", {"ante.min": 500}, {"ante": 500, "pair-plus": 500}),
    ("blackjack", {"bet.min": 500}, {"bet": 500, "21+3": 100}),
    ("three-card-blitz", {"ante.min": 500}, {"ante": 500, "blind": 500, "flush-bonus": 100}),
    ("four-card-split", {"ante-1.min": 500}, {"ante-1": 500, "ante-2": 500, "blind": 500}),
)

Json = dict[str, Any]


def seconds() -> float:
    """How long is measured."""
    return float(os.environ.get("UPCARD_BENCH_SECONDS", "60"))


def set_up(database: Path) -> None:
    """A house with 200 tables."""
    with House.found(str(database)) as house:

        def ask(by: str, do: str, **args: Any) -> Any:
            command = Command(uuid.uuid4().hex, now(), by, do, args)
            return (house.submit_as_house if by == "system" else house.submit)(command)

        for who, role, department in (("ann", "manager", "tables"), ("bob", "executive", "finance")):
            said: Json = {
                "staff": who,
                "name": who,
                "role": role,
                "department": department,
                "password": uuid.uuid4().hex,
            }
            ask("system", "staff-add", **said).result()
        proposed = []
        for number in range(TABLES):
            game, rules, _ = GAMES[number % len(GAMES)]
            said = {"table": f"t{number}", "kind": "virtual", "game": game, "house": rules, "seats": 6}
            proposed.append(ask("ann", "propose", what="table", change=said))
        for answer in [ask("bob", "approve", proposal=one.result().fact(facts.Proposed).proposal) for one in proposed]:
            assert answer.result().ok, answer.result().error


class Http:
    """One kept-alive connection, as little code as a request takes: the load generator shares the server's cores."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._sent = 0
        self.cookie = ""

    async def open(self) -> None:
        """Connects."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)

    async def call(self, method: str, path: str, body: Json | None = None, csrf: str = "1") -> tuple[int, Json]:
        """One request, one answer; over a new line where the server has let go of an idle one."""
        self._sent += 1
        content = json.dumps(body).encode() if body is not None else b""
        head = (
            f"{method} /api/v1{path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Upcard-CSRF: {csrf}\r\n"
            f"Idempotency-Key: {self._sent}\r\nContent-Type: application/json\r\nContent-Length: {len(content)}\r\n"
        )
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        request = f"{head}{cookie}\r\n".encode() + content
        try:
            return await self._exchange(request)
        except (ConnectionError, asyncio.IncompleteReadError):
            await self.open()
            return await self._exchange(request)

    async def _exchange(self, request: bytes) -> tuple[int, Json]:
        self._writer.write(request)
        answer = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        status = int(answer.split(" ", 2)[1])
        length = re.search(r"content-length: (\d+)", answer, re.IGNORECASE)
        raw = await self._reader.readexactly(int(length[1])) if length else b""
        if found := re.search(r"set-cookie: ([^;]+)", answer, re.IGNORECASE):
            self.cookie = found[1]
        return status, json.loads(raw) if raw else {}


@dataclass
class Seen:
    """What one socket was sent."""

    table: str
    last: int = 0
    disorder: int = 0
    rounds: dict[int, int] = field(default_factory=dict)
    """Events of each round, counted."""
    whole: set[int] = field(default_factory=set)
    """Rounds that were seen from their first event to their last."""
    begun: set[int] = field(default_factory=set)

    def take(self, message: Json) -> None:
        """Counts a message."""
        self.disorder += message["seq"] < self.last
        self.last = message["seq"]
        if message["type"] == "events":
            number, events = message["round"], message["events"]
            if events[0]["event"] == "round-opened":
                self.begun.add(number)
            self.rounds[number] = self.rounds.get(number, 0) + len(events)
            if events[-1]["event"] == "round-ended" and number in self.begun:
                self.whole.add(number)


@dataclass
class Measured:
    """What the load found."""

    latencies: list[float] = field(default_factory=list)
    rounds: int = 0
    memory: list[float] = field(default_factory=list)
    """Megabytes of the server, once a second."""
    seen: list[Seen] = field(default_factory=list)
    measuring: bool = False


class Person:
    """Somebody at a table who plays at its pace."""

    def __init__(self, port: int, number: int, found: Measured) -> None:
        self.table = f"t{number}"
        self.bets = GAMES[number % len(GAMES)][2]
        self.http = Http(port)
        self.port = port
        self.found = found
        self.seen = Seen(self.table)
        self.state: Json = {}
        self.arrived: dict[int, float] = {}
        self.news = asyncio.Event()
        self.csrf = ""

    async def enter(self) -> None:
        """Opens an account, sits down, listens."""
        await self.http.open()
        _, said = await self.http.call("POST", "/session", {"name": self.table})
        self.csrf = said["csrf"]
        await self.http.call("POST", f"/tables/{self.table}/seats/1", csrf=self.csrf)
        for _ in range(BOTS):
            await self.http.call("POST", f"/tables/{self.table}/bots", {}, csrf=self.csrf)

    async def listen(self) -> None:
        """Reads the stream."""
        url = f"ws://127.0.0.1:{self.port}/api/v1/tables/{self.table}/stream"
        headers = {"Cookie": self.http.cookie}
        async with connect(url, additional_headers=headers, compression=None, max_size=None) as socket:
            async for raw in socket:
                at = time.monotonic()
                message = json.loads(raw)
                self.seen.take(message)
                self.arrived.setdefault(message["seq"], at)
                if message.get("state"):
                    self.state = message["state"]
                    self.news.set()

    async def send(self, method: str, path: str, body: Json) -> bool:
        """A command, timed until its event is on the stream; whether it was taken."""
        began = time.monotonic()
        status, said = await self.http.call(method, path, body, self.csrf)
        if status != 200:
            return False
        while self.seen.last < said["seq"]:
            await self.hear()
        if self.found.measuring:
            arrived = min(at for seq, at in self.arrived.items() if seq >= said["seq"])
            self.found.latencies.append(arrived - began)
        self.arrived.clear()
        return True

    async def play(self, wait: float) -> None:
        """Rounds at the table's pace, until cancelled."""
        await asyncio.sleep(wait)
        while True:
            began, before = time.monotonic(), self.state.get("round") or 0
            await self.bet()
            while (self.state.get("round") or 0) <= before or not self.state["view"]["over"]:
                view = self.state.get("view") or {"turns": []}
                mine = [turn for turn in view["turns"] if "moves" in turn]
                if mine:
                    await asyncio.sleep(ROUND_SECONDS / 8)
                    await self.decide(mine[0])
                else:
                    await self.hear()
            self.found.rounds += self.found.measuring
            await asyncio.sleep(max(0.0, began + ROUND_SECONDS - time.monotonic()))

    async def bet(self) -> None:
        """The next round's bets; whoever never raises runs out of chips in an hour, and buys more."""
        path, wagers = f"/tables/{self.table}/seats/1/bets", {"wagers": self.bets}
        if not await self.send("PUT", path, wagers):
            status, said = await self.http.call("POST", "/session/buy-in", {"amount": 1_000_000}, self.csrf)
            assert status == 200, said
            assert await self.send("PUT", path, wagers), f"{self.table}: the bets were refused"

    async def hear(self) -> None:
        """Waits for the next state."""
        self.news.clear()
        await asyncio.wait_for(self.news.wait(), PATIENCE)

    async def decide(self, turn: Json) -> None:
        """The first move that costs nothing."""
        move = next((m for m in turn["moves"] if m["shape"] == "choice" and not m["cost"]), turn["moves"][0])
        said = {"seat": 1, "hand": turn["hand"], "move": move["move"], "round": self.state["round"]}
        if move["shape"] == "partition":
            said["value"] = move["ways"][0]
        await self.send("POST", f"/tables/{self.table}/acts", said)


async def watch(port: int, seen: Seen) -> None:
    """Somebody who only watches."""
    url = f"ws://127.0.0.1:{port}/api/v1/tables/{seen.table}/stream"
    async with connect(url, compression=None, max_size=None) as socket:
        async for raw in socket:
            seen.take(json.loads(raw))


def _memory(pid: int) -> float:
    """Megabytes that a process holds."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    found = re.search(r"VmRSS:\s+(\d+)", status)
    return int(found[1]) / 1024 if found else 0.0


async def load(port: int, pid: int) -> Measured:
    """Everybody comes, plays for a while, and goes."""
    found = Measured()
    people = [Person(port, number, found) for number in range(TABLES)]
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
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return found


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
        set_up(database)
        program = "from upcard.cli.start import main; main()"
        options = [
            "serve",
            "--accept-software",
            "--database",
            str(database),
            "--port",
            "18900",
            "--speed",
            str(PACE),
            "--no-coach",
        ]
        command = [sys.executable, "-c", program, *options]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                port = next(int(m[1]) for line in server.stdout if (m := re.search(r"http://localhost:(\d+)/", line)))
                time.sleep(1)
                page = first_page(f"http://127.0.0.1:{port}")
                found = asyncio.run(load(port, server.pid))
            finally:
                server.terminate()
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
    yield Limit(
        f"the server, {begin:.0f} MB, grows in the last of four quarters by", max(0.0, 100 * (end / begin - 1)), "%", 3
    )
    yield Limit("first page", page, "KB", 100)
