"""The lab: games as they can be varied, and their exact figures."""

from math import ceil
from typing import Annotated, TypeAlias

from fastapi import APIRouter, Depends, Request, Response

from upcard.rules import registry
from upcard.rules.game import Game
from upcard.rules.needs import Ask
from upcard.web.edge.limits import is_loopback, network
from upcard.web.edge.problems import Refusal, responses, too_many
from upcard.web.edge.security import address_of
from upcard.web.edge.who import Anybody, TheHouse, Who
from upcard.web.edge.written import refuse_halves
from upcard.web.lab import variant
from upcard.web.lab.hand import ChosenHand
from upcard.web.lab.lab import Json, LabService, Left
from upcard.web.lab.seating import open_table
from upcard.web.live.describe import game_card
from upcard.web.models.lab import (
    Analysed,
    AskedAnalysis,
    AskedHand,
    Described,
    HandAdvice,
    HandSaid,
    LabGames,
    MadeTable,
    Variant,
    Working,
)
from upcard.web.routes import API

router = APIRouter(prefix=f"{API}/lab", tags=["lab"], responses=responses("forbidden", "too-many"))

NEAR = 5.0
"""How much more a client on this machine itself may ask of the lab."""
WORKING: dict[int | str, Json] = {202: {"model": Working, "description": "It takes longer; ask again."}}


async def _the_lab(request: Request) -> LabService:
    found: LabService = request.app.state.lab
    return found


TheLab: TypeAlias = Annotated[LabService, Depends(_the_lab)]


def client_of(request: Request, who: Who) -> tuple[str, float]:
    """Whose questions these are, and how much more than others this client may ask."""
    address = address_of(request.scope)
    return who.session.key if who.session else f"from {network(address)}", NEAR if is_loopback(address) else 1.0


def said(found: bytes | Json) -> Response:
    """An answer, or how far it is."""
    if isinstance(found, bytes):
        return Response(found, media_type="application/json")
    return Response(Working.model_validate(found).model_dump_json(), 202, media_type="application/json")


@router.get("/games", summary="The games of the lab")
async def games() -> LabGames:
    """Every game that is installed, with how it is worked out."""
    found = [registry.game(name) for name in registry.names()]
    own = [{**game_card(game), "own_solver": bool(game.lab), "models": _modelled(game)} for game in found]
    return LabGames.model_validate({"games": own})


def _modelled(game: type[Game]) -> bool:
    try:
        return bool(game.lab) or game().model() is not None
    except Exception:  # noqa: BLE001 (a game's own code: the lab says what is wrong with it, whoever asks for that game)
        return True


@router.get("/games/{game}", summary="What can be moved in a game", responses=responses("not-found"))
async def game(game: str) -> Described:
    """Settings with their choices, wagers, and every pay table with the known ones, under the usual settings."""
    return Described.model_validate(variant.describe(variant.read(game, {}, {})))


@router.post("/variants", summary="What can be moved in a variant", responses=responses("not-found", "invalid"))
async def describe(asked: Variant, _: Anybody) -> Described:
    """The same under other settings and pay tables, with the line of the terminal that stands for them."""
    return Described.model_validate(variant.describe(variant.read(asked.game, asked.house, asked.written())))


@router.post(
    "/analysis",
    summary="The exact figures of a variant",
    response_model=Analysed,
    responses={**responses("not-found", "invalid", "refused", "unavailable"), **WORKING},
)
async def analysis(asked: AskedAnalysis, request: Request, who: Anybody, lab: TheLab) -> Response:
    """What `upcard analyze --json` prints: every wager and the game as a whole, worked out in the lab's process.

    An answer that is known is given at once. One that takes longer than some seconds is answered with 202 and how far
    it is; ask the same again. A game that is too large to be exact can be estimated: every figure with its error.
    """
    chosen = variant.read(asked.game, asked.house, asked.written())
    client, times = client_of(request, who)
    left: Left = request.is_disconnected
    return said(await lab.analysis(chosen, client, times, left, estimate=asked.estimate, soon=asked.soon))


HAND = responses("not-found", "invalid", "illegal")


def _hand(asked: AskedHand) -> ChosenHand:
    game = variant.read(asked.variant.game, asked.variant.house, asked.variant.written())
    variant.refuse_lab_only(game)
    piles = {"player": asked.player, "dealer": asked.dealer, "board": asked.board}
    refuse_halves(piles)
    return ChosenHand(game, asked.wagers, piles, [act.model_dump() for act in asked.acts])


@router.post("/hands", summary="Any hand", responses=HAND | responses("refused"))
async def hand(asked: AskedHand, _: Anybody) -> HandSaid:
    """A round from chosen cards and moves: what lies there, what can be done, what was settled by which rule."""
    return HandSaid.model_validate(_hand(asked).shown())


@router.post(
    "/advice",
    summary="What every move is worth",
    response_model=HandAdvice,
    responses={**HAND, **responses("refused", "unavailable"), **WORKING},
)
async def advice(asked: AskedHand, request: Request, who: Anybody, lab: TheLab) -> Response:
    """The exact EV of every move of the first open turn of such a round, best first."""
    round_ = _hand(asked).round
    if not isinstance(round_.need, Ask):
        raise Refusal("refused", "nobody has to decide there")
    client, times = client_of(request, who)
    return said(await lab.advice(round_, client, times, request.is_disconnected))


@router.post(
    "/tables",
    status_code=201,
    summary="Make this a table",
    responses=responses("not-found", "invalid", "refused", "unavailable", "sign-in"),
)
async def table(asked: Variant, request: Request, who: Anybody, service: TheHouse, lab: TheLab) -> MadeTable:
    """A demo house opens it, to be played at; in any other its staff propose it, and another department approves."""
    chosen = variant.read(asked.game, asked.house, asked.written())
    client, times = client_of(request, who)
    wait = lab.tables.wait(client, times=times)
    if wait:
        raise too_many(f"that were many tables; wait {ceil(wait)} seconds", wait)
    variant.refuse_lab_only(chosen)
    demo = getattr(request.app.state, "wallet", None) is not None
    return MadeTable.model_validate(await open_table(service, chosen, who, demo=demo))


@router.get("/plots.js", include_in_schema=False)
async def plots(request: Request, lab: TheLab) -> Response:
    """The script that draws plots, from the Python package's own bundle: nothing comes from elsewhere."""
    found = await lab.plots()
    headers = {"ETag": found.etag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if found.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(found.squeezed, media_type="text/javascript", headers={**headers, "Content-Encoding": "gzip"})
    return Response(found.whole, media_type="text/javascript", headers=headers)
