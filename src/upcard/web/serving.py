"""A house served by a thread of this program: for tests, notebooks and demonstrations."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from socket import create_server
from tempfile import TemporaryDirectory

import uvicorn

from upcard.floor.doors.house import House
from upcard.web.app import create_app
from upcard.web.demo import demo
from upcard.web.live.driver import Pace
from upcard.web.settings import Settings

PATIENCE = 30
"""Seconds in which a server begins or ends."""


@dataclass(frozen=True, slots=True)
class OpenHouse:
    """A house that is open: where it is reached, and who works there."""

    url: str
    """As in `http://127.0.0.1:18021`; its API is below `/api/v1`."""
    staff: dict[str, dict[str, str]]
    """By id: role, name, password and what else the member of staff needs."""


@contextmanager
def open_house(
    folder: Path | str | None = None, *, bots: bool = False, coach: bool = False, speed: float = 1.0
) -> Iterator[OpenHouse]:
    """Opens the demo house to programs on this machine, at a free port, and closes it at the end of the `with` block.

    `folder` keeps it: the second time the same house is open again; without one it is gone afterwards. `bots` play at
    its tables, `coach` starts the lab's worker, `speed` is how many times as fast clocks and bots are.
    """
    with TemporaryDirectory(prefix="upcard-") as thrown_away:
        where = Path(folder or thrown_away)
        where.mkdir(parents=True, exist_ok=True)
        file = where / "house.db"
        fresh = not file.exists()
        house = House.found(str(file)) if fresh else House.open(str(file), accept_software=True)
        try:
            if fresh:
                demo.set_up(house, file)
            settings = Settings(sessions=where / "sessions.db", pace=Pace().times(speed), coach=coach)
            app = create_app(house, settings, demo.Demo(file).begin if bots else None)
            if bots:
                app.state.wallet = demo.wallet(file)
            with create_server(("127.0.0.1", 0)) as listening:
                server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1))
                thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
                thread.start()
                try:
                    _wait(server, thread)
                    yield OpenHouse(f"http://127.0.0.1:{listening.getsockname()[1]}", demo.people(file))
                finally:
                    server.should_exit = True
                    thread.join(PATIENCE)
        finally:
            house.close()


def _wait(server: uvicorn.Server, thread: threading.Thread) -> None:
    """Until the server answers."""
    tick = threading.Event()
    for _ in range(PATIENCE * 100):
        if server.started:
            return
        if not thread.is_alive():
            break
        tick.wait(0.01)
    raise RuntimeError("the house does not open; its server said why in the log")
