"""The other players: they know the legal moves and nothing else, and now and then make a side bet.

In the terminal and on the web they are the same. `below` draws a whole number under a bound: a shoe's source, or a
generator's `randrange`.
"""

from collections.abc import Callable, Mapping
from itertools import product

from upcard.rules.bets import objections
from upcard.rules.game import Game, Wager
from upcard.rules.needs import Act, Amount, Choice, Turn

Below = Callable[[int], int]


def any_act(turn: Turn, below: Below) -> Act:
    """A legal move by chance: games offer the plain moves first, so the first is taken half of the time, and so on."""
    at = 0
    while at < len(turn.moves) - 1 and below(2):
        at += 1
    move = turn.moves[at]
    if isinstance(move, Choice):
        return Act(turn.seat, turn.hand, move.name)
    if isinstance(move, Amount):
        return Act(turn.seat, turn.hand, move.name, move.high)
    return Act(turn.seat, turn.hand, move.name, move.ways[below(len(move.ways))])


def before_the_deal(game: Game) -> list[Wager]:
    """The wagers that are placed before the deal, the side bets last."""
    return sorted((wager for wager in game.wagers if wager.placed == "before"), key=lambda wager: wager.side)


def usual(game: Game, wager: Wager, stakes: Mapping[str, int], unit: int) -> int:
    """The stake that suggests itself: the fixed one, what the wager is tied to, or the unit; within the limits."""
    fixed = game.fixed_stake(wager)
    if fixed is not None:
        return fixed
    tied = wager.equals or wager.at_least or wager.multiple_of
    wanted = stakes.get(tied, unit) * wager.times[0] if tied else unit
    low, high = game.limits(wager.name)
    return max(low, wanted if high is None else min(wanted, high))


def main_stakes(game: Game, unit: int) -> dict[str, int]:
    """One unit on every wager that is no side bet."""
    stakes: dict[str, int] = {}
    for wager in before_the_deal(game):
        if not wager.side:
            stakes[wager.name] = usual(game, wager, stakes, unit)
    return stakes


def some_bets(game: Game, unit: int, below: Below) -> dict[str, int]:
    """The main wagers, and one side bet in three."""
    stakes = main_stakes(game, unit)
    for wager in before_the_deal(game):
        if wager.side and not below(3):
            more = {**stakes, wager.name: usual(game, wager, stakes, unit // 2)}
            stakes = stakes if any(objections(game, {1: more})) else more
    return stakes


def affordable_bets(game: Game, bankroll: int, below: Below) -> dict[str, int]:
    """Bets of a few times the smallest, with twice as much left for what comes on top; {} where none can be paid."""
    smallest = max(game.limits(game.main_wager.name)[0], 100)
    times = (1, 1, 1, 2, 2, 3, 5)[below(7)]
    for unit, sides in product((smallest * times, smallest), (True, False)):
        bets = some_bets(game, unit, below) if sides else main_stakes(game, unit)
        # A Play bet or a double comes on top, so it keeps as much again in hand.
        if 2 * sum(bets.values()) <= bankroll and not any(objections(game, {1: bets})):
            return bets
    return {}
