"""Long work in the lab: begun, watched, stopped, and what came of it fetched."""

import asyncio
import contextlib
from datetime import UTC, datetime
from functools import partial
from time import monotonic
from typing import Any

from fastapi import APIRouter, Request, Response, WebSocket
from starlette.websockets import WebSocketDisconnect

from upcard.rules.game import Game
from upcard.web.edge.problems import Refusal, responses
from upcard.web.edge.who import Anybody, Who
from upcard.web.lab import variant
from upcard.web.lab.lab import LabService
from upcard.web.lab.passing import sent
from upcard.web.lab.runs import Run, Runs
from upcard.web.live.hub import BEAT, written
from upcard.web.models.lab import (
    AskedChanges,
    AskedDesign,
    AskedErrors,
    AskedSimulation,
    AskedYear,
    OfVariant,
    RunSaid,
    Variant,
)
from upcard.web.routes import API
from upcard.web.routes.lab import TheLab, client_of
from upcard.web.routes.streams import NOT_FOUND, TOO_MANY, place_at, refuse

router = APIRouter(prefix=f"{API}/lab", tags=["lab"], responses=responses("forbidden", "too-many"))

BEGUN = responses("not-found", "invalid", "unavailable")
TYPES = {
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "html": "text/html; charset=utf-8",
    "json": "application/json",
}
ALONE = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox"
"""A report is one file with its style in it; in the browser it can do nothing, and asks nobody for anything."""


def _read(asked: Variant) -> Game:
    return variant.read(asked.game, asked.house, asked.written())


def _begin(request: Request, who: Who, lab: LabService, kind: str, game: Game, command: str, *args: Any) -> RunSaid:
    run = lab.runs.start(kind, game, args, command, client_of(request, who)[0])
    return RunSaid.model_validate(lab.runs.shown(run))


@router.post("/strategies", summary="Find strategies", status_code=201, responses=BEGUN)
async def strategies(asked: OfVariant, request: Request, who: Anybody, lab: TheLab) -> RunSaid:
    """Short lists of rules with their exact cost, charts where the game has them; as `upcard strategy`."""
    game = _read(asked.variant)
    return _begin(request, who, lab, "strategy", game, variant.command(game, "strategy"))


@router.post("/designs", summary="Solve backwards", status_code=201, responses=BEGUN)
async def designs(asked: AskedDesign, request: Request, who: Anybody, lab: TheLab) -> RunSaid:
    """Pay tables of whole numbers that meet an edge and what else is asked; as `upcard design`."""
    game = _read(asked.variant)
    if asked.wager not in {wager.name for wager in game.wagers} | set(game.tables):
        raise Refusal("invalid", f"{game.title} has no wager {asked.wager!r}")
    targets = asked.model_dump(exclude={"variant"})
    said = [f"--edge={asked.edge}", *(f"--{name}={given}" for name in ("hit", "sd") if (given := targets[name]))]
    said += [f"--fix={outcome}={pay}" for outcome, pay in asked.fixed.items()]
    said += [f"--max={asked.most}"] if asked.most else []
    return _begin(request, who, lab, "design", game, variant.command(game, "design", asked.wager, *said), targets)


@router.post("/simulations", summary="Simulate", status_code=201, responses=BEGUN)
async def simulations(asked: AskedSimulation, request: Request, who: Anybody, lab: TheLab) -> RunSaid:
    """Rounds by the lab's strategy beside the exact figures, and a fan of sessions; as `upcard simulate`."""
    game = _read(asked.variant)
    said = variant.command(game, "simulate", "--rounds", str(asked.rounds), "--seed", asked.seed)
    return _begin(request, who, lab, "simulate", game, said, asked.rounds, asked.seed)


@router.post("/years", summary="A progressive's year", status_code=201, responses=BEGUN)
async def years(asked: AskedYear, request: Request, who: Anybody, lab: TheLab) -> RunSaid:
    """A year of bets on a progressive wager, its meters led through every hit."""
    game = _read(asked.variant)
    meters = {name: meter.model_dump() for name, meter in asked.meters.items()}
    led = [f"--meter={name}={m['start']},{m['reset']},{m['rate']}" for name, m in meters.items()]
    said = variant.command(game, "simulate", "--rounds", str(asked.bets * 365), "--seed", asked.seed, *led)
    return _begin(request, who, lab, "year", game, said, asked.wager, meters, asked.bets, asked.seed)


@router.post("/changes", summary="Which decisions moved", status_code=201, responses=BEGUN | responses("refused"))
async def changes(asked: AskedChanges, request: Request, who: Anybody, lab: TheLab) -> RunSaid:
    """The same cards under two variants of a game, each played best: the hands that are played otherwise."""
    game, before = _read(asked.variant), _read(asked.before)
    if before.name != game.name:
        raise Refusal("invalid", f"{before.title} and {game.title} are two games; compare two variants of one")
    for one in (before, game):
        variant.refuse_lab_only(one)
    return _begin(request, who, lab, "changes", game, "", sent(before), asked.rounds)


@router.post("/errors", summary="Where a list of rules errs", status_code=201, responses=BEGUN | responses("refused"))
async def errors(asked: AskedErrors, request: Request, who: Anybody, lab: TheLab) -> RunSaid:
    """The hands that one of the short strategies plays otherwise than the best play."""
    game = _read(asked.variant)
    variant.refuse_lab_only(game)
    return _begin(request, who, lab, "errors", game, "", asked.strategy, asked.rounds)


@router.post("/reports", summary="Write the math report", status_code=201, responses=BEGUN)
async def reports(asked: OfVariant, request: Request, who: Anybody, lab: TheLab) -> RunSaid:
    """The math report as PDF, workbook, page and JSON; as `upcard par`."""
    game = _read(asked.variant)
    today = datetime.now(UTC).date().isoformat()
    said = variant.command(game, "par", "-o", "report.pdf", "--date", today)
    return _begin(request, who, lab, "report", game, said, said, today)


@router.get("/runs/{run}", summary="How far it is", responses=responses("not-found"))
async def run(run: str, lab: TheLab) -> RunSaid:
    """A run, with what came of it."""
    return RunSaid.model_validate(lab.runs.shown(lab.runs.find(run)))


@router.delete("/runs/{run}", summary="Stop it", responses=responses("not-found"))
async def stop(run: str, _: Anybody, lab: TheLab) -> RunSaid:
    """Stops a run; of a simulation what has been played is kept."""
    found = lab.runs.find(run)
    lab.runs.stop(found)
    return RunSaid.model_validate(lab.runs.shown(found))


@router.get(
    "/runs/{run}/files/{name}",
    summary="What came of it",
    response_class=Response,
    responses={**responses("not-found"), 200: {"content": {kind: {} for kind in TYPES.values()}}},
)
async def file(run: str, name: str, lab: TheLab) -> Response:
    """A file of a run that is done: report.pdf, report.xlsx, report.html, report.json."""
    found = lab.runs.find(run)
    content = found.files.get(name)
    if content is None:
        raise Refusal("not-found", f"this run has no file {name!r}; it has {', '.join(sorted(found.files)) or 'none'}")
    form = name.rpartition(".")[2]
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    if form == "html":
        headers = {"Content-Security-Policy": ALONE, "Content-Disposition": "inline"}
    return Response(content, media_type=TYPES[form], headers=headers)


@router.websocket("/runs/{run}/stream")
async def stream(socket: WebSocket, run: str) -> None:
    """A run as it goes on: `hello`, then `run` whenever something is said of it; it closes when it is over."""
    runs: Runs = socket.app.state.lab.runs
    try:
        found = runs.find(run)
    except Refusal as refusal:
        await refuse(socket, NOT_FOUND, refusal.detail)
        return
    with place_at(socket) as free:
        if not free:
            await refuse(socket, TOO_MANY, "too many sockets from your address")
            return
        await socket.accept()
        found.followers += 1
        try:
            with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
                await _tell(socket, runs, found)
                await socket.close()
        finally:
            found.followers -= 1
            found.looked_at = monotonic()


async def _tell(socket: WebSocket, runs: Runs, run: Run) -> None:
    await socket.send_text(written({"type": "hello", "seq": run.seq, "stream": f"runs/{run.id}", "beat": BEAT}))
    told = -1
    while True:
        if run.seq != told:
            told = run.seq
            await socket.send_text(written({"type": "run", "run": runs.shown(run)}))
        else:
            await socket.send_text(written({"type": "beat", "seq": run.seq}))
        if run.over:
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(BEAT), run.changed:
                await run.changed.wait_for(partial(_moved, run, told))


def _moved(run: Run, told: int) -> bool:
    return run.seq != told
