"""Who asks: the session behind a cookie or the device behind a token, with the role that the floor gives them."""

from dataclasses import dataclass
from math import ceil
from typing import Annotated, Literal, TypeAlias

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from upcard.floor.doors.people import a
from upcard.floor.state import ROLES
from upcard.web.edge.limits import Limiter, is_loopback, network
from upcard.web.edge.problems import Refusal, too_many
from upcard.web.edge.security import SAFE, address_of
from upcard.web.edge.sessions import COOKIE, WebSession
from upcard.web.live.service import Service

Role: TypeAlias = Literal["watcher", "player", "dealer", "supervisor", "manager", "executive", "auditor", "device"]

STAFF: tuple[Role, ...] = ("dealer", "supervisor", "manager", "executive", "auditor")
FLOOR: tuple[Role, ...] = ("supervisor", "manager", "executive", "auditor")
"""Who looks at the floor as a whole."""

CSRF = "x-upcard-csrf"

ALLOWED: dict[object, tuple[Role, ...]] = {}
"""The roles that each dependency lets through, for the description of the API."""


@dataclass(frozen=True, slots=True)
class Who:
    """Whoever asks."""

    role: Role
    by: str = ""
    """The name that a command of theirs carries on the floor."""
    session: WebSession | None = None
    locked: bool = False

    @property
    def player(self) -> str | None:
        """The player's id, if it is a player."""
        return self.session.who if self.session and self.session.kind == "player" else None


NOBODY = Who("watcher")


def service_of(connection: HTTPConnection) -> Service:
    """The house of an app."""
    service: Service = connection.app.state.service
    return service


async def _the_house(connection: HTTPConnection) -> Service:
    """A dependency. Like every other it is a coroutine: in a worker thread the mirror could change while it is read."""
    return service_of(connection)


def identify(connection: HTTPConnection) -> Who:
    """Who is behind a request or a socket; nothing is changed by asking."""
    service = service_of(connection)
    bearer = connection.headers.get("authorization", "")
    if bearer.lower().startswith("bearer "):
        table = service.sessions.device(bearer[7:].strip())
        if table is None:
            raise Refusal("sign-in", "this device's token is not known here; a manager gives out a new one")
        return Who("device", f"device:{table}")
    session = service.sessions.find(connection.cookies.get(COOKIE))
    if session is None:
        return NOBODY
    if session.kind == "player":
        if session.who not in service.mirror.state.players:
            return NOBODY
        return Who("player", f"player:{session.who}", session)
    staff = service.mirror.state.staff.get(session.who)
    if staff is None or not staff.active or staff.locked:
        service.sessions.end(session)
        return NOBODY
    role = next(role for role in STAFF if role == staff.role)
    return Who(role, session.who, session, service.sessions.locked(session))


async def identified(request: Request) -> Who:
    """Who asks. A request that changes something must prove that it comes from our own page."""
    who = identify(request)
    if request.method not in SAFE and who.role != "device":
        _check_csrf(request, who)
    if who.session is not None and not who.locked:
        service_of(request).sessions.touch(who.session)
    return who


def _check_csrf(request: Request, who: Who) -> None:
    given = request.headers.get(CSRF)
    if not given:
        raise Refusal(
            "forbidden",
            "the header X-Upcard-CSRF is missing; GET /api/v1/session says what it is ('1' without a session)",
        )
    if who.session is not None and given != who.session.csrf:
        raise Refusal(
            "forbidden", "the header X-Upcard-CSRF is not your session's; GET /api/v1/session says what it is"
        )


def require(*roles: Role) -> object:
    """A dependency: only these roles."""

    # Called and not depended upon, here and below: what the framework resolves costs more than what it calls.
    async def check(request: Request) -> Who:
        who = await identified(request)
        if who.locked:
            raise Refusal("sign-in", "the console was left alone and has locked; unlock it with your password")
        if who.role not in roles:
            wanted = ", ".join(roles)
            if who.role == "watcher":
                raise Refusal("sign-in", f"this is for: {wanted}; POST /api/v1/session opens a guest's account")
            raise Refusal("forbidden", f"you are {a(who.role)}; this is for: {wanted}")
        if request.method not in SAFE:
            _check_rate(request, who)
        return who

    ALLOWED[check] = roles
    return Depends(check)


def looking(*roles: Role) -> object:
    """A dependency: only these roles may look. It does not keep a session from locking."""

    async def check(request: Request) -> Who:
        who = identify(request)
        if who.locked:
            raise Refusal("sign-in", "the console was left alone and has locked; unlock it with your password")
        if who.role not in roles:
            kind = "sign-in" if who.role == "watcher" else "forbidden"
            raise Refusal(kind, f"this is for: {', '.join(roles)}; sign on as staff")
        return who

    ALLOWED[check] = roles
    return Depends(check)


_FAR, _NEAR = 1.0, 50.0


def _check_rate(request: Request, who: Who) -> None:
    limiter: Limiter = request.app.state.commands
    key = who.session.key if who.session else who.by
    wait = limiter.wait(key, times=_NEAR if is_loopback(address_of(request.scope)) else _FAR)
    if wait:
        raise too_many(f"that was a lot of commands; wait {wait:.1f} seconds", wait)


async def check_sign_in_rate(request: Request) -> None:
    """A dependency of everything that tries a password or opens an account."""
    limiter: Limiter = request.app.state.sign_ins
    address = address_of(request.scope)
    wait = limiter.wait(network(address), times=_NEAR if is_loopback(address) else _FAR)
    if wait:
        raise too_many(f"too many sign-ins from {address}; wait {ceil(wait)} seconds", wait)


async def _staff_session(request: Request) -> Who:
    """A dependency: somebody of the staff, locked or not."""
    who = await identified(request)
    if who.session is None or who.session.kind != "staff":
        raise Refusal("sign-in", "there is no staff session here; sign on with POST /api/v1/session/staff")
    return who


ALLOWED[_staff_session] = STAFF

Anybody: TypeAlias = Annotated[Who, Depends(identified)]
Player: TypeAlias = Annotated[Who, require("player")]
FloorStaff: TypeAlias = Annotated[Who, require(*FLOOR)]
OnFloor: TypeAlias = Annotated[Who, looking(*FLOOR)]
Manager: TypeAlias = Annotated[Who, require("manager", "executive")]
FloorHand: TypeAlias = Annotated[Who, require(*STAFF, "device")]
AnyStaff: TypeAlias = Annotated[Who, require(*STAFF)]
MaybeLocked: TypeAlias = Annotated[Who, Depends(_staff_session)]
TheHouse: TypeAlias = Annotated[Service, Depends(_the_house)]

assert set(STAFF) == set(ROLES)
