"""The staff's consoles: a table's keypad, the floor, hits with their slips, meter statements, significant events.

Reading here never counts as being there: a console that only listens still locks when it is left alone.
"""

import asyncio
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Response

from upcard.floor.doors.commands import now
from upcard.floor.doors.house import local
from upcard.floor.doors.play import games
from upcard.web.edge.problems import Refusal, responses
from upcard.web.edge.who import (
    STAFF,
    AnyStaff,
    OnFloor,
    TheHouse,
    Who,
    check_sign_in_rate,
    looking,
    require,
)
from upcard.web.ledger import search as ledger_search
from upcard.web.ledger import worker as ledger_worker
from upcard.web.models.api import FloorAck
from upcard.web.models.consoles import Console, Override, PayoutAnswer, PayoutOffer, PayoutQuestion
from upcard.web.models.records import (
    AcknowledgedList,
    EndedRounds,
    HitHistory,
    LateHands,
    LedgerPage,
    MeterStatement,
    Slip,
)
from upcard.web.models.staff import StaffTables, Templates
from upcard.web.routes import API
from upcard.web.routes.floor import done
from upcard.web.routes.play import Key
from upcard.web.routes.session import check_password
from upcard.web.staff import console as staff_console
from upcard.web.staff import late, payout, templates
from upcard.web.staff import views as staff_views

router = APIRouter(
    prefix=f"{API}/staff", tags=["staff"], responses=responses("sign-in", "forbidden", "too-many", "unavailable")
)


AtTable = Annotated[Who, looking(*STAFF, "device")]
Dealer = Annotated[Who, require("dealer")]


def _own_table(who: Who, table: str) -> None:
    if who.role == "device" and who.by != f"device:{table}":
        raise Refusal("forbidden", f"{who.by} does not stand at table {table}")


@router.post("/here", status_code=204, summary="Somebody is at the console")
async def here(_: AnyStaff) -> None:
    """Keeps the session from locking; pages say it when somebody touches them."""


# A table's console


@router.get("/tables", summary="Tables that have a console")
async def tables(service: TheHouse, who: Annotated[Who, looking(*STAFF)]) -> StaffTables:
    """Every table, for whoever looks for theirs."""
    found = staff_views.tables(service.mirror, service.titles(), service.hardware, who.by)
    return StaffTables.model_validate({"tables": found})


@router.get(
    "/tables/{table}",
    summary="A table's console",
    responses=responses("not-found"),
    response_model_exclude_unset=True,
)
async def console(table: str, service: TheHouse, who: AtTable) -> Console:
    """Sensors, buttons, hits, and what can be pressed now."""
    found = service.table(table)
    _own_table(who, table)
    if not service.sessions.staff_present():
        service.hardware.taken.clear()  # whoever took a keypad over has gone
    said = staff_console.console(service.mirror, found, service.titles()[table], who.by, service.hardware)
    return Console.model_validate(said)


@router.put("/tables/{table}/keypad", status_code=204, summary="Take the keypad over", responses=responses("not-found"))
async def take_over(table: str, service: TheHouse, who: Dealer) -> None:
    """A dealer takes the keypad from a simulator, which leaves START, hands and END alone from then on."""
    service.table(table)
    service.hardware.taken[table] = who.by
    service.touched(table)


@router.delete(
    "/tables/{table}/keypad", status_code=204, summary="Hand the keypad back", responses=responses("not-found")
)
async def hand_back(table: str, service: TheHouse, _: Dealer) -> None:
    """The simulator, if there is one, goes on."""
    service.table(table)
    service.hardware.taken.pop(table, None)
    service.touched(table)


@router.post(
    "/override",
    summary="Sign at another's console",
    responses=responses("invalid", "refused", "illegal", "unavailable", "too-large"),
    dependencies=[Depends(check_sign_in_rate)],
)
async def override(body: Override, service: TheHouse, _: AnyStaff, key: Key = None) -> FloorAck:
    """A supervisor who stands at the table verifies or voids there, with their own password."""
    wanted = {
        "verify": ("hit",),
        "void": ("hit", "reason"),
        "void-round": ("table", "reason"),
        "take-back": ("table", "seat", "hand", "wager", "reason"),
    }[body.do]
    args = body.model_dump(exclude={"staff", "password", "do"}, exclude_none=True)
    missing = [name for name in wanted if name not in args]
    if missing:
        raise Refusal("invalid", f"{body.do} needs {' and '.join(missing)}")
    await check_password(service, body.staff, body.password, where=f"override: {body.do}")
    ack = await service.command(body.staff, body.do, {name: args[name] for name in wanted}, key)
    return done(ack)


@router.get("/tables/{table}/ended", summary="Rounds for a late hit", responses=responses("not-found"))
async def ended(table: str, service: TheHouse, _: OnFloor) -> EndedRounds:
    """A table's last rounds after END GAME, newest first (PRG-3)."""
    found = service.table(table)
    said = await service.clerk.ask(ledger_worker.rounds, table, None, len(found.ended) or 1)
    return EndedRounds.model_validate({"rounds": late.rounds(found, said["rounds"])})


@router.get("/tables/{table}/ended/{name}", summary="Hands for a late hit", responses=responses("not-found"))
async def late_hands(table: str, name: str, service: TheHouse, who: OnFloor) -> LateHands:
    """What may be entered late for a round, once a manager's or executive's card is swiped."""
    found = service.table(table)
    for one in found.ended:
        if one.id == name:
            return LateHands.model_validate({"hands": late.hands(service.mirror, found, one, who.by)})
    raise Refusal("not-found", f"round {name!r} of table {table} is not at hand")


@router.get("/tables/{table}/payout", summary="The wagers of a hand to settle", responses=responses("not-found"))
async def payout_offer(table: str, service: TheHouse, _: Annotated[Who, looking(*STAFF)]) -> PayoutOffer:
    """What can lie on a seat before the deal."""
    return PayoutOffer.model_validate({"wagers": payout.offered(games.of(service.table(table)))})


@router.post(
    "/tables/{table}/payout",
    summary="Settle a hand from tapped cards",
    responses=responses("not-found", "invalid", "illegal", "too-large"),
)
async def payout_step(table: str, body: PayoutQuestion, service: TheHouse, _: AnyStaff) -> PayoutAnswer:
    """What the hand needs next, or what every wager gets back. Nothing is booked."""
    game = games.of(service.table(table))
    return PayoutAnswer.model_validate(await asyncio.to_thread(payout.step, game, body.wagers, body.answers))


# The floor


@router.get("/templates", summary="What new tables and links begin with")
async def game_templates(_: OnFloor) -> Templates:
    """Every game with the choices of its house and the meters that it feeds."""
    return Templates.model_validate({"games": templates.templates()})


@router.get("/alerts/acknowledged", summary="Alerts that were acknowledged")
async def acknowledged(service: TheHouse, _: OnFloor) -> AcknowledgedList:
    """Newest first, with who took note and when."""
    return AcknowledgedList.model_validate({"alerts": await service.clerk.ask(ledger_worker.acknowledged)})


@router.get("/hits", summary="Hit history", responses=responses("invalid"))
async def hits(service: TheHouse, who: OnFloor, limit: Annotated[int, Query(ge=1, le=1000)] = 200) -> HitHistory:
    """At least the last 25 of each prize (REG-5), newest first."""
    found = sorted(service.mirror.state.hits.values(), key=lambda hit: (-hit.seq, hit.seat))
    return HitHistory.model_validate(
        {"hits": [staff_views.staff_hit(service.mirror, hit, who.by) for hit in found[:limit]]}
    )


@router.get("/hits/{hit}", summary="A hand-pay slip", responses=responses("not-found"))
async def slip(hit: str, service: TheHouse, who: OnFloor) -> Slip:
    """A hit with the time and the person of every step."""
    found = service.mirror.state.hits.get(hit)
    if found is None:
        raise Refusal("not-found", f"there is no hit {hit!r} at hand; GET /api/v1/staff/hits lists them")
    game = games.of(service.mirror.state.tables[found.table])
    pressed = {"state": "PENDING", "at": found.pressed_at, "by": found.pressed_by, "seq": found.seq}
    said = staff_views.staff_hit(service.mirror, found, who.by)
    rest = {
        "table_title": service.titles()[found.table],
        "wager_title": game.wager(found.wager).title,
        "people": {staff.id: staff.name for staff in service.mirror.state.staff.values()},
        "printed_at": now(),
        "house": service.mirror.state.public[:16],
        **staff_views.on_paper(service.mirror.state, found),
    }
    steps = await service.clerk.ask(ledger_worker.steps_of_hit, said["id"], said["seq"])
    every = [step | {"local": local(service.mirror.state, step["at"])} for step in (pressed, *steps)]
    return Slip.model_validate({"hit": said, "steps": every, **rest})


@router.get(
    "/links/{link}/meters/{meter}/statement", summary="A meter's statement", responses=responses("not-found", "invalid")
)
async def statement(
    link: str,
    meter: str,
    service: TheHouse,
    _: OnFloor,
    after: Annotated[int, Query(ge=0, le=10**15)] = 0,
    upto: Annotated[int | None, Query(ge=0, le=10**15)] = None,
) -> MeterStatement:
    """Opening, every cause with its sum, closing; it reconciles to the last fraction of a cent."""
    known = service.mirror.state.links.get(link)
    if known is None or meter not in known.meters:
        raise Refusal("not-found", f"there is no meter {link}/{meter}")
    return MeterStatement.model_validate(await service.clerk.ask(ledger_worker.statement, link, meter, after, upto))


Group = Literal["start", "win", "security", "parameters", "error", "refused"]


@router.get("/events", summary="Significant events", responses=responses("invalid"))
async def events(
    service: TheHouse,
    _: OnFloor,
    group: Annotated[list[Group] | None, Query()] = None,
    before: Annotated[int | None, Query(ge=1, le=10**15)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> LedgerPage:
    """Wins, security events, parameter changes, errors and refusals (REG-19), newest first."""
    every: tuple[Group, ...] = ("start", "win", "security", "parameters", "error", "refused")
    wanted = ledger_search.LedgerQuestion(groups=tuple(group or every), before=before, limit=limit)
    return LedgerPage.model_validate(await service.clerk.ask(ledger_worker.search, wanted))


@router.get(
    "/reports/{name}.csv",
    summary="A report to keep",
    response_class=Response,
    responses={200: {"content": {"text/csv": {}}, "description": "The report"}},
)
async def report(name: Literal["hits", "events", "rounds"], service: TheHouse, _: OnFloor) -> Response:
    """The whole history of hits, significant events or rounds, as comma-separated values."""
    return Response(
        await service.clerk.ask(ledger_worker.report, name),
        media_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.csv"'},
    )
