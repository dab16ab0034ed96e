"""The web application: the API of a house, its streams and its pages."""

import asyncio
import hmac
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

from fastapi import FastAPI, Request, Response

from upcard import __version__
from upcard.floor.doors.house import House
from upcard.floor.doors.ledger import StorageError
from upcard.web.coach.coach import Coach
from upcard.web.days.glance import Glance
from upcard.web.days.theorist import Theorist
from upcard.web.edge import docs, openapi, problems, static
from upcard.web.edge.limits import Limiter, Places
from upcard.web.edge.metrics import CONTENT_TYPE
from upcard.web.edge.problems import Refusal, unavailable
from upcard.web.edge.security import Gate, Guard, near
from upcard.web.edge.sessions import Sessions
from upcard.web.lab.lab import LabService
from upcard.web.live.service import Service
from upcard.web.models.api import Health
from upcard.web.routes import (
    API,
    days,
    devices,
    floor,
    games,
    lab,
    lab_runs,
    play,
    session,
    staff,
    staff_audit,
    streams,
    tables,
)
from upcard.web.settings import Settings

MODULES = (session, games, tables, play, lab, lab_runs, devices, floor, staff, staff_audit, days, streams)

Ready = Callable[[Service], Any]

ANSWER = 5.0
"""Seconds after which a ledger that says nothing is called ill."""


def create_app(house: House, settings: Settings | None = None, on_start: Ready | None = None) -> FastAPI:
    """The app of a house that is open. It runs the tables as long as it is up; closing the house is its owner's task.

    `on_start` is awaited once the house is served: a demo seats its bots there. `SessionsError` if it can't be.
    """
    told = settings or Settings()
    sessions = Sessions(told.sessions)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        service = Service(house, sessions, Coach(work=told.coach), told.pace)
        app.state.service = service
        app.state.lab = LabService(work=told.lab)
        app.state.theorist = Theorist(work=told.coach)
        app.state.glance = Glance()
        await service.start()
        try:
            if on_start is not None:
                await on_start(service)
            yield
        finally:
            await app.state.lab.stop()
            await app.state.theorist.stop()
            await service.stop()

    app = FastAPI(
        title="Upcard",
        version=__version__,
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
    gate = app.state.gate = Gate(told.names)
    app.add_middleware(Guard, gate=gate)
    routers = [module.router for module in MODULES]
    # A path is looked for in the order in which it was named: what is asked all evening comes first.
    for module in sorted(MODULES, key=lambda module: module not in {play, tables}):
        app.router.routes.extend(module.router.routes)
    _add_health(app)
    app.include_router(docs.router(told.docs))
    app.include_router(static.router(static.Pages(told.pages)))
    app.openapi = cache(lambda: openapi.describe(app, routers))  # type: ignore[method-assign]  # its documented way
    return app


def _add_health(app: FastAPI) -> None:
    @app.get(
        "/healthz",
        tags=["health"],
        summary="Is the house open?",
        responses=problems.responses("unavailable", "forbidden", "too-many"),
    )
    async def healthz(request: Request, response: Response) -> Health:
        """Whether the ledger answers and can be written."""
        service: Service = request.app.state.service
        response.headers["Cache-Control"] = "no-store"
        # A commit that failed is known until the next one. The question has the floor read its ledger again, so that a
        # house at which nobody plays gets well again too; one that another writer has taken over never does.
        wrote = service.house.sequencer.sound
        try:
            async with asyncio.timeout(ANSWER):
                await asyncio.to_thread(service.house.store.healthy)
                await asyncio.wrap_future(service.house.view(lambda _: None))
        except TimeoutError:
            raise unavailable(f"the ledger has not answered for {ANSWER:.0f} seconds") from None
        except StorageError as error:
            raise unavailable(f"the ledger does not answer: {error}") from None
        if not wrote:
            raise unavailable("the last commit to the ledger failed")
        return Health(status="stopping" if service.stopping else "ok", seq=service.seq(), version=__version__)

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> Response:
        service: Service = request.app.state.service
        settings: Settings = request.app.state.settings
        if settings.metrics_token is not None:
            given = request.headers.get("authorization", "").encode()
            if not hmac.compare_digest(given, f"Bearer {settings.metrics_token}".encode()):
                raise Refusal("forbidden", "the metrics are for the operator, with Authorization: Bearer and the token")
        elif not near(request.scope):
            raise Refusal("forbidden", "the metrics are for the operator, on this machine or with a token")
        numbers = service.metrics
        numbers.sockets.set(service.hub.clients)
        numbers.messages.set(service.hub.sent)
        numbers.dropped.set(service.hub.dropped)
        numbers.seq.set(service.seq())
        numbers.sound.set(service.house.sequencer.sound)
        numbers.epoch.set(service.house.sequencer.epoch)
        numbers.alerts.set(len(service.mirror.state.alerts))
        numbers.turned_away.set(request.app.state.gate.turned_away)
        return Response(numbers.text(), media_type=CONTENT_TYPE)
