"""The other players: simple souls who know the legal moves and nothing else."""

from upcard.cards.shuffle import Source
from upcard.rules.needs import Act, Amount, Choice, Move, Partition, Turn


def bot_act(turn: Turn, source: Source) -> Act:
    """A legal move at random: games offer the plain moves first, so the first is taken half of the time, and so on."""
    moves = [*turn.moves]
    at = 0
    while at < len(moves) - 1 and source.below(2):
        at += 1
    move: Move = moves[at]
    if isinstance(move, Choice):
        return Act(turn.seat, turn.hand, move.name)
    if isinstance(move, Amount):
        return Act(turn.seat, turn.hand, move.name, move.high)
    assert isinstance(move, Partition)
    return Act(turn.seat, turn.hand, move.name, move.ways[source.below(len(move.ways))])
