"""A house with tables, served by a process of its own, and people who play there: what the web's benchmarks share."""

import asyncio
import json
import re
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from upcard.floor import facts
from upcard.floor.doors.commands import Command, now
from upcard.floor.doors.house import House

BOTS = 2
PAGE_EVERY = 5
"""Rounds after which somebody loads their table's page anew."""
PATIENCE = 60.0
"""Seconds after which something that does not come is a fault, and not only slow."""
GAMES = (
    ("three-card-poker", {"ante.min": 500}, {"ante": 500, "pair-plus": 500}),
    ("blackjack", {"bet.min": 500}, {"bet": 500, "21+3": 100}),
    ("three-card-blitz", {"ante.min": 500}, {"ante": 500, "blind": 500, "flush-bonus": 100}),
    ("four-card-split", {"ante-1.min": 500}, {"ante-1": 500, "ante-2": 500, "blind": 500}),
)

Json = dict[str, Any]


def set_up(database: Path, tables: int) -> None:
    """A house with so many tables."""
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
        for number in range(tables):
            game, rules, _ = GAMES[number % len(GAMES)]
            said = {"table": f"t{number}", "kind": "virtual", "game": game, "house": rules, "seats": 6}
            proposed.append(ask("ann", "propose", what="table", change=said))
        for answer in [ask("bob", "approve", proposal=one.result().fact(facts.Proposed).proposal) for one in proposed]:
            assert answer.result().ok, answer.result().error


@contextmanager
def served(database: Path, *options: str) -> Iterator[tuple[int, int]]:
    """The house in a process of its own: its port and its process id."""
    program = "from upcard.cli.start import main; main()"
    words = ["serve", "--accept-software", "--database", str(database), "--port", "18900", "--no-coach", *options]
    with subprocess.Popen([sys.executable, "-c", program, *words], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            port = next(int(m[1]) for line in server.stdout if (m := re.search(r"http://localhost:(\d+)/", line)))
            time.sleep(1)
            yield port, server.pid
        finally:
            server.terminate()


class Line:
    """One kept-alive connection, as little code as a request takes: the load generator shares the server's cores."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.address = address
        self._port = port
        self._sent = 0
        self._one = asyncio.Lock()
        self._writer: asyncio.StreamWriter | None = None

    async def _open(self) -> None:
        self._reader, self._writer = await asyncio.open_connection(
            "127.0.0.1", self._port, local_addr=(self.address, 0)
        )

    async def ask(
        self, method: str, path: str, body: Json | None = None, csrf: str = "1", cookie: str = ""
    ) -> tuple[int, bytes, str]:
        """One request: status, body, cookie; over a new line where the server has let go of an idle one."""
        self._sent += 1
        content = json.dumps(body).encode() if body is not None else b""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Upcard-CSRF: {csrf}\r\n"
            f"Idempotency-Key: {self._sent}\r\nContent-Type: application/json\r\nContent-Length: {len(content)}\r\n"
        )
        known = f"Cookie: {cookie}\r\n" if cookie else ""
        request = f"{head}{known}\r\n".encode() + content
        async with self._one:
            if self._writer is None:
                await self._open()
            try:
                return await self._exchange(request)
            except (ConnectionError, asyncio.IncompleteReadError):
                await self._open()
                return await self._exchange(request)

    async def _exchange(self, request: bytes) -> tuple[int, bytes, str]:
        assert self._writer is not None
        self._writer.write(request)
        answer = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        status = int(answer.split(" ", 2)[1])
        length = re.search(r"content-length: (\d+)", answer, re.IGNORECASE)
        raw = await self._reader.readexactly(int(length[1])) if length else b""
        found = re.search(r"set-cookie: ([^;]+)", answer, re.IGNORECASE)
        return status, raw, found[1] if found else ""


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
    """From a command to its event on the stream."""
    pages: list[float] = field(default_factory=list)
    """From a page's request to its last byte."""
    rounds: int = 0
    memory: list[float] = field(default_factory=list)
    """Megabytes of the server, once a second."""
    seen: list[Seen] = field(default_factory=list)
    measuring: bool = False
    active: int = 10**9
    """So many tables play; those behind them wait."""


class Person:
    """Somebody at a table who plays at its pace, and now and then loads its page anew."""

    def __init__(self, line: Line, port: int, number: int, found: Measured, round_seconds: float) -> None:
        self.number = number
        self.table = f"t{number}"
        self.bets = GAMES[number % len(GAMES)][2]
        self.line = line
        self.port = port
        self.found = found
        self.round_seconds = round_seconds
        self.seen = Seen(self.table)
        self.state: Json = {}
        self.arrived: dict[int, float] = {}
        self.news = asyncio.Event()
        self.csrf = "1"
        self.cookie = ""

    async def call(self, method: str, path: str, body: Json | None = None) -> tuple[int, Json]:
        """A request to the API."""
        status, raw, cookie = await self.line.ask(method, f"/api/v1{path}", body, self.csrf, self.cookie)
        self.cookie = cookie or self.cookie
        return status, json.loads(raw) if raw else {}

    async def enter(self) -> None:
        """Opens an account, sits down, fills two more seats."""
        status, said = await self.call("POST", "/session", {"name": self.table})
        assert status == 201, said
        self.csrf = said["csrf"]
        asked: list[tuple[str, Json | None]] = [(f"/tables/{self.table}/seats/1", None)]
        for path, body in [*asked, *[(f"/tables/{self.table}/bots", {})] * BOTS]:
            status, said = await self.call("POST", path, body)
            assert status < 300, said

    async def listen(self) -> None:
        """Reads the stream."""
        url = f"ws://127.0.0.1:{self.port}/api/v1/tables/{self.table}/stream"
        headers, away = {"Cookie": self.cookie}, (self.line.address, 0)
        async with connect(
            url, additional_headers=headers, compression=None, max_size=None, local_addr=away, open_timeout=PATIENCE
        ) as socket:
            async for raw in socket:
                at = time.monotonic()
                message = json.loads(raw)
                self.seen.take(message)
                self.arrived.setdefault(message["seq"], at)
                if message.get("state"):
                    self.state = message["state"]
                    self.news.set()

    async def load_page(self) -> None:
        """The table's page and what it asks first, timed like a command."""
        for path in (f"/table/{self.table}", f"/api/v1/tables/{self.table}"):
            began = time.monotonic()
            status, _, _ = await self.line.ask("GET", path, None, self.csrf, self.cookie)
            assert status == 200, path
            if self.found.measuring:
                self.found.pages.append(time.monotonic() - began)

    async def send(self, method: str, path: str, body: Json) -> bool:
        """A command, timed until its event is on the stream; whether it was taken."""
        began = time.monotonic()
        status, said = await self.call(method, path, body)
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
        rounds = 0
        while True:
            if self.number >= self.found.active:
                await asyncio.sleep(1)
                continue
            if rounds % PAGE_EVERY == self.number % PAGE_EVERY:
                await self.load_page()
            rounds += 1
            began, before = time.monotonic(), self.state.get("round") or 0
            await self.bet()
            while (self.state.get("round") or 0) <= before or not self.state["view"]["over"]:
                view = self.state.get("view") or {"turns": []}
                mine = [turn for turn in view["turns"] if "moves" in turn]
                if mine:
                    await asyncio.sleep(self.round_seconds / 8)
                    await self.decide(mine[0])
                else:
                    await self.hear()
            self.found.rounds += self.found.measuring
            await asyncio.sleep(max(0.0, began + self.round_seconds - time.monotonic()))

    async def bet(self) -> None:
        """The next round's bets; whoever never raises runs out of chips in an hour, and buys more."""
        path, wagers = f"/tables/{self.table}/seats/1/bets", {"wagers": self.bets}
        if not await self.send("PUT", path, wagers):
            status, said = await self.call("POST", "/session/buy-in", {"amount": 1_000_000})
            assert status == 200, said
            assert await self.send("PUT", path, wagers), f"{self.table}: the bets were refused"

    async def hear(self) -> None:
        """Waits for the next state."""
        self.news.clear()
        async with asyncio.timeout(PATIENCE):  # wait_for of Python 3.11 can lose a cancel that comes with the news
            await self.news.wait()

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
