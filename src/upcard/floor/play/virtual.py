"""Bets at a virtual table. They leave the player's account when they are placed."""

from collections.abc import Mapping
from typing import Any

from upcard.floor import facts
from upcard.floor.commands import ask
from upcard.floor.commands.ask import Refused
from upcard.floor.commands.verbs import PLAYER, SYSTEM, Draft, verb
from upcard.floor.ledger import money
from upcard.floor.play import games
from upcard.floor.play.tables import the_seat, the_table, why_shut
from upcard.floor.state import FloorTable, State


@verb("bet", ("dealer", "supervisor", "manager", "executive", SYSTEM, PLAYER))
def bet(draft: Draft) -> None:
    """A seat's bets for the next round, in place of those there: table, seat, wagers (name → cents; {}: none)."""
    ask.only(draft.command, "table", "seat", "wagers")
    table = the_table(draft)
    seat, wanted = the_seat(draft, table), ask.mapping(draft.command, "wagers")
    if table.kind != "virtual":
        raise Refused(f"table {table.id} has real chips: bets are made on the felt")
    player = table.seated.get(seat)
    if player is None:
        raise Refused(f"nobody sits at seat {seat} of table {table.id}")
    if draft.command.by.startswith("player:") and draft.command.by != money.player(player):
        raise Refused(f"seat {seat} is not {draft.command.by}'s")
    if table.round is not None:
        raise Refused("START GAME was pressed: no bet can be placed or removed until END GAME", "B7S-10")
    # What lies there can always be taken back, whatever has become of the table.
    wagers, returned = _accepted(table, seat, wanted) if wanted else ({}, {})
    old = sum(table.bets.get(seat, {}).values())
    draft.move(money.player(player), money.tray(table.id), money.micro(sum(wagers.values()) - old), "bet")
    draft.fact(facts.BetPlaced(table=table.id, seat=seat, wagers=wagers, returned=returned))


def _accepted(table: FloorTable, seat: int, wanted: Mapping[str, Any]) -> tuple[dict[str, int], dict[str, int]]:
    """What a table takes of the wagers that a seat wants, and the overage that goes back (B7S-22)."""
    shut = why_shut(table)
    if shut is not None:
        raise Refused(f"{shut.reason}; it takes no bets", shut.rule)
    game = games.of(table)
    feeds = games.meters_of(game)
    wagers: dict[str, int] = {}
    returned: dict[str, int] = {}
    for wager, cents in wanted.items():
        if type(cents) is not int:
            raise Refused(f"the stake on {wager} is whole cents, not {cents!r}", "GEN-3")
        if wager in feeds and table.link is None:
            raise Refused(f"table {table.id} is on no link: {wager} can't be played", "PRG-10")
        high = games.highest(game, wager)
        wagers[wager] = cents if high is None else min(cents, high)
        if wagers[wager] < cents:
            returned[wager] = cents - wagers[wager]
    game.check_bets({seat: wagers})
    return wagers, returned


@facts.applies(facts.BetPlaced)
def _bet(state: State, said: facts.BetPlaced, _made: facts.Made) -> None:
    bets = state.tables[said.table].bets
    if said.wagers:
        bets[said.seat] = dict(said.wagers)
    else:
        bets.pop(said.seat, None)
