"""From a variant to a table: opened at once in a demo house, proposed by staff in any other."""

import asyncio
from typing import Any

from upcard.floor import facts
from upcard.rules.game import Game
from upcard.web.edge.problems import Refusal
from upcard.web.edge.who import Who
from upcard.web.lab import variant
from upcard.web.live.service import Service

Json = dict[str, Any]

PROPOSER, APPROVER = "sam", "eve"
"""Of the demo's staff: two departments have to agree (REG-20)."""
PROPOSERS = ("supervisor", "manager", "executive")
MOST = 8
"""Tables from the lab that a demo house has room for."""
SEATS = 6
LEAST = 500
"""The smallest bet there, in cents."""


async def open_table(service: Service, game: Game, who: Who, *, demo: bool) -> Json:
    """The table that was opened, or the proposal that waits for another department."""
    if demo:
        return {"table": await _in_demo(service, game), "proposal": None}
    if who.role not in PROPOSERS:
        raise Refusal("forbidden", f"in this house a table is proposed by a {' or '.join(PROPOSERS)}, and approved")
    change = _change(service, game, _free_name(service, game), with_link=False)
    ack = await service.command(who.by, "propose", {"what": "table", "change": change})
    return {"table": None, "proposal": ack.fact(facts.Proposed).proposal}


PATIENCE = 3.0
"""Seconds that a table waits for the rounds of the other tables on its link to end."""
LOOK = 0.05


async def _in_demo(service: Service, game: Game) -> str:
    async with service.alone("tables from the lab"):
        tables = service.mirror.state.tables
        known = next((t.id for t in tables.values() if t.id.startswith("lab-") and t.digest == _digest(game)), None)
        if known is not None:
            return known
        if sum(table.startswith("lab-") for table in tables) >= MOST:
            raise Refusal("refused", f"this house has room for {MOST} tables from the lab, and has them; play at those")
        name = _free_name(service, game)
        await open_in_demo(service, game, name)
        return name


async def open_in_demo(service: Service, game: Game, name: str) -> None:
    """Opens a table of the demo: one of its staff proposes it, another approves."""
    why: Refusal | None = None
    # Meters are shared only by tables whose hands are as likely (REG-11); the game is dealt without them too.
    for with_link in (True, False):
        try:
            change = _change(service, game, name, with_link=with_link)
            proposed = await service.command(PROPOSER, "propose", {"what": "table", "change": change})
            proposal = proposed.fact(facts.Proposed).proposal
            await service.command(APPROVER, "approve", {"proposal": proposal})
            if await _is_open(service, name, proposal):
                return
        except Refusal as refusal:
            why = refusal
    assert why is not None
    raise why


async def _is_open(service: Service, name: str, proposal: str) -> bool:
    """Whether the table is there, after some patience.

    Nothing of a link changes while a round on it is open (REG-16). Somebody waits to sit down: the approval is taken
    back then, and the table opens without shared meters.
    """
    tables = service.mirror.state.tables
    for _ in range(round(PATIENCE / LOOK)):
        if name in tables:
            return True
        await asyncio.sleep(LOOK)
    reason = "a round is open on its link, and somebody waits for the table"
    await service.order(APPROVER, "reject", proposal=proposal, reason=reason)
    return name in tables  # where it was opened at the last moment


def _house(game: Game) -> Json:
    return {**variant.own_settings(game), f"{game.main_wager.name}.min": LEAST}


def _digest(game: Game) -> str:
    return type(game)(_house(game), game.tables).digest


def _change(service: Service, game: Game, name: str, *, with_link: bool) -> Json:
    said: Json = {
        "table": name,
        "kind": "virtual",
        "game": game.name,
        "house": _house(game),
        "seats": min(SEATS, game.max_seats),
    }
    pays = variant.written_tables(game)
    meters = {meter for kind in game.tables for meter in game.outcomes_of(game.wagers_of(kind)[0].name).meters.values()}
    links = service.mirror.state.links.values()
    link = next((one.id for one in links if meters and meters <= set(one.meters)), None) if with_link else None
    return said | ({"pays": pays} if pays else {}) | ({"link": link} if link else {})


def _free_name(service: Service, game: Game) -> str:
    tables = service.mirror.state.tables
    return next(name for n in range(1, 10_000) if (name := f"lab-{game.name}-{n}") not in tables)
