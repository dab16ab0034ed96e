"""One way to serve: an app on a thread of this process, or `upcard serve` as a process that can be killed."""

import asyncio
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import uvicorn
from fastapi import FastAPI

from tests.kit.waiting import until

UPCARD = (sys.executable, "-c", "from upcard.cli.main import app; app()")
"""The command line as a process of its own, whether or not it is on the path."""

_LOW, _HIGH = 10_000, 32_000
"""Below those that a system hands out by itself: nobody's outgoing connection takes a port while its house is down."""


def _listen(port: int) -> socket.socket | None:
    found = socket.socket()
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind(("127.0.0.1", port))
        found.listen(2048)
    except OSError:
        found.close()
        return None
    return found


def listening() -> socket.socket:
    """A socket at a port drawn anew each time (not from the run's seed: two runs beside each other may share one)."""
    chance = random.SystemRandom()
    while True:
        found = _listen(chance.randrange(_LOW, _HIGH))
        if found is not None:
            return found


def free_port() -> int:
    """A port that nobody listens at."""
    with listening() as found:
        port: int = found.getsockname()[1]
        return port


class Server:
    """uvicorn in a thread. An app that is stopped and served again is found at the same address."""

    def __init__(self) -> None:
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, app: FastAPI) -> None:
        """Serves the app, and returns when it answers."""
        at = _listen(self.port) if self.port else listening()
        assert at is not None, f"somebody took port {self.port} meanwhile"
        self.port = at.getsockname()[1]
        # A line of the pages is open when a test ends; nobody waits for it.
        config = uvicorn.Config(app, log_level="warning", ws_max_size=4096, timeout_graceful_shutdown=1)
        self._server = uvicorn.Server(config)

        async def serve() -> None:
            self.loop = asyncio.get_running_loop()
            await self._server.serve([at])

        def run() -> None:
            with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
                runner.run(serve())

        self._thread = threading.Thread(target=run, daemon=True)
        self._thread.start()
        until(
            lambda: self._server.started, 20, "the server does not start",
            unless=lambda: not self._thread.is_alive() and "the server stopped",
        )  # fmt: skip

    @property
    def running(self) -> bool:
        """Whether it serves now."""
        return self.port != 0 and self._thread.is_alive()

    def stop(self) -> None:
        """Ends it in good order."""
        self._server.should_exit = True
        self._thread.join(20)
        assert not self._thread.is_alive(), "the server does not stop"


class Program:
    """`upcard serve` as a process of its own, with what it printed until it was open."""

    def __init__(self, database: Path, *options: str) -> None:
        self.database = database
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.printed = ""
        self._options = options

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, port: int | None = None) -> "Program":
        """Starts it (again: at the same port), and returns when it answers."""
        asked = port or self.port or free_port()
        words = ["serve", "--database", str(self.database), "--port", str(asked), "--no-coach", "--accept-software"]
        self.process = subprocess.Popen(
            [*UPCARD, *words, *self._options],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout is not None
        self.printed = ""
        for line in self.process.stdout:
            self.printed += line
            if found := re.search(r"http://localhost:(\d+)/", line):
                self.port = int(found[1])
                break
        else:
            raise AssertionError(f"upcard serve did not open: {self.printed}")
        until(self._answers, 60, "upcard serve does not answer")
        return self

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/healthz", timeout=2).status_code == 200
        except httpx.HTTPError:
            return False

    def kill(self) -> None:
        """The power goes."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ctrl-C."""
        self._end(signal.SIGINT)

    def terminate(self) -> int:
        """What a service manager or a container does to stop it; the code that it ends with."""
        assert self.process is not None
        self._end(signal.SIGTERM)
        return int(self.process.returncode)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None:
            if self.process.poll() is None:
                self.process.send_signal(how)
            self.process.wait(20)
            assert self.process.stdout is not None
            self.process.stdout.close()


@contextmanager
def taken_port() -> Iterator[int]:
    """A port at which somebody listens."""
    with listening() as found:
        yield found.getsockname()[1]
