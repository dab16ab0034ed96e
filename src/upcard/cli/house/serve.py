"""`upcard serve`: opens a house to browsers and programs, on this machine unless told otherwise."""

import os
import signal
import socket
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.cli.errors import UserError
from upcard.cli.house import logs
from upcard.cli.house.logs import LogForm, LogLevel

if TYPE_CHECKING:
    from upcard.floor.doors.house import House

PORT = 8021
LOOK_SECONDS = 2.0
"""How often it is looked whether another process has taken the house over."""
TRIES = 50
"""Ports that are tried, from the one asked for upwards."""


def default_database(*, demo: bool) -> str:
    """The house that is meant when none is named: `UPCARD_DATABASE`, or a file in the user's data folder."""
    import platformdirs

    told = os.environ.get("UPCARD_DATABASE")
    if told:
        return told
    return str(Path(platformdirs.user_data_dir("upcard")) / ("demo.db" if demo else "house.db"))


def bind(host: str, port: int) -> socket.socket:
    """A socket at the port, or at the next one that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for at in range(port, min(port + TRIES, 65536)):
        found = socket.socket(family, socket.SOCK_STREAM)
        # A port in its last seconds may be had again; one that somebody listens at may not.
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((host, at))
            found.listen(2048)
        except OSError as error:
            found.close()
            if not isinstance(error, PermissionError) and error.errno not in _TAKEN:
                raise UserError(f"can't listen at {host}: {error.strerror or error}") from None
            continue
        return found
    last = min(port + TRIES, 65536) - 1
    raise UserError(f"of the ports {port} to {last} of {host} none can be had; name another with --port")


_TAKEN = {98, 48, 10048}
"""EADDRINUSE on Linux, BSD and macOS, Windows."""


def serve(
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 opens the house to the network.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option(min=0, max=65535, help="The next free one is taken if this is not.")] = PORT,
    database: Annotated[
        str | None, typer.Option(help="The house: a file, or postgresql://… (UPCARD_DATABASE).", show_default=False)
    ] = None,
    *,
    demo: Annotated[bool, typer.Option("--demo", help="On first start, open a demo floor with every game.")] = False,
    name: Annotated[
        list[str] | None, typer.Option(help="A host name under which the house is reached; repeatable.")
    ] = None,
    keys: Annotated[
        Path | None,
        typer.Option(envvar="UPCARD_KEYS", help="The house's keys, if not beside the database."),
    ] = None,
    accept_software: Annotated[
        bool, typer.Option("--accept-software", help="Accept that the program has changed since the last start.")
    ] = False,
    helpline: Annotated[str, typer.Option(help="What the pages give as the helpline.")] = "1-800-GAMBLER",
    speed: Annotated[float, typer.Option(min=0.1, max=1000, help="How many times as fast clocks and bots are.")] = 1.0,
    coach: Annotated[bool, typer.Option(help="Whether the coach's lab is started.")] = True,
    behind: Annotated[
        list[str] | None,
        typer.Option(
            help="The address of a reverse proxy that says who asks; repeatable. One on this machine may.",
            show_default=False,
        ),
    ] = None,
    metrics_token: Annotated[
        str | None,
        typer.Option(
            envvar="UPCARD_METRICS_TOKEN", help="What opens /metrics; without one, only this machine reads them."
        ),
    ] = None,
    standby: Annotated[
        bool, typer.Option("--standby", help="Wait until the process that has the house is gone, then take it over.")
    ] = False,
    reader: Annotated[
        bool,
        typer.Option("--reader", help="Only show a house that another process has: signs, lobby, watchers."),
    ] = False,
    log_format: Annotated[LogForm, typer.Option(help="Lines for people, or a JSON object a line.")] = LogForm.text,
    log_level: Annotated[LogLevel, typer.Option(help="From what on something is logged.")] = LogLevel.warning,
    log_file: Annotated[
        Path | None, typer.Option(help="A file that rotates, instead of standard error.", show_default=False)
    ] = None,
) -> None:
    """Open a house to browsers and programs."""
    where = database or default_database(demo=demo)
    logs.begin(log_format, log_level, log_file)
    _room_for_sockets()
    if standby and reader:
        raise UserError("a standby takes the house over, and a reader never does: choose one of --standby and --reader")
    if reader:
        house = _read(where, keys)
    elif standby:
        house = _stand_by(where, keys, accept=accept_software)
    else:
        house = _open(where, keys, demo=demo, accept_software=accept_software)
    asked = _Asked(
        where, keys, host, port, frozenset(name or ()), helpline, speed, demo, coach, tuple(behind or ()), metrics_token
    )
    try:
        _run(house, asked)
    finally:
        house.close()


@dataclass(frozen=True, slots=True)
class _Asked:
    """How the house is to be served."""

    where: str
    keys: Path | None
    host: str
    port: int
    names: frozenset[str]
    helpline: str
    speed: float
    demo: bool
    coach: bool
    behind: tuple[str, ...]
    metrics_token: str | None


def _room_for_sockets() -> None:
    """As many open files as the system lets us have: a socket is one, and the usual 1,024 are soon taken."""
    try:
        import resource
    except ImportError:  # not on this system
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _stand_by(where: str, keys: Path | None, *, accept: bool) -> "House":
    """Follows the house until its process is gone; everything that takes time is done before."""
    import uvicorn  # noqa: F401 (loaded while there is time)

    from upcard.floor.doors.house import keys_path
    from upcard.floor.doors.ledger import Keys
    from upcard.floor.doors.upkeep import Standby
    from upcard.web import app  # noqa: F401 (the same)

    standby = Standby(where, Keys.load(keys_path(where, keys)), accept_software=accept)
    typer.echo(f"Standing by at entry {standby.seq:,}: this process takes the house over when its own is gone.")
    return standby.wait()


def _read(where: str, keys: Path | None) -> "House":
    """A house that another process has, to look at."""
    from upcard.floor.doors.house import keys_path
    from upcard.floor.doors.ledger import Keys
    from upcard.floor.doors.upkeep import Reader

    return Reader(where, Keys.load(keys_path(where, keys)))


def _open(where: str, keys: Path | None, *, demo: bool, accept_software: bool) -> "House":
    from upcard.floor.doors.house import House, HouseError
    from upcard.floor.doors.ledger import Missing, StorageError, file_of, parse_url

    try:
        file = file_of(parse_url(where))
        if demo and file is None:
            raise UserError("the demo floor lies in a file; leave --database out, or name a file")
        if demo and file is not None and not file.exists():
            typer.echo("Opening a demo floor for the first time …")
            _make_demo(file)
        # A demo is nobody's house: a newer program may run it without anybody's signature.
        return House.open(where, keys, accept_software=accept_software or demo)
    except Missing as missing:
        raise UserError(f"{missing}; or try the demo: upcard serve --demo") from None
    except (HouseError, StorageError) as error:
        raise UserError(str(error)) from None


def _make_demo(file: Path) -> None:
    """Sets the demo floor up beside its place and moves it there when it is whole: a half-made one never opens."""
    from upcard.floor.doors.house import House
    from upcard.web.demo import demo

    file.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=file.parent, prefix=".upcard-") as folder:
        new = Path(folder) / file.name
        with House.found(str(new)) as house:
            demo.set_up(house, new)
        for path in sorted(new.parent.iterdir(), key=lambda path: path == new):  # the house itself last
            path.replace(file.parent / path.name)


def _run(house: "House", asked: _Asked) -> None:
    import uvicorn

    from upcard.floor.doors.ledger import file_of, parse_url
    from upcard.web.app import create_app
    from upcard.web.demo import demo as floor
    from upcard.web.edge.sessions import SessionsError
    from upcard.web.live.driver import Pace
    from upcard.web.settings import Settings

    file, host, port = file_of(parse_url(asked.where)), asked.host, asked.port
    beside = file or asked.keys
    settings = Settings(
        names=asked.names
        | ({socket.gethostname().lower()} if host not in {"127.0.0.1", "::1", "localhost"} else frozenset()),
        helpline=asked.helpline,
        sessions=Path(f"{beside}.sessions") if beside and not house.reading else None,
        pace=Pace().times(asked.speed),
        coach=asked.coach,
        metrics_token=asked.metrics_token,
    )
    try:
        app = create_app(house, settings, floor.Demo(file).begin if asked.demo and file is not None else None)
    except SessionsError as error:
        raise UserError(str(error)) from None
    listening = bind(host, port)
    at = listening.getsockname()[1]
    if port and at != port:
        typer.echo(f"Port {port} is taken; the house is at port {at} instead.")
    shown = f"[{host}]" if ":" in host else "localhost" if host in {"0.0.0.0", "127.0.0.1"} else host  # noqa: S104 (named by the user)
    typer.echo(f"\n  Upcard is open at http://{shown}:{at}/  (stop it with Ctrl-C)")
    if (settings.docs / "index.html").is_file():
        typer.echo(f"  The documentation is at http://{shown}:{at}/docs/")
    else:
        typer.echo(f"  In a checkout, make docs builds the documentation; it is then at http://{shown}:{at}/docs/")
    if asked.demo:
        typer.echo("  First: open that address, choose a table, tap a free seat, tap chips on the Ante, and Deal.")
        if file is not None:
            app.state.wallet = floor.wallet(file)
            _print_people(floor.people(file), f"http://{shown}:{at}", floor.PAGES)
    typer.echo("")
    config = uvicorn.Config(
        app,
        log_config=None,  # the log is set up already
        access_log=False,
        ws_max_size=4096,
        ws_max_queue=8,
        ws_per_message_deflate=False,  # a message is written once for all; squeezing it anew for each is not worth it
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=3,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=["127.0.0.1", "::1", *asked.behind],
    )
    server = uvicorn.Server(config)

    def stop(*_: object) -> None:
        server.should_exit = True

    # Once it has stopped serving, uvicorn gives the signal to whoever had it before: without this the process would end
    # there and then, and leave its house unclosed.
    signal.signal(signal.SIGTERM, stop)
    done, overtaken = threading.Event(), threading.Event()

    def look() -> None:
        while not done.wait(LOOK_SECONDS):
            if house.overtaken():
                overtaken.set()
                server.should_exit = True
                return

    looking = threading.Thread(target=look, name="upcard-overtaken", daemon=True)
    looking.start()
    try:
        server.run(sockets=[listening])
    finally:
        done.set()
        looking.join()
    if overtaken.is_set():
        raise UserError("another process has taken the house over; this one stops")


def _print_people(people: dict[str, dict[str, str]], address: str, pages: dict[str, str]) -> None:
    if not people:
        return
    typer.echo("  Demo staff, each in a browser window of their own (id, password, PIN of the card, page):")
    for who, said in people.items():
        pin = f"PIN {said['pin']}" if "pin" in said else ""
        typer.echo(f"    {who:<5} {said['password']:<12} {pin:<9} {said['role']:<11} {address}{pages[said['role']]}")
    typer.echo("  A simulator drives the live table until the dealer takes over; a jackpot waits for sam and mia.")


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("serve")(serve)
