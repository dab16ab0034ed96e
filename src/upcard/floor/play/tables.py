"""The tables of the floor: opening, changing and closing them (REG-13), and who sits there."""

from collections.abc import Mapping
from typing import Any

from upcard.floor import facts
from upcard.floor.commands import ask
from upcard.floor.commands.ask import Refused
from upcard.floor.commands.verbs import PLAYER, SYSTEM, Draft, verb
from upcard.floor.people.configuration import Fields, change, wait_for_end
from upcard.floor.play import games
from upcard.floor.play.record import commit_shoe, retire
from upcard.floor.progressive.links import check_join, find_link, read_odds
from upcard.floor.state import FloorTable, State
from upcard.rules.registry import names

KINDS = ("virtual", "live", "scanned")


def find(state: State, name: str) -> FloorTable:
    """A table by its name."""
    found = state.tables.get(name)
    if found is None:
        raise Refused(f"there is no table {name!r}; there are {', '.join(state.tables) or 'none'}", "REG-13")
    return found


def why_shut(table: FloorTable) -> Refused | None:
    """Why nobody can play at a table now; None where it may play. Whoever wants to know asks here."""
    if table.inoperable:
        return Refused(f"table {table.id} is inoperable: {table.inoperable}", "REG-13")
    if not table.open:
        return Refused(f"table {table.id} is closed")
    if table.link is not None and not table.contact:
        return Refused(f"table {table.id} has lost contact: its progressive can't be played", "REG-17")
    return None


def why_not(table: FloorTable) -> Refused | None:
    """Why no round can begin at a table now."""
    if table.round is not None:
        return Refused(f"round {table.round.id} is being played; END GAME comes first", "B7S-12")
    return why_shut(table)


def the_table(draft: Draft) -> FloorTable:
    """The table that a command is about; a device speaks for its own only."""
    table = find(draft.state, ask.text(draft.command, "table"))
    by = draft.command.by
    if by.startswith("device:") and by != f"device:{table.id}":
        raise Refused(f"{by} does not stand at table {table.id}", "REG-13")
    return table


def the_seat(draft: Draft, table: FloorTable) -> int:
    """The seat that a command is about."""
    return ask.whole(draft.command, "seat", 1, table.seats)


def _read(draft: Draft, fields: Fields, name: str, kind: str, game: str, old: FloorTable | None = None) -> FloorTable:
    house = fields.mapping("house", old.house if old else {})
    pays = fields.mapping("pays", old.pays if old else {})
    made = games.build(game, house, pays)
    seats = fields.whole("seats", 1, made.max_seats, old.seats if old else made.default_seats)
    link = fields.text("link", (old.link or "") if old else "") or None
    if old and old.odds and (house, pays) != (old.house, old.pays) and not fields.has("odds"):
        raise Refused(f"the odds of {name} were declared for other rules: declare them again with the change", "REG-11")
    odds = read_odds(fields.mapping("odds", old.odds if old else {}))
    fields.done()
    table = FloorTable(name, kind, game, house, pays, made.digest, seats, link, odds)
    if link is not None:
        joined = find_link(draft.state, link)
        wait_for_end(draft, joined)
        check_join(draft.state, joined, table)
    elif kind != "virtual":
        raise Refused("a live table is on the floor's books for its progressive: it needs a link", "REG-13")
    return table


def as_configured(table: FloorTable) -> facts.TableOpened:
    """A table's configuration, as the fact of its opening has it."""
    return facts.TableOpened(**_written(table))


def _written(table: FloorTable, kind: str = "type") -> dict[str, Any]:
    return {
        "table": table.id,
        kind: table.kind,
        "game": table.game,
        "house": table.house,
        "pays": table.pays,
        "digest": table.digest,
        "seats": table.seats,
        "link": table.link,
        "odds": table.odds,
    }


@change("table")
def new_table(draft: Draft, said: Mapping[str, Any]) -> None:
    """Opens a table: table, kind (virtual, live, scanned), game, house, pays, seats, link, odds."""
    fields = Fields("table", said)
    name, kind = fields.name("table"), fields.one_of("kind", KINDS)
    game = fields.one_of("game", tuple(names()))
    if name in draft.state.tables:
        raise Refused(f"there is a table {name!r} already; every table has an identity of its own", "REG-13")
    table = _read(draft, fields, name, kind, game)
    draft.fact(as_configured(table))
    if table.kind == "virtual" and not draft.waits_for:
        commit_shoe(draft, table)


@change("table-settings")
def change_table(draft: Draft, said: Mapping[str, Any]) -> None:
    """Changes a table's settings, pay tables, seats or link: table, and what changes."""
    fields = Fields("table-settings", said)
    table = find(draft.state, fields.text("table"))
    wait_until_free(draft, table)
    changed = _read(draft, fields, table.id, table.kind, table.game, table)
    if draft.waits_for:
        return
    if table.shoe is not None:
        retire(draft, table, table.shoe)
    draft.fact(facts.TableChanged(was=_written(table, "kind"), **_written(changed)))
    if changed.kind == "virtual":
        commit_shoe(draft, changed)


@change("table-state")
def open_or_close(draft: Draft, said: Mapping[str, Any]) -> None:
    """Opens or closes a table that there is: table, open."""
    fields = Fields("table-state", said)
    table, opens = find(draft.state, fields.text("table")), fields.flag("open", default=True)
    fields.done()
    wait_until_free(draft, table)
    draft.fact(facts.TableOpenOrClosed(table=table.id, open=opens))


def wait_until_free(draft: Draft, table: FloorTable) -> None:
    """A table is not changed under people's hands: the change waits for END GAME (PRG-11)."""
    if table.round is not None or table.bets or table.sensors:
        draft.waits_for.append(table.id)
    if table.link is not None:
        wait_for_end(draft, draft.state.links[table.link])


@verb("sit", ("dealer", "supervisor", "manager", "executive", SYSTEM, PLAYER))
def sit(draft: Draft) -> None:
    """Seats a player at a virtual table: table, seat, player."""
    ask.only(draft.command, "table", "seat", "player")
    table = the_table(draft)
    seat, player = the_seat(draft, table), ask.text(draft.command, "player")
    if player not in draft.state.players:
        raise Refused(f"there is no player {player!r}")
    if draft.command.by.startswith("player:") and draft.command.by != f"player:{player}":
        raise Refused("a player takes a seat for themselves only")
    if table.kind != "virtual" or not table.open:
        raise Refused(f"nobody is seated at table {table.id}: it is {table.kind if table.open else 'closed'}")
    if seat in table.seated:
        raise Refused(f"seat {seat} of table {table.id} is taken")
    draft.fact(facts.Seated(table=table.id, seat=seat, player=player))


@verb("leave", ("dealer", "supervisor", "manager", "executive", SYSTEM, PLAYER))
def leave(draft: Draft) -> None:
    """Frees a seat without bets: table, seat."""
    ask.only(draft.command, "table", "seat")
    table = the_table(draft)
    seat = the_seat(draft, table)
    sitter = table.seated.get(seat)
    if sitter is None:
        raise Refused(f"nobody sits at seat {seat} of table {table.id}")
    if draft.command.by.startswith("player:") and draft.command.by != f"player:{sitter}":
        raise Refused("a player leaves their own seat only")
    if seat in table.bets or (table.round is not None and seat in table.round.stakes):
        raise Refused(f"seat {seat} has bets on the table; take them back or finish the round")
    draft.fact(facts.Left(table=table.id, seat=seat, player=sitter))


@facts.applies(facts.TableOpened)
def _opened(state: State, said: facts.TableOpened, _made: facts.Made) -> None:
    state.tables[said.table] = FloorTable(said.table, said.type, **{key: getattr(said, key) for key in _SETTINGS})


_SETTINGS = ("game", "house", "pays", "digest", "seats", "link", "odds")


@facts.applies(facts.TableChanged)
def _changed(state: State, said: facts.TableChanged, _made: facts.Made) -> None:
    table = state.tables[said.table]
    for key in _SETTINGS:
        setattr(table, key, getattr(said, key))
    table.inoperable = table.built = None


@facts.applies(facts.TableOpenOrClosed)
def _state(state: State, said: facts.TableOpenOrClosed, _made: facts.Made) -> None:
    state.tables[said.table].open = said.open


@facts.applies(facts.TableInoperable)
def _inoperable(state: State, said: facts.TableInoperable, _made: facts.Made) -> None:
    state.tables[said.table].inoperable = said.reason


@facts.applies(facts.Seated)
def _seated(state: State, said: facts.Seated, _made: facts.Made) -> None:
    state.tables[said.table].seated[said.seat] = said.player


@facts.applies(facts.Left)
def _left(state: State, said: facts.Left, _made: facts.Made) -> None:
    del state.tables[said.table].seated[said.seat]
