"""Hardware at the tables: heartbeats of devices, and the demo's card reader."""

from typing import Annotated

from fastapi import APIRouter, Request

from upcard.web.demo.wallet import Wallet
from upcard.web.edge.problems import Refusal, responses
from upcard.web.edge.who import AnyStaff, TheHouse, Who, require
from upcard.web.live.hardware import PATIENCE
from upcard.web.models.consoles import Heartbeat, HeartbeatAnswer
from upcard.web.models.staff import DemoCards, DemoSwipe
from upcard.web.routes import API

router = APIRouter(prefix=API, tags=["devices"], responses=responses("sign-in", "forbidden", "too-many"))

Device = Annotated[Who, require("device")]


@router.post(
    "/devices/heartbeat",
    summary="A device is there",
    responses=responses("not-found", "invalid", "too-large", "refused"),
)
async def heartbeat(body: Heartbeat, service: TheHouse, who: Device) -> HeartbeatAnswer:
    """Sent every few seconds. Silence: the table has lost its controller (REG-17); the next one restores it."""
    name = who.by.removeprefix("device:")
    table = service.table(name)
    service.hardware.beat(service, name, simulated=body.simulated)
    if not table.contact:
        await service.order(who.by, "contact-restored", table=name)
        table = service.table(name)
    if not service.sessions.staff_present():
        service.hardware.taken.pop(name, None)  # whoever took the keypad over has gone
    return HeartbeatAnswer(
        table=name,
        contact=table.contact,
        open=table.open and not table.inoperable,
        round=table.round.id if table.round else None,
        taken_over_by=service.hardware.taken.get(name),
        every=PATIENCE / 4,
    )


# The demo's drawer of cards: a real house has none, and its readers type what the card says.


def _wallet(request: Request) -> Wallet | None:
    return getattr(request.app.state, "wallet", None)


@router.get("/demo/cards", summary="Cards in the demo's drawer", tags=["demo"])
async def demo_cards(request: Request, _: AnyStaff) -> DemoCards:
    """Empty in a real house."""
    wallet = _wallet(request)
    return DemoCards.model_validate({"cards": wallet.cards() if wallet else []})


@router.post(
    "/demo/cards/{staff}/swipe",
    summary="Swipe a card of the demo's drawer",
    tags=["demo"],
    responses=responses("not-found"),
)
async def demo_swipe(staff: str, request: Request, _: AnyStaff) -> DemoSwipe:
    """What the reader reads; the PIN is the person's to know."""
    wallet = _wallet(request)
    swipe = wallet.swipe(staff) if wallet else None
    if swipe is None:
        raise Refusal("not-found", f"no card of {staff!r} lies in a drawer here")
    return DemoSwipe(swipe=swipe)
