"""What every request passes first: host and origin, size, rate, and the headers that keep a browser careful.

Plain ASGI, so that a socket and a page go through the same gate.
"""

import asyncio
import ipaddress
from dataclasses import dataclass, field

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from upcard.web.edge.headers import NOT_KEPT, careful
from upcard.web.edge.limits import Limiter, Turns, is_loopback, network
from upcard.web.edge.problems import Refusal, close_reason, too_many

MAX_BODY = 64 * 1024

SAFE = {"GET", "HEAD", "OPTIONS"}


@dataclass(slots=True)
class Gate:
    """The limits of the gate, shared by requests and sockets."""

    names: frozenset[str] = frozenset()
    """Host names under which the house may be reached, beside addresses and localhost."""
    requests: Limiter = field(default_factory=lambda: Limiter(300, 10))
    loopback_times: float = 50.0
    """How much more this machine itself may ask."""
    refusals: Limiter = field(default_factory=lambda: Limiter(100, 10))
    """What an address may get wrong. Behind that it is refused at the door: a refusal from further in costs more."""
    turns: Turns = field(default_factory=Turns)
    turned_away: int = 0
    """How many were refused here, since the start."""

    def check_host(self, host: str) -> None:
        """Refuses a host name that is not ours: a page of another site can't point its own name at this machine."""
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        name = name.strip("[]").lower()
        if name == "localhost" or name in self.names or _is_address(name):
            return
        raise Refusal(
            "forbidden",
            f"this house is not called {name!r}; start it with --name {name} if that is meant to be its name",
        )

    def check_origin(self, origin: str | None, scheme: str, host: str) -> None:
        """Refuses a request that a page of another site makes; a program that is no browser sends no origin."""
        secure = {"ws": "http", "wss": "https"}.get(scheme, scheme)
        if origin is not None and origin.lower() != f"{secure}://{host}".lower():
            raise Refusal("forbidden", f"a page of {origin} can't use this house; open it at {secure}://{host}")

    def check_rate(self, address: str) -> None:
        """Refuses an address that asks too often."""
        key = network(address)
        wait = self.requests.wait(key, times=self.loopback_times if is_loopback(address) else 1)
        if wait:
            raise too_many(f"too many requests from {address}; wait {wait:.1f} seconds", wait)
        wait = self.refusals.look(key, times=_NEAR if is_loopback(address) else 1)
        if wait:
            raise too_many(f"too many refused requests from {address}; wait {wait:.1f} seconds", wait)

    def count(self, address: str, status: int) -> None:
        """Notes how an address was answered."""
        if 400 <= status < 500:
            self.refusals.wait(network(address), times=_NEAR if is_loopback(address) else 1)

    async def hold(self, address: str, refusal: Refusal) -> None:
        """Lets whoever asks too often wait for their refusal. Any other is counted, and told at once."""
        self.turned_away += 1
        if refusal.kind == "too-many":
            await asyncio.sleep(self.turns.delay(network(address)))
        else:
            self.count(address, refusal.status)


_NEAR = 10.0
"""How much more this machine itself may get wrong."""


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def header(scope: Scope, name: bytes) -> str | None:
    """A request's header, if it has it."""
    for key, value in scope["headers"]:
        if key == name:
            return str(value.decode("latin-1"))
    return None


def _has_body(scope: Scope) -> bool:
    return header(scope, b"content-length") not in {None, "0"} or header(scope, b"transfer-encoding") is not None


def near(scope: Scope) -> bool:
    """Whether a request comes straight from a program on this machine: not by way of a proxy here."""
    forwarded = header(scope, b"x-forwarded-for") or header(scope, b"forwarded")
    return forwarded is None and is_loopback(address_of(scope))


def address_of(scope: Scope) -> str:
    """Where a request comes from."""
    client = scope.get("client")
    return str(client[0]) if client else "unknown"


class Guard:
    """The gate as ASGI middleware."""

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        self.app = app
        self.gate = gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Checks a request or a socket before anything else sees it."""
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        try:
            self._check(scope)
        except Refusal as refusal:
            await self.gate.hold(address_of(scope), refusal)
            if scope["type"] == "websocket":
                await _refuse_socket(receive, send, refusal)
            else:
                if refusal.kind == "too-many" and _has_body(scope):
                    refusal.headers["Connection"] = "close"  # the body is not read, not even to find its end
                await refusal.response()(scope, receive, _with_headers(send, scope))
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        if scope["method"] == "HEAD":
            # What can be got can be asked for its headers; the server itself leaves the body out.
            scope = {**scope, "method": "GET"}
        await self.app(scope, _limited(receive), self._counted(_with_headers(send, scope), address_of(scope)))

    def _counted(self, send: Send, address: str) -> Send:
        async def sender(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.gate.count(address, message["status"])
            await send(message)

        return sender

    def _check(self, scope: Scope) -> None:
        self.gate.check_rate(address_of(scope))  # first: it is the cheapest, and every refusal counts
        host = header(scope, b"host") or ""
        self.gate.check_host(host)
        if scope["type"] == "websocket" or scope["method"] not in SAFE:
            self.gate.check_origin(header(scope, b"origin"), scope["scheme"], host)
        length = header(scope, b"content-length")
        if length is not None and (not length.isdecimal() or int(length) > MAX_BODY):
            raise Refusal("too-large", f"a request has up to {MAX_BODY} bytes, not {length}")


def _limited(receive: Receive) -> Receive:
    """Stops a body that says no length and does not end."""
    seen = 0

    async def limited() -> Message:
        nonlocal seen
        message = await receive()
        if message["type"] == "http.request":
            seen += len(message.get("body", b""))
            if seen > MAX_BODY:
                # The one kind of exception that the framework lets through from the reading of a body.
                raise HTTPException(413, f"a request has up to {MAX_BODY} bytes")
        return message

    return limited


def _with_headers(send: Send, scope: Scope) -> Send:
    extra = careful(secure=scope["scheme"] in {"https", "wss"})
    if scope["path"].startswith("/api/"):
        extra += (NOT_KEPT,)

    async def sender(message: Message) -> None:
        if message["type"] == "http.response.start":
            there = {key for key, _ in message["headers"]}
            message["headers"] = [*message["headers"], *(pair for pair in extra if pair[0] not in there)]
        await send(message)

    return sender


async def _refuse_socket(receive: Receive, send: Send, refusal: Refusal) -> None:
    """Opens and closes at once with a code that a page can read; a plain 403 tells a browser nothing."""
    await receive()
    await send({"type": "websocket.accept"})
    code = {"too-many": 4429}.get(refusal.kind, 4403)
    await send({"type": "websocket.close", "code": code, "reason": close_reason(refusal.detail)})
