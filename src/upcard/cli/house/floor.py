"""`upcard floor`: found a house, run commands through it, look at it, and propose its tables and links."""

import io
import json
import queue
import sys
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer

from upcard.cli.errors import UserError
from upcard.cli.house import day as floor_day
from upcard.cli.house import jackpots, upkeep
from upcard.cli.house import staff as floor_staff
from upcard.cli.house.common import (
    AcceptSoftware,
    Database,
    Form,
    Format,
    KeysFile,
    house_url,
    opened,
    reading,
    settings,
    show,
    state_of,
)
from upcard.cli.house.desk import Desk, in_house, signed_on
from upcard.cli.options import written_pays
from upcard.cli.reading import read_json, writing
from upcard.floor import facts
from upcard.floor.doors.commands import Ack, Malformed, parse
from upcard.floor.doors.house import House, local
from upcard.floor.doors.ledger import money
from upcard.floor.doors.play import KINDS, said_of_tray
from upcard.floor.doors.progressive import signs
from upcard.floor.doors.reports import Report, change_said, reports
from upcard.floor.state import State
from upcard.rules.awards import ORDERS

_PLAIN: dict[str, Any] = {"add_completion": False, "rich_markup_mode": None, "no_args_is_help": True}
app = typer.Typer(help="Run a casino floor: ledger, meters, staff. Play money only.", **_PLAIN)
table_app = typer.Typer(help="Tables: list them, propose new ones.", **_PLAIN)
link_app = typer.Typer(help="Links and meters: list them, propose new ones.", **_PLAIN)
app.add_typer(floor_staff.app, name="staff")
app.add_typer(floor_day.app, name="day")
app.add_typer(table_app, name="table")
app.add_typer(link_app, name="link")
jackpots.register(app)
upkeep.register(app)

LinkName = Annotated[str, typer.Argument(metavar="LINK", help="The link's name.")]

AHEAD = 2000
"""Commands of a file that may be under way before the first of them is answered."""


@app.command()
def init(database: Database = None, keys: KeysFile = None) -> None:
    """Make a new house: its database, its keys, its first entry."""
    url, _ = house_url(database)
    with House.found(url, keys, threads=False) as house:
        print(f"a house was founded at {house.store.where}; its public key is {house.keys.public}")
        print("it begins with an executive: upcard floor staff add NAME --role executive --department … --by NAME")


# Commands as JSON lines


@app.command()
def run(
    file: Annotated[str, typer.Argument(help="A file of commands, one JSON object a line; - for standard input.")],
    database: Database = None,
    keys: KeysFile = None,
    accept_software: AcceptSoftware = False,
) -> None:
    """Run commands: one JSON object a line in, one acknowledgement a line out, each after its commit."""
    with source(file) as lines, opened(database, keys, accept=accept_software, threads=True) as house:
        for ack in acknowledged(house, lines):
            sys.stdout.write(json.dumps(ack, ensure_ascii=False) + "\n")
            sys.stdout.flush()


@contextmanager
def source(file: str) -> Iterator[TextIO]:
    """The lines that were asked for. What is not UTF-8 comes as surrogates, and is answered in its turn."""
    if file == "-":
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(encoding="utf-8-sig", errors="surrogateescape")
        yield sys.stdin
        return
    with ExitStack() as stack:
        try:
            lines = stack.enter_context(Path(file).open(encoding="utf-8-sig", errors="surrogateescape"))
        except OSError as error:
            raise UserError(f"{file!r} can't be read: {error.strerror}") from None
        yield lines


def acknowledged(house: House, lines: Iterable[str]) -> Iterator[dict[str, object]]:
    """Acknowledgements in the order of the commands. Later ones are sent while earlier ones are being committed."""
    waiting: queue.Queue[Future[Ack] | dict[str, object] | BaseException | None] = queue.Queue(AHEAD)

    def send() -> None:
        try:
            for line in lines:
                if line.strip():
                    waiting.put(_sent(house, line))
        except BaseException as error:  # noqa: BLE001 (it is raised where the answers are read)
            waiting.put(error)
        waiting.put(None)

    threading.Thread(target=send, name="upcard-run", daemon=True).start()
    while (answer := waiting.get()) is not None:
        if isinstance(answer, BaseException):
            raise answer
        yield answer if isinstance(answer, dict) else answer.result().line()


def _sent(house: House, line: str) -> "Future[Ack] | dict[str, object]":
    try:
        return house.submit(parse(line))
    except Malformed as error:
        return {"id": _id_of(line), "seq": None, "ok": False, "error": str(error)}


def _id_of(line: str) -> str | None:
    """The id of a command that can't be read, as far as it has one."""
    try:
        data = json.loads(line)
        found = data.get("id") if isinstance(data, dict) else None
        return found if isinstance(found, str) and found.encode() else None
    except (ValueError, RecursionError):
        return None


# Looking


@app.command()
def status(database: Database = None, form: Format = Form.text) -> None:
    """Show the house at a glance: tables, meters, pending jackpots, alerts, open proposals."""
    with reading(database) as store:
        state, (seq, epoch, head) = state_of(store), store.head()
    if form is Form.json:
        print(json.dumps(_status(state, seq, epoch, head), indent=1, ensure_ascii=False))
        return
    parts = [_tables(state), _meters(state), _pending(state), _alerts(state), _proposals(state)]
    if form is Form.csv:
        for number, part in enumerate(parts):
            if number:
                print()  # a blank line between two tables
            show(part, form)
        return
    print(f"entry {seq}, epoch {epoch}, head {head.hex()[:16]}…")
    for part in parts:
        if part.rows:
            print()
            show(part, form)


def _status(state: State, seq: int, epoch: int, head: bytes) -> dict[str, Any]:
    return {
        "seq": seq,
        "epoch": epoch,
        "head": head.hex(),
        "tables": [dict(zip(_tables(state).columns, row, strict=True)) for row in _tables(state).rows],
        "links": {name: signs.sign(state, link) for name, link in state.links.items()},
        "alerts": [dict(zip(_alerts(state).columns, row, strict=True)) for row in _alerts(state).rows],
        "proposals": [
            {"proposal": p.id, "what": p.what, "change": p.change, "by": p.by, "at": p.at, "approved_by": p.approved_by}
            for p in state.proposals.values()
        ],
    }


def _tables(state: State) -> Report:
    rows = [
        (
            table.id,
            table.kind,
            table.game,
            table.link or "",
            table.inoperable or ("open" if table.open else "closed") + ("" if table.contact else ", no contact"),
            table.round.id if table.round else "",
            table.rounds,
            said_of_tray(state, table.id),
        )
        for table in state.tables.values()
    ]
    return Report("Tables", ("table", "kind", "game", "link", "state", "round", "rounds", "tray"), list(rows))


def _meters(state: State) -> Report:
    rows: list[tuple[Any, ...]] = []
    for link in state.links.values():
        for name in link.meters:
            view = signs.meter_view(state, link, name)
            shows = money.dollars(view["shows"]) + (" PENDING" if view["pending"] else "")
            reserve, overflow = money.exact(view["reserve"]), money.exact(view["overflow"])
            rows.append((link.id, name, shows, reserve, overflow, view["hits"], money.dollars(view["wins"])))
    return Report("Meters", ("link", "meter", "shows", "reserve", "overflow", "hits", "wins"), rows)


def _pending(state: State) -> Report:
    rows: list[tuple[Any, ...]] = []
    for link in state.links.values():
        for hit in signs.in_order(state, link):
            view = signs.win_view(state, hit)
            amount = money.dollars(view["amount"]) + (" provisional" if view["provisional"] else "")
            rows.append(
                (hit.id, hit.state, hit.table, hit.seat, hit.meter, hit.outcome, amount, *_when(state, hit.pressed_at))
            )
    columns = ("hit", "state", "table", "seat", "meter", "outcome", "amount", "at", "local")
    return Report("Jackpots, in order", columns, rows)


def _alerts(state: State) -> Report:
    rows = [(alert.id, alert.kind, alert.where, alert.what, *_when(state, alert.at)) for alert in state.alerts.values()]
    return Report("Alerts", ("alert", "kind", "where", "what", "at", "local"), list(rows))


def _when(state: State, at: str) -> tuple[str, str]:
    """A moment in UTC, and as the house's own clock showed it."""
    return at, local(state, at)


def _proposals(state: State) -> Report:
    """What waits for somebody of another department, who has to see what they approve (REG-20), or for END GAME."""
    rows = [
        (
            proposal.id,
            proposal.what,
            change_said(proposal.what, proposal.change),
            proposal.by,
            *_when(state, proposal.at),
            proposal.approved_by,
        )
        for proposal in state.proposals.values()
    ]
    return Report("Proposals", ("proposal", "what", "change", "by", "at", "local", "approved_by"), list(rows))


@app.command()
def hits(
    database: Database = None,
    last: Annotated[int | None, typer.Option(help="Only so many of each prize.", min=1)] = None,
    form: Format = Form.text,
) -> None:
    """List the hits: who won what, where, and who confirmed it."""
    with reading(database) as store:
        show(reports.hits(store, last), form)


@app.command()
def statement(
    link: LinkName,
    meter: Annotated[str, typer.Argument(metavar="METER", help="The meter's name.")],
    database: Database = None,
    after: Annotated[int, typer.Option(help="Entries behind this one.", min=0)] = 0,
    upto: Annotated[int | None, typer.Option(help="Entries up to this one.", min=1)] = None,
    form: Format = Form.text,
) -> None:
    """Print a meter's statement: opening, in, awards, reseeds, overflow, closing."""
    with reading(database) as store:
        head = store.head()[0]
        if after >= min(head, upto or head):
            raise UserError(f"there is no entry behind {after} up to {upto or 'the last'}: the ledger has {head}")
        found = reports.statement(store, link, meter, after, upto)
    if not any(found.closing.values()) and not any(found.moved.values()):
        raise UserError(f"nothing was ever booked on meter {link}/{meter}")
    show(found.report(), form)
    if not found.reconciles():
        raise UserError("the statement does not reconcile: verify the ledger with upcard audit verify")


@app.command()
def events(
    database: Database = None,
    group: Annotated[list[str] | None, typer.Option(help=f"One of {', '.join(reports.GROUPS)}. Repeatable.")] = None,
    form: Format = Form.text,
) -> None:
    """List significant events: wins, security, parameter changes, errors."""
    unknown = [name for name in group or () if name not in reports.GROUPS]
    if unknown:
        raise UserError(f"there is no group {', '.join(unknown)}; the groups are {', '.join(reports.GROUPS)}")
    with reading(database) as store:
        show(reports.events(store, group or ()), form)


@app.command()
def rounds(
    database: Database = None,
    table: Annotated[str | None, typer.Option(help="Only this table's.")] = None,
    form: Format = Form.text,
) -> None:
    """List the record of every round."""
    with reading(database) as store:
        if table is not None and table not in (there := state_of(store).tables):
            raise UserError(f"there is no table {table!r}; there are {', '.join(there) or 'none'}")
        show(reports.rounds(store, table), form)


@app.command()
@in_house
def checkpoint(
    house: House,
    to: Annotated[Path | None, typer.Option(help="Append it to this file, to be kept elsewhere.")] = None,
) -> None:
    """Sign the head of the ledger."""
    with nullcontext() if to is None else writing(to):
        signed = house.checkpoint(to)
    print(f"entry {signed.seq} is signed: {signed.hash[:16]}…")


# Tables, links


@table_app.command("list")
def table_list(database: Database = None, form: Format = Form.text) -> None:
    """List the tables."""
    with reading(database) as store:
        show(_tables(state_of(store)), form)


@table_app.command("open")
@signed_on
def table_open(
    desk: Desk,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The new table's name.")],
    game: Annotated[str, typer.Option(help="The game; `upcard games` lists them.", show_default=False)],
    kind: Annotated[str, typer.Option(help=f"One of {', '.join(KINDS)}.")] = "virtual",
    link: Annotated[str | None, typer.Option(help="The link that it feeds.")] = None,
    house: Annotated[list[str] | None, typer.Option(help="A house setting, KEY=VALUE. Repeatable.")] = None,
    pays: Annotated[
        list[str] | None, typer.Option(help="A pay table, WAGER=NAME, or a .toml file. Repeatable.")
    ] = None,
    seats: Annotated[int | None, typer.Option(help="How many, if not the game's usual number.")] = None,
) -> None:
    """Propose a table; somebody of another department approves it."""
    change: dict[str, Any] = {"table": table, "kind": kind, "game": game, "house": settings(house or [])}
    change["pays"] = written_pays(game, house, pays)
    change |= {"link": link} if link else {}
    change |= {"seats": seats} if seats else {}
    _propose(desk, "table", change)


@link_app.command("list")
def link_list(database: Database = None, form: Format = Form.text) -> None:
    """List the links and their meters."""
    with reading(database) as store:
        show(_meters(state_of(store)), form)


@link_app.command("rules")
def link_rules(link: LinkName, database: Database = None) -> None:
    """Print what players may know of a progressive."""
    with reading(database) as store:
        state = state_of(store)
    if link not in state.links:
        raise UserError(f"there is no link {link!r}; there are {', '.join(state.links) or 'none'}")
    print(signs.rules_text(state, state.links[link]))


@link_app.command("open")
@signed_on
def link_open(
    desk: Desk,
    link: LinkName,
    meters: Annotated[Path, typer.Option(help="A JSON file: meter → base, reset, increment, hidden, limit …")],
    order: Annotated[
        str, typer.Option(help=f"How several winners of one meter are paid: {' or '.join(ORDERS)}.")
    ] = "split-first",
) -> None:
    """Propose a link; somebody of another department approves it."""
    change = {"link": link, "order": order, "meters": read_json(str(meters))}
    _propose(desk, "link", change)


def _propose(desk: Desk, what: str, change: dict[str, Any]) -> None:
    proposal = desk.ask("propose", what=what, change=change).fact(facts.Proposed).proposal
    print(f"{proposal} is proposed; somebody of another department approves it: upcard floor approve {proposal} --by …")


@app.command()
@signed_on
def approve(
    desk: Desk,
    proposal: Annotated[str, typer.Argument(metavar="PROPOSAL", help="As `upcard floor status` lists it.")],
) -> None:
    """Approve a change that somebody of another department proposed."""
    ack = desk.ask("approve", proposal=proposal)
    waits = [table for fact in ack.facts if isinstance(fact, facts.ChangeScheduled) for table in fact.waits_for]
    print(f"{proposal} is approved" + (f" and takes effect after END GAME at {', '.join(waits)}" if waits else ""))
