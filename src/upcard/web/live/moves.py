"""Moves that the house makes: for a player whose time is up, and for bots. Generic: legal moves in, one of them out.

No move is known by its name here. What a move gives up is found by trying it on a copy of the round.
"""

import random
from collections.abc import Mapping

from upcard.rounds.round import Round
from upcard.rules.game import Game
from upcard.rules.needs import Act, Amount, Choice, Deal, Illegal, Move, MoveValue, Partition, Turn


def cost_of(move: Move) -> int:
    """The least that a move adds to a player's stakes, in cents."""
    if isinstance(move, Amount):
        return move.low
    return move.cost if isinstance(move, Choice) else 0


def _value(move: Move) -> MoveValue:
    if isinstance(move, Amount):
        return move.low
    return move.ways[0] if isinstance(move, Partition) else None


def silence(round_: Round, turn: Turn) -> Act:
    """The move that is made for a player who does not answer.

    The turn's own default; or else, of the moves that cost nothing, the one that gives up least at once and draws no
    card (so stand comes before hit, and both before fold).
    """
    if turn.default is not None:
        named = turn.move(turn.default)
        assert named is not None, f"{turn.default} is the default and no move of {turn}"
        return Act(turn.seat, turn.hand, turn.default, _value(named))
    cheapest = min(cost_of(move) for move in turn.moves)
    acts = [Act(turn.seat, turn.hand, m.name, _value(m)) for m in turn.moves if cost_of(m) == cheapest]
    if len(acts) == 1:
        return acts[0]
    return min(acts, key=lambda act: _gives_up(round_, act))


def _gives_up(round_: Round, act: Act) -> tuple[int, bool]:
    """What a seat loses at once by a move, in cents, and whether it draws a card; tried on a copy."""
    copy = round_.fork()
    before = len(copy.lines)
    copy.act(act)
    lost = sum(line.stake - line.returned for line in copy.lines[before:] if line.seat == act.seat)
    draws = isinstance(copy.need, Deal) and copy.need.seat == act.seat
    return lost, draws


def any_move(turn: Turn, chance: random.Random) -> Act:
    """A legal move by chance: a bot that has nobody to ask."""
    move = chance.choice(turn.moves)
    value: MoveValue = None
    if isinstance(move, Amount):
        value = chance.choice((move.low, move.high))
    elif isinstance(move, Partition):
        value = chance.choice(move.ways)
    return Act(turn.seat, turn.hand, move.name, value)


def affordable(turn: Turn, bankroll: int) -> Turn:
    """The turn with the moves that a player can pay for."""
    return Turn(turn.seat, turn.hand, tuple(m for m in turn.moves if cost_of(m) <= bankroll), turn.default)


# Bets


def bot_bets(game: Game, bankroll: int, chance: random.Random) -> Mapping[str, int]:
    """Bets that a bot makes: a few times the smallest, and now and then a side bet; {} when it can't pay for any."""
    times = chance.choice((1, 1, 1, 2, 2, 3, 5))
    for multiple in (times, 1):
        for sides in (True, False):
            bets = _bets(game, multiple, chance if sides else None)
            # A Play bet or a double comes on top, so it keeps as much again in hand.
            if 2 * sum(bets.values()) <= bankroll and _stands(game, bets):
                return bets
    return {}


def _stands(game: Game, bets: Mapping[str, int]) -> bool:
    try:
        game.open({1: bets})
    except Illegal:
        return False
    return True


def _bets(game: Game, times: int, chance: random.Random | None) -> dict[str, int]:
    main = game.main_wager
    low, high = game.limits(main.name)
    unit = max(low, 100) * times
    unit = min(unit, high) if high is not None else unit
    bets: dict[str, int] = {}
    for wager in game.wagers:
        if wager.placed != "before":
            continue
        fixed = game.fixed_stake(wager)
        if wager.name == main.name or wager.required:
            bets[wager.name] = fixed or _stake(game, wager.name, bets.get(wager.equals or "", unit))
        elif chance is not None and chance.random() < (0.6 if fixed else 0.3):
            bets[wager.name] = fixed or _stake(game, wager.name, bets.get(wager.equals or "", 100))
    return bets


def _stake(game: Game, wager: str, wanted: int) -> int:
    low, high = game.limits(wager)
    return max(low, wanted) if high is None else min(max(low, wanted), high)
