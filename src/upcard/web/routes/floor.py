"""Links for everybody; the floor, its commands and its devices for staff."""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query

from upcard.floor import facts
from upcard.floor.doors.commands import Ack, Malformed, from_dict
from upcard.web.edge.problems import Refusal, responses
from upcard.web.edge.who import FloorHand, Manager, OnFloor, TheHouse, Who
from upcard.web.live import views
from upcard.web.live.service import Service
from upcard.web.models.api import DeviceToken, FloorAck, FloorCommand, HitList, LinkInfo, LinkList, NewDevice
from upcard.web.models.staff import StaffFloor
from upcard.web.routes import API
from upcard.web.routes.play import Key
from upcard.web.routes.session import check_password

router = APIRouter(prefix=API, responses=responses("forbidden", "too-many"))


@router.get("/links", tags=["links"], summary="Links of meters")
async def links(service: TheHouse) -> LinkList:
    """Every link with its meters and hits."""
    return LinkList.model_validate({"links": [service.link(link) for link in service.mirror.state.links]})


@router.get("/links/{link}", tags=["links"], summary="One link", responses=responses("not-found"))
async def link(link: str, service: TheHouse) -> LinkInfo:
    """Meters as the sign shows them, and the hits on them."""
    return LinkInfo.model_validate(service.link(link))


@router.get("/links/{link}/hits", tags=["links"], summary="Hits of a link", responses=responses("not-found", "invalid"))
async def hits(link: str, service: TheHouse, limit: Annotated[int, Query(ge=1, le=200)] = 50) -> HitList:
    """Newest first."""
    service.link(link)
    found = [hit for hit in service.mirror.state.hits.values() if hit.link == link]
    found.sort(key=lambda hit: (-hit.seq, hit.id))
    return HitList.model_validate({"hits": [views.hit_info(service.mirror, hit) for hit in found[:limit]]})


_STAFF = responses("sign-in", "forbidden")


@router.get("/floor", tags=["staff"], summary="The floor at a glance", responses=_STAFF)
async def floor(service: TheHouse, who: OnFloor) -> StaffFloor:
    """Tables, meters with all parameters, hits in their order, alerts, proposals, people, and what *you* can do."""
    return StaffFloor.model_validate(service.floor(who.by))


@router.post(
    "/floor/commands",
    tags=["staff"],
    summary="Give a floor command",
    responses=responses("sign-in", "forbidden", "invalid", "illegal", "refused", "too-large", "unavailable"),
)
async def command(body: FloorCommand, service: TheHouse, who: FloorHand, key: Key = None) -> FloorAck:
    """Any command of docs/floor-commands.md, as the one who is signed on. The floor itself enforces the role."""
    args: dict[str, Any] = dict(body.model_extra or {})
    own = [name for name in ("id", "at", "by") if name in args]
    if own:
        raise Refusal("invalid", f"{', '.join(own)}: who asks, when and under which id is the session's to say")
    try:
        read = from_dict({"id": "x", "by": who.by, "do": body.do, **args})
    except Malformed as malformed:
        raise Refusal("invalid", str(malformed)) from None
    given = dict(read.args)
    if read.do in AGAIN and who.session is not None and "swipe" not in given:
        await _again(service, who, given.pop("password", None), read.do)
    ack = await service.command(who.by, read.do, given, key)
    assert ack.seq is not None
    return done(ack)


def done(ack: Ack) -> FloorAck:
    """The answer to a command that was done."""
    said = {"id": ack.id, "seq": ack.seq, "ok": True, "note": ack.note}
    return FloorAck.model_validate(said | {"facts": public_facts(ack.facts)})


AGAIN = {"pay"}
"""Verbs that pay money out: a console that is signed on is not enough. The person swipes their own card with its PIN,
as for the confirmation, or gives the password again."""


async def _again(service: Service, who: Who, password: object, do: str) -> None:
    if not isinstance(password, str) or not password:
        raise Refusal("sign-in", f"{do} hands out money: swipe your card and give its PIN, or your password again")
    await check_password(service, who.by, password, where=do)


def public_facts(said: Sequence[facts.Fact]) -> list[tuple[str, dict[str, Any]]]:
    """Facts without what is secret and without cards."""
    return [(fact.kind, facts.as_shown(fact)) for fact in said if not isinstance(fact, _CARDS)]


_CARDS = (facts.ShoeCommitted, facts.RoundAnswered, facts.CardsOpened, facts.ShoeRetired)


@router.post(
    "/devices",
    tags=["staff"],
    status_code=201,
    summary="A credential for a table's hardware",
    responses=responses("sign-in", "forbidden", "not-found", "invalid", "too-large"),
)
async def add_device(body: NewDevice, service: TheHouse, _: Manager) -> DeviceToken:
    """It is shown once; an older one of the same table is worth nothing any more."""
    table = service.table(body.table)
    return DeviceToken(device=f"device:{table.id}", token=service.sessions.add_device(table.id))


@router.delete(
    "/devices/{table}",
    tags=["staff"],
    status_code=204,
    summary="Take a credential back",
    responses=responses("sign-in", "forbidden", "not-found"),
)
async def drop_device(table: str, service: TheHouse, _: Manager) -> None:
    """The device is a stranger from now on."""
    if not service.sessions.drop_device(table):
        raise Refusal("not-found", f"no device stands at table {table!r}")
