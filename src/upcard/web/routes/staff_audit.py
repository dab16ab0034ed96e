"""The auditor's side: the chain and its checkpoints, ledger search, any round replayed, export."""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse

from upcard import __version__
from upcard.floor.doors.ledger import Checkpoint, Store
from upcard.web.edge.problems import Refusal, responses
from upcard.web.edge.who import Manager, OnFloor, TheHouse, Who, require
from upcard.web.ledger import search as ledger_search
from upcard.web.ledger import worker as ledger_worker
from upcard.web.ledger.clerk import Clerk
from upcard.web.models.records import AuditResult, AuditRounds, AuditStatus, CheckpointInfo, LedgerPage, Replay
from upcard.web.routes import API

router = APIRouter(
    prefix=f"{API}/staff/audit", tags=["audit"], responses=responses("sign-in", "forbidden", "too-many", "unavailable")
)

Auditor = Annotated[Who, require("manager", "executive", "auditor")]
Before = Annotated[int | None, Query(ge=1, le=10**15)]


@router.get("", summary="Chain and checkpoints")
async def status(service: TheHouse, _: OnFloor) -> AuditStatus:
    """Where the chain stands, and every signed head of it."""
    public, software = service.mirror.state.public, service.mirror.state.software
    (seq, epoch, digest), signed = await asyncio.to_thread(_heads, service.house.store, public)
    return AuditStatus(
        head=seq,
        hash=digest.hex(),
        epoch=epoch,
        public=public,
        software=software,
        version=__version__,
        checkpoints=signed,
    )


def _heads(store: Store, public: str) -> tuple[tuple[int, int, bytes], list[CheckpointInfo]]:
    """The head of the chain, and the signed ones, newest first."""
    signed = [
        Checkpoint(number, at, found.hex(), "", signature.hex()) for number, at, found, signature in store.checkpoints()
    ]
    return store.head(), [
        CheckpointInfo(seq=one.seq, at=one.at, hash=one.hash, genuine=one.genuine(public)) for one in reversed(signed)
    ]


@router.post("/verify", summary="Check the whole ledger", responses=responses("refused"))
async def verify(service: TheHouse, _: Auditor) -> AuditResult:
    """Chain, sums, checkpoints, and every round replayed to the cent. The first bad entry is named."""
    return AuditResult.model_validate(await service.clerk.check(service.mirror.state.public))


@router.post("/checkpoints", status_code=201, summary="Sign the head of the chain")
async def sign(service: TheHouse, _: Manager) -> CheckpointInfo:
    """A copy of it, kept elsewhere, finds a ledger that was cut off or written anew."""
    public = service.mirror.state.public
    made = await asyncio.to_thread(service.house.checkpoint)
    return CheckpointInfo(seq=made.seq, at=made.at, hash=made.hash, genuine=made.genuine(public))


@router.get("/ledger", summary="Search the ledger", responses=responses("invalid"))
async def ledger(
    service: TheHouse,
    _: OnFloor,
    text: Annotated[str, Query(max_length=200)] = "",
    verb: Annotated[str, Query(max_length=40)] = "",
    by: Annotated[str, Query(max_length=100)] = "",
    before: Before = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> LedgerPage:
    """Entries that hold a text, are of a verb or by a person; newest first."""
    question = ledger_search.LedgerQuestion(text.strip(), verb.strip(), by.strip(), (), before, limit)
    return LedgerPage.model_validate(await service.clerk.ask(ledger_worker.search, question))


@router.get("/rounds", summary="Finished rounds", responses=responses("invalid"))
async def rounds(
    service: TheHouse,
    _: OnFloor,
    table: Annotated[str, Query(max_length=40)] = "",
    before: Before = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> AuditRounds:
    """The record of every round (REG-28), newest first."""
    return AuditRounds.model_validate(await service.clerk.ask(ledger_worker.rounds, table, before, limit))


@router.get("/rounds/{name}", summary="A round, step by step", responses=responses("not-found", "refused"))
async def replay(name: str, service: TheHouse, _: OnFloor) -> Replay:
    """The felt after every event, and whether the deal is the one that was committed."""
    found = await service.clerk.ask(ledger_worker.replay, name)
    if "missing" in found:
        raise Refusal("not-found", found["missing"])
    if "broken" in found:
        raise Refusal("refused", f"the ledger contradicts itself: {found['broken']}")
    return Replay.model_validate(found)


@router.get(
    "/export",
    summary="The ledger, to keep",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/x-ndjson": {}}, "description": "One entry a line"}},
)
async def export(service: TheHouse, _: Auditor) -> StreamingResponse:
    """Every entry with its hash, one JSON object a line; hashes of passwords and PINs are withheld."""
    headers = {"Content-Disposition": 'attachment; filename="ledger.ndjson"'}
    first = await service.clerk.ask(ledger_worker.export, 0)
    return StreamingResponse(_lines(service.clerk, first), media_type="application/x-ndjson", headers=headers)


async def _lines(clerk: Clerk, part: tuple[bytes, int]) -> AsyncIterator[bytes]:
    """The ledger up to where it stands when its end is reached; a reader that dies breaks the download off."""
    lines, last = part
    while lines:
        yield lines
        lines, last = await clerk.ask(ledger_worker.export, last)
