"""Gaming days: the shift that runs, the cut that waits, signed reports on the page and as files, inquiries."""

import asyncio
import re
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request, Response

from upcard.floor.doors.days import Wanted
from upcard.web.days import worker
from upcard.web.days.glance import Glance
from upcard.web.days.theorist import Theorist
from upcard.web.edge.problems import Refusal, responses
from upcard.web.edge.who import FloorStaff, OnFloor, TheHouse, Who, check_sign_in_rate, require
from upcard.web.models.api import FloorAck
from upcard.web.models.days import (
    AskAbout,
    DayReport,
    DaysNow,
    KeptReports,
    RoundResults,
    SignReport,
)
from upcard.web.routes import API
from upcard.web.routes.floor import done
from upcard.web.routes.play import Key
from upcard.web.routes.session import check_password

router = APIRouter(
    prefix=f"{API}/staff/days", tags=["days"], responses=responses("sign-in", "forbidden", "too-many", "unavailable")
)

Signer = Annotated[Who, require("manager", "executive", "auditor")]
Day = Annotated[str, Query(max_length=10, pattern=r"^[0-9-]*$")]
Name = Annotated[str, Query(max_length=100)]


def wanted(
    number: Annotated[int | None, Query(ge=1, le=10**9)] = None,
    date: Day = "",
    shift: Name = "",
    by: Literal["table", "game", "link"] = "table",
    table: Name = "",
    game: Name = "",
    link: Name = "",
) -> Wanted:
    """By number, by day, month or year, by the shift's name; of one table, game or link; a line for each of these."""
    return Wanted(number, date, shift, by, table, game, link)


Asked = Annotated[Wanted, Depends(wanted)]
SHOWN = 200
"""Rounds that a page lists."""
TYPES = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pdf": "application/pdf",
    "html": "text/html; charset=utf-8",
}


@router.get("", summary="The shift that runs", response_model=DaysNow)
async def running(request: Request, service: TheHouse, _: OnFloor) -> Response:
    """The running shift as it stands, and the cut that waits. Whoever looks sets the lab to work on what is lacking."""
    theorist: Theorist = request.app.state.theorist
    glance: Glance = request.app.state.glance
    lacking = theorist.wake(service)
    return Response(await glance.body(service.mirror.state, lacking), media_type="application/json")


@router.get("/cut", summary="The report that waits for its signature", responses=responses("not-found"))
async def cut(service: TheHouse, _: OnFloor) -> DayReport:
    """Its figures are frozen; whoever signs reads them here."""
    waits = service.mirror.state.days.cut
    if waits is None:
        raise Refusal("not-found", "no report waits for its signature")
    return DayReport(report=await service.clerk.ask(worker.cut, waits.seq))


@router.get("/reports", summary="Signed reports")
async def every(service: TheHouse, _: OnFloor) -> KeptReports:
    """Which there are, newest first, and every inquiry."""
    return KeptReports.model_validate(await service.clerk.ask(worker.every))


@router.get("/report", summary="A signed report, or several added up", responses=responses("not-found", "invalid"))
async def report(service: TheHouse, _: OnFloor, asked: Asked) -> DayReport:
    """By number, by day, month or year, by the shift's name; a line a table, game or link."""
    found = await service.clerk.ask(worker.joined, asked)
    if found is None:
        raise _none()
    return DayReport(report=found)


@router.get(
    "/report.{form}",
    summary="A report to keep",
    response_class=Response,
    responses={
        200: {"content": {kind: {} for kind in TYPES.values()}, "description": "The report"},
        **responses("not-found", "invalid"),
    },
)
async def file(
    form: Literal["csv", "json", "xlsx", "pdf", "html"], service: TheHouse, _: OnFloor, asked: Asked
) -> Response:
    """On paper, in a workbook, as a page, as comma-separated values or as data; the chain is checked on the way."""
    profile = service.mirror.state.profile
    made = await service.clerk.ask(worker.written, f".{form}", profile.name, profile.zone, asked)
    if made is None:
        raise _none()
    parts = (str(asked.number or ""), asked.day, asked.shift, asked.table, asked.game, asked.link)
    title = re.sub(r"[^\w.-]+", "-", "-".join(filter(None, parts)) or "all", flags=re.ASCII)
    headers = {"Content-Disposition": f'attachment; filename="report-{title}.{form}"'}
    return Response(made, media_type=TYPES[form], headers=headers)


def _none() -> Refusal:
    said = "there is no such signed report, or no such table, game or link in it"
    return Refusal("not-found", f"{said}; GET /api/v1/staff/days/reports lists the reports")


@router.get(
    "/tables/{table}/rounds", summary="A table's rounds in a shift", responses=responses("not-found", "invalid")
)
async def rounds(
    table: str,
    service: TheHouse,
    _: OnFloor,
    after: Annotated[int, Query(ge=0, le=10**15)],
    upto: Annotated[int | None, Query(ge=0, le=10**15)] = None,
) -> RoundResults:
    """What the house won of each, the largest results first; every one can be replayed."""
    live = service.table(table).kind == "live"
    found = await service.clerk.ask(worker.rounds, table, after, upto, live)
    return RoundResults(rounds=found[:SHOWN], of=len(found))


@router.post(
    "/sign",
    summary="Sign a report",
    responses=responses("invalid", "refused", "illegal", "too-large"),
    dependencies=[Depends(check_sign_in_rate)],
)
async def sign(body: SignReport, service: TheHouse, who: Signer, key: Key = None) -> FloorAck:
    """The second signature, with one's password; the house signs the head of its ledger behind it."""
    await check_password(service, who.by, body.password, where=f"signs report {body.number}")
    ack = await service.command(who.by, "day-sign", {"number": body.number, "digest": body.digest}, key)
    await asyncio.to_thread(service.house.checkpoint)
    return done(ack)


@router.post("/inquiries", summary="Ask about a figure", responses=responses("invalid", "refused", "not-found"))
async def ask_about(body: AskAbout, service: TheHouse, who: FloorStaff, key: Key = None) -> FloorAck:
    """An inquiry into a figure of a signed report: it is on record with what the report says."""
    try:
        value = await service.clerk.ask(worker.figure, body.number, body.about, body.figure)
    except LookupError as missing:
        raise Refusal("not-found", str(missing.args[0])) from None
    ack = await service.command(who.by, "inquiry-open", {**body.model_dump(), "value": value}, key)
    return done(ack)
