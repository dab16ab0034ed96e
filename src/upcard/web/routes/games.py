"""Games as they describe themselves, and scenarios settled."""

from typing import Any

from fastapi import APIRouter

from upcard.cards.card import CardError
from upcard.rounds.scenario import ScenarioError, settle
from upcard.rules.awards import AwardError
from upcard.rules.odds import PayError
from upcard.rules.paytable import PayTableError
from upcard.rules.registry import UnknownGame
from upcard.rules.registry import game as find_game
from upcard.rules.settings import SettingError
from upcard.web.edge.problems import Refusal, responses
from upcard.web.edge.who import Anybody
from upcard.web.edge.written import refuse_files, refuse_halves
from upcard.web.live.describe import game_cards, game_info
from upcard.web.models.api import GameInfo, GameList, Scenario, Settled
from upcard.web.routes import API

router = APIRouter(prefix=API, tags=["games"], responses=responses("forbidden", "too-many"))


@router.get("/games", summary="The games")
async def games() -> GameList:
    """All games there are."""
    return GameList.model_validate({"games": game_cards()})


@router.get("/games/{name}", summary="What a game says of itself", responses=responses("not-found"))
async def game(name: str) -> GameInfo:
    """Rules, wagers, settings and pay tables, under the default settings."""
    try:
        found = find_game(name)()
    except UnknownGame as unknown:
        raise Refusal("not-found", str(unknown)) from None
    return GameInfo.model_validate(game_info(found))


_EXPECTED = (CardError, ScenarioError, AwardError, PayError, PayTableError, UnknownGame, SettingError)


@router.post(
    "/settle",
    summary="Settle a scenario",
    responses=responses("invalid", "illegal", "forbidden", "sign-in", "too-large"),
)
def settle_scenario(scenario: Scenario, _: Anybody) -> Settled:
    """What every wager of a written-down hand gets back."""
    written: dict[str, Any] = scenario.model_dump(exclude_unset=True)
    refuse_halves(written)
    refuse_files(scenario.pays)
    try:
        return Settled.model_validate(settle(written))
    except _EXPECTED as error:
        raise Refusal("invalid", " ".join(str(error).split())) from None
