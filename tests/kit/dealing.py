"""Rounds of virtual tables, played by chance: the bets of each game, players with money, a legal move."""

import random
from collections.abc import Callable

from tests.kit.floor import Floor
from upcard.floor.state import FloorTable
from upcard.rules.needs import Amount, Ask, Choice, Partition

GAMES = {
    "three-card-poker": {"ante": 1000, "pair-plus": 500, "six-card-bonus": 500},
    "three-card-blitz": {"ante": 1000, "blind": 1000, "flush-bonus": 500, "blitz-bonus": 500},
    "four-card-split": {"ante-1": 1000, "ante-2": 1000, "blind": 1000},
    "blackjack": {"bet": 1000, "21+3": 500, "in-between": 500},
}


def seat_players(floor: Floor, table: str, seats: int = 3, money: int = 10_000_00) -> None:
    for seat in range(1, seats + 1):
        who = f"{table}-p{seat}"
        floor.ok("sue", "player-add", player=who)
        floor.ok("sue", "buy-in", player=who, amount=money)
        floor.ok(f"player:{who}", "sit", table=table, seat=seat, player=who)


def random_move(floor: Floor, table: FloorTable, chance: random.Random) -> dict[str, object]:
    need = floor.house.sequencer.running.look(table).round.need
    assert isinstance(need, Ask)
    turn = chance.choice(need.turns)
    move = chance.choice(turn.moves)
    value: object = None
    if isinstance(move, Amount):
        value = chance.choice([move.low, move.high])
    elif isinstance(move, Partition):
        value = [list(part) for part in chance.choice(move.ways)]
    else:
        assert isinstance(move, Choice)
    return {"seat": turn.seat, "hand": turn.hand, "move": move.name, "value": value}


def play_round(floor: Floor, name: str, bets: Callable[[int], dict[str, int]], chance: random.Random) -> None:
    table = floor.state.tables[name]
    for seat in table.seated:
        floor.ok(f"player:{table.seated[seat]}", "bet", table=name, seat=seat, wagers=bets(seat))
    floor.ok("dora", "start", table=name)
    while table.round is not None and not table.round.settled:
        floor.ok("system", "act", table=name, **random_move(floor, table, chance))
