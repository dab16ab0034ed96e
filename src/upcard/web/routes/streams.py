"""The sockets: a table, the lobby, a link, the floor. They only tell; commands go by HTTP."""

import asyncio
import contextlib
import json
from collections.abc import Callable, Iterator

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from upcard.web.edge.limits import Places, is_loopback, network
from upcard.web.edge.problems import Refusal, close_reason
from upcard.web.edge.security import address_of
from upcard.web.edge.who import FLOOR, Who, identify, service_of
from upcard.web.live.hub import TOO_SLOW, Client, written
from upcard.web.live.service import Service
from upcard.web.routes import API

router = APIRouter(prefix=API)

NOT_UNDERSTOOD, SIGN_IN, FORBIDDEN, NOT_FOUND, TOO_MANY = 4400, 4401, 4403, 4404, 4429
RESTART = 1012
LOOK = 2.0
"""Seconds between two looks at whether a client may still see what it is told."""
MAX_SAID = 1024
"""Bytes of a message that a client may send."""


@router.websocket("/tables/{table}/stream")
async def table_stream(socket: WebSocket, table: str) -> None:
    """One table, as you see it."""
    if table not in service_of(socket).mirror.state.tables:
        await refuse(socket, NOT_FOUND, f"there is no table {table!r}")
        return
    await _stream(socket, f"tables/{table}")


@router.websocket("/lobby/stream")
async def lobby_stream(socket: WebSocket) -> None:
    """The cards of the lobby, as they change."""
    await _stream(socket, "lobby")


@router.websocket("/links/{link}/stream")
async def link_stream(socket: WebSocket, link: str) -> None:
    """A link's meters and hits."""
    if link not in service_of(socket).mirror.state.links:
        await refuse(socket, NOT_FOUND, f"there is no link {link!r}")
        return
    await _stream(socket, f"links/{link}")


@router.websocket("/floor/stream")
async def floor_stream(socket: WebSocket) -> None:
    """What the floor's staff see."""
    try:
        who = identify(socket)
    except Refusal as refusal:
        await refuse(socket, SIGN_IN, refusal.detail)
        return
    if not _on_floor(who):
        code = SIGN_IN if who.role == "watcher" or who.locked else FORBIDDEN
        said = "this console is locked" if who.locked else f"the floor is for: {', '.join(FLOOR)}"
        await refuse(socket, code, said)
        return
    await _stream(socket, "floor", still=lambda: _on_floor(identify(socket)))


def _on_floor(who: Who) -> bool:
    return who.role in FLOOR and not who.locked


async def refuse(socket: WebSocket, code: int, reason: str) -> None:
    """A page can read the code only of a socket that was open for a moment."""
    await socket.accept()
    await socket.close(code, close_reason(reason))


def _since(socket: WebSocket) -> int | None:
    given = socket.query_params.get("since", "")
    return int(given) if given.isdecimal() and len(given) < 19 else None


@contextlib.contextmanager
def place_at(socket: WebSocket) -> Iterator[bool]:
    """A place for one more socket of its address, while it lasts; False where there is none."""
    places: Places = socket.app.state.sockets
    address = address_of(socket.scope)
    key = network(address)
    if not places.take(key, 50.0 if is_loopback(address) else 1.0):
        yield False
        return
    try:
        yield True
    finally:
        places.give_back(key)


async def _stream(socket: WebSocket, name: str, still: Callable[[], bool] | None = None) -> None:
    service = service_of(socket)
    with place_at(socket) as free:
        if not free:
            await refuse(socket, TOO_MANY, f"too many sockets from {address_of(socket.scope)}")
            return
        try:
            who = identify(socket)
        except Refusal as refusal:
            await refuse(socket, SIGN_IN, refusal.detail)
            return
        await socket.accept()
        client = service.hub.join(name, who.player, _since(socket), who.by)
        try:
            await _both_ways(socket, service, client, still)
        finally:
            service.hub.leave(name, client)


async def _both_ways(socket: WebSocket, service: Service, client: Client, still: Callable[[], bool] | None) -> None:
    tell = asyncio.create_task(_tell(socket, client))
    listen = asyncio.create_task(_listen(socket, service, client))
    gone = asyncio.create_task(client.gone.wait())
    tasks = {tell, listen, gone}
    if still is not None:
        tasks.add(asyncio.create_task(_watch(client, still)))
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    if socket.client_state != WebSocketState.CONNECTED:
        return
    code, reason = client.close_with or (RESTART, "the house restarts; come back in a moment")
    # Whoever does not read does not read this either: it must not hold us up.
    with contextlib.suppress(TimeoutError, RuntimeError, WebSocketDisconnect, OSError):
        async with asyncio.timeout(1):
            if code != RESTART:
                again = code == TOO_SLOW
                await socket.send_text(written({"type": "bye", "seq": service.seq(), "reason": reason, "again": again}))
            await socket.close(code, close_reason(reason))


async def _watch(client: Client, still: Callable[[], bool]) -> None:
    """Ends when a client may not see this any more: signed off, locked out, or left alone."""
    while still():  # noqa: ASYNC110 (time passing is what locks a console; nothing announces it)
        await asyncio.sleep(LOOK)
    client.close_with = (SIGN_IN, "this console is locked or signed off")


async def _tell(socket: WebSocket, client: Client) -> None:
    """Sends what is in the client's queue, until there will be no more."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
        while (message := await client.next()) is not None:
            await socket.send_text(message)


async def _listen(socket: WebSocket, service: Service, client: Client) -> None:
    """Clients have nothing to say but ping; whoever says something else is no client of ours."""
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text")
        answer = _pong(text, service) if text is not None and len(text) <= MAX_SAID else None
        if answer is None:
            client.close_with = (
                NOT_UNDERSTOOD,
                'a client says nothing but {"type": "ping", "n": 1}; commands go by HTTP',
            )
            return
        client.put(answer)


def _pong(text: str, service: Service) -> str | None:
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict) or said.get("type") != "ping" or not set(said) <= {"type", "n"}:
        return None
    number = said.get("n", 0)
    if type(number) is not int or abs(number) > 2**53:
        return None
    return written({"type": "pong", "n": number, "seq": service.seq()})
