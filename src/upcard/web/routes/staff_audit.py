"""The auditor's side: the chain and its checkpoints, ledger search, any round replayed, export."""

import json
import threading
import time
from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse

from upcard import __version__
from upcard.floor import audit
from upcard.floor.checkpoint import Checkpoint
from upcard.floor.entry import Broken
from upcard.web import ledger_search, replays
from upcard.web.problems import Refusal, responses
from upcard.web.routes.staff import OnFloor, vars_of
from upcard.web.service import Service
from upcard.web.staff_models import AuditResult, AuditRounds, AuditStatus, CheckpointInfo, LedgerPage, Replay
from upcard.web.who import Manager, TheHouse, Who, require

router = APIRouter(prefix="/staff/audit", tags=["audit"], responses=responses("sign-in", "forbidden", "too-many"))

Auditor = Annotated[Who, require("manager", "executive", "auditor")]
Before = Annotated[int | None, Query(ge=1, le=10**15)]
_ONE_AT_A_TIME = threading.Lock()
"""A check of the whole ledger takes a processor; the tables need one too."""


@router.get("", summary="Chain and checkpoints")
def status(service: TheHouse, _: OnFloor) -> AuditStatus:
    """Where the chain stands, and every signed head of it."""
    store, state = service.house.store, service.mirror.state
    seq, epoch, digest = store.head()
    signed = [
        Checkpoint(number, at, found.hex(), "", signature.hex()) for number, at, found, signature in store.checkpoints()
    ]
    return AuditStatus(
        head=seq,
        hash=digest.hex(),
        epoch=epoch,
        public=state.public,
        software=state.software,
        version=__version__,
        checkpoints=[
            CheckpointInfo(seq=one.seq, at=one.at, hash=one.hash, genuine=one.genuine(state.public))
            for one in reversed(signed)
        ],
    )


@router.post("/verify", summary="Check the whole ledger", responses=responses("refused"))
def verify(service: TheHouse, _: Auditor) -> AuditResult:
    """Chain, sums, checkpoints, and every round replayed to the cent. The first bad entry is named."""
    if not _ONE_AT_A_TIME.acquire(blocking=False):
        raise Refusal("refused", "the ledger is being checked already; wait for that to end")
    began = time.monotonic()
    try:
        done = audit.verify(service.house.store, public=service.mirror.state.public)
    except Broken as broken:
        said = {"ok": False, "entries": broken.seq, "rounds": 0, "checkpoints": 0, "first_bad": broken.seq}
        return AuditResult.model_validate(said | {"what": broken.what, "seconds": time.monotonic() - began})
    finally:
        _ONE_AT_A_TIME.release()
    return AuditResult(
        ok=True,
        entries=done.entries,
        rounds=done.rounds,
        checkpoints=done.checkpoints,
        first_bad=None,
        what=None,
        seconds=time.monotonic() - began,
    )


@router.post("/checkpoints", status_code=201, summary="Sign the head of the chain", responses=responses("unavailable"))
def sign(service: TheHouse, _: Manager) -> CheckpointInfo:
    """A copy of it, kept elsewhere, finds a ledger that was cut off or written anew."""
    made = service.house.checkpoint()
    return CheckpointInfo(seq=made.seq, at=made.at, hash=made.hash, genuine=made.genuine(service.mirror.state.public))


@router.get("/ledger", summary="Search the ledger", responses=responses("invalid"))
def ledger(
    service: TheHouse,
    _: OnFloor,
    text: Annotated[str, Query(max_length=200)] = "",
    verb: Annotated[str, Query(max_length=40)] = "",
    by: Annotated[str, Query(max_length=100)] = "",
    before: Before = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> LedgerPage:
    """Entries that hold a text, are of a verb or by a person; newest first."""
    question = ledger_search.Question(text.strip(), verb.strip(), by.strip(), (), before, limit)
    return LedgerPage.model_validate(vars_of(ledger_search.search(service.house.store, question)))


@router.get("/rounds", summary="Finished rounds", responses=responses("invalid"))
def rounds(
    service: TheHouse,
    _: OnFloor,
    table: Annotated[str, Query(max_length=40)] = "",
    before: Before = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> AuditRounds:
    """The record of every round (REG-28), newest first."""
    page = ledger_search.search(service.house.store, ledger_search.Question('"ended"', before=before, limit=1000))
    found = []
    for entry in page.entries:
        for kind, said in entry["facts"]:
            if kind == "ended" and table in {"", said["table"]}:
                kept = {key: said[key] for key in ("round", "table", "game", "status", "reason", "players", "seats")}
                rest = {key: said[key] for key in ("pays", "digest", "software", "batch")}
                found.append({"seq": entry["seq"], "at": entry["at"], **kept, **rest})
    older = found[limit - 1]["seq"] if len(found) > limit else page.older
    return AuditRounds.model_validate({"rounds": found[:limit], "older": older})


@router.get("/rounds/{name}", summary="A round, step by step", responses=responses("not-found", "refused"))
def replay(name: str, service: TheHouse, _: OnFloor) -> Replay:
    """The felt after every event, and whether the deal is the one that was committed."""
    store = service.house.store
    try:
        found = replays.find(store, name)
        steps, lines = replays.steps(found)
    except LookupError as missing:
        raise Refusal("not-found", str(missing).strip("'\"")) from None
    except Broken as broken:
        raise Refusal("refused", f"the ledger contradicts itself: {broken}") from None
    told = found.told
    return Replay.model_validate(
        {
            "round": told.round,
            "table": told.table,
            "game": told.config["game"],
            "kind": found.kind,
            "started": told.started,
            "steps": steps,
            "lines": lines,
            "deal": replays.check(found),
        }
    )


@router.get(
    "/export",
    summary="The ledger, to keep",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/x-ndjson": {}}, "description": "One entry a line"}},
)
def export(service: TheHouse, _: Auditor) -> StreamingResponse:
    """Every entry with its hash, one JSON object a line; hashes of passwords and PINs are withheld."""
    headers = {"Content-Disposition": 'attachment; filename="ledger.ndjson"', "Cache-Control": "no-store"}
    return StreamingResponse(_lines(service), media_type="application/x-ndjson", headers=headers)


def _lines(service: Service) -> Iterator[bytes]:
    for entry in audit.export(service.house.store):
        said: dict[str, Any] = entry
        yield json.dumps(said, ensure_ascii=False).encode() + b"\n"
