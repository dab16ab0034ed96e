"""The lobby, the tables, their history, and the coach."""

from typing import Annotated, Any

from fastapi import APIRouter, Query

from upcard.floor.doors.play import games
from upcard.rules.needs import Ask
from upcard.web.coach.scores import priced, stake_of
from upcard.web.edge.problems import Refusal, responses
from upcard.web.edge.quick import QuickRoute
from upcard.web.edge.who import Anybody, Player, TheHouse
from upcard.web.lab.variant import address
from upcard.web.live import views
from upcard.web.live.describe import rules_info, settings_info, variant, wagers_info
from upcard.web.live.mirror import ShownRound
from upcard.web.live.service import Service
from upcard.web.models.tables import Advice, Lobby, Review, RoundList, RoundRecord, ShoeList, TableInfo
from upcard.web.routes import API

router = APIRouter(prefix=API, route_class=QuickRoute, tags=["tables"], responses=responses("forbidden", "too-many"))

CHIPS = [100, 500, 2500, 10000, 50000]
SHOWN_WAYS = 12
"""Ways of a partition that the coach lists."""

Number = Annotated[int, Query(ge=1, le=10**12)]


@router.get("/tables", summary="The lobby")
async def lobby(service: TheHouse) -> Lobby:
    """Every table with its seats, limits and meters."""
    return Lobby.model_validate({"seq": service.seq(), "tables": service.cards(())})


@router.get(
    "/tables/{table}",
    summary="One table",
    responses=responses("not-found", "sign-in"),
    response_model_exclude_unset=True,
)
async def table(table: str, service: TheHouse, who: Anybody) -> TableInfo:
    """Everything that is needed to draw the felt, and its state as you see it."""
    return TableInfo.model_validate(describe(service, table, who.player))


def describe(service: Service, name: str, player: str | None) -> dict[str, Any]:
    """A table's description and state."""
    found = service.table(name)
    game = games.of(found)
    viewer = player if service.sees_more(name, player) else None
    return {
        "id": found.id,
        "title": service.titles()[name],
        "game": game.name,
        "game_title": game.title,
        "variant": variant(game),
        "kind": found.kind,
        "seats": found.seats,
        "hand_size": game.hand_size,
        "wagers": wagers_info(game),
        "settings": settings_info(game),
        "how_to_play": list(game.how_to_play),
        "rules": rules_info(game),
        "chips": CHIPS,
        "keeps_shoe": game.keeps_shoe,
        "decision_seconds": service.pace.decision,
        "betting_seconds": service.pace.betting,
        "link": found.link,
        "lab": address(game),
        "edges": service.edges(name),
        "state": service.state_for(name, viewer),
    }


# History


@router.get("/tables/{table}/rounds", summary="Finished rounds", responses=responses("not-found", "invalid"))
async def rounds(
    table: str,
    service: TheHouse,
    who: Anybody,
    limit: Annotated[int, Query(ge=1, le=50)] = 20,
    before: Number | None = None,
) -> RoundList:
    """Newest first, as everybody saw them, with your own hands where you played."""
    service.table(table)
    kept = [p for p in reversed(service.mirror.finished.get(table, ())) if before is None or p.number < before]
    state = service.mirror.state
    said = [views.summary(state, table, shown, who.player) for shown in kept[:limit]]
    return RoundList.model_validate({"rounds": said, "more": len(kept) > limit})


def _finished(service: Service, table: str, number: int) -> ShownRound:
    service.table(table)
    for shown in service.mirror.finished.get(table, ()):
        if shown.number == number:
            return shown
    current = service.mirror.shown.get(table)
    if current is not None and current.number == number:
        if current.over:
            return current
        raise Refusal("not-found", f"round {number} is still being played; its record comes with its end")
    raise Refusal("not-found", f"round {number} of table {table} is not at hand; GET its rounds for those that are")


@router.get(
    "/tables/{table}/rounds/{number}",
    summary="The record of a round",
    responses=responses("not-found", "invalid", "sign-in"),
)
async def record(table: str, number: int, service: TheHouse, who: Anybody) -> RoundRecord:
    """A finished round, event by event, as you may see it."""
    return RoundRecord.model_validate(
        views.record(service.mirror.state, table, _finished(service, table, number), who.player)
    )


@router.get("/tables/{table}/shoes", summary="Finished shoes", responses=responses("not-found"))
async def shoes(table: str, service: TheHouse) -> ShoeList:
    """Newest first, with what opens them: whoever kept the commitment checks every card."""
    service.table(table)
    opened = reversed(service.mirror.opened.get(table, ()))
    return ShoeList.model_validate({"shoes": [views.opened_shoe(shoe) for shoe in opened]})


# Coach


@router.get(
    "/tables/{table}/coach",
    summary="Ask the coach",
    responses=responses("sign-in", "forbidden", "not-found", "invalid", "refused", "unavailable"),
)
async def coach(
    table: str,
    service: TheHouse,
    who: Player,
    seat: Annotated[int, Query(ge=1, le=20)],
    hand: Annotated[int, Query(ge=1, le=20)] = 1,
) -> Advice:
    """The exact EV of every move that is open to you, best first."""
    service.table(table)
    shown = service.mirror.shown.get(table)
    if shown is None or shown.over or not isinstance(shown.round.need, Ask):
        raise Refusal("not-found", f"nobody has to decide at table {table} now")
    if seat not in shown.seats_of(who.player):
        raise Refusal("forbidden", f"seat {seat} is not yours in this round; the coach looks only at your cards")
    turn = shown.round.turn_of(seat, hand)
    if turn is None:
        raise Refusal("not-found", f"hand {hand} of seat {seat} has nothing to decide now")
    number = shown.number
    found = await service.coach.advice(shown.round, turn)
    stake = stake_of(shown.round, turn, found)
    actions = priced(found, turn, stake)
    return Advice.model_validate(
        {
            "round": number,
            "seat": seat,
            "hand": hand,
            "unit": found["unit"],
            "stake": stake,
            "actions": actions[:SHOWN_WAYS],
            "of": len(actions),
            "note": found.get("note", ""),
        }
    )


@router.get(
    "/tables/{table}/rounds/{number}/coach",
    summary="Your decisions, judged",
    responses=responses("sign-in", "forbidden", "not-found", "invalid", "refused", "unavailable"),
)
async def review(table: str, number: int, service: TheHouse, who: Player) -> Review:
    """Every decision of your seats in a finished round, with the best move and what the difference cost."""
    shown = _finished(service, table, number)
    assert who.player is not None
    if not shown.seats_of(who.player):
        raise Refusal("not-found", f"you did not play round {number} of table {table}")
    judged = await service.scores.review(table, shown, who.player)
    return Review.model_validate({"round": number, "decisions": judged})
