"""Who you are: guests with play money, staff with passwords."""

import re
import secrets
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request, Response

from upcard.floor.doors.commands import Ack
from upcard.web.edge.problems import Refusal, responses
from upcard.web.edge.sessions import COOKIE, PLAYER_SECONDS, STAFF_SECONDS, WebSession
from upcard.web.edge.who import FLOOR, STAFF, Anybody, MaybeLocked, Player, TheHouse, Who, check_sign_in_rate, identify
from upcard.web.live import views
from upcard.web.live.service import Service
from upcard.web.models.api import BuyIn, SessionInfo, SignIn, StaffSignOn, Unlock
from upcard.web.routes import API
from upcard.web.routes.play import Key, get_up
from upcard.web.settings import Settings

router = APIRouter(
    prefix=f"{API}/session", tags=["session"], responses=responses("sign-in", "forbidden", "too-many", "too-large")
)

BUY_IN = 100_000
MOST = 5_000_000
"""Nobody needs more play money than this."""

Limited = Annotated[None, Depends(check_sign_in_rate)]


def session_info(service: Service, who: Who, settings: Settings) -> dict[str, Any]:
    """Who somebody is, as docs/api.md lays it down."""
    session, player = who.session, who.player
    seats = []
    if player is not None:
        for name in sorted(service.tables_of_player(player)):
            table = service.mirror.state.tables[name]
            seats += [
                {"table": name, "seat": seat} for seat, sitter in sorted(table.seated.items()) if sitter == player
            ]
    play = session.play if session is not None and session.kind == "player" else None
    return {
        "role": who.role,
        "name": session.name if session else None,
        "player": player,
        "staff": session.who if session is not None and session.kind == "staff" else None,
        "bankroll": views.bankroll(service.mirror.state, player) if player is not None else None,
        "seats": seats,
        "since": _time(session.started) if session else None,
        "csrf": session.csrf if session else None,
        "locked": who.locked,
        "zone": service.mirror.state.profile.zone,
        "play": {name: getattr(play, name) for name in play.__slots__} if play is not None else None,
        "news": [
            {"id": one.id, "table": one.table, "kind": one.kind, "text": one.text, "at": _time(one.at)}
            for one in (service.sessions.news(player) if player is not None else ())
        ],
        "notice": {"play_money": settings.notice, "helpline": settings.helpline},
    }


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _set_cookie(request: Request, response: Response, token: str, seconds: float) -> None:
    response.set_cookie(
        COOKIE,
        token,
        max_age=int(seconds),
        path="/",
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )


def _as(service: Service, session: WebSession, settings: Settings) -> dict[str, Any]:
    """The session that was just begun or changed, as its owner sees it."""
    if session.kind == "player":
        return session_info(service, Who("player", f"player:{session.who}", session), settings)
    found = service.mirror.state.staff[session.who].role
    role = next(role for role in STAFF if role == found)
    return session_info(service, Who(role, session.who, session, service.sessions.locked(session)), settings)


async def _settings(request: Request) -> Settings:
    settings: Settings = request.app.state.settings
    return settings


TheSettings = Annotated[Settings, Depends(_settings)]


@router.get("", summary="Who you are")
async def read(service: TheHouse, settings: TheSettings, request: Request) -> SessionInfo:
    """Never fails and creates nothing."""
    return SessionInfo(**session_info(service, identify(request), settings))


@router.post(
    "", status_code=201, summary="Open a guest's account", responses=responses("invalid", "refused", "unavailable")
)
async def open_account(
    body: SignIn,
    service: TheHouse,
    settings: TheSettings,
    who: Anybody,
    request: Request,
    response: Response,
    _: Limited,
) -> SessionInfo:
    """A guest's account with a buy-in of play money."""
    if who.session is not None:
        raise Refusal("refused", f"you are signed in as {who.session.name}; sign out first")
    name = " ".join(body.name.split())
    if not name or not name.isprintable():
        raise Refusal("invalid", "a name has 1 to 24 letters that can be printed")
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:16]
    slug = "guest" if not slug or slug.startswith("bot") else slug
    player = f"{slug}-{secrets.token_hex(3)}"
    await service.command("system", "player-add", {"player": player, "name": name})
    await service.command("system", "buy-in", {"player": player, "amount": BUY_IN})
    token, session = service.sessions.begin("player", player, name)
    _set_cookie(request, response, token, PLAYER_SECONDS)
    return SessionInfo(**_as(service, session, settings))


@router.post("/buy-in", summary="More play money", responses=responses("sign-in", "invalid", "refused", "unavailable"))
async def buy_in(body: BuyIn, service: TheHouse, settings: TheSettings, who: Player, key: Key = None) -> SessionInfo:
    """Up to $10,000 at a time, and not more than $50,000 together."""
    assert who.player is not None
    assert who.session is not None
    args = {"player": who.player, "amount": body.amount}
    async with service.alone(who.by):
        if await service.recall(who.by, key, "buy-in", args) is None:
            if views.bankroll(service.mirror.state, who.player) + body.amount > MOST:
                raise Refusal("refused", "that would be more than $50,000 of play money; play with what you have")
            await service.command(who.by, "buy-in", args, key)
    return SessionInfo(**_as(service, who.session, settings))


@router.delete("/news/{news}", summary="You have seen it", responses=responses("sign-in", "invalid"))
async def seen(
    news: Annotated[int, Path(ge=1, le=10**12)], service: TheHouse, settings: TheSettings, who: Player
) -> SessionInfo:
    """What the house did in your place is said until you have seen it."""
    assert who.player is not None
    assert who.session is not None
    service.sessions.seen(who.player, news)
    return SessionInfo(**_as(service, who.session, settings))


@router.post(
    "/staff",
    status_code=201,
    summary="Staff sign on",
    responses=responses("sign-in", "invalid", "refused", "unavailable"),
)
async def sign_on(
    body: StaffSignOn,
    service: TheHouse,
    settings: TheSettings,
    who: Anybody,
    request: Request,
    response: Response,
    _: Limited,
) -> SessionInfo:
    """With a password; three wrong ones lock the person out."""
    if who.session is not None:
        raise Refusal("refused", f"you are signed in as {who.session.name}; sign out first")
    await check_password(service, body.staff, body.password)
    signed_on = service.mirror.state.staff[body.staff]
    token, session = service.sessions.begin("staff", body.staff, signed_on.name)
    if signed_on.role in FLOOR:
        service.clerk.wake()
    _set_cookie(request, response, token, STAFF_SECONDS)
    return SessionInfo(**_as(service, session, settings))


async def check_password(service: Service, staff: str, password: str, where: str = "house") -> Ack:
    """Whether it is the person's password; three wrong ones lock the person out, wherever they are tried."""
    if staff not in service.mirror.state.staff:
        raise Refusal("sign-in", "the name or the password is wrong")
    try:
        return await service.command(staff, "sign-on", {"password": password, "where": where})
    except Refusal as refusal:
        if refusal.status == 503:
            raise
        found = service.mirror.state.staff.get(staff)
        said = "the name or the password is wrong"
        if found is not None and (found.locked or not found.active):
            said = f"{staff} is locked out; a manager lets people in again"
        raise Refusal("sign-in", said) from None


@router.post("/unlock", summary="Unlock a console", responses=responses("sign-in", "invalid", "refused", "unavailable"))
async def unlock(body: Unlock, service: TheHouse, settings: TheSettings, who: MaybeLocked, _: Limited) -> SessionInfo:
    """A staff session that was left alone asks for its password again."""
    assert who.session is not None
    await check_password(service, who.session.who, body.password)
    service.sessions.touch(who.session)
    return SessionInfo(**_as(service, who.session, settings))


@router.delete("", status_code=204, summary="Sign out")
async def sign_out(service: TheHouse, who: Anybody, response: Response) -> None:
    """A player leaves the seats first; one in the middle of a round when it is over."""
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
    if who.session is None:
        return
    if who.player is not None:
        for name in sorted(service.tables_of_player(who.player)):
            table = service.mirror.state.tables[name]
            for seat in [seat for seat, sitter in table.seated.items() if sitter == who.player]:
                await get_up(service, name, seat, who.player, who.by)
    else:
        await service.order(who.by, "sign-off")
    service.sessions.end(who.session)
