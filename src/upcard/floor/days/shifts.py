"""The gaming day: opened once, cut into shifts that two people of two roles close; nothing is lost between two of them.

A cut freezes the figures of a shift in the ledger, under a digest; the next shift begins with the very next entry, so
play goes on. Somebody of another role signs the cut, or it is taken back and the shift goes on.
"""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from upcard.floor import facts
from upcard.floor.commands import ask
from upcard.floor.commands.ask import Refused
from upcard.floor.commands.verbs import SYSTEM, Draft, verb
from upcard.floor.days import figures
from upcard.floor.days.following import add_hours
from upcard.floor.days.tally import Cut, Drawer, MeterTally, Note, Period, Shift, TableTally
from upcard.floor.house.codec import plain
from upcard.floor.ledger import money
from upcard.floor.play.tables import the_table
from upcard.floor.state import State

PERIODS = ("day", "month", "year")
CLOSERS = ("supervisor", "manager", "executive")
SIGNERS = ("manager", "executive", "auditor")


@verb("day-open", CLOSERS)
def open_day(draft: Draft) -> None:
    """Opens the house's first gaming day and shift: day (2026-03-01), shift (its name)."""
    ask.only(draft.command, "day", "shift")
    running = draft.state.days.shift
    if running is not None:
        raise Refused(f"shift {running.name} of {running.day} runs; day-close ends it and begins the next")
    draft.fact(facts.ShiftOpened(_day(draft, "day"), ask.name(draft.command, "shift")))


@verb("day-count", CLOSERS)
def count(draft: Draft) -> None:
    """What is counted at a table of real chips, in cents: table, opener, closer, drop. What is left out stays."""
    ask.only(draft.command, "table", "opener", "closer", "drop")
    shift, table = _running(draft.state), the_table(draft)
    if table.kind == "virtual":
        raise Refused(f"table {table.id} is virtual: its tray is in the books, and nothing there is counted")
    drawer = shift.drawers[table.id]
    given = [name for name in ("opener", "closer", "drop") if draft.command.args.get(name) is not None]
    if not given:
        raise Refused("day-count needs an opener, a closer or a drop, in cents")
    said = {name: getattr(drawer, name) for name in ("opener", "closer", "drop")}
    said |= {name: ask.whole(draft.command, name, 0, 10**13) for name in given}
    draft.fact(facts.TableCounted(table.id, **said))


@verb("day-theory", ("manager", "executive", SYSTEM))
def set_theory(draft: Draft) -> None:
    """What the lab says of a table's rules: digest, figures (wagers → ev, sd, other). Consoles ask the lab for it."""
    ask.only(draft.command, "digest", "figures")
    digest, said = ask.text(draft.command, "digest"), ask.mapping(draft.command, "figures")
    if digest not in {table.digest for table in draft.state.tables.values()}:
        raise Refused(f"no table plays by rules with the digest {digest[:16]!r}")
    wagers = said.get("wagers")
    if not isinstance(wagers, dict) or not all(map(_is_edge, wagers.values())):
        raise Refused('figures read {"wagers": {WAGER: {"ev": "-1/20", "sd": 1.5}}}; an envy bonus has its "other" too')
    draft.fact(facts.TheorySet(digest, dict(said)))


def _is_edge(said: object) -> bool:
    if not isinstance(said, dict) or not set(said) <= {"ev", "sd", "other"}:
        return False
    deviation = said.get("sd")
    try:
        Fraction(said["ev"])
        Fraction(said.get("other", "0"))
    except (ValueError, TypeError, KeyError, ZeroDivisionError):
        return False
    return isinstance(deviation, float | int) and not isinstance(deviation, bool) and 0 <= deviation < 1e9


@verb("day-close", CLOSERS)
def close(draft: Draft) -> None:
    """Cuts the shift, for a second person to sign: next (the next shift's name), next-day (its day, if another)."""
    ask.only(draft.command, "next", "next-day")
    state = draft.state
    days, shift = state.days, _running(state)
    if days.cut is not None:
        raise Refused(f"report {days.cut.number} waits for its second signature; sign it or take it back first")
    following = ask.name(draft.command, "next")
    next_day = _day(draft, "next-day") if "next-day" in draft.command.args else shift.day
    if next_day < shift.day:
        raise Refused(f"the next gaming day is not before {shift.day}")
    uncounted = {
        name: shift.drawers[name].missing for name, tally in shift.tables.items() if _to_count(shift, name, tally)
    }
    if uncounted:
        said = "; ".join(f"{name}: {', '.join(missing)}" for name, missing in uncounted.items())
        raise Refused(f"not all is counted ({said}); day-count enters it")
    report = _report(draft, ends_day=next_day > shift.day)
    draft.fact(facts.ShiftCut(days.reports + 1, figures.digest(report), report, next_day, following))


def _to_count(shift: Shift, name: str, tally: TableTally) -> bool:
    """Whether something is still to be counted at a table: real chips, and the table was used."""
    drawer = shift.drawers[name]
    touched = tally.rounds or tally.fills or tally.credits or len(drawer.missing) < 3
    return tally.kind != "virtual" and bool(drawer.missing) and bool(touched)


def as_cut(shift: Shift, at: str) -> tuple[dict[str, TableTally], dict[str, MeterTally]]:
    """A shift's tallies as a cut at that time makes them: hours up to it, and what was counted."""
    tables = {name: tally.copied() for name, tally in shift.tables.items()}
    for name, tally in tables.items():
        drawer = copy(shift.drawers[name])
        add_hours(tally, drawer, at)
        if drawer.opener is not None and drawer.closer is not None and drawer.drop is not None:
            tally.counted = 1
            tally.drop = drawer.drop
            tally.counted_win = drawer.closer + drawer.drop + tally.credits - drawer.opener - tally.fills
    return tables, {name: tally.copied() for name, tally in shift.meters.items()}


def to_date(
    periods: Mapping[str, Period], day: str, tables: Mapping[str, TableTally], meters: Mapping[str, MeterTally]
) -> dict[str, Period]:
    """Day, month and year with a shift of that day in them."""
    names = {"day": day, "month": day[:7], "year": day[:4]}
    return {what: period.brought(names[what], tables, meters) for what, period in periods.items()}


@dataclass(frozen=True, slots=True)
class Standing:
    """The shift that runs, at a moment: nothing of it changes with the state any more."""

    day: str
    name: str
    opened_at: str
    after: int
    tables: dict[str, TableTally]
    counted: dict[str, dict[str, int | None]]
    meters: dict[str, MeterTally]
    books: dict[str, int]
    """What the accounts say that each meter stands at."""
    notes: tuple[Note, ...]
    more_notes: int
    periods: dict[str, Period]
    theory: dict[str, dict[str, Any]]


def standing(state: State, at: str) -> Standing:
    """The shift that runs, as it stands; quickly, for whoever must not keep the house waiting."""
    shift, days = _running(state), state.days
    tables, meters = as_cut(shift, at)
    return Standing(
        shift.day,
        shift.name,
        shift.opened_at,
        shift.after,
        tables,
        {
            name: {key: getattr(drawer, key) for key in ("opener", "closer", "drop")}
            for name, drawer in shift.drawers.items()
        },
        meters,
        {name: state.balance(f"meter:{name}") for name in meters},
        tuple(shift.notes),
        shift.more_notes,
        {what: getattr(days, what) for what in PERIODS},
        dict(days.theory),
    )


def as_it_stands(state: State, at: str) -> dict[str, Any]:
    """The shift that runs, as its report would be if it were cut now."""
    return report_of(standing(state, at))


def report_of(shift: Standing) -> dict[str, Any]:
    """The report of a shift as it stood."""
    tables, meters = shift.tables, shift.meters
    periods = to_date(shift.periods, shift.day, tables, meters)
    used = {digest for period in periods.values() for tally in period.tables.values() for digest in tally.played}
    theory = {digest: said for digest, said in shift.theory.items() if digest in used}
    return {
        "day": shift.day,
        "shift": shift.name,
        "opened_at": shift.opened_at,
        "after": shift.after,
        "tables": {
            name: {
                "game": tally.game,
                "kind": tally.kind,
                "link": tally.link or None,
                "counted": shift.counted[name],
                "figures": figures.table(tally, theory),
                "tally": plain(tally),
            }
            for name, tally in sorted(tables.items())
        },
        "meters": {
            name: {
                "figures": figures.meter(tally),
                "books": shift.books[name],
                "tally": plain(tally),
            }
            for name, tally in sorted(meters.items())
        },
        "notes": [plain(note) for note in shift.notes],
        "more_notes": shift.more_notes,
        "to_date": {what: figures.period(period, theory) for what, period in periods.items()},
        "theory": theory,
    }


def _report(draft: Draft, *, ends_day: bool) -> dict[str, Any]:
    """The frozen report of a shift."""
    state, command = draft.state, draft.command
    return {
        "number": state.days.reports + 1,
        "house": state.profile.name,
        "zone": state.profile.zone,
        "ends_day": ends_day,
        "cut_at": command.at,
        "cut_by": command.by,
        "upto": draft.seq - 1,
        **as_it_stands(state, command.at),
    }


@verb("day-sign", SIGNERS)
def sign(draft: Draft) -> None:
    """The second signature under a report, by somebody of another role: number, digest (of what was read, if given)."""
    ask.only(draft.command, "number", "digest")
    cut = _waiting(draft)
    by, staff = draft.command.by, draft.state.staff
    if by == cut.by or staff[by].role == staff[cut.by].role:
        raise Refused(
            f"{cut.by} ({staff[cut.by].role}) cut report {cut.number}; somebody of another role signs it", "PRG-11"
        )
    said = ask.text(draft.command, "digest", default=cut.digest)
    if said != cut.digest:
        raise Refused(f"report {cut.number} has the digest {cut.digest[:16]}…, and what you read {said[:16]}…")
    draft.fact(facts.ShiftSigned(cut.number, cut.seq, cut.by, cut.digest))


@verb("day-take-back", CLOSERS)
def take_back(draft: Draft) -> None:
    """Takes a cut back that nobody has signed; the shift goes on: number, reason."""
    ask.only(draft.command, "number", "reason")
    draft.fact(facts.CutTakenBack(_waiting(draft).number, ask.text(draft.command, "reason")))


def _running(state: State) -> Shift:
    if state.days.shift is None:
        raise Refused("no gaming day is open; day-open opens the first")
    return state.days.shift


def _waiting(draft: Draft) -> Cut:
    number, cut = ask.whole(draft.command, "number", 1), draft.state.days.cut
    if cut is None or cut.number != number:
        waits = "none waits" if cut is None else f"{cut.number} does"
        raise Refused(f"report {number} does not wait for a signature; {waits}")
    return cut


def _day(draft: Draft, key: str) -> str:
    said = ask.text(draft.command, key)
    try:
        if len(said) != len("2026-03-01"):
            raise ValueError
        return date.fromisoformat(said).isoformat()
    except ValueError:
        raise Refused(f"{key!r} is a day such as 2026-03-01, not {said!r}") from None


@facts.applies(facts.ShiftOpened)
def _opened(state: State, said: facts.ShiftOpened, made: facts.Made) -> None:
    shift = Shift(said.day, said.shift, made.at, made.seq)
    for name, table in state.tables.items():
        shift.tables[name] = TableTally(table.game, table.kind, table.link or "")
        shift.drawers[name] = Drawer(made.at, table.open)
    for link in state.links.values():
        for name in link.meters:
            shift.meters[f"{link.id}/{name}"] = MeterTally(state.balance(money.meter(link.id, name)))
    state.days.shift = shift


@facts.applies(facts.TableCounted)
def _counted(state: State, said: facts.TableCounted, _made: facts.Made) -> None:
    drawer = _running(state).drawers[said.table]
    drawer.opener, drawer.closer, drawer.drop = said.opener, said.closer, said.drop


@facts.applies(facts.TheorySet)
def _theory_set(state: State, said: facts.TheorySet, _made: facts.Made) -> None:
    state.days.theory[said.digest] = dict(said.figures)


@facts.applies(facts.ShiftCut)
def _cut(state: State, said: facts.ShiftCut, made: facts.Made) -> None:
    shift = _running(state)
    begins = Shift(said.next_day, said.next_shift, made.at, made.seq)
    for name, tally in shift.tables.items():
        drawer = shift.drawers[name]
        begins.tables[name] = TableTally(tally.game, tally.kind, tally.link)
        begins.drawers[name] = Drawer(made.at, drawer.open, opener=drawer.closer)
    begins.meters = {name: MeterTally(tally.closing) for name, tally in shift.meters.items()}
    state.days.cut = Cut(said.number, made.seq, made.by, made.at, said.digest, shift)
    state.days.shift = begins


@facts.applies(facts.ShiftSigned)
def _signed(state: State, said: facts.ShiftSigned, _made: facts.Made) -> None:
    days = state.days
    assert days.cut is not None
    shift = days.cut.shift
    tallies = as_cut(shift, days.cut.at)
    for what, period in to_date({what: getattr(days, what) for what in PERIODS}, shift.day, *tallies).items():
        setattr(days, what, period)
    days.reports, days.cut = said.number, None
    _forget_theory(state)


def _forget_theory(state: State) -> None:
    """Lets figures of rules go that no table has and no period counts any more: the state does not grow with years."""
    days = state.days
    used = {table.digest for table in state.tables.values()}
    used |= {digest for tally in days.year.tables.values() for digest in tally.played}
    used |= {digest for tally in _running(state).tables.values() for digest in tally.played}
    days.theory = {digest: said for digest, said in days.theory.items() if digest in used}


@facts.applies(facts.CutTakenBack)
def _taken_back(state: State, _said: facts.CutTakenBack, _made: facts.Made) -> None:
    days = state.days
    assert days.cut is not None
    shift, later = days.cut.shift, _running(state)
    for name, tally in later.tables.items():
        drawer = later.drawers[name]
        before = shift.drawers.get(name)
        if before is not None:
            add_hours(shift.tables[name], before, days.cut.at)
            drawer.opener = before.opener
            drawer.closer = before.closer if drawer.closer is None else drawer.closer
            drawer.drop = before.drop if drawer.drop is None else drawer.drop
        shift.drawers[name] = drawer
        shift.tables.setdefault(name, TableTally()).add(tally)
    for name, moved in later.meters.items():
        shift.meters.setdefault(name, MeterTally(moved.opening)).add(moved)
    for note in later.notes:
        shift.note(note)
    shift.more_notes += later.more_notes
    days.cut, days.shift = None, shift
