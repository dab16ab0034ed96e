"""Moves that the house makes for a player whose time is up. Generic: legal moves in, one of them out.

No move is known by its name here. What a move gives up is found by trying it on a copy of the round.
"""

from upcard.rounds.round import Round
from upcard.rules.needs import Act, Amount, Choice, Deal, Move, MoveValue, Partition, Turn


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


def affordable(turn: Turn, bankroll: int) -> Turn:
    """The turn with the moves that a player can pay for."""
    return Turn(turn.seat, turn.hand, tuple(m for m in turn.moves if cost_of(m) <= bankroll), turn.default)
