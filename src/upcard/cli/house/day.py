"""`upcard floor day`: open the gaming day, count, cut a shift, sign it, and print its reports."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from upcard.cli.errors import UserError
from upcard.cli.house.common import (
    Database,
    Form,
    Format,
    ask_as_house,
    reading,
    show,
    state_of,
)
from upcard.cli.house.desk import Desk, signed_on
from upcard.cli.waiting import waiting
from upcard.extras import need
from upcard.floor import facts
from upcard.floor.doors.commands import now
from upcard.floor.doors.days import Wanted, as_it_stands, joining, rows
from upcard.floor.doors.days import reading as days
from upcard.floor.doors.house import House
from upcard.floor.doors.reports import Report
from upcard.floor.state import Profile
from upcard.web.days import theory

app = typer.Typer(
    help="Gaming days: shifts that two people close, results against theory.",
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
)

Number = Annotated[int, typer.Argument(metavar="NUMBER", help="The report's number.", min=1)]
Cents = Annotated[int | None, typer.Option(help="In cents.", min=0)]


@app.command("open")
@signed_on
def open_day(
    desk: Desk,
    day: Annotated[str, typer.Argument(metavar="DAY", help="Such as 2026-03-01.")],
    shift: Annotated[str, typer.Option(help="The name of its first shift.")] = "day",
) -> None:
    """Open the house's first gaming day; every later one begins with the close before."""
    desk.ask("day-open", day=day, shift=shift)
    print(f"shift {shift} of {day} runs")


@app.command()
@signed_on
def count(
    desk: Desk,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="A table of real chips.")],
    opener: Cents = None,
    closer: Cents = None,
    drop: Cents = None,
) -> None:
    """Enter what was counted in a table's tray and drop box."""
    said = {"opener": opener, "closer": closer, "drop": drop}
    given = {name: cents for name, cents in said.items() if cents is not None}
    desk.ask("day-count", table=table, **given)
    print(f"{table} is counted: {', '.join(f'{name} {cents} cents' for name, cents in given.items())}")


@app.command()
@signed_on
def close(
    desk: Desk,
    following: Annotated[str, typer.Option("--next", help="The name of the next shift.", show_default=False)],
    next_day: Annotated[str | None, typer.Option(help="The next shift's day, where this one ends the day.")] = None,
) -> None:
    """Cut the shift and freeze its figures; somebody of another role signs them. The next shift begins at once."""
    carry_theory(desk.house)
    more = {} if next_day is None else {"next_day": next_day}
    cut = desk.ask("day-close", next=following, **more).fact(facts.ShiftCut)
    print(f"report {cut.number} is cut, its digest is {cut.digest}")
    print(f"somebody of another role reads it (upcard floor day show) and signs: upcard floor day sign {cut.number} …")


def carry_theory(house: House) -> None:
    """Carries the lab's figures over for rules that the floor has none of."""
    lacking = house.ask(lambda state: list(theory.wanted(state)))
    for digest, rules in lacking:
        with waiting(rules["game"]):
            found = theory.reckon(rules)
        if found is not None:
            ask_as_house(house, "day-theory", digest=digest, figures=found)


@app.command()
@signed_on
def sign(
    desk: Desk,
    number: Number,
    digest: Annotated[str | None, typer.Option(help="Of the report that you read.")] = None,
) -> None:
    """Sign a cut report, as somebody of another role; the house signs the head of its ledger behind it."""
    more = {} if digest is None else {"digest": digest}
    first = desk.ask("day-sign", number=number, **more).fact(facts.ShiftSigned).cut_by
    head = desk.house.checkpoint()
    print(f"report {number} is signed by {first} and {desk.by}; the head of entry {head.seq} is signed behind it")


@app.command("take-back")
@signed_on
def take_back(
    desk: Desk,
    number: Number,
    reason: Annotated[str, typer.Option(help="Why it is not signed.", show_default=False)],
) -> None:
    """Take a cut back that nobody has signed; the shift goes on."""
    desk.ask("day-take-back", number=number, reason=reason)
    print(f"report {number} is taken back; the shift goes on")


# Looking


@app.command("show")
def now_running(database: Database = None, form: Format = Form.text) -> None:
    """Show the report that waits for its signature, or else the running shift as it stands."""
    with reading(database) as store:
        state = state_of(store)
        cut = state.days.cut
        if cut is not None:
            kept = next(
                fact for e in store.entries(cut.seq - 1, upto=cut.seq) for fact in facts.read_body(e.body).facts
            )
            assert isinstance(kept, facts.ShiftCut)
            title = f"Report {cut.number}, cut by {cut.by} at {cut.at}, not signed yet; digest {cut.digest}"
            said = kept.report
        elif state.days.shift is None:
            raise UserError("no gaming day is open; the first is opened with: upcard floor day open")
        else:
            title, said = "The running shift, as it stands", as_it_stands(state, now())
    said = joining.unsigned(said)
    if form is Form.json:
        print(json.dumps(said, indent=1, ensure_ascii=False))
        return
    if form is Form.text:
        print(f"{title}\n")
    _print(rows.every(said), form)


@app.command("list")
def every_report(database: Database = None, form: Format = Form.text) -> None:
    """List the signed reports."""
    with reading(database) as store:
        kept = days.read(store)
    show(rows.signatures({"reports": [one.told() for one in kept.closed]}), form)


@app.command()
def report(
    number: Annotated[int | None, typer.Argument(metavar="[NUMBER]", help="One report.", min=1)] = None,
    day: Annotated[str, typer.Option("--date", help="A day, a month or a year: 2026-03-01, 2026-03, 2026.")] = "",
    shift: Annotated[str, typer.Option(help="Shifts of this name only.")] = "",
    by: Annotated[str, typer.Option("--by", help=f"A line for each {', '.join(joining.GROUPS)}.")] = "table",
    table: Annotated[str, typer.Option(help="Only this table.")] = "",
    game: Annotated[str, typer.Option(help="Only tables of this game.")] = "",
    link: Annotated[str, typer.Option(help="Only tables of this link.")] = "",
    output: Annotated[
        list[Path] | None,
        typer.Option("--output", "-o", metavar="FILE", help="Ends in .csv, .json, .xlsx, .pdf or .html. Repeatable."),
    ] = None,
    database: Database = None,
    form: Format = Form.text,
) -> None:
    """Print signed reports: one by its number, or those of a date, shift, table, game or link added up."""
    if by not in joining.GROUPS:
        raise UserError(f"a line is a {', a '.join(joining.GROUPS)}, not {by!r}")
    with reading(database) as store:
        kept = days.read(store)
        profile = state_of(store).profile
    if not kept.choose(number=number, day=day, shift=shift):
        last = f"the last is report {kept.closed[-1].number}" if kept.closed else "none is signed yet"
        raise UserError(f"there is no such signed report; {last}")
    said = joining.joined(kept, Wanted(number, day, shift, by, table, game, link))
    if said is None:
        raise UserError("no table of these reports is of that table, game or link")
    if output:
        _write(output, said, profile)
        return
    if form is Form.json:
        print(json.dumps(said, indent=1, ensure_ascii=False))
        return
    _print(rows.every(said), form)


def _write(paths: list[Path], said: dict[str, Any], profile: Profile) -> None:
    need("reports")
    from upcard.lab.reports.writing import write_whole
    from upcard.web.days.document import FORMS, Letterhead

    unknown = [str(path) for path in paths if path.suffix.lower() not in FORMS]
    if unknown:
        raise UserError(f"{', '.join(unknown)}: a report's name ends in {', '.join(FORMS)}")
    for path in paths:
        write_whole(path, FORMS[path.suffix.lower()](said, Letterhead(profile.name, profile.zone)))
        print(f"written: {path}")


def _print(parts: list[Report], form: Form) -> None:
    for at, part in enumerate(parts):
        if at:
            print()
        show(part, form)


@app.command()
def check(database: Database = None) -> None:
    """Reckon every report again from the ledger's entries; the first that says otherwise is named."""
    with reading(database) as store:
        done = days.check(store)
    said = "1 report is what its entries come to" if done == 1 else f"{done} reports are what their entries come to"
    print(said)


# Inquiries


@app.command()
@signed_on
def inquire(
    desk: Desk,
    number: Number,
    about: Annotated[str, typer.Argument(metavar="ABOUT", help="A table, or a meter: LINK/METER.")],
    figure: Annotated[str, typer.Argument(metavar="FIGURE", help="Such as win.")],
    why: Annotated[str, typer.Option(help="Why it is asked.", show_default=False)],
) -> None:
    """Open an inquiry into a figure of a signed report."""
    kept = days.read(desk.house.store)
    try:
        value = days.figure_of(kept, number, about, figure)
    except LookupError as error:
        raise UserError(str(error.args[0])) from None
    said = {"number": number, "about": about, "figure": figure, "value": value, "why": why}
    name = desk.ask("inquiry-open", **said).fact(facts.InquiryOpened).inquiry
    print(f"{name} asks about {figure} of {about} in report {number}: {value}")


@app.command()
@signed_on
def finding(
    desk: Desk,
    inquiry: Annotated[str, typer.Argument(metavar="INQUIRY", help="As `upcard floor day inquiries` lists it.")],
    found: Annotated[str, typer.Option("--finding", help="What was found.", show_default=False)],
) -> None:
    """Close an inquiry with what was found."""
    desk.ask("inquiry-close", inquiry=inquiry, finding=found)
    print(f"{inquiry} is closed")


@app.command()
def inquiries(database: Database = None, form: Format = Form.text) -> None:
    """List the inquiries, with what was found."""
    with reading(database) as store:
        show(rows.inquiries({"inquiries": days.asked(days.read(store))}), form)
