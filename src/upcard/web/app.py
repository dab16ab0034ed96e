"""The web application: the API of a house, its streams and its pages."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.openapi.utils import get_openapi

from upcard import __version__
from upcard.floor.house import House
from upcard.floor.storage.errors import StorageError
from upcard.web import problems, static
from upcard.web.coach import Coach
from upcard.web.limits import Limiter, Places, is_loopback
from upcard.web.metrics import CONTENT_TYPE
from upcard.web.models import Health
from upcard.web.problems import Problem, Refusal
from upcard.web.routes import devices, floor, games, play, session, staff, staff_audit, streams, tables
from upcard.web.security import Gate, Guard, address_of
from upcard.web.service import Service
from upcard.web.sessions import Sessions
from upcard.web.settings import Settings
from upcard.web.who import STAFF, identify

API = "/api/v1"

DESCRIPTION = """
Everything the pages do, they do through this. docs/api.md explains sessions, streams and errors.
Money is integer cents; cards are `As`, `Td`, `??` for one that you may not see.
"""

Ready = Callable[[Service], Any]


def create_app(house: House, settings: Settings | None = None, on_start: Ready | None = None) -> FastAPI:
    """The app of a house that is open. It runs the tables as long as it is up; closing the house is its owner's task.

    `on_start` is awaited once the house is served: a demo seats its bots there.
    """
    told = settings or Settings()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        service = Service(house, Sessions(told.sessions), Coach(work=told.coach), told.pace)
        app.state.service = service
        await service.start()
        try:
            if on_start is not None:
                await on_start(service)
            yield
        finally:
            await service.stop()

    app = FastAPI(
        title="Upcard",
        version=__version__,
        description=DESCRIPTION,
        lifespan=life,
        openapi_url=f"{API}/openapi.json",
        docs_url=None,  # the usual browser of descriptions is a script from another machine
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.settings = told
    app.state.commands = Limiter(60, 10)
    app.state.sign_ins = Limiter(10, 600)
    app.state.sockets = Places(40)
    problems.install(app)
    app.add_middleware(Guard, gate=Gate(told.names))
    for module in (session, games, tables, play, devices, floor, staff, staff_audit, streams):
        app.include_router(module.router, prefix=API)
    _add_health(app)
    app.include_router(static.router(static.Pages(told.pages)))
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]  # FastAPI's documented way to extend it
    return app


def _add_health(app: FastAPI) -> None:
    @app.get(
        "/healthz",
        tags=["health"],
        summary="Is the house open?",
        responses=problems.responses("unavailable", "forbidden", "too-many"),
    )
    async def healthz(request: Request, response: Response) -> Health:
        """Whether the ledger answers."""
        service: Service = request.app.state.service
        response.headers["Cache-Control"] = "no-store"
        try:
            await asyncio.to_thread(service.house.store.healthy)
        except StorageError as error:
            raise Refusal("unavailable", f"the ledger does not answer: {error}") from None
        return Health(status="stopping" if service.stopping else "ok", seq=service.seq(), version=__version__)

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> Response:
        service: Service = request.app.state.service
        if not is_loopback(address_of(request.scope)) and identify(request).role not in STAFF:
            raise Refusal("forbidden", "the metrics are for this machine and for staff")
        numbers = service.metrics
        numbers.sockets.set(service.hub.clients)
        numbers.messages.set(service.hub.sent)
        numbers.dropped.set(service.hub.dropped)
        numbers.seq.set(service.seq())
        return Response(numbers.text(), media_type=CONTENT_TYPE)


def _openapi(app: FastAPI) -> dict[str, Any]:
    """The description, with our own errors in place of the framework's."""
    if app.openapi_schema:
        return app.openapi_schema
    schema = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
    parts = schema.setdefault("components", {}).setdefault("schemas", {})
    parts["Problem"] = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    parts.update(parts["Problem"].pop("$defs", {}))
    for name in ("HTTPValidationError", "ValidationError"):
        parts.pop(name, None)
    for path in schema["paths"].values():
        for operation in path.values():
            _own_errors(operation)
    app.openapi_schema = schema
    return schema


def _own_errors(operation: dict[str, Any]) -> None:
    """An endpoint that reads something can fail to read it, and says so in our shape."""
    answers = operation["responses"]
    if "422" in answers and "application/json" in answers["422"].get("content", {}):
        answers["422"] = problems.responses("invalid")[422]
