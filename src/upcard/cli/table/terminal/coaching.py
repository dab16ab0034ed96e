"""The coach at the terminal table (`upcard play --advise`): every open move with what it is worth, best first."""

from upcard.cards.card import show
from upcard.rounds.knowledge import Knowledge
from upcard.rounds.round import Round
from upcard.rules.needs import Turn
from upcard.rules.words import dollars

MOST = 8
"""Ways that are listed; a hand of 4 Card Split has more than anybody reads."""


def advice(round_: Round, turn: Turn) -> list[str]:
    """A line for each move; one line that says so where the lab has no answer."""
    from upcard.lab.analysis import LabError
    from upcard.lab.coach import worth_of_moves

    try:
        unit, worths = worth_of_moves(round_.game, Knowledge.of(round_, turn.seat, turn.hand))
    except LabError as error:
        return [f"The coach is silent: {error}."]
    best = worths[0].ev
    lines = [f"The coach, in units of one {unit}:"]
    for worth in worths[:MOST]:
        move = turn.move(worth.move)
        assert move is not None
        parts = " and ".join(f"[{show(part)}]" for part in worth.parts)
        cost = "the best" if worth.ev == best else f"costs {float(best - worth.ev):.4f}"
        amount = dollars(worth.amount, full=True) if worth.amount is not None else ""
        about = f" ± {worth.se:.4f} (estimated)" if worth.se is not None else ""
        lines.append(f"  {' '.join(filter(None, (move.label, amount, parts)))}: {float(worth.ev):+.4f}{about}, {cost}")
    if len(worths) > MOST:
        lines.append(f"  and {len(worths) - MOST} worse ways")
    return lines
