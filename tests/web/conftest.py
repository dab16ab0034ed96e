"""A house that is really served: uvicorn in a thread, real HTTP and sockets on loopback, the demo floor behind it."""

import asyncio
import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from argon2 import PasswordHasher
from websockets.sync.client import ClientConnection, connect

from upcard.cli.serve import bind
from upcard.floor.house import House
from upcard.web import demo
from upcard.web.app import create_app
from upcard.web.driver import Pace
from upcard.web.service import Service
from upcard.web.settings import Settings

Json = dict[str, Any]

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Passwords of tests need no protection."""

QUICK = Pace(decision=30, betting=0.4, show=0.05, bot=0.0, alone=3600, away=3600)
"""Bots answer at once, and don't play among themselves."""


class Browser:
    """A client with its own cookies, that sends its CSRF token."""

    def __init__(self, site: "Site") -> None:
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


FIRST_PORT = 18_021 + 500 * int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
"""Each worker has ports of its own: a house that is stopped and opened again finds its port free."""


class Site:
    """A house, served."""

    def __init__(self, folder: Path, pace: Pace = QUICK, **settings: Any) -> None:
        self.folder = folder
        self.database = folder / "house.db"
        self.pace = pace
        self.settings = settings
        self.people: dict[str, dict[str, str]] = {}
        self._stack = ExitStack()
        self._port = 0

    def start(self, set_up: Callable[[House, Path], None] = demo.set_up) -> "Site":
        fresh = not self.database.exists()
        made = House.found if fresh else House.open
        self.house = made(str(self.database), hasher=CHEAP)
        if fresh:
            set_up(self.house, self.database)
        self.people = demo.people(self.database)
        told = {"coach": False, "sessions": self.folder / "sessions.db", **self.settings}
        self.app = create_app(self.house, Settings(pace=self.pace, **told))
        listening = bind("127.0.0.1", self._port or FIRST_PORT)
        self._port = listening.getsockname()[1]
        config = uvicorn.Config(self.app, log_level="warning", ws_max_size=4096, timeout_graceful_shutdown=2)
        self.server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self.server.run, kwargs={"sockets": [listening]}, daemon=True)
        self._thread.start()
        end = time.monotonic() + 20
        while not self.server.started:
            assert time.monotonic() < end, "the server does not start"
            time.sleep(0.01)
        return self

    def close(self) -> None:
        self._stack.close()
        if self._thread.is_alive():
            self.stop()

    def stop(self) -> None:
        self.server.should_exit = True
        self._thread.join(20)
        self.house.close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    @property
    def service(self) -> Service:
        found: Service = self.app.state.service
        return found

    def browser(self) -> Browser:
        found = Browser(self)
        self._stack.callback(found.http.close)
        return found

    def guest(self, name: str) -> Browser:
        return self.browser().sign_in(name)

    def staff(self, name: str) -> Browser:
        return self.browser().sign_on(name)

    def socket(self, path: str, cookie: str | None = None, **headers: str) -> Stream:
        extra = {name.replace("_", "-"): value for name, value in headers.items()}
        if cookie:
            extra["Cookie"] = cookie
        url = f"ws://127.0.0.1:{self._port}/api/v1{path}"
        return Stream(
            self._stack.enter_context(
                connect(url, additional_headers=extra, max_size=None, compression=None, close_timeout=1)
            )
        )

    def run(self, coroutine: Any) -> Any:
        """Runs something in the server's loop."""
        loop = self.service._loop
        assert loop is not None
        return asyncio.run_coroutine_threadsafe(coroutine, loop).result(20)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    served = Site(tmp_path_factory.mktemp("house")).start()
    yield served
    served.close()


@pytest.fixture
def new_site(tmp_path: Path) -> Iterator[Callable[..., Site]]:
    """Makes houses that a test may break."""
    made: list[Site] = []

    def make(**options: Any) -> Site:
        made.append(Site(tmp_path, **options).start())
        return made[-1]

    yield make
    for one in made:
        one.close()
