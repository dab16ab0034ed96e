"""A house that is really served, real HTTP and sockets on loopback, the demo floor behind it."""

import asyncio
import json
import time
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeVar

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.kit.floor import CHEAP
from tests.kit.server import Program, Server
from upcard.floor.house.house import House
from upcard.web.app import create_app
from upcard.web.demo import demo
from upcard.web.live.driver import Pace
from upcard.web.live.service import Service
from upcard.web.settings import Settings

Json = dict[str, Any]
T = TypeVar("T")

QUICK = Pace(decision=30, betting=0.4, show=0.05, bot=0.0, alone=3600, away=3600)
"""Bots answer at once, and don't play among themselves."""


class Browser:
    """A client with its own cookies, that sends its CSRF token."""

    def __init__(self, site: "Address") -> None:
        self.site = site
        self.http = httpx.Client(base_url=f"{site.url}/api/v1", timeout=20)
        self.csrf = "1"

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        sent = {"X-Upcard-CSRF": self.csrf, **{name.replace("_", "-"): value for name, value in headers.items()}}
        return self.http.request(method, path, json=body, headers=sent)

    def get(self, path: str) -> Json:
        answer = self.http.get(path)
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    def ok(self, method: str, path: str, body: Any = None, **headers: str) -> Json:
        answer = self.call(method, path, body, **headers)
        assert answer.status_code in {200, 201}, answer.text
        found: Json = answer.json()
        return found

    def sign_in(self, name: str) -> "Browser":
        said = self.ok("POST", "/session", {"name": name})
        self.csrf = said["csrf"]
        return self

    def sign_on(self, staff: str) -> "Browser":
        said = self.ok("POST", "/session/staff", {"staff": staff, "password": self.site.people[staff]["password"]})
        self.csrf = said["csrf"]
        return self

    def table(self, table: str) -> Json:
        found: Json = self.get(f"/tables/{table}")["state"]
        return found

    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def socket(self, path: str, **headers: str) -> "Stream":
        return self.site.socket(path, cookie=self.cookie() or None, **headers)

    def wait(self, table: str, what: Callable[[Json], bool], seconds: float = 10) -> Json:
        """The table's state as soon as it is so."""
        end = time.monotonic() + seconds
        state = self.table(table)
        while time.monotonic() < end:
            if what(state):
                return state
            time.sleep(0.01)
            state = self.table(table)
        raise AssertionError(f"not within {seconds} s: {json.dumps(state)[:2000]}")


class Stream:
    """A socket that reads JSON."""

    def __init__(self, connection: ClientConnection) -> None:
        self.raw = connection

    def next(self, seconds: float = 10) -> Json:
        found: Json = json.loads(self.raw.recv(timeout=seconds))
        return found

    def until(self, what: Callable[[Json], bool], seconds: float = 10) -> list[Json]:
        """Messages up to and with the first that is so."""
        found: list[Json] = []
        end = time.monotonic() + seconds
        while not found or not what(found[-1]):
            found.append(self.next(max(0.01, end - time.monotonic())))
        return found

    def close(self) -> None:
        self.raw.close()


class Address:
    """Where a house is served, and the clients that go there."""

    def __init__(self, server: Server | Program) -> None:
        self.server = server
        self.people: dict[str, dict[str, str]] = {}
        """The staff, with their passwords."""
        self.clients = ExitStack()

    @property
    def url(self) -> str:
        return self.server.url

    def browser(self) -> Browser:
        found = Browser(self)
        self.clients.callback(found.http.close)
        return found

    def guest(self, name: str) -> Browser:
        return self.browser().sign_in(name)

    def staff(self, name: str) -> Browser:
        return self.browser().sign_on(name)

    def socket(self, path: str, cookie: str | None = None, **headers: str) -> Stream:
        extra = {name.replace("_", "-"): value for name, value in headers.items()}
        if cookie:
            extra["Cookie"] = cookie
        url = f"ws{self.url.removeprefix('http')}/api/v1{path}"
        return Stream(
            self.clients.enter_context(
                connect(url, additional_headers=extra, max_size=None, compression=None, close_timeout=1)
            )
        )


class Site(Address):
    """A house, served by this process."""

    server: Server

    def __init__(self, folder: Path, pace: Pace = QUICK, **settings: Any) -> None:
        super().__init__(Server())
        self.folder = folder
        self.database = folder / "house.db"
        self.pace = pace
        self.settings = settings

    def start(self, set_up: Callable[[House, Path], None] = demo.set_up) -> "Site":
        fresh = not self.database.exists()
        made = House.found if fresh else House.open
        self.house = made(str(self.database), hasher=CHEAP)
        if fresh:
            set_up(self.house, self.database)
        self.people = demo.people(self.database)
        told = {"coach": False, "sessions": self.folder / "sessions.db", **self.settings}
        self.app = create_app(self.house, Settings(pace=self.pace, **told))
        self.server.start(self.app)
        return self

    def close(self) -> None:
        self.clients.close()
        if self.server.running:
            self.stop()

    def stop(self) -> None:
        self.server.stop()
        self.house.close()

    @property
    def service(self) -> Service:
        found: Service = self.app.state.service
        return found

    def run(self, coroutine: Coroutine[Any, Any, T], seconds: float = 20) -> T:
        """Runs something in the server's loop."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.server.loop).result(seconds)


class Apart(Address):
    """A house served by a process of its own, that can be killed: founded here, with staff, tables and no bots."""

    server: Program

    def __init__(self, folder: Path, *options: str, set_up: Callable[[House, Path], None] | None = demo.set_up) -> None:
        """`set_up` is None where the program is to make the house by itself."""
        super().__init__(Program(folder / "house.db", *options))
        self.database = self.server.database
        if set_up is not None:
            with House.found(str(self.database), hasher=CHEAP) as house:
                set_up(house, self.database)
            self.people = demo.people(self.database)

    def close(self) -> None:
        self.clients.close()
        self.server.kill()
