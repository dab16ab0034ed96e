"""Games as they describe themselves, and scenarios settled."""

import json
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
from upcard.web.live.describe import game_cards, game_info
from upcard.web.models.api import GameInfo, GameList, Scenario, Settled

router = APIRouter(tags=["games"], responses=responses("forbidden", "too-many"))


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


def _refuse_halves(written: dict[str, Any]) -> None:
    """JSON can carry half a character (a lone surrogate); no answer that names it could be written."""
    try:
        json.dumps(written, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise Refusal("invalid", f"the scenario holds {error.object[error.start]!r}, half a character") from None


_EXPECTED = (CardError, ScenarioError, AwardError, PayError, PayTableError, UnknownGame, SettingError)


@router.post(
    "/settle",
    summary="Settle a scenario",
    responses=responses("invalid", "illegal", "forbidden", "sign-in", "too-large"),
)
def settle_scenario(scenario: Scenario, _: Anybody) -> Settled:
    """What every wager of a written-down hand gets back."""
    written: dict[str, Any] = scenario.model_dump(exclude_unset=True)
    _refuse_halves(written)
    for table, choice in scenario.pays.items():
        if isinstance(choice, str) and choice.endswith(".toml"):
            # On the command line that is a file of the user's; here it would be one of the server's.
            raise Refusal("invalid", f"pays.{table}: files can't be named here; send the table itself as an object")
    try:
        return Settled.model_validate(settle(written))
    except _EXPECTED as error:
        raise Refusal("invalid", " ".join(str(error).split())) from None
