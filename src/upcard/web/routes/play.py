"""Playing: sit down, bet, act, get up; bots for the empty seats. Each is a command in the ledger."""

import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Header, Path

from upcard.floor.doors import commands as floor
from upcard.floor.doors.play import games
from upcard.rules.bets import followed, objections
from upcard.web.edge.problems import Refusal, responses
from upcard.web.edge.quick import QuickRoute
from upcard.web.edge.who import Anybody, Player, TheHouse, Who
from upcard.web.live import views
from upcard.web.live.service import Service
from upcard.web.models.api import Ack, AddBot, BetDraft, Bets, JudgedBets, Move
from upcard.web.routes import API

router = APIRouter(
    prefix=f"{API}/tables/{{table}}",
    route_class=QuickRoute,
    tags=["play"],
    responses=responses(
        "sign-in", "forbidden", "not-found", "invalid", "illegal", "refused", "too-many", "too-large", "unavailable"
    ),
)

SEATS_EACH = 3
"""Seats of one table that one player may hold."""
TABLES_EACH = 4
"""Tables at which one player may sit."""
BOT_NAMES = (
    "Ada",
    "Blaise",
    "Carl",
    "Dorothy",
    "Emmy",
    "Florence",
    "Gerolamo",
    "Henri",
    "Ida",
    "Jakob",
    "Karl",
    "Leonhard",
)

Seat = Annotated[int, Path(ge=1, le=20)]
Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=64,
        pattern=r"^[\x21-\x7e]+$",
        description="The same key again gives the same answer and does nothing twice.",
    ),
]


def _ack(ack: floor.Ack) -> Ack:
    assert ack.seq is not None
    return Ack(id=ack.id, seq=ack.seq, ok=True)


async def _again(
    service: Service, by: str, key: str | None, do: str, args: dict[str, Any], refusal: Refusal
) -> floor.Ack:
    """What was done before under the same key is answered as it was then, whatever would be refused now."""
    before = await service.recall(by, key, do, args)
    if before is None:
        raise refusal
    return before


def _mine(service: Service, table: str, seat: int, player: str | None) -> None:
    """Refuses a seat that is somebody else's."""
    if service.table(table).seated.get(seat) != player:
        raise Refusal("refused", f"seat {seat} of table {table} is not yours; sit down first")


def _check_seats(service: Service, table: str, player: str) -> None:
    """Refuses more seats than one player may hold."""
    held = sum(sitter == player for sitter in service.table(table).seated.values())
    if held >= SEATS_EACH:
        raise Refusal("refused", f"you hold {held} seats at this table; {SEATS_EACH} are the most")
    if not held and len(set(service.tables_of_player(player))) >= TABLES_EACH:
        raise Refusal("refused", f"you sit at {TABLES_EACH} tables already; leave one first")


@router.post("/seats/{seat}", summary="Sit down")
async def sit(table: str, seat: Seat, service: TheHouse, who: Player, key: Key = None) -> Ack:
    """Takes a free seat."""
    assert who.player is not None
    args = {"table": table, "seat": seat, "player": who.player}
    async with service.alone(who.by):
        try:
            _check_seats(service, table, who.player)
        except Refusal as refusal:
            return _ack(await _again(service, who.by, key, "sit", args, refusal))
        ack = await service.command(who.by, "sit", args, key)
    if (driver := service.drivers.get(table)) is not None:
        driver.person_did(seat)
    return _ack(ack)


async def get_up(service: Service, table: str, seat: int, player: str, by: str, key: str | None = None) -> floor.Ack:
    """Frees a seat: bets go back; in the middle of a round it is freed when that is over."""
    found, driver = service.table(table), service.drivers.get(table)
    if found.round is not None and found.round.players.get(seat) == player:
        if driver is not None:
            driver.leaving[seat] = player
            driver.poke()
        return floor.Ack(f"leave-after-{found.round.id}", service.seq())
    if seat in found.bets:
        await service.command(by, "bet", {"table": table, "seat": seat, "wagers": {}})
    return await service.command(by, "leave", {"table": table, "seat": seat}, key)


@router.delete("/seats/{seat}", summary="Get up")
async def leave(table: str, seat: Seat, service: TheHouse, who: Player, key: Key = None) -> Ack:
    """Bets on the spots go back. In the middle of a round you leave when it is over."""
    assert who.player is not None
    async with service.alone(who.by):
        # Asked first: whoever has sat down again since must not lose the new bets to an old request.
        if (before := await service.recall(who.by, key, "leave", {"table": table, "seat": seat})) is not None:
            return _ack(before)
        _mine(service, table, seat, who.player)
        return _ack(await get_up(service, table, seat, who.player, who.by, key))


@router.post("/bets/draft", summary="What the house says to bets that are not laid yet")
async def judge_bets(table: str, body: BetDraft, service: TheHouse, _: Anybody) -> JudgedBets:
    """Every objection at once, each with what would be right, and the stakes that follow others. Nothing is bet."""
    game = games.of(service.table(table))
    bets = {seat: followed(game, stakes) for seat, stakes in body.bets.items()}
    laid = {seat: stakes for seat, stakes in bets.items() if stakes}
    found = [
        {
            "seat": wrong.seat,
            "wager": wrong.wager or None,
            "text": wrong.in_dollars[0].upper() + wrong.in_dollars[1:],
            "rule": wrong.rule,
            "right": wrong.right,
        }
        for wrong in (objections(game, laid) if laid else ())
    ]
    return JudgedBets.model_validate({"bets": bets, "objections": found})


@router.put("/seats/{seat}/bets", summary="Bet")
async def bet(table: str, seat: Seat, body: Bets, service: TheHouse, who: Player, key: Key = None) -> Ack:
    """Replaces what lies on the seat's spots, and says whether you wait for the deal."""
    driver, args = service.drivers.get(table), {"table": table, "seat": seat, "wagers": body.wagers}
    try:
        _mine(service, table, seat, who.player)
    except Refusal as refusal:
        return _ack(await _again(service, who.by, key, "bet", args, refusal))
    begun = service.table(table).round
    if begun is not None and key is None:
        waits = "a jackpot waits for the staff" if begun.settled else "the round has begun"
        raise Refusal("illegal", f"{waits}; bets are open again when it is over", "B7S-10")
    if driver is None:
        return _ack(await service.command(who.by, "bet", args, key))
    # "Ready" is said before the bet, so that both are told in one message.
    was, known = seat in driver.ready, service.seq()
    driver.betting += 1
    driver.set_ready(seat, ready=body.ready)
    try:
        ack = _ack(await service.command(who.by, "bet", args, key))
        if ack.seq <= known:  # it was done before, for another round perhaps
            driver.set_ready(seat, ready=was)
        return ack
    except Refusal:
        driver.set_ready(seat, ready=was)
        raise
    finally:
        driver.betting -= 1
        driver.poke()


@router.post("/acts", summary="Decide")
async def act(table: str, body: Move, service: TheHouse, who: Player, key: Key = None) -> Ack:
    """One move of one hand."""
    service.table(table)
    shown = service.mirror.shown.get(table)
    args = {"table": table, "seat": body.seat, "hand": body.hand, "move": body.move, "value": body.value}
    if body.round is not None and (shown is None or shown.number != body.round):
        late = Refusal("refused", f"round {body.round} is not being played any more; this move came too late")
        return _ack(await _again(service, who.by, key, "act", args, late))
    ack = await service.command(who.by, "act", args, key)
    if (driver := service.drivers.get(table)) is not None:
        driver.person_did(body.seat)
    return _ack(ack)


# Bots: the house seats them and sends them away, under keys of whoever asked for it


def _own(who: Who, key: str | None) -> str | None:
    return f"{who.player}.{key}" if key else None


async def seat_bot(service: Service, table: str, seat: int, key: str | None = None) -> floor.Ack:
    """A bot with an account of its own sits down."""
    taken = {views.is_bot(who) and service.mirror.name_of(who) for who in service.table(table).seated.values()}
    name = next((f"Bot {n}" for n in BOT_NAMES if f"Bot {n}" not in taken), f"Bot {secrets.token_hex(2)}")
    player = f"{views.BOT}{name.split()[-1].lower()}-{secrets.token_hex(3)}"
    await service.command(floor.SYSTEM, "player-add", {"player": player, "name": name})
    await service.command(floor.SYSTEM, "buy-in", {"player": player, "amount": 200_000})
    return await service.command(floor.SYSTEM, "sit", {"table": table, "seat": seat, "player": player}, key)


@router.post("/bots", status_code=201, summary="A bot for an empty seat")
async def add_bot(table: str, body: AddBot, service: TheHouse, who: Player, key: Key = None) -> Ack:
    """Any player at the table may fill its seats."""
    own, asked = _own(who, key), {"table": table} | ({"seat": body.seat} if body.seat is not None else {})
    async with service.alone(f"bots of {table}"):
        if (before := await service.recall(floor.SYSTEM, own, "sit", asked)) is not None:
            return _ack(before)
        found = service.table(table)
        if who.player not in found.seated.values():
            raise Refusal("refused", "sit down first; whoever sits at the table may fill its seats")
        free = [seat for seat in range(1, found.seats + 1) if seat not in found.seated]
        if not free:
            raise Refusal("refused", f"every seat of table {table} is taken")
        seat = body.seat if body.seat is not None else free[0]
        if seat not in free:
            why = "is taken" if seat in found.seated else "is not there"
            raise Refusal("refused", f"seat {seat} of table {table} {why}; free are {', '.join(map(str, free))}")
        return _ack(await seat_bot(service, table, seat, own))


@router.delete("/bots/{seat}", summary="Send a bot away")
async def remove_bot(table: str, seat: Seat, service: TheHouse, who: Player, key: Key = None) -> Ack:
    """In the middle of a round it leaves when that is over."""
    own = _own(who, key)
    async with service.alone(f"bots of {table}"):
        if (before := await service.recall(floor.SYSTEM, own, "leave", {"table": table, "seat": seat})) is not None:
            return _ack(before)
        found = service.table(table)
        if who.player not in found.seated.values():
            raise Refusal("refused", "sit down first; whoever sits at the table may clear its seats of bots")
        bot = found.seated.get(seat)
        if bot is None or not views.is_bot(bot):
            raise Refusal("refused", f"there is no bot at seat {seat} of table {table}")
        return _ack(await get_up(service, table, seat, bot, floor.SYSTEM, own))
