"""Who sits at a simulated table: the seats that bear an exact analysis out, or those that a user asks for."""

from collections.abc import Mapping

from upcard.cards.shuffle import SeededSource
from upcard.lab.analysis import LabError
from upcard.lab.simulation.players import SEAT, StrategyPlayer, player
from upcard.lab.simulation.setup import SeatSetup
from upcard.lab.strategies.named import OPTIMAL, strategy
from upcard.lab.strategies.playing import Strategy
from upcard.rules.game import Game
from upcard.rules.needs import Illegal


def compared_seats(game: Game, own: Strategy | None = None) -> dict[int, SeatSetup]:
    """The seats whose results can be held against the exact analysis: every wager for one unit, and somebody beside."""
    sides = player(game, SeededSource(""))
    seats = {SEAT: SeatSetup(sides.bets[SEAT], own or strategy(game, OPTIMAL))}
    for number, bets in sides.bets.items():
        if number != SEAT:
            seats[number] = SeatSetup(bets, strategy(game, sides.beside))
    return seats


def watched(sides: StrategyPlayer) -> dict[str, int]:
    """Wagers whose results this player takes from another seat than the strategy's."""
    seats = {wager.name: sides.seat_of(wager.name) for wager in sides.game.wagers}
    return {wager: seat for wager, seat in seats.items() if seat != SEAT}


def check_seats(
    game: Game,
    seats: Mapping[int, SeatSetup],
    refused: str = "this table refuses a simulation's stakes, simulate without the limit",
) -> None:
    """Refuses bets that the table does not take, and what only an analysis can have."""
    game.refuse_lab_only()
    try:
        game.check_bets({number: dict(seat.bets) for number, seat in seats.items()})
    except Illegal as illegal:
        raise LabError(f"{refused}: {illegal}") from illegal
