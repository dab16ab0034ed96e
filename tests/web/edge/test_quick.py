"""Requests that are read with less ado are answered as the framework answers them, right or wrong."""

import asyncio
from itertools import product
from typing import Annotated, Any

import httpx
from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.routing import APIRoute

from upcard.web.edge import problems
from upcard.web.edge.problems import Refusal
from upcard.web.edge.quick import QuickRoute
from upcard.web.models.api import Bets, Move, Said
from upcard.web.routes.play import Key, Seat

SEATS = ("1", "20", "0", "21", "x", "1.0")
KEYS: tuple[dict[str, str], ...] = ({}, *({"Idempotency-Key": key} for key in ("k", "", "k" * 65)))
TYPES = ("application/json", "application/json; charset=utf-8", "APPLICATION/JSON", "text/plain", "")
BODIES = (
    b'{"wagers": {"ante": 500}}',
    b'{"wagers": {"ante": 500}, "ready": false}',
    b'{"wagers": {"ante": -1}}',
    b'{"wagers": {}, "more": 1}',
    b'{"seat": 1, "move": "play", "value": [["As"], ["Kd"]]}',
    b'{"seat": 1, "move": "play", "round": 0}',
    b"[]",
    b"null",
    b"{",
    b"\xff",
    b"[" * 5000,
    b"",
)


class Heard(Said):
    """What an endpoint made of a request."""

    seat: int
    body: str
    key: str | None
    who: str
    more: int | None = None


async def _who(request: Request) -> str:
    who = request.headers.get("x-who", "")
    if who == "nobody":
        raise Refusal("sign-in", "sign in first")
    return who


def _app(kind: type[APIRoute]) -> FastAPI:
    """Endpoints with what the house's have, of routes of a kind."""
    router = APIRouter(route_class=kind)
    who = Annotated[str, Depends(_who)]

    @router.put("/seats/{seat}/bets")
    async def bet(seat: Seat, body: Bets, who: who, key: Key = None) -> Heard:
        return Heard(seat=seat, body=repr(body), key=key, who=who)

    @router.post("/seats/{seat}/acts", status_code=201)
    async def act(seat: Seat, body: Move, who: who, key: Key = None) -> Heard:
        return Heard(seat=seat, body=repr(body), key=key, who=who, more=1)

    @router.get("/seats/{seat}", response_model_exclude_unset=True)
    async def look(seat: Seat, who: who) -> Heard:
        return Heard(seat=seat, body="", key=None, who=who)

    app = FastAPI()
    problems.install(app)
    app.router.routes.extend(router.routes)
    return app


def _answers(kind: type[APIRoute], asked: list[tuple[str, str, dict[str, str], bytes]]) -> list[tuple[Any, ...]]:
    async def ask() -> list[tuple[Any, ...]]:
        told: list[tuple[Any, ...]] = []
        transport = httpx.ASGITransport(_app(kind))
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as client:
            for method, path, headers, body in asked:
                answer = await client.request(method, path, headers=headers, content=body)
                told.append((answer.status_code, answer.headers.multi_items(), answer.content))
        return told

    return asyncio.run(ask())


def test_a_request_is_answered_as_by_the_framework() -> None:
    asked = [
        (method, f"/seats/{seat}{path}", key | {"X-Who": who} | ({"Content-Type": kind} if kind else {}), body)
        for (method, path), seat, key, kind, body, who in product(
            (("PUT", "/bets"), ("POST", "/acts")), SEATS[::2], KEYS, TYPES[::2], BODIES, ("ann", "nobody")
        )
    ]
    asked += [("PUT", f"/seats/{seat}/bets", {"Content-Type": kind}, BODIES[0]) for seat, kind in product(SEATS, TYPES)]
    asked += [("GET", f"/seats/{seat}", {"X-Who": who}, b"") for seat, who in product(SEATS, ("ann", "nobody"))]
    quick, framework = _answers(QuickRoute, asked), _answers(APIRoute, asked)
    for request, mine, theirs in zip(asked, quick, framework, strict=True):
        assert mine == theirs, request
    assert {status for status, _, _ in quick} == {200, 201, 401, 422}


def test_the_ways_are_two() -> None:
    """What is right never reaches the framework's reading, or this would prove nothing."""
    routes = [route for route in _app(QuickRoute).router.routes if isinstance(route, QuickRoute)]
    assert len(routes) == 3
    assert {route.get_route_handler().__qualname__ for route in routes} == {
        "QuickRoute.get_route_handler.<locals>.handler"
    }
